// A fault of the deal being put right: what it is, by which article, and its movements in order.

import { cardBack, face, openCard } from "./cards.js";
import { h } from "./dom.js";
import { articleNames, placeName, say, word } from "./words.js";

const MOST_PICTURES = 5; // of more cards than these one is drawn, with their number

// The movement that is due now; null while there is none, or something else comes before it.
export function nextMove(state) {
  if (!state.next_step?.verb) return null;
  return state.remedies.flatMap((remedy) => remedy.moves).find((move) => move.state === "next") ?? null;
}

// A card that was taken up by mistake goes back before anything else.
export const wrongCard = (state) => state.remedies.flatMap((remedy) => remedy.wrong)[0] ?? null;

// A card that lies at a wrong place goes to its own, or away if it is of no deck, before the next one is dealt. Null while
// something else comes first.
export function misplacedCard(state) {
  if (state.turn !== null || state.asks.length || state.remedies.length) return null;
  return state.alarms.find((alarm) => ownPlace(alarm) && (alarm.key !== "unknown_card" || !OVER.includes(state.phase))) ?? null;
}

const OVER = ["waiting", "claims", "cancelled"]; // a card of another deck may lie about then

function ownPlace({ key, seat, text }) {
  if (key === "unknown_card") return "aside";
  if (key !== "card.misplaced") return null;
  return seat ? `seat:${seat}` : text.params.which.called === "burn" ? "burn" : null;
}

// What the dealer does now: the movement that is due, or the way back of a card that they hold or laid by mistake.
export function ledMove(state) {
  const wrong = wrongCard(state);
  if (wrong) return wayBack(wrong.params.which, "dealer", wrong.params.place);
  const misplaced = misplacedCard(state);
  return misplaced ? wayBack(misplaced.text.params.which, misplaced.place, ownPlace(misplaced)) : nextMove(state);
}

function wayBack(which, origin, goal) {
  return { verb: "back", exits: [0], cards: which?.names ?? [], labels: [], origin, goal, face: isOnBoard(goal) ? "up" : "" };
}

// What the table's next step is called; of a remedy the movement itself.
export const stepText = (state) => say(wrongCard(state) ?? nextMove(state)?.text ?? misplacedCard(state)?.text ?? state.next_step?.text);

// The board lies face down while a manager draws from it: no page shows what he may not see.
export function boardIsDown(state) {
  const of = (remedy, verb) => remedy.moves.find((move) => move.verb === verb && move.origin === "board");
  return state.remedies.some((remedy) => of(remedy, "mix")?.state === "done" && of(remedy, "expose")?.state !== "done");
}

// The spots of the board by name, from 1; the board as a whole is none of them.
const SPOTS = new Map([1, 2, 3, 4, 5].map((nth) => [`board:${nth}`, nth]));
export const spotOfBoard = (place) => SPOTS.get(place) ?? 0;
export const isOnBoard = (place) => place === "board" || SPOTS.has(place);

// Where a card is taken from and laid: what is dealt from is one place to the dealer, whatever holds it.
export const shownPlace = (place) => (place === "shoe" ? "stub" : place);

// Among how many cards one is drawn by lot, and moves; or stays, and the other moves. 0 where the movement says which.
const drawnFrom = ({ verb, exits }) => (verb === "draw" || (verb === "lay" && exits.length > 1) ? exits.length : 0);

// How many cards move: of those that are drawn from one, of those that a draw has left the others.
function movedCards({ verb, exits, origin, text }) {
  if (drawnFrom({ verb, exits })) return 1;
  return verb === "expose" ? text.params.count : exits.length || (origin === "shoe" ? 1 : 0);
}

// The names of the cards that move, where everybody has seen all of them; else as many unknown ones.
export function cardsOf(move) {
  const known = move.cards.length && move.cards.length === move.exits.length;
  return known ? move.cards : Array(movedCards(move)).fill(null);
}

// The cards as they lie now, and as they shall lie: "from → to", or where they stay: "here".
export function route(move) {
  const [origin, goal] = [shownPlace(move.origin), shownPlace(move.goal)];
  const lies = move.verb === "mix" && origin === "board" ? "up" : "";
  const turned = move.face && move.face !== (lies || "down");
  if (origin === goal) return h("span", { class: "route" }, end("at", move, lies, goal, turned ? move.face : ""));
  return h("span", { class: "route" }, end("from", move, lies, origin), arrow(), end("to", move, move.face, goal));
}

const arrow = () => h("span", { class: "arrow", "aria-hidden": "true" }, "→");

// A place with the cards that leave it or come to it; `turned`: how they lie there afterwards, if otherwise.
function end(kind, move, lies, place, turned = "") {
  const says = kind === "to" ? lies : turned;
  const said = says ? h("b", { class: "lies" }, word(`label.face_${says}`)) : null;
  const drawn = kind === "from" ? drawnFrom(move) : 0;
  const which = drawn ? h("b", { class: "one-of" }, word(`label.${move.verb === "lay" ? "other_of" : "one_of"}`, { count: drawn })) : null;
  const rows = [pictures(move, lies), ...(turned ? [arrow(), pictures(move, turned)] : [])].filter(Boolean);
  return h("span", { class: `end ${kind}` }, h("small", {}, word(`label.${kind}`)),
    rows.length ? h("span", { class: "rows" }, ...rows) : null, h("span", { class: "place" }, placeName(place)), said, which);
}

// As many cards as move, as they lie.
function pictures(move, lies) {
  const cards = cardsOf(move);
  if (!cards.length) return null;
  const drawn = cards.length > MOST_PICTURES ? cards.slice(0, 1) : cards;
  const number = drawn.length < cards.length ? h("b", { class: "times" }, `× ${cards.length}`) : null;
  return h("span", { class: "cards-moved" }, ...drawn.map((name, n) => picture(name, lies, move, n)), number);
}

// A card as it lies: by its face, if that is known; of those that are shuffled no page says which is which.
function picture(name, lies, move, n) {
  if (lies === "down" || (!name && !lies)) return cardBack();
  if (name) return face(name);
  return openCard(move.verb === "mix" ? "" : move.labels[n]?.called === "joker" ? word("label.joker") : "?");
}

// The remedies that are open, each with its movements: done, next, or waiting.
export function remedyPanel(state, buttons = () => null) {
  if (!state.remedies.length) return null;
  const now = wrongCard(state) ? null : nextMove(state);
  return h("section", { class: "remedies" }, ...state.remedies.map((remedy) => h("article", { class: "remedy", "data-remedy": remedy.ruling },
    h("h2", {}, word("label.remedy")), h("p", { class: "fault" }, title(remedy), h("span", { class: "article" }, articleNames(remedy.cites))),
    h("ol", {}, ...remedy.wrong.map((text) => line("next", say(text), null, { class: "next wrong", role: "alert" })),
      ...remedy.moves.map((move) => moveLine(move, move === now))), buttons(remedy))));
}

const title = (remedy) => (remedy.seat === null ? say(remedy.title) : word("label.of_seat", { seat: remedy.seat, what: lowered(say(remedy.title)) }));

// What follows a colon begins small.
export const lowered = (text) => text.charAt(0).toLowerCase() + text.slice(1);

function moveLine(move, due) {
  const state = move.state === "done" ? "done" : due ? "next" : "waiting";
  const waits = state === "waiting" && move.gate ? h("span", { class: "gate" }, word(`label.waits_${move.gate}`)) : null;
  return line(state, say(move.text), waits, { class: state, "data-move": move.verb, "aria-current": due ? "step" : null });
}

const line = (state, said, waits, attributes) => h("li", attributes,
  h("span", { class: "mark", role: "img", "aria-label": word(`label.move_${state}`) }, { done: "✓", next: "▶", waiting: "·" }[state]),
  h("span", { class: "said" }, said), waits);

// What was answered to a movement out of turn: said until another movement is due.
const ANSWERS = ["remedy.wrong_card", "remedy.not_before", "remedy.step_open", "remedy.not_seen"];
const WRONG_CARD = "remedy.wrong_card"; // the step itself says that

// The page may be opened again meanwhile, so the browser keeps it as long as its tab.
export class Answered {
  constructor() {
    // `said`: answers heard so far in `hand`; those of before the page was first opened are none of it. `due`: the movement
    // that was due when the last one came.
    this.kept = JSON.parse(sessionStorage.getItem("answered")) ?? { hand: null, said: null, due: null };
  }

  // Its words; "" where there is nothing to be said any more.
  of(state) {
    const answers = state.alarms.filter((alarm) => ANSWERS.includes(alarm.key));
    const led = ledMove(state);
    const due = led && JSON.stringify([led.verb, led.exits, led.origin]);
    this.note(state.hand, answers.length, due);
    const last = answers.at(-1);
    return last && due && due === this.kept.due && last.key !== WRONG_CARD ? say(last.text) : "";
  }

  note(hand, said, due) {
    const { hand: before, said: heard, due: then } = this.kept;
    const fresh = heard !== null && said > (hand === before ? heard : 0);
    this.kept = { hand, said, due: fresh ? due : then };
    sessionStorage.setItem("answered", JSON.stringify(this.kept));
  }
}
