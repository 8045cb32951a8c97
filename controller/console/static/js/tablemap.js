// The live map: every antenna, line and display where it lies, with what it gave last. Numbers of tags, never which.

import { percent } from "./course.js";
import { h } from "./dom.js";
import { knows, word } from "./words.js";

const SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE;
const AT_SEAT = ["seat", "stack", "bet", "button", "post", "occupied", "display"];
const MIDDLE = {
  board: ["board:1", "board:2", "board:3", "board:4", "board:5"],
  middle: ["pot", "tray", "drop", "muck"],
  shoe: ["shoe", "shoe:beam1", "shoe:beam2", "shoe:back", "shoe:lid"],
  machine: ["door", "power"],
};

export const faultName = (fault) => (knows(`part_fault.${fault}`) ? word(`part_fault.${fault}`) : word(`part.${fault}`));

// "0.4 s", "12 s", "3 min", "2 h".
export function age(ms) {
  if (ms === null) return "–";
  if (ms < 9950) return `${(ms / SECOND).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
  if (ms < 100 * SECOND) return `${Math.round(ms / SECOND)} s`;
  return ms < 100 * MINUTE ? `${Math.round(ms / MINUTE)} min` : `${Math.round(ms / HOUR)} h`;
}

const label = ({ what, number }) => word(`spot.${what}`, { n: number });

function figure(spot) {
  if (spot.kind === "line") return spot.acting === null ? "–" : word(spot.acting ? "technician.on" : "technician.off");
  return spot.kind === "display" ? "" : String(spot.tags ?? "–");
}

const rate = (spot) => (spot.kind === "line" ? "" : spot.missed === null ? "–" : percent(spot.missed));

function row(spot) {
  const cells = [h("td", { class: "figure" }, figure(spot)), h("td", {}, age(spot.age_ms)), h("td", {}, rate(spot))];
  const line = h("tr", { "data-spot": spot.place, class: spot.fault ? "faulty" : null }, h("th", { scope: "row" }, label(spot)), ...cells);
  if (!spot.fault) return [line];
  return [line, h("tr", { class: "faulty why", "data-fault": spot.place }, h("td", { colspan: 4 }, `⚠ ${faultName(spot.fault)} · ${spot.part}`))];
}

function cell(name, title, spots) {
  if (!spots.length) return null;
  const heads = ["tags", "age", "missed"].map((head) => h("th", { scope: "col" }, word(`technician.${head}`)));
  const faulty = spots.some((spot) => spot.fault);
  return h("table", { class: `spots at-${name}${faulty ? " faulty" : ""}` }, h("caption", {}, title),
    h("thead", {}, h("tr", {}, h("td", {}), ...heads)), h("tbody", {}, ...spots.flatMap(row)));
}

export function tableMap(spots) {
  const known = new Map(spots.map((spot) => [spot.place, spot]));
  const found = (places) => places.map((place) => known.get(place)).filter(Boolean);
  const seats = Array.from({ length: 10 }, (_, n) => n + 1);
  return h("div", { class: "tablemap" },
    ...seats.map((seat) => cell(`seat-${seat}`, word("label.seat", { seat }), found(AT_SEAT.map((kind) => `${kind}:${seat}`)))),
    ...Object.entries(MIDDLE).map(([name, places]) => cell(name, word(`technician.${name}`), found(places))));
}
