// What goes on around the hands: level and its clock, break, chip race, last hands, who waits for a seat, what is kept.

import { h, rebuild, setText } from "./dom.js";
import { amount, cardNames, word } from "./words.js";

const TICK_MS = 200;
const NS_IN_MS = 1e6;
const SECONDS_IN_HOUR = 3600;

// 75 → "1:15", 3675 → "1:01:15".
function clockText(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  if (seconds >= SECONDS_IN_HOUR) parts.unshift(Math.floor(seconds / SECONDS_IN_HOUR));
  return parts.map((part, n) => (n ? String(part).padStart(2, "0") : String(part))).join(":");
}

export class EventPanel {
  constructor() {
    this.time = h("b", { class: "time" });
    this.element = h("section", { class: "event", hidden: true });
    this.until = null;
    setInterval(() => this.tick(), TICK_MS);
  }

  // The element that shows it; null where there is nothing to say.
  show(state) {
    const contest = state.contest;
    const lines = [...raceLines(contest?.race ?? null), ...contestLines(state), ...tableLines(state)];
    const title = contest ? titleOf(contest) : word("event.table");
    const ends = contest && !contest.race && (contest.on_break ? contest.break_ends : contest.level_ends);
    this.until = ends ? performance.now() + (ends - state.stamp) / NS_IN_MS : null;
    this.stands = contest && !contest.race && !contest.on_break && contest.level_left ? contest.level_left / NS_IN_MS : null;
    this.element.hidden = !contest && !lines.length;
    this.element.classList.toggle("break", Boolean(contest?.on_break));
    const clock = this.until !== null || this.stands !== null ? this.time : null;
    const blinds = contest && !contest.race ? word("label.blinds", { small: state.small_blind, big: state.big_blind }) : "";
    rebuild(this.element, JSON.stringify([title, lines, blinds, clock !== null]), () => [
      h("h2", {}, title), ...(clock ? [clock] : []), ...(blinds ? [h("b", { class: "blinds" }, blinds)] : []), ...lines.map((line) => h("p", {}, line))]);
    this.tick();
    return this.element.hidden ? null : this.element;
  }

  tick() {
    if (this.until !== null) setText(this.time, clockText(this.until - performance.now()));
    else if (this.stands !== null) setText(this.time, word("event.stands", { time: clockText(this.stands) }));
  }
}

function titleOf(contest) {
  if (contest.race) return word("event.race", { low: contest.race.low, high: contest.race.high });
  return contest.on_break ? word("event.break") : word("event.level", { level: contest.level });
}

function contestLines({ contest }) {
  if (!contest) return [];
  const lines = [];
  if (contest.next_level) lines.push(word(contest.announced ? "event.announced" : "event.next", { level: contest.next_level }));
  if (contest.hand_for_hand) lines.push(word(contest.waiting ? "event.waiting" : "event.hand_for_hand"));
  if (contest.closing) lines.push(word("event.closing", { count: contest.closing }));
  else if (contest.buying !== "nothing") lines.push(word(`event.${contest.buying}`));
  lines.push(word("event.left", { count: contest.left, total: contest.total }));
  if (contest.average) lines.push(word("event.average", { average: amount(contest.average) }));
  return lines;
}

// Of a race: what each seat has, draws and gets, in the order in which it is dealt.
function raceLines(race) {
  if (!race) return [];
  const lines = [word(`event.race_${race.stage}`)];
  for (const [seat, count] of Object.entries(race.odd)) {
    const cards = race.cards[seat] ?? [];
    const parts = [word("event.odd", { seat: Number(seat), count })];
    if (cards.length) parts.push(cardNames(cards));
    if (race.served.includes(Number(seat))) parts.push(word("event.served", { chip: race.high }));
    lines.push(parts.join(" · "));
  }
  return lines;
}

function tableLines(state) {
  const lines = [];
  if (state.last_hands !== null) lines.push(word(state.last_hands ? "event.last_hands" : "event.closed", { count: state.last_hands }));
  if (state.waiting_list) lines.push(word("event.list", { count: state.waiting_list }));
  for (const [seat, value] of state.kept) lines.push(word("event.kept", { seat, amount: amount(value) }));
  return lines;
}
