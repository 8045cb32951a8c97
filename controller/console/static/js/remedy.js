// A fault of the deal being put right: what it is, by which article, and its movements in order.

import { cardBack, face, isCard, openCard } from "./cards.js";
import { h } from "./dom.js";
import { placeName, say, word } from "./words.js";

const STEP = "step.remedy_";
const MOST_PICTURES = 3; // more cards than these are not drawn
const BLIND = ["mix", "draw", "expose"]; // of these nobody is to see how many lie where

// The movement that is due now; null while there is none, or something else comes before it.
export function nextMove(state) {
  if (!state.next_step?.key.startsWith(STEP)) return null;
  return state.remedies.flatMap((remedy) => remedy.moves).find((move) => move.state === "next") ?? null;
}

// A card that was taken up by mistake goes back before anything else.
export const wrongCard = (state) => state.remedies.flatMap((remedy) => remedy.wrong)[0] ?? null;

// What the dealer does now: the movement that is due, or the way back of a card that he holds by mistake.
export function ledMove(state) {
  const wrong = wrongCard(state);
  return wrong ? wayBack(wrong.params) : nextMove(state);
}

function wayBack({ which, place }) {
  const cards = which.split(" ").filter(isCard);
  return { verb: "back", exits: [0], cards, labels: [], origin: "dealer", goal: place, face: place.startsWith("board") ? "up" : "" };
}

// What the table's next step is called; of a remedy the movement itself.
export const stepText = (state) => say(wrongCard(state) ?? nextMove(state)?.text ?? state.next_step);

// The board lies face down while a manager draws from it: no page shows what he may not see.
export function boardIsDown(state) {
  const of = (remedy, verb) => remedy.moves.find((move) => move.verb === verb && move.origin === "board");
  return state.remedies.some((remedy) => of(remedy, "mix")?.state === "done" && of(remedy, "expose")?.state !== "done");
}

// Where a card is taken from and laid: what is dealt from is one place to the dealer, whatever holds it.
export const shownPlace = (place) => (place === "shoe" ? "stub" : place);

// The names of a movement's cards, where everybody has seen all of them; else as many unknown ones.
export function cardsOf(move) {
  const known = move.cards.length && move.cards.length === move.exits.length;
  const number = BLIND.includes(move.verb) ? 1 : move.exits.length || (move.origin === "shoe" ? 1 : 0);
  return known ? move.cards : Array(number).fill(null);
}

// The cards as they lie now, and as they shall lie: "from → to".
export function route(move) {
  const [origin, goal] = [shownPlace(move.origin), shownPlace(move.goal)];
  if (origin === goal && !move.face) return h("span", { class: "route" }, end("at", move, "", goal));
  const lies = move.verb === "mix" && origin === "board" ? "up" : "";
  return h("span", { class: "route" }, end("from", move, lies, origin), h("span", { class: "arrow", "aria-hidden": "true" }, "→"), end("to", move, move.face, goal));
}

function end(kind, move, lies, place) {
  const drawn = kind === "to" && move.verb === "lay"; // of several one is drawn, and goes there
  const cards = cardsOf(move).slice(0, drawn ? 1 : MOST_PICTURES).map((name) => picture(name, lies));
  const said = kind === "to" && lies ? h("b", { class: "lies" }, word(`label.face_${lies}`)) : null;
  return h("span", { class: `end ${kind}` }, kind === "at" ? null : h("small", {}, word(`label.${kind}`)),
    cards.length ? h("span", { class: "cards-moved" }, ...cards) : null, h("span", { class: "place" }, placeName(place)), said);
}

// A card as it lies: without a word on it by its face, if that is known.
const picture = (name, lies) => (lies === "down" || (!name && !lies) ? cardBack() : name ? face(name) : openCard());

// The remedies that are open, each with its movements: done, next, or waiting.
export function remedyPanel(state, buttons = () => null) {
  if (!state.remedies.length) return null;
  const now = wrongCard(state) ? null : nextMove(state);
  return h("section", { class: "remedies" }, ...state.remedies.map((remedy) => h("article", { class: "remedy", "data-remedy": remedy.ruling },
    h("h2", {}, word("label.remedy")), h("p", { class: "fault" }, title(remedy), h("span", { class: "article" }, remedy.articles.map((a) => a.split(" ", 1)[0]).join(", "))),
    h("ol", {}, ...remedy.wrong.map((text) => line("next", say(text), null, { class: "next wrong", role: "alert" })),
      ...remedy.moves.map((move) => moveLine(move, move === now))), buttons(remedy))));
}

const title = (remedy) => (remedy.seat === null ? say(remedy.title) : word("label.of_seat", { seat: remedy.seat, what: say(remedy.title) }));

function moveLine(move, due) {
  const state = move.state === "done" ? "done" : due ? "next" : "waiting";
  const waits = state === "waiting" && move.gate ? h("span", { class: "gate" }, word(`label.waits_${move.gate}`)) : null;
  return line(state, say(move.text), waits, { class: state, "data-move": move.verb, "aria-current": due ? "step" : null });
}

const line = (state, said, waits, attributes) => h("li", attributes,
  h("span", { class: "mark", role: "img", "aria-label": word(`label.move_${state}`) }, { done: "✓", next: "▶", waiting: "·" }[state]),
  h("span", { class: "said" }, said), waits);

// What was answered to a movement out of turn: said until another movement is due.
const ANSWERS = "alarm.remedy.";
const WRONG_CARD = "alarm.remedy.wrong_card"; // the step itself says that

export class Answered {
  constructor() {
    this.said = null; // answers heard so far; those of before the page was opened are none of it
    this.due = null;
  }

  // Its words; "" where there is nothing to be said any more.
  of(state) {
    const answers = state.alarms.filter((alarm) => alarm.key.startsWith(ANSWERS));
    const led = ledMove(state);
    const due = led && JSON.stringify([led.verb, led.exits, led.origin]);
    if (this.said !== null && answers.length > this.said) this.due = due;
    this.said = answers.length;
    const last = answers.at(-1);
    return last && due && due === this.due && last.key !== WRONG_CARD ? say(last) : "";
  }
}
