// Entries by their forms, as /about.json gives them: what is still missing is asked for, sheet by sheet.

import { askAmount, askCards, askLine, askOne, askSeveral, askWinners } from "./sheets.js";
import { knows, say, word } from "./words.js";

const FLOP = 3;
const LONGEST_TEXT = 200;
const NOTHING = Symbol("left out");

const seatOption = (seat) => [word("label.seat", { seat }), seat];
const otherSeats = (told, table) => table.seats.filter((seat) => seat !== told.seat).map(seatOption);
const seatsOf = (need, told, table) => (need.field === "seat" && table.seatsFor ? table.seatsFor().map(seatOption) : otherSeats(told, table));
const upTo = (need) => Array.from({ length: need.most }, (_, n) => [String(n + 1), n + 1]);
const choicesOf = (need) => need.choices.map((name) => [word(`choice.${name}`), name]);

// What one tap on a sheet of several things may say, by kind.
const OPTIONS = { seat: seatsOf, choice: choicesOf, number: upTo };
const skipped = (value) => (value === null ? null : (value ?? NOTHING));

// By kind: (title, need, told, table) → the value, NOTHING where it is left out, null where the sheet was closed.
const ASK = {
  seat: async (title, need, told, table) => skipped(await askOne(title, seatsOf(need, told, table), need.optional)),
  choice: async (title, need) => skipped(await askOne(title, choicesOf(need), need.optional)),
  number: async (title, need) => skipped(await askOne(`${title}: ${word("entry.number")}`, upTo(need), need.optional)),
  amount: async (title, need) => {
    const answer = await askAmount(title, [], need.optional, need.field === "value" ? 0 : 1);
    return answer === null ? null : (answer.amount === null ? NOTHING : need.field === "value" ? String(answer.amount) : answer.amount);
  },
  cards: async (title, need, told, table) => {
    // Board cards: the flop's, then one. Any other number is a fault, and said to be one. Else any count of the form.
    const counts = need.cards.length ? need.cards : [table.holeCards];
    const usual = told.word === "board" ? [table.board.length ? 1 : FLOP] : counts;
    return skipped(await askCards(title, usual, table.publicCards, counts, need.optional));
  },
  winners: (title, _need, _told, table) => askWinners(title, table.pots),
  level: (title, _need, _told, { small, big }) => askLine(title, `${2 * small}/${2 * big}`, LONGEST_TEXT, word("entry.level_hint")),
  text: async (title, need) => skipped(await askLine(title, "", LONGEST_TEXT, "", need.optional)),
  part: (title, _need, _told, table) => askOne(title, table.parts.map((part) => [part, part])),
};

// Of several things exactly one: all of them on one sheet.
function askEither(title, needs, told, table) {
  const options = needs.flatMap((need) => need.kind === "seat" ? otherSeats(told, table).map(([label, seat]) => [label, { [need.field]: seat }])
    : need.choices.map((name) => [word(`choice.${name}`), { [need.field]: name }]));
  return askOne(title, options);
}

// The entry with everything that its form needs; null if a sheet was closed. `given` is known already.
export async function fill(name, form, given, table) {
  const told = { kind: "dealer_command", word: name, ...given };
  const seat = told.seat === undefined ? "" : ` · ${word("label.seat", { seat: told.seat })}`;
  const title = `${word(`entry.${name}`)}${seat}`;
  if (form.either) {
    const one = await askEither(title, form.needs.filter((need) => need.optional), told, table);
    return one === null ? null : { ...told, ...one };
  }
  if (!(await askTogether(title, form.needs, told, table))) return null;
  for (const need of form.needs) {
    if (told[need.field] !== undefined || (need.only_with.length && !need.only_with.includes(told.choice))) continue;
    const said = told.choice ? `${title} · ${word(`choice.${told.choice}`)}` : title;
    const value = await ASK[need.kind](said, need, told, table);
    if (value === null) return null;
    if (value !== NOTHING) told[need.field] = value;
  }
  return told;
}

// What takes one tap each is asked for on one sheet, so that what may be left out costs none. False if it was closed.
async function askTogether(title, needs, told, table) {
  const open = needs.filter((need) => told[need.field] === undefined && need.kind in OPTIONS && !need.only_with.length);
  if (open.length < 2) return true;
  const rows = open.map((need) => ({ name: need.field, label: word(`label.need_${need.kind}`), options: OPTIONS[need.kind](need, told, table), optional: need.optional }));
  const chosen = await askSeveral(title, rows);
  if (chosen === null) return false;
  Object.assign(told, Object.fromEntries(open.map((need) => [need.field, chosen[need.field] ?? null])), chosen);
  return true;
}

// What the sheets need of the state.
export function tableOf(about, state) {
  const inHand = state.seats.filter((seat) => seat.in_hand).map((seat) => seat.seat);
  return {
    seats: about.seats,
    parts: about.parts,
    board: state.board,
    holeCards: state.hole_cards,
    publicCards: [...state.board, ...state.seats.flatMap((seat) => seat.shown)],
    pots: state.pots.length ? state.pots : [{ amount: 0, seats: inHand }],
    small: state.small_blind,
    big: state.big_blind,
  };
}

// What an open question may be answered with, in words.
export function optionText(ask, option) {
  if (ask.said[option]) return say(ask.said[option]);
  const key = [`option.${option}`, `entry.${option}`].find(knows);
  return key ? word(key) : option.replaceAll("_", " ");
}
