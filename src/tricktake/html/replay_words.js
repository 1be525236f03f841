"use strict";
/* Cards, calls and events as text. A part of a sentence is a string or { card }, { suit } or { who }. */

const SUITS = { S: "\u2660\ufe0e", H: "\u2665\ufe0e", D: "\u2666\ufe0e", C: "\u2663\ufe0e", J: "\u2605\ufe0e" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RANK_NAMES = { J: "jack", Q: "queen", K: "king", A: "ace" };
const BIDS = { P: "pass", STAND: "stands", ALONE: "alone", M: "mis\u00e8re", OM: "open mis\u00e8re",
  BM: "blind mis\u00e8re", NIL: "nil", BN: "blind nil", "1F": "one for fifty", "2F": "two for forty",
  B6: "blind six", SM: "shoot the moon" };
const SHORT_BIDS = { P: "pass", STAND: "stand", M: "mis\u00e8re", OM: "open mis.", BM: "blind mis.", NIL: "nil",
  BN: "blind nil", "1F": "1 for 50", "2F": "2 for 40", B6: "blind 6", SM: "moon" };

/* A card as its suit and its rank; jokers are of suit J. */
function parsed(card) {
  return card.startsWith("JK") ? ["J", card] : [card[0], card.slice(1)];
}

function cardWords(card) {
  const [suit, rank] = parsed(card);
  if (suit === "J") return rank.length > 2 ? "joker " + rank.slice(2) : "the joker";
  return "the " + (RANK_NAMES[rank] || rank) + " of " + SUIT_NAMES[suit];
}

const nameOf = (seat) => record.players[seat];

/* A call: what stands on a badge, as parts. */
function bidParts(text, short) {
  const known = short ? SHORT_BIDS[text] || BIDS[text] : BIDS[text];
  if (known) return [known];
  const bid = /^(\d+)(NT|[SCDH])?(-SK)?$/.exec(text);
  if (!bid) return [text];
  const strain = bid[2] === "NT" ? ["NT"] : bid[2] ? [{ suit: bid[2] }] : [];
  return [bid[1], ...strain, ...(bid[3] ? [" no kitty"] : [])];
}

function bidWords(text) {
  return bidParts(text).map((part) => part.suit ? " " + SUIT_NAMES[part.suit]
    : part === "NT" ? " no trump" : part).join("");
}

/* Several cards as parts. */
const cardsParts = (cards) => cards.flatMap((card, at) => at ? [" ", { card }] : [{ card }]);

/* What happened, as parts: "Ann plays QH". */
function eventParts(event) {
  if (!event) {
    const { dealer } = theDeal();
    return dealer === null || dealer === undefined ? ["The cards are dealt"] : [{ who: dealer }, " has dealt"];
  }
  const who = { who: event.s };
  switch (event.k) {
    case "look": return [who, " looks at the cards"];
    case "call": {
      if (event.t === "P") return [who, " passes"];
      if (event.t === "STAND") return [who, " lets the bid stand"];
      if (event.t === "ALONE") return [who, " plays alone"];
      return [who, " bids ", ...bidParts(event.t)];
    }
    case "put": {
      const verb = event.to === undefined ? " puts away " : " hands over ";
      const to = event.to === undefined ? [] : [" to ", { who: event.to }];
      if (!namesCards(event)) {
        const count = event.n ?? event.c.split(" ").length;
        return [who, verb, count + (count === 1 ? " card" : " cards"), ...to];
      }
      return [who, verb, ...cardsParts(event.c.split(" ")), ...to];
    }
    case "partner": return [who, " calls ", event.c ? { card: event.c } : { who: event.o }];
    case "name": return event.c ? [who, " gives the joker to ", { suit: event.c }]
      : [who, " gives the joker no suit"];
    case "undo": return [who, " takes back ", event.n === 1 ? "the last action" : event.n + " actions"];
    default: {
      const from = event.table ? [" from the table"] : [];
      return [who, " plays ", { card: event.c }, ...(event.n ? [" and names ", { suit: event.n }] : []), ...from];
    }
  }
}

/* What a frame brings besides: who wins a trick, how the deal ends. */
function outcomeParts(frame, deal) {
  const parts = [];
  if (frame.won !== null && frame.won !== undefined && frame.e && frame.e.k === "play") {
    parts.push([{ who: frame.won }, " wins the trick"]);
  }
  if (frame.ph === "over" && state.line === 0) parts.push(...resultParts(frame, deal));
  return parts;
}

function sideParts(side) {
  return side.flatMap((seat, at) => at ? [" and ", { who: seat }] : [{ who: seat }]);
}

const signed = (points) => points > 0 ? "+" + points : points < 0 ? "\u2212" + -points : "0";

/* How a finished deal ended, as sentences. */
function resultParts(frame, deal) {
  const found = [];
  if (frame.contract) {
    const { bid, by } = frame.contract;
    const taken = tricksOf(frame, frame.contract.side);
    const what = deal.made === true ? " made" : deal.made === false ? " set" : " over";
    found.push([...bidParts(bid), " by ", { who: by }, what, ", " + taken + (taken === 1 ? " trick" : " tricks")]);
  } else if (frame.contract === null) {
    found.push([frame.tricks.some(Boolean) ? "Played without a contract" : "No contract"]);
  }
  if (deal.points) {
    found.push(record.sides.flatMap((side, at) => [at ? ", " : "", ...sideParts(side), " " + signed(deal.points[at])]));
  }
  return found;
}

/* Parts as plain words, for those who listen. */
function spoken(parts) {
  return parts.map((part) => typeof part === "string" ? part : part.card ? cardWords(part.card)
    : part.suit ? SUIT_NAMES[part.suit] : nameOf(part.who)).join("");
}

/* ---- parts as elements ----------------------------------------------------------------------- */

function el(tag, props = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "class") made.className = value;
    else if (name === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/* A card in a sentence: rank and suit sign. */
function inlineCard(card) {
  const [suit, rank] = parsed(card);
  const text = suit === "J" ? rank.replace("JK", "Joker ").trim() : rank;
  const made = el("span", { class: "c suit-" + suit, "data-card": card, "aria-label": cardWords(card), role: "img" });
  made.append(text, suit === "J" ? "" : SUITS[suit]);
  return made;
}

const inlineSuit = (suit) => el("span", { class: "c suit-" + suit, role: "img",
  "aria-label": SUIT_NAMES[suit] }, SUITS[suit]);
const inlineName = (seat) => el("bdi", { class: "who" }, nameOf(seat));

function drawn(parts) {
  return parts.map((part) => typeof part === "string" ? part : part.card ? inlineCard(part.card)
    : part.suit ? inlineSuit(part.suit) : inlineName(part.who));
}
