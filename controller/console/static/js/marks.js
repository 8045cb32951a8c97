// What the felt shows of the movement that is due: where from, where to, which cards; and where a card is missing.

import { boardIsDown, cardsOf, isOnBoard, ledMove, shownPlace, spotOfBoard } from "./remedy.js";

const SLOTS = 5;
const HEAPS = ["stub", "burn", "aside", "muck", "table", "floor", "dealer"]; // what is no seat and no board
const STREETS = { turn: "board:4", river: "board:5" };

// {move, from, to, cards, lost: {place, nth}}; `move` null while no movement is due.
export function marksOf(state) {
  const move = ledMove(state);
  const lost = lostCard(state);
  if (!move) return { move, from: null, to: null, cards: [], lost };
  return { move, from: shownPlace(move.origin), to: shownPlace(move.goal), cards: cardsOf(move), lost };
}

// The place at which a question asks for a card that nothing reads there.
function lostCard(state) {
  const which = state.asks.find((ask) => ask.key === "card_missing")?.text.params.which;
  if (!which) return null;
  if (which.called === "hole") return { place: `seat:${which.seat}`, nth: which.nth };
  const place = which.called === "flop" ? `board:${which.nth}` : STREETS[which.called];
  return place ? { place, nth: 1 } : null;
}

export const markOf = (place, { from, to }) => (place === from && place === to ? "at" : place === from ? "from" : place === to ? "to" : null);

// The cards before a seat: {name, moved, lost}, a name where everybody has seen it. None where nothing is to be marked.
export function cardsBefore(seat, facts, state, marks) {
  const place = `seat:${seat}`;
  const lost = marks.lost?.place === place ? marks.lost.nth : 0;
  const mark = markOf(place, marks);
  if (!mark && !lost) return null;
  const moved = mark === "to" ? [] : marks.cards;
  const shown = facts?.shown ?? [];
  const elsewhere = mark === "to" && marks.move.verb === "back"; // they count as the seat's, and lie where they are fetched
  const number = elsewhere ? state.cards_at[place] ?? 0 : Math.max(facts?.cards ?? 0, state.cards_at[place] ?? 0, moved.length, lost);
  const cards = Array.from({ length: number }, (_, n) => ({ name: shown[n] ?? null, moved: false, lost: n + 1 === lost }));
  const nth = orderOf(marks.move, "hole");
  const first = nth && nth <= number && moved.length === 1 ? nth - 1 : number - moved.length;
  moved.forEach((name, n) => { cards[first + n] = { name: name ?? cards[first + n].name, moved: true, lost: false }; });
  return cards;
}

// The order of the one card of a movement among those that are called so; 0 if it is called otherwise, or not alone.
function orderOf(move, called) {
  const labels = move?.labels ?? [];
  return labels.length === 1 && labels[0].called === called ? labels[0].nth : 0;
}

// How many cards lie before a seat that a remedy is about; null where that is not to be said.
export function countAt(seat, state, marks) {
  const place = `seat:${seat}`;
  const about = markOf(place, marks) || marks.lost?.place === place || (marks.move && state.remedies.some((remedy) => remedy.seat === seat));
  return about && place in state.cards_at ? state.cards_at[place] : null;
}

// The board slot by slot: {name, down, unknown, moved, to, lost}; a slot of nothing is empty.
export function slotsOf(state, marks) {
  const lying = (n) => state.cards_at[`board:${n}`] ?? 0;
  if (boardIsDown(state)) {
    const number = Math.max(state.board.length, [1, 2, 3, 4, 5].reduce((sum, n) => sum + lying(n), 0));
    return Array.from({ length: Math.max(SLOTS, number) }, (_, n) => (n < number ? { down: true } : {}));
  }
  const slots = Array.from({ length: SLOTS }, () => ({}));
  const empty = (slot) => !("name" in slot);
  const lay = (wanted, card) => {
    const at = wanted && empty(slots[wanted - 1]) ? wanted - 1 : slots.findIndex(empty);
    if (at < 0) slots.push(card);
    else slots[at] = card;
  };
  const held = marks.from === "dealer" ? marks.cards : []; // taken up by mistake
  const ofRemedies = cardsOfRemedies(state, marks);
  ofRemedies.forEach(({ place, name, moved }) => lay(place, { name, moved }));
  const rest = state.board.filter((name) => !held.includes(name) && !ofRemedies.some((card) => card.name === name));
  rest.forEach((name) => lay(slots.findIndex((slot, n) => empty(slot) && lying(n + 1)) + 1, { name }));
  slots.forEach((slot, n) => { if (empty(slot) && lying(n + 1)) slots[n] = { name: null, unknown: true }; });
  const goal = marks.to && isOnBoard(marks.to) && marks.from !== marks.to ? spotOfBoard(marks.to) || slots.findIndex(empty) + 1 : 0;
  if (goal && slots[goal - 1]) slots[goal - 1].to = true;
  const lost = marks.lost ? spotOfBoard(marks.lost.place) : 0;
  if (lost && empty(slots[lost - 1])) slots[lost - 1].lost = true;
  return slots;
}

// Cards of open remedies that lie on the board, each with its spot; `moved` where the movement that is due is theirs.
function cardsOfRemedies(state, marks) {
  const found = new Map();
  for (const remedy of state.remedies) {
    for (const move of remedy.moves.filter((other) => other.state !== "done" && other.cards.length === other.exits.length)) {
      move.exits.forEach((exit, n) => {
        const place = spotOfBoard(remedy.at[exit]);
        const moved = marks.from === "board" && marks.move.exits.includes(exit);
        if (place) found.set(exit, { place, name: move.cards[n], moved });
      });
    }
  }
  return [...found.values()].sort((one, other) => one.place - other.place);
}

// The heaps that the movement is about: {place, mark, cards, lies}; of the burns every card, and which of them moves.
export function heapsOf(state, marks) {
  if (!marks.move) return [];
  const gathered = marks.from === "table" && !marks.cards.length; // from everywhere
  const about = new Set([gathered ? null : marks.from, marks.to]);
  const heaps = HEAPS.filter((place) => about.has(place)).map((place) => {
    const mark = markOf(place, marks);
    if (place === "burn") return { place, mark, ...burnPile(state, marks) };
    const leave = mark === "from";
    if (place === "aside" && leave) return { place, mark, ...asidePile(state, marks) };
    if (place === "muck" && leave) return { place, mark, cards: marks.cards.map(() => null), lies: true };
    return { place, mark, cards: leave && marks.cards.length ? marks.cards : [null], lies: leave || mark === "at" || place === "stub" };
  });
  return heaps.sort((one, other) => (other.mark === "from") - (one.mark === "from")); // as one reads: from, then to
}

// The cards set aside that later movements fetch, in the order in which they came to lie there, and which of them moves.
function asidePile(state, { move, cards }) {
  const names = new Map();
  for (const other of state.remedies.flatMap((remedy) => remedy.moves).filter((one) => one.origin === "aside" && one.state !== "done")) {
    other.exits.forEach((exit, n) => names.set(exit, other.cards.length === other.exits.length ? other.cards[n] : null));
  }
  const lying = [...names.keys()].sort((one, other) => one - other);
  if (!move.exits.length || !move.exits.every((exit) => names.has(exit))) return { cards, lies: true };
  return { cards: lying.map((exit) => names.get(exit)), lies: true, moved: move.exits.map((exit) => lying.indexOf(exit)) };
}

// The burns as they lie, the last one uppermost. `moved`: which of them the movement is about, from 0: one by its
// number or the last, several from the first one on.
function burnPile(state, { move, from }) {
  const several = move.exits.length;
  const number = Math.max(state.burn_pile, from === "burn" ? several : 0);
  const nth = orderOf(move, "burn");
  const first = several > 1 ? 0 : (nth && nth <= number ? nth : number) - 1;
  const moved = from === "burn" ? move.exits.map((_, n) => first + n) : [];
  return { cards: Array(number).fill(null), lies: number > 0, moved };
}
