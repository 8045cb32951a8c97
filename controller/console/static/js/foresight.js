// What each answer to an open question would change, shown before it is chosen. The controller tries it on a copy.

import { h, rebuild } from "./dom.js";
import { articlesOf, saidOf } from "./panels.js";
import { amount, say, word } from "./words.js";

const MOST = 24; // answers of all open questions that are tried at once: a question has ten at most

// What the figures depend on. While it stays the same, they do.
const situation = (state) => JSON.stringify([state.asks, state.hand, state.phase, state.turn, state.pot_total, state.dues, state.board,
  state.seats.map(({ stack, bet, cards }) => [stack, bet, cards])]);

export class Foresight {
  constructor() {
    this.key = "";
    this.found = new Map(); // "question|answer" → its lines
    this.places = new Map(); // the same → the element that shows them
  }

  // An empty list beside an answer, which is filled once the controller has tried it.
  placeFor(ask, option) {
    const element = h("ul", { class: "would", "data-would": option, "aria-label": word("foreseen.title") });
    this.places.set(`${ask.id}|${option}`, element);
    this.fill(`${ask.id}|${option}`);
    return element;
  }

  fill(name) {
    const lines = this.found.get(name) ?? [];
    const element = this.places.get(name);
    if (element) rebuild(element, JSON.stringify(lines), () => lines.map((line) => h("li", {}, line)));
  }

  async show(state) {
    const key = situation(state);
    if (key === this.key) return;
    this.key = key;
    const asked = state.asks.flatMap((ask) => ask.options.map((option) => [ask, option]));
    const names = new Set(asked.map(([ask, option]) => `${ask.id}|${option}`));
    for (const kept of [this.found, this.places]) for (const name of kept.keys()) if (!names.has(name)) kept.delete(name);
    for (const [ask, option] of asked.slice(0, MOST)) {
      const lines = linesOf(await tried(ask.id, option), state);
      if (this.key !== key) return; // the table has changed meanwhile, and they are tried again
      this.found.set(`${ask.id}|${option}`, lines);
      this.fill(`${ask.id}|${option}`);
    }
  }
}

async function tried(ask, option) {
  try {
    return await (await fetch(`/foreseen.json?${new URLSearchParams({ ask, option })}`)).json();
  } catch {
    return { refused: { key: "entry.no_connection" } };
  }
}

// What would be otherwise, a line each: decisions, chips, cards, who acts, what comes next.
function linesOf(found, state) {
  if (!found.changes) return [say(found.refused)].filter(Boolean);
  const lines = [
    ...(found.void ? [word("foreseen.void")] : []),
    ...found.rulings.map((ruling) => [saidOf(ruling), articlesOf(ruling)].filter(Boolean).join(" · ")),
    ...found.dead.map((seat) => word("foreseen.dead", { seat })),
    ...found.live.map((seat) => word("foreseen.live", { seat })),
    ...found.changes.map(changeLine),
    ...(found.turn !== state.turn && found.turn !== null ? [word("foreseen.turn", { seat: found.turn })] : []),
    ...found.moves.map((move, n) => `${n + 1}. ${say(move)}`),
    ...found.asks.map((ask) => word("foreseen.asked", { what: say(ask) })),
    ...(found.step && !found.moves.length && say(found.step) !== say(state.next_step?.text) ? [word("foreseen.step", { what: say(found.step) })] : []),
  ];
  return lines.length ? lines : [word("foreseen.nothing")];
}

function changeLine({ what, place, before, after }) {
  if (what !== "due") return word(`foreseen.${what}`, { place, before: amount(before), after: amount(after) });
  return word(after ? `foreseen.due_${after > 0 ? "to" : "from"}` : "foreseen.due_no_more", { place, amount: Math.abs(after) });
}
