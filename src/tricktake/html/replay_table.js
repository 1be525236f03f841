"use strict";
/* The table: seats round it, hands, and the trick in the middle. */

/* A card to look at. In a narrow page it is its rank in a row of its suit. */
function cardFace(card, { group = null, value = null, best = false, kind = "" } = {}) {
  const [suit, rank] = parsed(card);
  const alien = group !== null && group !== suit;
  const face = el("span", {
    class: "card suit-" + suit + (alien ? " alien" : "") + (best ? " best" : "") + (kind ? " " + kind : ""),
    "data-card": card, role: "img",
    "aria-label": cardWords(card) + (value === null ? "" : ", solver " + value),
  });
  face.append(el("span", { class: "rank" + ["", "", " ten", " ten long"][rank.length] }, suit === "J" ? "JK" + rank.slice(2) : rank),
    el("span", { class: "pip" }, SUITS[suit]));
  if (value !== null) face.append(el("span", { class: "value" }, value));
  return face;
}

const cardBack = () => el("span", { class: "card back", "aria-hidden": "true" });

function backs(count, what) {
  const made = el("span", { class: "backs", role: "img", "aria-label": count + (count === 1 ? " card " : " cards ") + what });
  made.append(...Array.from({ length: Math.min(count, 20) }, cardBack), el("span", { class: "number" }, String(count)));
  return made;
}

/* Values of the solver for the cards of the seat to act, by card. */
function valuesNow() {
  const verdict = verdictAt(state.step + 1);
  if (!verdict || !verdict.full || verdict.event.k !== "play") return null;
  const choice = new Set(Object.values(verdict.values)).size > 1;  // else every card is as good as any
  const best = choice ? verdict.best.map((play) => play.split(":")[0]) : [];
  const found = { seat: verdict.event.s, values: {}, best: new Set(best) };
  for (const [play, value] of Object.entries(verdict.values)) {
    const card = play.split(":")[0];
    (found.values[card] ||= []).push(value);
  }
  return found;
}

function valueOf(solved, seat, card) {
  if (!solved || solved.seat !== seat || !solved.values[card]) return null;
  const values = solved.values[card];
  const low = Math.min(...values), high = Math.max(...values);
  return low === high ? String(low) : low + "\u2013" + high;
}

function drawHand(frame, seat, solved) {
  const { suits, hidden } = handOf(frame, seat);
  if (!suits) {
    const unseen = frame.looked && !frame.looked[seat] && frame.ph === "auction";
    return el("div", { class: "hand closed" }, hidden ? backs(hidden, unseen ? "not looked at" : "hidden") : "");
  }
  const hand = el("div", { class: "hand" });
  for (const { suit, cards } of suits) {
    const row = el("span", { class: "row" }, el("span", { class: "sign suit-" + suit, "aria-hidden": "true" }, SUITS[suit]));
    for (const card of cards) {
      const best = Boolean(solved && solved.seat === seat && solved.best.has(card));
      row.append(cardFace(card, { group: suit, value: valueOf(solved, seat, card), best }));
    }
    hand.append(row);
  }
  if (hidden) hand.append(backs(hidden, "not known"));
  return hand;
}

function drawPiles(frame, seat, solved) {
  const row = el("div", { class: "piles", role: "group", "aria-label": "cards on the table" });
  for (const [up, down] of pilesOf(frame, seat)) {
    const pile = el("span", { class: "pile" + (down ? " covers" : "") });
    if (down) pile.append(down === "?" ? cardBack() : cardFace(down, { kind: "down" }));
    if (up === "?") pile.append(cardBack());
    else if (up) {
      const best = Boolean(solved && solved.seat === seat && solved.best.has(up));
      pile.append(cardFace(up, { value: valueOf(solved, seat, up), best }));
    }
    row.append(pile);
  }
  return row;
}

/* Badges on the plate of a seat: dealer, bid or contract, partner, tricks. */
function badges(frame, seat) {
  const found = [];
  if (theDeal().dealer === seat) found.push(el("span", { class: "badge dealer", title: "dealer" }, "D"));
  if (frame.contract && frame.contract.by === seat) {
    found.push(el("span", { class: "badge bid", title: "contract" }, ...drawn(bidParts(frame.contract.bid, true))));
  } else if (!hasPartners && frame.contract && contractSide(frame).includes(seat)) {
    found.push(el("span", { class: "badge", title: "plays with the contractor" }, "partner"));
  }
  if (frame.bids && frame.bids[seat]) {
    found.push(el("span", { class: "badge bid", title: "bid" }, ...drawn(bidParts(frame.bids[seat], true))));
  }
  if ((frame.out || []).includes(seat)) found.push(el("span", { class: "badge" }, "sits out"));
  if (frame.ph === "play" || frame.ph === "over") {
    const won = frame.tricks[seat];
    found.push(el("span", { class: "badge won", role: "img", "aria-label": won + (won === 1 ? " trick" : " tricks") }, String(won)));
  }
  return found;
}

function drawSeat(frame, seat, place, solved) {
  const team = teamOf(frame, seat);
  const turn = frame.turn === seat;
  const out = (frame.out || []).includes(seat);
  const box = el("section", {
    class: "seat team" + team + (turn ? " turn" : "") + (out ? " out" : ""),
    "data-seat": seat, "aria-label": nameOf(seat) + (turn ? ", to act" : ""),
  });
  box.style.gridArea = "s" + place;
  box.append(el("div", { class: "plate" }, el("bdi", { class: "name", title: nameOf(seat) }, nameOf(seat)), ...badges(frame, seat)));
  box.append(drawHand(frame, seat, solved));
  if (frame["p" + seat]) box.append(drawPiles(frame, seat, solved));
  return box;
}

/* Where in the middle the card of a seat lies, in percent from the left and the top. */
function spot(seat, tabled, hasTables) {
  const place = (seat - state.seat + seats) % seats;
  const angle = Math.PI / 2 + place * 2 * Math.PI / seats;
  const shift = hasTables ? (tabled ? 17 : -17) : 0;
  return [50 + 33 * Math.cos(angle) + shift, 50 + (seats > 4 ? 34 : 29) * Math.sin(angle)];
}

function put(element, seat, tabled, hasTables) {
  const [left, top] = spot(seat, tabled, hasTables);
  element.style.left = left.toFixed(2) + "%";
  element.style.top = top.toFixed(2) + "%";
  return element;
}

function drawTrick(frame, middle) {
  const hasTables = Boolean(frame.p0);
  const newest = frame.e && frame.e.k === "play" ? frame.trick.length - 1 : -1;
  frame.trick.forEach(([seat, card, named, tabled], at) => {
    const face = cardFace(card, { kind: "played" + (at === newest ? " new" : "") });
    const won = frame.won !== null && frame.top === at;
    const spotted = el("div", { class: "spot" + (won ? " won" : ""), "data-seat": seat }, face);
    if (at === 0) spotted.append(el("span", { class: "led" }, "led", ...(named ? [" ", inlineSuit(named)] : [])));
    put(spotted, seat, tabled, hasTables);
    middle.append(spotted);
  });
}

function drawCalls(frame, middle) {
  const latest = new Map(frame.calls.map(([seat, text]) => [seat, text]));
  const last = frame.calls.length ? frame.calls[frame.calls.length - 1][0] : null;
  for (const [seat, text] of latest) {
    const call = el("div", { class: "spot call" + (text === "P" ? " pass" : "") + (seat === last && frame.e && frame.e.k === "call" ? " new" : "") },
      ...drawn(bidParts(text, true)));
    middle.append(put(call, seat, 0, false));
  }
}

function drawMiddle(frame) {
  const middle = el("div", { class: "middle" });
  middle.style.gridArea = "mid";
  if (frame.trick.length) {
    drawTrick(frame, middle);
  } else if (frame.ph === "auction" || frame.ph === "final raise" || (frame.ph === "over" && !frame.tricks.some(Boolean))) {
    drawCalls(frame, middle);
    if (record.kitty && frame.ph !== "over") middle.append(drawKitty(frame));
  } else if (frame.ph === "exchange" && record.kitty) {
    middle.append(el("div", { class: "note" }, "The kitty is taken"));
  }
  if (!middle.children.length && frame.ph === "play") middle.append(el("div", { class: "note" }, el("span", {}, inlineName(frame.turn), " leads")));
  return middle;
}

function drawKitty(frame) {
  const { cards, count } = kittyOf(frame);
  const box = el("div", { class: "kitty", "aria-label": "kitty", role: "group" });
  if (cards) box.append(...cards.map((card) => cardFace(card, { kind: "small" })));
  else box.append(...Array.from({ length: count }, cardBack));
  return box;
}

/* The table keeps the height of the fullest hands, so that the buttons under it stay where they are. */
function keepHeight(table) {
  const name = [state.deal, state.line, state.hidden, state.seat, innerWidth].join();
  if (table.dataset.height === name) return;
  table.dataset.height = name;
  table.style.minHeight = "";
  const frames = theFrames();
  const full = ["auction", "exchange", "play"].map((phase) => frames.findIndex((frame) => frame.ph === phase));
  const heights = full.filter((step) => step >= 0).map((step) => {
    layTable(table, frames[step], null);
    return table.offsetHeight;
  });
  table.style.minHeight = Math.max(0, ...heights) + "px";
}

function drawTable() {
  const table = document.getElementById("table");
  const frame = theFrame();
  table.className = "seats" + seats + (frame && frame.p0 ? " piled" : "");
  if (!frame) {
    table.replaceChildren(el("p", { class: "note" }, theDeal().note || ""));
    return;
  }
  keepHeight(table);
  layTable(table, frame, valuesNow());
}

function layTable(table, frame, solved) {
  const children = [el("div", { class: "felt", "aria-hidden": "true" })];
  for (let place = 0; place < seats; place++) {
    children.push(drawSeat(frame, (state.seat + place) % seats, place, solved));
  }
  table.replaceChildren(...children, drawMiddle(frame));
}
