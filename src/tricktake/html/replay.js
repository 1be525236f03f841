"use strict";
/* Buttons, keys, touch and the address; everything that moves the reader through the record. */

const byId = (id) => document.getElementById(id);

/* ---- drawing the state ----------------------------------------------------------------------- */

function draw(silent) {
  const frame = theFrame();
  drawTable();
  drawBar(frame);
  drawAuction(frame);
  drawAsideCards(frame);
  drawLastTrick(frame);
  drawVerdict();
  drawRemark(frame);
  drawMoves();
  drawScores();
  drawSaid(frame, silent);
  drawControls();
  keepAddress();
}

function drawSaid(frame, silent) {
  const parts = frame ? [eventParts(frame.e), ...outcomeParts(frame, theDeal())] : [[theDeal().note || ""]];
  const verdict = verdictAt(state.step);
  const said = parts.map((part) => el("span", { class: "part" }, ...drawn(part), "."));
  if (verdict && verdict.loss) said.push(el("span", { class: "part bad" }, "\u2212" + verdict.loss));
  byId("said").replaceChildren(...said);
  if (!silent) byId("live").textContent = parts.map((part) => spoken(part) + ".").join(" ");
}

function drawControls() {
  const last = lastStep();
  const slider = byId("slider");
  slider.max = String(last);
  slider.value = String(state.step);
  slider.setAttribute("aria-valuetext", "step " + state.step + " of " + last);
  byId("count").textContent = state.step + "/" + last;
  const off = (id, is) => byId(id).setAttribute("aria-disabled", String(is));
  for (const id of ["first", "prev", "trick-prev"]) off(id, id === "first" ? state.step === 0 : !stepBack());
  for (const id of ["last", "next", "trick-next"]) off(id, id === "last" ? state.step === last : !stepOn());
  off("deal-prev", state.deal === 0);
  off("deal-next", state.deal === record.deals.length - 1);
  byId("deal").value = String(state.deal);
  byId("seat").value = String(state.seat);
  byId("hide").setAttribute("aria-pressed", String(state.hidden));
  byId("solver").setAttribute("aria-pressed", String(state.solver));
  byId("colours").setAttribute("aria-pressed", String(state.four));
  document.body.classList.toggle("four", state.four);
  byId("play").setAttribute("aria-label", state.playing ? "Pause" : "Play");
  document.body.classList.toggle("playing", Boolean(state.playing));
  drawLineChoice();
  drawMarks(last);
}

function drawLineChoice() {
  if (isDrawn("lines", state.deal, state.line)) return;
  const { lines } = theDeal();
  byId("lines").hidden = lines.length < 2;
  byId("line").replaceChildren(...lines.map((_, line) => el("option", { value: line }, line ? "line " + line : "as played")));
  byId("line").value = String(state.line);
}

/* Marks over the slider: a fine one at each trick, a red one at each card that gave tricks away. */
function drawMarks(last) {
  if (isDrawn("marks", state.deal, state.line, state.seat, state.hidden, state.solver)) return;
  const marks = [];
  if (last) {
    for (const step of stops()) marks.push(mark(step / last, "trick"));
    if (showsAll() || record.seat !== null) {
      for (let step = 1; step <= last; step++) {
        const verdict = verdictAt(step);
        if (verdict && verdict.loss) marks.push(mark(step / last, "loss"));
      }
    }
  }
  byId("marks").replaceChildren(...marks);
}

function mark(at, kind) {
  const made = el("i", { class: kind });
  made.style.left = (at * 100).toFixed(2) + "%";
  return made;
}

/* ---- moving ---------------------------------------------------------------------------------- */

function go(deal, line, step, silent) {
  state.deal = Math.min(Math.max(0, deal), record.deals.length - 1);
  state.line = line >= 0 && line < theDeal().lines.length ? line : 0;
  state.step = Math.min(Math.max(0, step), lastStep());
  draw(silent);
}

const follow = (to) => to && go(...to);
const byStep = (step) => go(state.deal, state.line, step);

const actions = {
  next: () => follow(stepOn()),
  prev: () => follow(stepBack()),
  first: () => byStep(0),
  last: () => byStep(lastStep()),
  "trick-next": () => follow(trickOn()),
  "trick-prev": () => follow(trickBack()),
  "deal-next": () => state.deal < record.deals.length - 1 && go(state.deal + 1, 0, 0),
  "deal-prev": () => state.deal > 0 && go(state.deal - 1, 0, 0),
  play: () => (state.playing ? pause() : start()),
  hide: () => {
    if (record.seat !== null) return;
    state.hidden = !state.hidden;
    draw(true);
    tell(state.hidden ? "Only what " + nameOf(state.seat) + " sees" : "All hands are shown");
  },
  solver: () => { state.solver = !state.solver; draw(true); },
  colours: () => { state.four = !state.four; draw(true); },
  loss: () => state.solver && follow(showsAll() || record.seat !== null ? nextLoss() : null),
  turn: () => {
    if (record.seat !== null) return;
    state.seat = (state.seat + 1) % seats;
    draw(true);
    tell("Seen from " + nameOf(state.seat));
  },
  "help-open": () => byId("help").showModal(),
};

const tell = (text) => { byId("live").textContent = text; };

function start() {
  if (!stepOn()) return;
  state.playing = setTimeout(tick, state.step === lastStep() ? 0 : Number(byId("speed").value) / 2);
  drawControls();
}

function tick() {
  const to = stepOn();
  if (!to) { pause(); return; }
  state.playing = setTimeout(tick, Number(byId("speed").value));
  go(...to);
  if (!stepOn() || state.step === lastStep()) pause();
}

function pause() {
  if (!state.playing) return;
  clearTimeout(state.playing);
  state.playing = 0;
  drawControls();
}

/* Something the reader does himself ends the playing. */
function act(name) {
  if (name !== "play" && state.playing && !["hide", "solver", "colours", "turn"].includes(name)) pause();
  actions[name]();
}

/* ---- the address: #deal=2&step=14 ------------------------------------------------------------ */

function keepAddress() {
  const parts = ["deal=" + (state.deal + 1), "step=" + state.step];
  if (state.line) parts.push("line=" + state.line);
  if (record.seat === null && state.seat) parts.push("seat=" + state.seat);
  if (record.seat === null && state.hidden) parts.push("hands=hidden");
  const hash = "#" + parts.join("&");
  if (location.hash === hash) return;
  try {
    history.replaceState(null, "", hash);
  } catch {
    /* some browsers refuse this for files; then the address stays */
  }
}

function readAddress() {
  const found = new URLSearchParams(location.hash.slice(1));
  const whole = (name, otherwise) => /^\d{1,7}$/.test(found.get(name) || "") ? Number(found.get(name)) : otherwise;
  if (record.seat === null) {
    state.hidden = found.get("hands") === "hidden";
    const seat = whole("seat", 0);
    state.seat = seat < seats ? seat : 0;
  }
  go(whole("deal", 1) - 1, whole("line", 0), whole("step", 0), true);
}

/* ---- listening ------------------------------------------------------------------------------- */

const KEYS = { ArrowRight: "next", ArrowLeft: "prev", Home: "first", End: "last", PageDown: "trick-next",
  PageUp: "trick-prev", n: "deal-next", p: "deal-prev", " ": "play", h: "hide", s: "solver", c: "colours",
  v: "turn", m: "loss", "?": "help-open" };

function onKey(event) {
  const name = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  const target = event.target instanceof Element ? event.target : document.body;
  if (!name || event.ctrlKey || event.altKey || event.metaKey || byId("help").open) return;
  if (target.closest("select, dialog")) return;
  if (event.key === " " && target.closest("button, summary, a")) return;
  event.preventDefault();
  act(name);
}

function listenToTouch(area) {
  let from = null;
  area.addEventListener("touchstart", (event) => {
    from = event.touches.length === 1 ? [event.touches[0].clientX, event.touches[0].clientY] : null;
  }, { passive: true });
  area.addEventListener("touchend", (event) => {
    if (!from) return;
    const [touch] = event.changedTouches;
    const across = touch.clientX - from[0], down = touch.clientY - from[1];
    from = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 1.5 * Math.abs(down)) act(across < 0 ? "next" : "prev");
  }, { passive: true });
  area.addEventListener("touchcancel", () => { from = null; }, { passive: true });
}

function listen() {
  for (const id of ["first", "prev", "next", "last", "trick-prev", "trick-next", "play", "deal-prev", "deal-next",
    "hide", "solver", "colours", "help-open"]) byId(id).addEventListener("click", () => act(id));
  const chosen = (id, run) => byId(id).addEventListener("change", (event) => run(Number(event.target.value)));
  chosen("deal", (deal) => { pause(); go(deal, 0, 0); });
  chosen("line", (line) => {
    const { from } = theDeal().lines[line];
    pause();
    go(state.deal, line, from ? from[1] + 1 : state.step);
  });
  chosen("seat", (seat) => { state.seat = seat; draw(true); });
  byId("slider").addEventListener("input", (event) => {
    const step = Number(event.target.value);  // before anything is drawn anew
    pause();
    byStep(step);
  });
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", readAddress);
  byId("help").addEventListener("click", (event) => { if (event.target === byId("help")) byId("help").close(); });
  window.addEventListener("resize", drawTable);
  listenToTouch(byId("table"));
}

function begin() {
  drawHead();
  drawAbout();
  if (!record.deals.length) {
    document.body.classList.add("empty");
    return;
  }
  byId("deal").replaceChildren(...record.deals.map((deal, number) => {
    const game = record.kind === "tourney" ? "Game " + (deal.game + 1) + ", deal " : "Deal ";
    return el("option", { value: number }, game + (number + 1) + (deal.ending === "over" ? "" : " (" + ENDINGS[deal.ending] + ")"));
  }));
  byId("seat").replaceChildren(...record.players.map((name, seat) => el("option", { value: seat }, name)));
  byId("seat").disabled = record.seat !== null;
  byId("hide").hidden = record.seat !== null;
  byId("solver").hidden = !record.verdicts;
  listen();
  readAddress();
}

begin();
