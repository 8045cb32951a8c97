// The seat displays as the players see them, laid out from the component contract.

import { h, rebuild } from "./dom.js";
import { word } from "./words.js";

const share = (pixels, contract) => `${(pixels / contract.width) * 100}cqw`;
const ALIGN = { left: "flex-start", centre: "center", right: "flex-end" };

// A display colour is a number, RGB 5-6-5.
const colour = (value) => `rgb(${((value >> 11) & 31) * 255 / 31} ${((value >> 5) & 63) * 255 / 63} ${(value & 31) * 255 / 31})`;

function box(component, values, contract) {
  const text = String(values[component.name] ?? values[`${component.name}.txt`] ?? component.initial);
  const element = h("span", { class: "box" }, text.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
  const ground = values[`${component.name}.bco`];
  const ink = values[`${component.name}.pco`];
  Object.assign(element.style, {
    left: share(component.x, contract), top: share(component.y, contract), width: share(component.width, contract),
    height: share(component.height, contract), fontSize: share(component.font * 0.8, contract),
    color: ink === undefined ? component.colour : colour(ink), background: ground === undefined ? component.ground : colour(ground),
    justifyContent: ALIGN[component.align],
  });
  return element;
}

// A tap makes a display large, another small again; it stays large while what it shows changes.
function enlarge(slot) {
  slot.classList.toggle("enlarged");
  slot.firstChild.classList.toggle("large", slot.classList.contains("enlarged"));
}

// Show the display of a seat large, or small again.
export function enlargeSeat(root, seat) {
  const screen = root.querySelector(`[data-display="${seat}"]`);
  if (screen) enlarge(screen.parentElement);
}

function screen(display, contract) {
  const boxes = contract.pages[display.page] ?? [];
  return h("button", { type: "button", class: "screen", onclick: (event) => enlarge(event.currentTarget.parentElement), "aria-label": word("label.seat", { seat: display.seat }), "data-display": display.seat },
    ...boxes.map((component) => box(component, display.values, contract)));
}

export function showScreens(root, displays, contract) {
  if (!root.firstChild) root.append(h("div", { class: "screens" }));
  const row = root.firstChild;
  displays.forEach((display, index) => {
    const slot = row.children[index] ?? row.appendChild(h("div"));
    rebuild(slot, JSON.stringify(display), () => [screen(display, contract)]);
    slot.firstChild.classList.toggle("large", slot.classList.contains("enlarged"));
  });
  while (row.children.length > displays.length) row.lastChild.remove();
}
