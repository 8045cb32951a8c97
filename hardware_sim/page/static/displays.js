// The seat displays, as the players see them.

import { word } from "./words.js";

const NARROW_PX = 900; // as in simulator.css

// The address of a display's picture: it changes with what the display shows.
export const pictureOf = (seat, { version }) => `/displays/${seat}.png?${version}`;

export function displays({ at, h, rebuild }) {
  let shown = {};
  let large = null; // the seat whose display was tapped

  function show(next) {
    shown = next;
    const seats = Object.keys(next);
    at("screens").hidden = seats.length === 0;
    if (!at("screens").open) return;
    rebuild(at("pictures"), [seats, large], () => seats.map(frame));
    for (const seat of seats) {
      const picture = at("pictures").querySelector(`[data-display="${seat}"] img`);
      const source = pictureOf(seat, next[seat]);
      if (picture.getAttribute("src") !== source) picture.setAttribute("src", source);
    }
  }

  function frame(seat) {
    const isLarge = seat === large;
    const button = h("button", { type: "button", "aria-pressed": String(isLarge), "data-display": seat }, h("img", { alt: word("Display of seat {number}", { number: seat }), width: 480, height: 272 }), h("small", {}, word("Seat {number}", { number: seat })));
    button.addEventListener("click", () => {
      large = isLarge ? null : seat;
      show(shown);
      at("pictures").querySelector(`[data-display="${seat}"]`).focus({ preventScroll: true });
    });
    return button;
  }

  at("screens").open = window.innerWidth > NARROW_PX;
  at("screens").addEventListener("toggle", () => show(shown));
  return { show };
}
