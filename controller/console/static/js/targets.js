// Everything that can be reported: an entry, an entry with a choice already made, a player's word, another decision.

import { knows, word } from "./words.js";

export const OVERRULE = "overrule";
export const NAMED = "shows_cards"; // a hand is shown, and its cards are named
const NOT_NOW = 0.7; // of its likeness: what cannot be true now is meant less often
const ELSEWHERE = 0.6;

// {name, label, word, choice, given, said}: `said` a player's word, `word` an entry, `given` what is known of it.
export function saying(said) {
  const own = `entry.said_${said}`;
  return { name: said, said, given: {}, label: word(knows(own) ? own : `entry.${said}`) };
}

export function entering(entry, choice = "") {
  const label = word(`entry.${entry}`).replace(/\s*…$/, "");
  if (!choice) return { name: entry, word: entry === NAMED ? "shows" : entry, choice, given: {}, label };
  return { name: `${entry}:${choice}`, word: entry, choice, given: { choice }, label: `${label}: ${word(`choice.${choice}`)}` };
}

export class Targets {
  // `found`: what can be found, {name, word, choice, said, phrases}.
  constructor(about, role, found) {
    this.about = about;
    this.role = role;
    const all = found.map(({ name, phrases, said, word: entry, choice }) => ({ ...(said ? saying(said) : entering(entry, choice)), name, phrases }));
    this.all = all.filter((one) => (about.forms[one.word]?.roles ?? about.speakers).includes(role));
  }

  named(name) {
    return this.all.find((one) => one.name === name);
  }

  // An entry of the deal that begins with a choice stands there choice by choice, if each of them has words of its own.
  spread(one) {
    const [need] = this.form(one)?.needs ?? [];
    const choices = need?.kind === "choice" && !need.optional && this.form(one).group === "deal" ? need.choices : [];
    const each = choices.map((choice) => this.all.find((other) => other.word === one.word && other.choice === choice));
    if (!each.length || !each.every(Boolean)) return [one];
    return each.map((other) => ({ ...other, label: word(`choice.${other.choice}`) }));
  }

  form(one) {
    return one.said || one.word === OVERRULE ? null : this.about.forms[one.word];
  }

  takesSeat(one) {
    const form = this.form(one);
    return form ? form.needs.some((need) => need.field === "seat" && need.kind === "seat" && !need.optional) : true;
  }

  // Whether an entry can be true now, of that seat if one is named. The table says what moment it is, the form what it needs.
  isPossible(one, state, seat = null) {
    const form = this.form(one);
    if (!form) return one.said ? state.moments.includes("acting") : state.rulings.length > 0;
    if (form.group === "tournament" && !state.contest) return false;
    if (form.when.length && !form.when.some((moment) => state.moments.includes(moment))) return false;
    return seat === null || !form.of.length || form.of.some((kind) => kindsOf(state, seat).includes(kind));
  }

  // Whether it can be about what was touched: {seat} or {place}, or nothing.
  isAbout(one, { seat = null, place = null }) {
    const form = this.form(one);
    if (place !== null) return form !== null && form.at.includes(place);
    if (seat === null) return true;
    return this.takesSeat(one) || (form?.needs.some((need) => need.field === "seat") ?? false) || (form?.at.includes("seat") ?? false);
  }

  // Those about what was touched.
  offered(touched) {
    return this.all.filter((one) => this.isAbout(one, touched));
  }

  // How likely a name is meant now, as a factor of its likeness.
  favour(state, touched) {
    return (name) => {
      const one = this.named(name);
      const form = this.form(one);
      if (!this.isAbout(one, touched)) return 0;
      if (form?.group === "tournament" && !state.contest) return ELSEWHERE;
      return this.isPossible(one, state, touched.seat ?? null) ? 1 : NOT_NOW;
    };
  }

  // The seats that an entry can be about now; all, if none fits.
  seatsFor(one, state) {
    const fitting = this.about.seats.filter((seat) => this.isPossible(one, state, seat));
    return fitting.length ? fitting : this.about.seats;
  }
}

const FREE = ["free"]; // a seat that the state does not name
const kindsOf = (state, seat) => state.seats.find((other) => other.seat === seat)?.kinds ?? FREE;
