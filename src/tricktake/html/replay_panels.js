"use strict";
/* What stands beside the table: auction, solver, remarks, tricks, what was done, scores. */

const panel = (id) => document.getElementById(id);

function fill(id, ...children) {
  const found = children.filter((child) => child !== null && child !== undefined && child !== "");
  const box = panel(id);
  box.lastElementChild.replaceChildren(...found);
  box.hidden = !found.length;
}

const sentence = (parts, props = {}) => el("p", props, ...drawn(parts), ".");
const jump = (to, props, ...children) => el("button", { type: "button", ...props, on: { click: () => go(...to) } }, ...children);

/* ---- the bar over the table ------------------------------------------------------------------ */

function drawBar(frame) {
  const bar = document.getElementById("bar");
  if (!frame) { bar.replaceChildren(); return; }
  const left = [];
  if (frame.contract) {
    left.push(el("span", { class: "contract" }, el("b", {}, ...drawn(bidParts(frame.contract.bid))), " by ", inlineName(frame.contract.by)));
    if (frame.called !== null && frame.called !== undefined) {
      left.push(el("span", {}, "calls ", typeof frame.called === "string" ? inlineCard(frame.called) : inlineName(frame.called)));
    }
    if (frame.named) left.push(el("span", {}, "joker: ", inlineSuit(frame.named)));
  } else if (frame.bids) {
    const total = frame.bids.reduce((sum, bid) => sum + (/^\d+$/.test(bid || "") ? Number(bid) : 0), 0);
    left.push(el("span", {}, "bids " + total + " of " + record.tricks));
    if (frame.ph === "play") left.push(el("span", {}, "spades ", el("b", {}, frame.broken ? "broken" : "not broken")));
  } else {
    left.push(el("span", {}, frame.ph === "over" ? "no contract" : frame.ph));
  }
  const right = [];
  if (frame.ph === "play" || frame.tricks.some(Boolean)) {
    const played = frame.tricks.reduce((sum, won) => sum + won, 0);
    right.push(el("span", { class: "of" }, "trick " + Math.min(played + (frame.won === null && frame.ph !== "over" ? 1 : 0), record.tricks) + "/" + record.tricks));
    const sides = teams(frame);
    if (sides.length < seats || seats === 2) {
      right.push(...sides.map((side, at) => el("span", { class: "chip team" + at, title: side.map(nameOf).join(", ") },
        inlineName(side[0]), ...(side.length === 2 ? ["+", inlineName(side[1])] : side.length > 2 ? ["+" + (side.length - 1)] : []),
        " ", el("b", {}, String(tricksOf(frame, side))))));
    }
  }
  bar.replaceChildren(el("div", {}, ...left), el("div", {}, ...right));
}

/* ---- panels ---------------------------------------------------------------------------------- */

function drawAuction(frame) {
  const spades = Boolean(frame && frame.bids);
  panel("auction").firstElementChild.textContent = spades ? "Bids" : "Auction";
  if (!frame || !frame.calls.length) { fill("auction", frame && !spades ? el("p", { class: "faint" }, "No calls yet.") : null); return; }
  const first = frame.calls[0][0];
  const columns = Array.from({ length: seats }, (_, at) => (first + at) % seats);
  const rows = [[]];
  for (const [seat, text] of frame.calls) {
    const column = columns.indexOf(seat);
    let row = rows[rows.length - 1];
    if (row.length > column) rows.push(row = []);
    while (row.length < column) row.push("");
    row.push(text);
  }
  const last = frame.calls.length;
  let count = 0;
  const body = rows.map((row) => el("tr", {}, ...columns.map((_, at) => {
    const text = row[at];
    if (!text) return el("td", {}, row.length > at ? "\u2013" : "");
    count += 1;
    return el("td", { class: (text === "P" ? "pass" : "bid") + (count === last ? " now" : "") }, ...drawn(bidParts(text)));
  })));
  fill("auction", el("table", { class: "grid" },
    el("thead", {}, el("tr", {}, ...columns.map((seat) => el("th", { scope: "col", class: "team" + sideOf(seat) }, inlineName(seat))))),
    el("tbody", {}, ...body)));
}

function drawAsideCards(frame) {
  const lines = [];
  if (frame && record.kitty) {
    const kitty = kittyOf(frame);
    lines.push(el("p", {}, "Kitty: ", ...(kitty.cards ? drawn(cardsParts(kitty.cards)) : [kitty.count + " cards, hidden"])));
    const away = putAwayOf(frame);
    if (away) lines.push(el("p", {}, "Put away: ", ...(away.cards ? drawn(cardsParts(away.cards)) : [away.count + " cards, hidden"])));
    if (frame.dead) {
      lines.push(el("p", {}, "Dead hand: ", ...(showsAll() && typeof frame.dead === "string" ? drawn(cardsParts(frame.dead.split(" "))) : ["hidden"])));
    }
  }
  if (frame && frame.caught && frame.caught.some(Boolean)) {
    panel("aside-cards").firstElementChild.textContent = "Award jacks";
    frame.caught.forEach((cards, seat) => {
      if (cards) lines.push(el("p", {}, inlineName(seat), ": ", ...drawn(cardsParts(cards.split(" ")))));
    });
  }
  fill("aside-cards", ...lines);
}

function drawLastTrick(frame) {
  if (!frame || !frame.last) { fill("last-trick"); return; }
  const [cards, winner] = frame.last;
  fill("last-trick", el("p", {}, ...cards.flatMap(([seat, card], at) => [at ? ", " : "", inlineName(seat), " ", inlineCard(card)])),
    sentence([{ who: winner }, " won it"]));
}

function drawVerdict() {
  const verdict = verdictAt(state.step);
  if (!verdict) { fill("verdict"); return; }
  const { event, loss, best, values, full, count } = verdict;
  const good = loss === 0;
  const words = good ? "a best card" : "gives away " + loss + (loss === 1 ? " trick" : " tricks");
  const lines = [el("p", { class: good ? "good" : "bad" }, el("b", {}, inlineCard(event.c), " "), words, ".")];
  if (full) {
    const entries = Object.entries(values).sort((a, b) => best.includes(b[0]) - best.includes(a[0]));
    const whose = count ? [" for ", ...count.flatMap((seat, at) => at ? [" and ", inlineName(seat)] : [inlineName(seat)])] : [];
    lines.push(el("p", { class: "faint" }, "Tricks to come", ...whose, ":"));
    lines.push(el("p", { class: "values" }, ...entries.map(([play, value]) => {
      const [card, named] = play.split(":");
      return el("span", { class: "choice" + (best.includes(play) ? " best" : "") + (play === event.t ? " chosen" : "") },
        inlineCard(card), ...(named ? ["(", inlineSuit(named), ")"] : []), " ", el("b", {}, String(value)));
    })));
  }
  fill("verdict", ...lines);
}

function drawRemark(frame) {
  const texts = [];
  if (state.step === 0 && theDeal().comment) texts.push(theDeal().comment);
  if (frame && frame.e && frame.e.note) texts.push(frame.e.note);
  const lines = texts.map((text) => el("p", { class: "text", dir: "auto" }, text));
  if (theDeal().note && (!frame || state.step === 0 || state.step === lastStep())) lines.push(el("p", { class: "bad" }, theDeal().note, "."));
  if (state.line) {
    const [line, step] = theDeal().lines[state.line].from;
    lines.push(el("p", {}, "This is line " + state.line + ", which was not played. ",
      jump([state.deal, line, step], { class: "link" }, "Back to where it leaves")));
  }
  for (const [line, event] of frame ? branches() : []) {
    lines.push(el("p", {}, jump([state.deal, line, state.step + 1], { class: "link branch" },
      "Line " + line + ": ", ...drawn(eventParts(event)))));
  }
  fill("remark", ...lines);
}

/* A short name of an event for the list. */
function shortParts(event) {
  switch (event.k) {
    case "call": return bidParts(event.t, true);
    case "play": return [{ card: event.c }];
    case "look": return ["looks"];
    case "put": return ["exchange"];
    case "name": return ["joker ", event.c ? { suit: event.c } : "none"];
    case "partner": return ["calls ", event.c ? { card: event.c } : { who: event.o }];
    default: return ["\u21b6\ufe0e " + event.n];
  }
}

/* Whether a part of the page was last drawn for the same things; if not, it is now. */
const isDrawn = (() => {
  const drawn = new Map();
  return (part, ...things) => {
    const key = things.join();
    const same = drawn.get(part) === key;
    drawn.set(part, key);
    return same;
  };
})();

function drawMoves() {
  const shown = showsAll() ? lastStep() : state.step;  // what is still to come would give cards away
  if (!isDrawn("moves", state.deal, state.line, state.seat, state.hidden, state.solver, shown)) listMoves(shown);
  const list = panel("moves").querySelector(".list");
  if (!list) return;
  list.querySelectorAll("[aria-current]").forEach((move) => move.removeAttribute("aria-current"));
  const current = list.querySelector(`[data-step="${state.step}"]`);
  if (!current) return;
  current.setAttribute("aria-current", "step");
  list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

function listMoves(shown) {
  const frames = theFrames();
  if (!frames.length) {
    const rows = (theDeal().list || []).map(([text, note]) => el("li", {}, text, note ? el("span", { class: "faint", dir: "auto" }, " " + note) : ""));
    fill("moves", el("ol", { class: "texts" }, ...rows));
    return;
  }
  const gone = takenBack();
  const groups = [];
  for (let step = 1; step <= shown; step++) {
    const event = frames[step].e;
    const opens = event.k === "play" && frames[step].trick.length === 1;
    if (!groups.length || opens) {
      const done = frames[step].tricks.reduce((sum, won) => sum + won, 0);
      groups.push({ head: opens ? String(done + (frames[step].won === null ? 1 : 0)) : "", items: [] });
    }
    const verdict = verdictAt(step);
    const loss = verdict ? verdict.loss : 0;
    groups[groups.length - 1].items.push(jump([state.deal, state.line, step], {
      class: "move" + (gone.has(step) ? " gone" : "") + (loss ? " loss" : "") + (event.note ? " noted" : ""),
      "data-step": step,
      title: spoken(eventParts(event)) + (loss ? " (\u2212" + loss + ")" : ""),
      "aria-label": spoken(eventParts(event)),
    }, el("bdi", { class: "who" }, nameOf(event.s)), " ", ...drawn(shortParts(event)),
    ...(loss ? [el("span", { class: "lost" }, "\u2212" + loss)] : [])));
  }
  const list = el("div", { class: "list" }, ...groups.map(({ head, items }) =>
    el("div", { class: "group" }, el("span", { class: "head" }, head), el("span", { class: "items" }, ...items))));
  fill("moves", groups.length ? list : el("p", { class: "faint" }, "Nothing yet."));
}

/* ---- scores ---------------------------------------------------------------------------------- */

const ENDINGS = { open: "not over", abandoned: "broken off", over: "" };

function contractCell(number) {
  const frames = framesOf(number, 0);
  const frame = frames[frames.length - 1];
  const deal = record.deals[number];
  const cell = el("td", { class: "what" });
  if (frame && frame.contract) {
    cell.append(...drawn([...bidParts(frame.contract.bid, true), " ", { who: frame.contract.by }]));
    if (deal.made !== undefined && deal.made !== null) cell.append(el("span", { class: deal.made ? "good" : "bad" }, deal.made ? " made" : " set"));
  } else if (frame && frame.bids) {
    cell.append(...frame.bids.flatMap((bid, seat) => [seat ? " \u00b7 " : "",
      el("span", { class: bid && deal.made && !deal.made[seat] ? "bad" : "", title: nameOf(seat) },
        ...(bid ? drawn(bidParts(bid, true)) : ["?"]), deal.points ? " (" + frame.tricks[seat] + ")" : "")]));
  } else if (frame && deal.ending === "over") cell.append("passed out");
  if (deal.ending !== "over") cell.append(el("i", {}, (cell.childNodes.length ? ", " : "") + ENDINGS[deal.ending]));
  return cell;
}

function drawScores() {
  if (isDrawn("scores", state.deal, showsAll(), state.step === lastStep())) return;
  const spades = record.deals.some((deal) => deal.bagsAfter);
  const rows = [];
  let game = null;
  const known = (number) => showsAll() || number < state.deal || (number === state.deal && state.step === lastStep());
  record.deals.forEach((deal, number) => {
    if (record.kind === "tourney" && deal.game !== game) {
      game = deal.game;
      rows.push(el("tr", {}, el("th", { colspan: record.sides.length + 2, class: "game" }, "Game " + (game + 1))));
    }
    const cells = record.sides.map((_, side) => {
      if (!deal.points || !known(number)) return el("td", { class: "points" }, "");
      const parts = deal.parts ? ["bids", "bags", "jacks", "penalty"].flatMap((name, at) => deal.parts[side][at] ? [name + " " + signed(deal.parts[side][at])] : []) : [];
      return el("td", { class: "points", title: parts.join(", ") || null }, el("span", { class: "faint" }, signed(deal.points[side]) + " "),
        el("b", {}, String(deal.after ? deal.after[side] : "").replace("-", "\u2212")),
        spades && deal.bagsAfter ? el("sup", { title: "bags" }, String(deal.bagsAfter[side])) : "");
    });
    rows.push(el("tr", { class: number === state.deal ? "now" : "" },
      el("td", {}, jump([number, 0, 0], { class: "link", "aria-label": "Deal " + (number + 1) }, String(number + 1))),
      known(number) ? contractCell(number) : el("td", { class: "what faint" }, ""), ...cells));
  });
  const parts = [el("div", { class: "wide" }, el("table", { class: "grid scores" },
    el("thead", {}, el("tr", {}, el("th", { scope: "col", "aria-label": "Deal" }, "#"), el("th", { scope: "col" }, spades ? "Bids (tricks)" : "Contract"),
      ...record.sides.map((side, at) => el("th", { scope: "col", class: "team" + at },
        ...side.flatMap((seat, i) => i ? [" ", inlineName(seat)] : [inlineName(seat)]))))),
    el("tbody", {}, ...rows)))];
  if (record.winners && known(record.deals.length - 1)) {
    const names = record.winners.flatMap((side) => record.sides[side]);
    if (names.length) parts.push(el("p", { class: "winners" }, "Won by ", ...names.flatMap((seat, at) => at ? [" and ", inlineName(seat)] : [inlineName(seat)]), "."));
  }
  fill("scores", ...parts);
}

/* ---- once ------------------------------------------------------------------------------------ */

function drawAbout() {
  const facts = [...record.tags, ["rules", record.rules], ...record.fields].filter(([, value]) => value);
  const list = el("dl", {}, ...facts.flatMap(([name, value]) => [el("dt", {}, name), el("dd", { dir: "auto" }, value)]));
  const rules = record.about.split("\n").map((line) => el("span", {}, line, " "));
  const parts = [list, el("p", { class: "text" }, ...rules)];
  if (record.comment) parts.unshift(el("p", { class: "text", dir: "auto" }, record.comment));
  if (record.seat !== null) parts.unshift(el("p", {}, "This page shows what ", inlineName(record.seat), " knows, and holds nothing else."));
  panel("about").lastElementChild.replaceChildren(...parts);
}

function drawHead() {
  const tag = (name) => (record.tags.find(([key]) => key.toLowerCase() === name) || [])[1];
  document.getElementById("title").textContent = tag("event") || record.title;
  const bits = [tag("event") ? record.title : null, record.kind === "deals" ? null : record.kind, tag("date") || null];
  const names = record.sides.flatMap((side, at) => [at ? " \u2013 " : "", ...side.flatMap((seat, i) => i ? [" and ", inlineName(seat)] : [inlineName(seat)])]);
  document.getElementById("meta").replaceChildren(...names, ...bits.filter(Boolean).map((bit) => " \u00b7 " + bit));
}
