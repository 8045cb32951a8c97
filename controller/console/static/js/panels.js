// What stands beside the felt on every page: the bar, who is to act, questions, alarms, rulings, parts, PAUSED.

import { h, rebuild, setText } from "./dom.js";
import { ledMove, lowered, misplacedCard, route, stepText } from "./remedy.js";
import { amount, articleNames, law, names, say, switchLanguage, time, word } from "./words.js";

const TICK_MS = 200;
const NS_IN_MS = 1e6;

// A level that says no more than the blinds, which stand there anyway.

export function showBar(bar, state, other) {
  const key = JSON.stringify([state.table, state.rulebook, state.variant, state.hand, state.phase, state.level, state.small_blind, state.big_blind, state.ante]);
  rebuild(bar, key, () => [
    h("div", { class: "brand" }, h("img", { src: "/static/icon.svg", alt: "" }), "SABOT"),
    h("div", { class: "table-name" }, state.table),
    h("div", { class: "book" }, state.rulebook_title || state.rulebook),
    h("div", { class: "figures" },
      h("span", {}, word(`variant.${state.variant}`)),
      h("b", {}, word("label.blinds", { small: state.small_blind, big: state.big_blind })),
      state.ante ? h("b", {}, word("label.ante", { ante: state.ante })) : null,
      h("span", {}, word("label.hand", { hand: String(state.hand) })),
      h("span", { class: "phase" }, word(`phase.${state.phase}`))),
    h("nav", {}, other, h("button", { type: "button", onclick: switchLanguage }, word("label.other_language"))),
  ]);
}

export function nowPanel(state) {
  if (state.faults.length) return null; // the table is locked: nobody acts
  const sums = state.turn === null ? null : h("div", { class: "sums" },
    h("div", {}, h("small", {}, word("label.to_call")), h("b", {}, state.to_call ? amount(state.to_call) : "–")),
    h("div", {}, h("small", {}, word("label.smallest_raise")), h("b", {}, state.min_raise === null ? "–" : amount(state.min_raise))));
  const said = state.turn !== null && state.next_step?.key === "act";
  const step = state.next_step && !said ? h("p", { class: "step" }, stepText(state)) : null;
  const led = ledMove(state);
  return h("section", { class: "now" },
    h("h2", {}, state.turn === null ? word("label.next_step") : word(`phase.${state.phase}`)),
    state.turn === null ? null : h("p", { class: "who" }, word("label.turn", { seat: state.turn })), sums, step, led ? route(led) : null);
}

// How a fault of the deal was noticed. While it is put right its movements lead, and nothing beside them reads as an order.
const PUT_RIGHT = /^(card|burn|remedy)\.|^(unknown|double)_card$|^card_|^foreign_(drawn|unread)$/;

export function alarmPanel(state) {
  const lacks = state.deck_missing.length ? [word("alarm.deck.lacks", { which: { names: state.deck_missing } })] : [];
  const leading = misplacedCard(state); // it stands as the next step
  const alarms = state.alarms.filter((alarm) => alarm !== leading && !(state.remedies.length && PUT_RIGHT.test(alarm.key)));
  const lines = [...lacks, ...[...state.faults, ...alarms.map((alarm) => alarm.text), ...state.notices].map(say)];
  return lines.length ? h("section", { class: "warn alarms", role: "alert" }, h("h2", {}, word("label.alarms")), ...lines.map((line) => h("p", {}, line))) : null;
}

export function askPanel(state) {
  if (!state.asks.length) return null;
  const lines = state.asks.map((ask) => h("p", {}, say(ask.text), " ", h("small", {}, word("label.answered_by", { role: word(`role.${ask.role}`) }))));
  return h("section", { class: "warn asks" }, h("h2", {}, word("label.asks")), ...lines);
}

export function promptPanel(state) {
  return state.prompts.length ? h("section", { class: "prompts" }, ...state.prompts.map((prompt) => h("p", {}, say(prompt.text)))) : null;
}

export function resultPanel(state) {
  return state.winners.length ? h("section", { class: "results" }, h("h2", {}, word("label.results")), ...state.winners.map((winner) => h("p", {}, say(winner.text)))) : null;
}

// The hands that were closed last: who won how much, the last one first.
export function closedPanel(state) {
  if (!state.closed_hands.length) return null;
  const line = ({ number, awards }) => h("li", {}, h("span", { class: "number" }, word("label.hand", { hand: String(number) })),
    h("span", {}, awards.map(([seat, won]) => word("label.seat_won", { seat, amount: won })).join(", ")));
  return h("section", { class: "closed-hands" }, h("h2", {}, word("label.closed_hands")), h("ol", {}, ...[...state.closed_hands].reverse().map(line)));
}

// A ruling that is no act and only repeats the words of the one before it, about another card, is one line.
function saysMore(ruling, n, rulings) {
  const before = rulings[n - 1];
  const isAct = !ruling.decided && ruling.text.key !== "effect.other";
  return isAct || before?.text.key !== ruling.text.key || saidOf(before) !== saidOf(ruling) || articlesOf(before) !== articlesOf(ruling) || before.seat !== ruling.seat;
}

export function rulingPanel(state, most) {
  const lines = state.rulings.filter(saysMore).slice(-most).reverse().map(rulingLine);
  return h("section", { class: "rulings" }, h("h2", {}, word("label.rulings")),
    lines.length ? h("ol", {}, ...lines) : h("p", { class: "none" }, word("label.no_rulings")));
}

// What was decided, the article that says so, and its sentence.
function rulingLine(ruling) {
  const articles = articlesOf(ruling);
  const sentence = sentenceOf(ruling);
  return h("li", { "data-ruling": ruling.id }, h("span", { class: "said" }, saidOf(ruling)), h("span", { class: "article" }, articles),
    sentence ? h("span", { class: "text" }, sentence) : null);
}

const COLOURS = { ready: "green", absent: "grey", lost: "red", quarantined: "red" };
const colour = (part) => COLOURS[part.state] ?? "amber";

function partLine(part) {
  const cause = part.cause || word(`part.${part.state}`);
  return h("span", { class: `part ${colour(part)}`, "data-part": part.part }, h("b", {}, part.part), part.state === "ready" && !part.cause ? "" : cause);
}

// One calm line while all is well; what is not well stands in it by name and cause. A tap shows every part.
export function showParts(root, parts) {
  rebuild(root, JSON.stringify(parts), () => {
    const wanting = parts.filter((part) => part.state !== "ready");
    const summary = !parts.length ? word("label.no_parts") : wanting.length
      ? word("label.parts_not_ready", { count: wanting.length, total: parts.length }) : word("label.all_parts_ready", { count: parts.length });
    const state = !parts.length ? "grey" : wanting.some((part) => colour(part) === "red") ? "red" : wanting.length ? "amber" : "green";
    return [h("details", { open: root.querySelector("details")?.open ?? false },
      h("summary", {}, h("span", { class: `part ${state}` }, summary), ...wanting.map(partLine)),
      h("div", { class: "all" }, ...parts.map(partLine)))];
  });
}

// PAUSED: the console says that the controller is away, or the console itself is gone.
export class Pause {
  constructor(banner) {
    this.banner = banner;
    this.away = null;
    this.lost = null;
  }

  link({ controller, seconds }) {
    this.away = controller === "away" ? new Date(Date.now() - seconds * 1000) : null;
    this.show();
  }

  connected(here) {
    this.lost = here ? null : (this.lost ?? new Date());
    this.show();
  }

  show() {
    const since = this.lost ?? this.away;
    this.banner.hidden = since === null;
    document.body.classList.toggle("is-paused", since !== null);
    if (since === null) return;
    const why = word(this.lost ? "label.lost_why" : "label.paused_why", { time: time(since) });
    rebuild(this.banner, why, () => [h("strong", {}, word("label.paused")), h("span", {}, why)]);
  }
}

export function showSide(side, panels) {
  side.replaceChildren(...panels.filter(Boolean));
}

// What the first article of a ruling says, where the ruling is not said in its very words.
export function sentenceOf(ruling) {
  return ruling.text.key === "effect.other" ? "" : law(ruling.cites, ruling.sentence);
}

// What was ruled, in the page's language; a ruling without other words is its article's sentence.
export function saidOf(ruling) {
  if (ruling.text.key === "effect.other") return law(ruling.cites, ruling.sentence);
  const ofTheDeal = ruling.decided && ruling.seat !== null && !names(ruling.text.key, "seat");
  return ofTheDeal ? word("label.of_seat", { seat: ruling.seat, what: lowered(say(ruling.text)) }) : say(ruling.text);
}

// The articles of a ruling, and which book lent them.
export function articlesOf(ruling) {
  const lender = ruling.cites.find((cite) => cite.lent_by)?.lent_by;
  return articleNames(ruling.cites) + (lender ? ` (${word("label.lent_by", { book: lender })})` : "");
}

// The time that the seat on the clock has left, counted down by the page itself between two states.
export class Countdown {
  constructor() {
    this.line = h("p", { class: "who" });
    this.element = h("section", { class: "countdown", hidden: true }, this.line);
    this.until = null;
    setInterval(() => this.tick(), TICK_MS);
  }

  // The element that shows it; null while no time runs.
  show({ clock, stamp }) {
    this.until = clock ? { seat: clock.seat, at: performance.now() + (clock.due - stamp) / NS_IN_MS } : null;
    this.element.hidden = clock === null;
    this.tick();
    return clock ? this.element : null;
  }

  tick() {
    if (this.until === null) return;
    const seconds = Math.max(0, Math.ceil((this.until.at - performance.now()) / 1000));
    setText(this.line, word("label.clock", { seat: this.until.seat, seconds }));
  }
}
