// How often the requests of a part failed, for each ten minutes of the last hours: a bar for each.

import { word } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 10, HEIGHT = 40, BASE = 3; // of one bar; of the picture; of a bar without a failure
const LEAST_SCALE = 20; // a thousand requests: below that a single failure would fill the picture

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

export const percent = (perMille) => `${(perMille / 10).toLocaleString(document.documentElement.lang, { maximumFractionDigits: 1 })}\u00a0%`;

// `rates`: failures in a thousand requests, the newest last, null where nothing was asked.
export function course(rates) {
  const known = rates.filter((rate) => rate !== null);
  const worst = Math.max(0, ...known);
  const said = known.length ? word("technician.course", { worst: percent(worst), last: percent(rates.at(-1) ?? known.at(-1)) }) : word("technician.no_course");
  const picture = shape("svg", { viewBox: `0 0 ${WIDTH * rates.length} ${HEIGHT}`, class: "course", role: "img", "aria-label": said, preserveAspectRatio: "none" });
  const scale = (HEIGHT - BASE) / Math.max(worst, LEAST_SCALE);
  rates.forEach((rate, at) => {
    const height = rate === null ? 1 : BASE + rate * scale;
    const kind = rate === null ? "none" : rate ? "bad" : "good";
    picture.append(shape("rect", { x: at * WIDTH + 1, y: HEIGHT - height, width: WIDTH - 2, height, class: kind }));
  });
  return picture;
}
