// The moments of a hand: what happened, seen by which sensor or entered by whom, and where on the table.

import { h } from "./dom.js";
import { betPlace, seatPlace } from "./felt.js";
import { amount, knows, time, word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const FALLS_TO = { key: ["act"], said: ["act"], entry: ["entry"], decision: ["option", "decision", "entry"], correction: ["decision"], timer: ["timer"] };
const MS_IN_S = 1000;

// What was pressed, said, entered or chosen, as its button says it.
function saidIn({ what, word: said }) {
  const section = (FALLS_TO[what] ?? []).find((name) => knows(`${name}.${said}`));
  return (section ? word(`${section}.${said}`) : said.replaceAll("_", " ")).replace(/\s*…$/, "");
}

// The key of its sentence: chips come or go, a button lies somewhere or nowhere, some things are said with a seat.
function keyOf({ what, added, removed, seat }) {
  if (what === "chips") return added && removed ? "chips_changed" : added ? "chips_in" : "chips_out";
  if (what === "timer") return seat === null ? "entry_alone" : "entry";
  return ["button", "entry"].includes(what) && seat === null ? `${what}_alone` : what;
}

export function sentenceOf(moment) {
  const { seat, place, added, removed } = moment;
  const sum = moment.amount === null ? "" : ` ${amount(moment.amount)}`;
  const said = word(`moment.${keyOf(moment)}`, { seat, place, added: amount(added), removed: amount(removed), said: saidIn(moment) + sum });
  return said[0].toUpperCase() + said.slice(1);
}

// What a sensor is called that sees such a thing.
const SENSORS = { chips: "chip_antenna", card_placed: "card_antenna", card_gone: "card_antenna", card_drawn: "shoe", card_returned: "shoe",
  key: "key", button: "button_sensor", post_on: "post_sensor", post_off: "post_sensor", sits: "chair", stands: "chair" };

// What the table knows it from.
export function evidenceOf({ what, how, role }) {
  if (how === "entered") return word("moment.by_person", { role });
  return word(how === "timer" ? "moment.by_clock" : `sensor.${SENSORS[what] ?? "reading"}`);
}

export const timeOfDay = (before) => time(new Date(Date.now() - before));

const shape = (name, attributes) => {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
};

// Where places without a seat lie, in percent of the felt.
const FIXED = { board: [50, 46], pot: [50, 62], burn: [38, 62], muck: [62, 62], aside: [62, 62], shoe: [50, 88], stub: [50, 88], tray: [50, 94], drop: [44, 94], dealer: [50, 88] };

function spotOf({ seat, area, number }) {
  if (area === "bet") return betPlace(number);
  const at = number || seat;
  return FIXED[area] ?? (at ? seatPlace(at) : null);
}

const GLYPHS = {
  card: ([x, y]) => shape("rect", { class: "glyph card-glyph", x: x - 4, y: y - 6, width: 8, height: 12, rx: 1.5 }),
  chip: ([x, y]) => shape("circle", { class: "glyph chip-glyph", cx: x, cy: y, r: 5.5 }),
  seat: ([x, y]) => shape("circle", { class: "glyph seat-glyph", cx: x, cy: y, r: 6 }),
};
const GLYPH_OF = { card_drawn: "card", card_placed: "card", card_gone: "card", card_returned: "card", chips: "chip" };

// The table from above in small, with a sign where it happened.
export function picture(moment, seats) {
  const scale = ([x, y]) => [x * 1.6, y * 0.9]; // the felt is 16 to 9
  const svg = shape("svg", { viewBox: "0 0 160 90", class: "mini-table", "aria-hidden": "true" });
  svg.append(shape("ellipse", { class: "mini-felt", cx: 80, cy: 45, rx: 68, ry: 34 }));
  for (const seat of seats) {
    const [cx, cy] = scale(seatPlace(seat));
    svg.append(shape("circle", { class: "mini-seat", cx, cy, r: 3.5 }));
  }
  const spot = spotOf(moment);
  if (spot) svg.append(GLYPHS[GLYPH_OF[moment.what] ?? "seat"](scale(spot)));
  return svg;
}

function frame(moment, seats) {
  const when = moment.before ? word("moment.before", { seconds: (moment.before / MS_IN_S).toFixed(1) }) : word("moment.question");
  return h("li", { class: "frame", "data-moment": moment.what }, picture(moment, seats), h("small", {}, when),
    h("b", {}, sentenceOf(moment)), h("small", { class: "evidence" }, evidenceOf(moment)));
}

export async function momentsOf(ask = "") {
  try {
    return (await (await fetch(`/moments.json?${new URLSearchParams({ ask })}`)).json()).moments ?? [];
  } catch {
    return []; // not connected, which the page says elsewhere
  }
}

// The last moments before each open question, asked for once.
export class Film {
  constructor(seats) {
    this.seats = seats;
    this.strips = new Map();
  }

  placeFor(ask) {
    if (!this.strips.has(ask.id)) this.strips.set(ask.id, this.strip(ask.id));
    return this.strips.get(ask.id);
  }

  strip(id) {
    const strip = h("ol", { class: "film", "aria-label": word("moment.title"), tabindex: "0", hidden: true });
    momentsOf(id).then((moments) => {
      strip.replaceChildren(...moments.map((moment) => frame(moment, this.seats)));
      strip.hidden = !moments.length;
      if (!moments.length) this.strips.delete(id); // asked again when its card is drawn again
      strip.scrollLeft = strip.scrollWidth; // the question is at the right end
    });
    return strip;
  }

  keep(asks) {
    for (const id of this.strips.keys()) if (!asks.some((ask) => ask.id === id)) this.strips.delete(id);
  }
}
