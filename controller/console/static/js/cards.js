// Cards as pictures. A face is drawn only from a name in the public state; anything else is a back.

import { h } from "./dom.js";
import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const SUITS = {
  s: "M16 3c4.5 5.5 11 8.5 11 14.5a6 6 0 0 1-9.6 4.8c.3 2.9 1.5 5.2 3.6 6.7H11c2.1-1.5 3.3-3.8 3.6-6.7A6 6 0 0 1 5 17.5C5 11.5 11.5 8.5 16 3z",
  h: "M16 28.5C9.5 23 3.5 18.2 3.5 11.7A6.7 6.7 0 0 1 16 8.3a6.7 6.7 0 0 1 12.5 3.4C28.5 18.2 22.5 23 16 28.5z",
  d: "M16 2.5 26 16 16 29.5 6 16z",
  c: "M16 3a6.2 6.2 0 0 1 5.3 9.4 6.3 6.3 0 1 1-4 11.4c.3 2.3 1.5 4 3.4 5.2h-9.4c1.9-1.2 3.1-2.9 3.4-5.2a6.3 6.3 0 1 1-4-11.4A6.2 6.2 0 0 1 16 3z",
};
const FACE = /^[2-9TJQKA][cdhs]$/;

export const isCard = (name) => FACE.test(name);
export const isRed = (name) => "dh".includes(name[1]);
export const rank = (name) => (name[0] === "T" ? "10" : name[0]);

export function suit(letter) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", "0 0 32 32");
  picture.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", SUITS[letter]);
  picture.append(path);
  return picture;
}

export function face(name) {
  if (!isCard(name)) return cardBack();
  return h("span", { class: `card${isRed(name) ? " red" : ""}`, role: "img", "aria-label": name }, h("b", {}, rank(name)), suit(name[1]));
}

// Face up, and nobody has told its name yet, or it has none: `sign` stands on it.
export const openCard = (sign = "?") => h("span", { class: `card open-card${sign.length > 1 ? " named" : ""}`, role: "img", "aria-label": word("label.card_open") }, h("b", {}, sign));

export const cardBack = () => h("span", { class: "card hidden", role: "img", "aria-label": word("label.card_back") });
