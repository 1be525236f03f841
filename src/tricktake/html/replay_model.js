"use strict";
/* The record as frames, where the reader is in it, and what he may see. No drawing. */

const record = JSON.parse(document.getElementById("record").textContent);
const seats = record.players.length;
const state = { deal: 0, line: 0, step: 0, seat: record.seat ?? 0, hidden: record.seat !== null,
  solver: true, four: false, playing: 0 };
const SEES_KITTY = 256, SEES_PUT_AWAY = 512, SEES_PARTNER = 1024;

/* All frames of a line: those of the line it leaves, then its own. */
const framesOf = (() => {
  const known = new Map();
  return (deal, line) => {
    const name = deal + "/" + line;
    if (!known.has(name)) {
      const lines = record.deals[deal].lines;
      const found = [];
      if (line < lines.length) {
        const { from, frames } = lines[line];
        if (from && from[1] > 0) found.push(...framesOf(deal, from[0]).slice(0, from[1] + 1));
        for (const change of frames) found.push({ ...found[found.length - 1], ...change });
      }
      known.set(name, found);
    }
    return known.get(name);
  };
})();

const theDeal = () => record.deals[state.deal];
const theFrames = () => framesOf(state.deal, state.line);
const theFrame = () => theFrames()[state.step];
const lastStep = (deal = state.deal, line = state.line) => Math.max(0, framesOf(deal, line).length - 1);

/* ---- what may be seen ------------------------------------------------------------------------ */

const showsAll = () => record.seat === null && !state.hidden;

function sees(frame, bit) {
  return showsAll() || Boolean(frame.see && frame.see[state.seat] & bit);
}

/* A set of cards as it stands in a frame: a list, or null and how many there are. */
function listed(value, visible) {
  if (typeof value === "number") return { cards: null, count: value };
  const cards = value ? value.split(" ") : [];
  return { cards: visible ? cards : null, count: cards.length };
}

/* The hand of a seat: suits with their cards, or null, and how many cards are not to be seen. */
function handOf(frame, seat) {
  const value = frame["h" + seat];
  if (typeof value === "number") return { suits: null, hidden: value };
  const suits = [];
  let untold = 0, count = 0;
  for (const part of value ? value.split("|") : []) {
    const [suit, ...cards] = part.split(" ");
    if (suit === "?") untold = Number(cards[0]);  // nobody has told which cards
    else suits.push({ suit, cards });
    count += suit === "?" ? untold : cards.length;
  }
  const visible = record.seat !== null || sees(frame, 1 << seat);
  return visible ? { suits, hidden: untold } : { suits: null, hidden: count };
}

const kittyOf = (frame) => frame.kitty === undefined || frame.kitty === null
  ? { cards: null, count: record.kitty }
  : listed(frame.kitty, record.seat !== null || sees(frame, SEES_KITTY));

function putAwayOf(frame) {
  if (frame.away === undefined || frame.away === null) return null;
  return listed(frame.away, record.seat !== null || sees(frame, SEES_PUT_AWAY));
}

/* The piles of a seat as pairs of the card face up and the card face down, "?" for one not to be seen. */
function pilesOf(frame, seat) {
  return (frame["p" + seat] || []).map(([up, down]) => [up, down && (showsAll() ? down : "?")]);
}

/* Seats that play the contract, as far as may be known. */
function contractSide(frame) {
  if (!frame.contract) return [];
  const known = record.seat !== null || sees(frame, SEES_PARTNER);
  return known ? frame.contract.side : [frame.contract.by];
}

/* Whether the cards of an exchange may be named. */
const namesCards = (event) => event.c !== undefined
  && (event.k !== "put" || record.seat !== null || showsAll() || Boolean(event.see && event.see[state.seat]));

/* What the solver says of the event at a step, if it is to be shown; "full" names other cards. */
function verdictAt(step) {
  const frame = theFrames()[step];
  const verdict = frame && frame.e && frame.e.v;
  if (!verdict || !state.solver) return null;
  const before = theFrames()[step - 1];
  const full = record.seat !== null || sees(before, 1 << frame.e.s);
  return { ...verdict, full, event: frame.e };
}

/* ---- sides ----------------------------------------------------------------------------------- */

const hasPartners = record.sides.some((side) => side.length > 1);
const sideOf = (seat) => record.sides.findIndex((side) => side.includes(seat));

/* Sides as they play now: partners, or the contract against the rest, or everybody for himself. */
function teams(frame) {
  const side = frame ? contractSide(frame) : [];
  if (hasPartners || !side.length || seats === 2) return record.sides;
  return [side, [...Array(seats).keys()].filter((seat) => !side.includes(seat))];
}

const teamOf = (frame, seat) => teams(frame).findIndex((side) => side.includes(seat));
const tricksOf = (frame, side) => side.reduce((sum, seat) => sum + frame.tricks[seat], 0);

/* ---- moving ---------------------------------------------------------------------------------- */

/* Steps at which a trick has just been finished, with the first and the last step of the deal. */
function stops() {
  const frames = theFrames();
  const found = [0];
  frames.forEach((frame, step) => {
    const next = frames[step + 1];
    const begins = next && next.ph === "play" && frame.ph !== "play";
    if (step && (frame.won !== null || (next && next.e.k === "play" && frame.e.k !== "play") || begins)) found.push(step);
  });
  if (found[found.length - 1] !== frames.length - 1) found.push(Math.max(0, frames.length - 1));
  return [...new Set(found)];
}

/* Places a step away: [deal, line, step], or null at the end of the record. */
function stepOn() {
  if (state.step < lastStep()) return [state.deal, state.line, state.step + 1];
  return state.line === 0 && state.deal < record.deals.length - 1 ? [state.deal + 1, 0, 0] : null;
}

function stepBack() {
  if (state.step > 0) return [state.deal, state.line, state.step - 1];
  return state.deal > 0 ? [state.deal - 1, 0, lastStep(state.deal - 1, 0)] : null;
}

function trickOn() {
  const stop = stops().find((step) => step > state.step);
  return stop === undefined ? stepOn() : [state.deal, state.line, stop];
}

function trickBack() {
  const before = stops().filter((step) => step < state.step);
  return before.length ? [state.deal, state.line, before[before.length - 1]] : stepBack();
}

/* The next step at which a card gave tricks away, in this deal or a later one. */
function nextLoss() {
  for (let deal = state.deal; deal < record.deals.length; deal++) {
    const line = deal === state.deal ? state.line : 0;
    const frames = framesOf(deal, line);
    for (let step = deal === state.deal ? state.step + 1 : 1; step < frames.length; step++) {
      if (frames[step].e.v && frames[step].e.v.loss > 0) return [deal, line, step];
    }
  }
  return null;
}

/* Lines that leave the one shown at this step, as [line, first event]. */
function branches() {
  const found = [];
  theDeal().lines.forEach(({ from, frames }, line) => {
    if (!from || line === state.line) return;
    const own = framesOf(state.deal, line)[from[1] + 1];
    const shared = from[0] === state.line || isBefore(from[0], from[1]);
    if (shared && from[1] === state.step && own) found.push([line, own.e]);
  });
  return found;
}

/* Whether the line shown runs along another one up to a step. */
function isBefore(line, step) {
  let at = theDeal().lines[state.line];
  while (at && at.from) {
    if (at.from[0] === line) return at.from[1] >= step;
    at = theDeal().lines[at.from[0]];
  }
  return false;
}

/* Steps whose action has been taken back later on the line. */
function takenBack() {
  const gone = new Set();
  const stack = [];
  theFrames().forEach((frame, step) => {
    if (!step) return;
    if (frame.e.k === "undo") stack.splice(-frame.e.n).forEach((undone) => gone.add(undone));
    else stack.push(step);
  });
  return gone;
}
