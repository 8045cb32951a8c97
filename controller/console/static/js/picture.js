// The picture of a step of an undisturbed hand: what lies where, and where it goes. A remedy draws its own (remedy.js).

import { cardBack, openCard } from "./cards.js";
import { h } from "./dom.js";
import { amount, placeName, word } from "./words.js";

const FLOP = 3;
const chips = (sum) => h("span", { class: "chips" }, sum ? amount(sum) : "");
const backs = (number) => h("span", { class: "cards-moved" }, ...Array.from({ length: number }, cardBack));
const disc = () => h("span", { class: "puck", "aria-hidden": "true" }, word("label.button"));
const seatPlace = (seat) => placeName(`seat:${seat}`);

function end(kind, thing, place) {
  return h("span", { class: `end ${kind}` }, h("small", {}, word(`label.${kind}`)), thing ? h("span", { class: "rows" }, thing) : null, h("span", { class: "place" }, place));
}

const way = (from, to) => h("span", { class: "route" }, end("from", ...from), h("span", { class: "arrow", "aria-hidden": "true" }, "→"), end("to", ...to));
const here = (thing, place) => h("span", { class: "route" }, end("at", thing, place));

const deck = () => [backs(1), placeName("stub")];
const posting = ({ seat, amount: sum }) => way([chips(0), placeName(`stack:${seat}`)], [chips(sum), placeName(`bet:${seat}`)]);
const showing = ({ seat }, state) => here(backs(facts(state, seat)?.cards || state.hole_cards), seatPlace(seat));
const facts = (state, seat) => state.seats.find((other) => other.seat === seat);

// The slots of the board: what lies, and the one that is due.
function board(state, due) {
  return h("span", { class: "cards-moved slots" }, ...[0, 1, 2, 3, 4].map((n) =>
    n === due ? h("span", { class: "slot due" }) : n < due ? openCard("") : h("span", { class: "slot" })));
}
const laying = (nth) => (params, state) => way(deck(), [board(state, nth(params)), placeName("board")]);

// By the step's key: (params, state) → its picture.
const PICTURES = {
  shuffle: () => here(backs(FLOP), placeName("stub")),
  cut: ({ seat }) => way(deck(), [null, seatPlace(seat)]),
  draw_card: ({ seat }) => way(deck(), [openCard("?"), seatPlace(seat)]),
  place_button: ({ seat }) => here(disc(), seatPlace(seat)),
  deal: ({ seat, round }) => way(deck(), [backs(round), seatPlace(seat)]),
  deal_all: (_, state) => way(deck(), [backs(state.hole_cards), word("label.every_seat")]),
  burn: () => way(deck(), [backs(1), placeName("burn")]),
  flop: laying(({ card }) => card - 1),
  turn: laying(() => FLOP),
  river: laying(() => FLOP + 1),
  gather: ({ amount: sum }) => way([chips(0), word("label.bets")], [chips(sum), placeName("pot")]),
  collect: posting,
  post_small_blind: posting,
  post_big_blind: posting,
  post_big_blind_ante: posting,
  post_option: posting,
  post_entry: posting,
  post_ante: posting,
  give_back: ({ seat, amount: sum }) => way([chips(sum), placeName(`bet:${seat}`)], [chips(0), placeName(`stack:${seat}`)]),
  award: ({ seat, amount: sum }) => way([chips(sum), placeName("pot")], [chips(0), placeName(`stack:${seat}`)]),
  drop: ({ amount: sum }) => way([chips(sum), placeName("pot")], [chips(0), placeName("drop")]),
  show: showing,
  show_or_muck: showing,
};

// Null where a picture would say nothing.
export function stepPicture(state) {
  const step = state.next_step;
  if (step?.key === "act") return turn(state);
  return PICTURES[step?.key]?.(step.params, state) ?? null;
}

// Who is to act, and what that costs.
function turn(state) {
  const seat = facts(state, state.turn);
  if (!seat) return null;
  const sums = [...(seat.name ? [[word("label.seat", { seat: seat.seat }), seat.name]] : []), [word("label.to_call"), state.to_call ? amount(state.to_call) : word("label.nothing_to_call")],
    [word("label.smallest_raise"), state.min_raise === null ? "–" : amount(state.min_raise)], [word("label.stack"), amount(seat.stack)]];
  return h("span", { class: "turn-card" }, h("b", { class: "big-seat" }, String(seat.seat)),
    h("span", { class: "sums" }, ...sums.map(([name, sum]) => h("span", { class: "sum" }, h("small", {}, name), h("b", {}, sum)))));
}
