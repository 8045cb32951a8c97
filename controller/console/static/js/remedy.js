// A fault of the deal being put right: what it is, by which article, and its movements in order.

import { cardBack, face } from "./cards.js";
import { h } from "./dom.js";
import { placeName, say, word } from "./words.js";

const STEP = "step.remedy_";
const MOST_BACKS = 3; // more cards than these are not drawn
const BLIND = ["mix", "draw", "expose"]; // of these nobody is to see how many lie where

// The movement that is due now; null while there is none, or something else comes before it.
export function nextMove(state) {
  if (!state.next_step?.key.startsWith(STEP)) return null;
  return state.remedies.flatMap((remedy) => remedy.moves).find((move) => move.state === "next") ?? null;
}

// A card that was taken up by mistake goes back before anything else.
export const wrongCard = (state) => state.remedies.flatMap((remedy) => remedy.wrong)[0] ?? null;

// What the table's next step is called; of a remedy the movement itself.
export const stepText = (state) => say(wrongCard(state) ?? nextMove(state)?.text ?? state.next_step);

// The board lies face down while a manager draws from it: no page shows what he may not see.
export function boardIsDown(state) {
  const of = (remedy, verb) => remedy.moves.find((move) => move.verb === verb && move.origin === "board");
  return state.remedies.some((remedy) => of(remedy, "mix")?.state === "done" && of(remedy, "expose")?.state !== "done");
}

// Cards by face where everybody has seen them, else as many backs; "from → to".
export function route(move) {
  const known = move.cards.length && move.cards.length === move.exits.length;
  const cards = known ? move.cards.map(face) : Array.from({ length: BLIND.includes(move.verb) ? 1 : Math.min(move.exits.length || 1, MOST_BACKS) }, cardBack);
  const goal = h("span", { class: "goal" }, h("span", { class: "arrow", "aria-hidden": "true" }, "→"), place(move.goal));
  const ends = move.origin === move.goal ? [place(move.goal)] : [place(move.origin), goal];
  return h("span", { class: "route" }, h("span", { class: "cards-moved" }, ...(move.exits.length || move.origin === "shoe" ? cards : [])), ...ends);
}

const place = (name) => h("span", { class: "place" }, placeName(name));

// The remedies that are open, each with its movements: done, next, or waiting.
export function remedyPanel(state, buttons = () => null) {
  if (!state.remedies.length) return null;
  const now = nextMove(state);
  return h("section", { class: "remedies" }, ...state.remedies.map((remedy) => h("article", { class: "remedy", "data-remedy": remedy.ruling },
    h("h2", {}, word("label.remedy")), h("p", { class: "fault" }, title(remedy), h("span", { class: "article" }, remedy.articles.map((a) => a.split(" ", 1)[0]).join(", "))),
    h("ol", {}, ...remedy.moves.map((move) => moveLine(move, move === now))),
    ...remedy.wrong.map((text) => h("p", { class: "wrong", role: "alert" }, say(text))), buttons(remedy))));
}

const title = (remedy) => (remedy.seat === null ? say(remedy.title) : word("label.of_seat", { seat: remedy.seat, what: say(remedy.title) }));

function moveLine(move, due) {
  const state = move.state === "done" ? "done" : due ? "next" : "waiting";
  const waits = state === "waiting" && move.gate ? h("span", { class: "gate" }, word(`label.waits_${move.gate}`)) : null;
  return h("li", { class: state, "data-move": move.verb, "aria-current": due ? "step" : null },
    h("span", { class: "mark", role: "img", "aria-label": word(`label.move_${state}`) }, { done: "✓", next: "▶", waiting: "·" }[state]),
    h("span", { class: "said" }, say(move.text)), waits);
}
