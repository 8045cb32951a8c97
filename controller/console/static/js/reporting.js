// What happened, said in words or by touching a seat or a place: found, completed (which seat, which card), and entered.

import { fill, tableOf } from "./forms.js";
import { askOverruling } from "./overrule.js";
import { askReport } from "./report.js";
import { Index } from "./search.js";
import { askOne } from "./sheets.js";
import { OVERRULE, Targets, entering } from "./targets.js";
import { word } from "./words.js";

const HEAD = { seat: "label.seat", place: "label.touched_" };

export class Reporting {
  // `finding`: what finds each entry, {found, alike}. `speech`: a player's word on its way. `send(told)` makes an entry.
  // `chosen(seat)`: a seat is being reported on, or null.
  constructor({ about, role, finding, speech, send, chosen = () => {} }) {
    Object.assign(this, { about, speech, send, chosen });
    this.targets = new Targets(about, role, finding.found);
    this.index = new Index(this.targets.all, finding.alike);
    this.state = null;
  }

  async report(touched, typed = "") {
    if (this.state === null) return;
    const { seat = null, place = null } = touched;
    const name = seat && this.state.seats.find((other) => other.seat === seat)?.name;
    const title = seat ? [word(HEAD.seat, { seat }), name].filter(Boolean).join(" · ") : place ? word(HEAD.place + place) : word("label.what_happened");
    this.chosen(seat);
    const one = await askReport(title, touched, this.state, this.targets, this.index, typed);
    if (one !== null) await this.enter(one, seat === null ? {} : { seat });
    this.chosen(null);
  }

  // Whatever was chosen, with what it still needs asked for. `given`: what is known already.
  async enter(one, given) {
    const form = this.targets.form(one);
    const seat = given.seat ?? (this.targets.takesSeat(one) ? await this.askSeat(one) : undefined);
    if (seat === null) return;
    if (one.said) await this.speech.say(seat, one.said, this.about.seats);
    else if (one.word === OVERRULE) await this.overrule(seat);
    else if (one.name === "shows") await this.send({ kind: "dealer_command", word: "shows", seat });
    else await this.fillIn(one, form, { ...one.given, ...(this.takesNamed(form) && seat !== undefined ? { seat } : {}) });
  }

  takesNamed(form) {
    return form.needs.some((need) => need.field === "seat" && need.kind === "seat");
  }

  async fillIn(one, form, given) {
    const { word: name } = one;
    // Winners are named pot by pot, never as a seat alone. A hand whose cards are named needs them.
    const asked = name === "wins" ? { ...form, either: false, needs: form.needs.filter((need) => need.field === "value") } : form;
    const table = { ...tableOf(this.about, this.state), seatsFor: () => this.targets.seatsFor(one, this.state) };
    const told = await fill(name, asked, given, table);
    if (told !== null) await this.send(told);
  }

  async askSeat(one) {
    return askOne(`${one.label}: ${word("label.which_seat")}`, this.targets.seatsFor(one, this.state).map((seat) => [this.seatLabel(seat), seat]));
  }

  seatLabel(seat) {
    const name = this.state.seats.find((other) => other.seat === seat)?.name;
    return [word("label.seat", { seat }), name].filter(Boolean).join(" · ");
  }

  // A step's entry: at once, if it needs no more than the seat.
  answer(offer) {
    const one = entering(offer.word);
    const form = this.targets.form(one);
    const given = offer.seat === null ? {} : { seat: offer.seat };
    const asks = form.needs.some((need) => given[need.field] === undefined && (!need.optional || form.either));
    return asks ? this.fillIn(one, form, given) : this.send({ kind: "dealer_command", word: offer.word, ...given });
  }

  // The last ruling on the seat is decided otherwise; whether this role may is the rulebook's to say.
  async overrule(seat) {
    const ruling = this.state.rulings.findLast((other) => other.seat === seat);
    const told = ruling ? await askOverruling(ruling) : null;
    if (told !== null) await this.send(told);
  }
}
