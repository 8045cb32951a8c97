// "What happened?": everything that may be entered, found by words or by touching the seat or the place concerned.

import { h } from "./dom.js";
import { openSheet } from "./sheets.js";
import { entering, saying } from "./targets.js";
import { word } from "./words.js";

const ACTS = ["fold", "check", "call", "raise", "all_in"];
const PARTS = ["manual", "sensing"];
const SEAT_PARTS = ["chips", "cards"];
const PLACE_PARTS = ["board", "pot", "shoe", "button"];

// Resolves with what was chosen: one of `Targets`, `part` for a sensor by place; null if it was closed.
// `touched`: {seat} or {place}, or nothing. `title`: what was touched, in words. `typed`: what was typed already.
export function askReport(title, touched, state, targets, index, typed = "") {
  return openSheet(title, (finish) => {
    const list = h("div", { class: "found", id: "found" });
    const show = () => list.replaceChildren(...(box.value.trim() ? hits(box.value) : all()));
    const box = h("input", { type: "search", id: "search", value: typed, autocomplete: "off", enterkeyhint: "go", placeholder: word("label.search_hint"), "aria-label": word("label.search_hint"),
      "aria-controls": "found", oninput: () => show(), onkeydown: (event) => steer(event, list) });
    const pick = (one, label = one.label) => h("button", { type: "button", class: `entry${targets.isPossible(one, state, touched.seat ?? null) ? "" : " unlikely"}`, "data-entry": one.name,
      "aria-label": one.label, onclick: () => finish(one) }, label);

    // The likeliest first, one below the other. The choices of one entry stand side by side.
    function hits(text) {
      const found = index.find(text, targets.favour(state, touched)).map((name) => targets.named(name));
      return found.length ? [h("div", { class: "hits" }, ...byEntry(found).map(kin))] : [h("p", { class: "none", role: "status" }, word("label.nothing_found"))];
    }

    const kin = ([one, ...choices]) => (choices.length
      ? h("div", { class: "kin" }, pick(one), ...choices.map((other) => pick(other, word(`choice.${other.choice}`)))) : pick(one));

    // What can have happened now by subject, then all else.
    function all() {
      const named = targets.offered(touched).filter((one) => !one.choice && !one.said && !PARTS.includes(one.name));
      const possible = named.filter((one) => targets.isPossible(one, state, touched.seat ?? null));
      const rest = named.filter((one) => !possible.includes(one));
      return [...words(), ...possibleBy(possible), ...parts(),
        ...(rest.length ? [h("details", { class: "more" }, h("summary", {}, word("label.not_now")), h("div", { class: "grid" }, ...rest.map((one) => pick(one))))] : [])];
    }

    // A word of the seat that was touched, whoever is on turn.
    function words() {
      const { seat } = touched;
      const live = state.seats.find((other) => other.seat === seat)?.in_hand;
      if (!seat || !live || !state.moments.includes("acting")) return [];
      return heading("label.says", ACTS.map(saying));
    }

    function possibleBy(possible) {
      const groups = [...new Set(["mistakes", "deal", "showdown", ...targets.about.groups])];
      return groups.flatMap((group) => heading(`entry.group_${group}`, possible.filter((one) => (targets.form(one)?.group ?? "mistakes") === group)));
    }

    const heading = (key, ones) => (ones.length ? [h("h2", {}, word(key)), h("div", { class: "grid" }, ...ones.flatMap((one) => targets.spread(one)).map((one) => pick(one)))] : []);

    // The sensors of what was touched.
    function parts() {
      const { seat, place } = touched;
      const kinds = seat ? SEAT_PARTS : PLACE_PARTS.filter((kind) => kind === place);
      if (!kinds.length) return [];
      const given = (kind) => ({ value: seat ? `${kind}:${seat}` : kind });
      const row = (kind) => h("div", { class: "part-row" }, h("span", {}, word(`entry.place_${kind}`, { seat })),
        ...PARTS.map((name) => h("button", { type: "button", class: "entry", "data-entry": name, onclick: () => finish({ ...entering(name), given: given(kind) }) }, word(`entry.${name}`))));
      return [h("h2", {}, word("entry.parts_heading")), h("div", { class: "part-rows" }, ...kinds.map(row))];
    }

    show();
    if (!touched.seat && !touched.place) box.setAttribute("autofocus", ""); // else a tablet's keyboard would cover what can be tapped
    return [box, list];
  }, "report");
}

// Neighbours in a list that are one entry with different choices.
function byEntry(found) {
  const groups = [];
  for (const one of found) {
    const last = groups.at(-1);
    if (last && one.choice && last[0].word === one.word) last.push(one);
    else groups.push([one]);
  }
  return groups;
}

// Enter takes the first one, the arrows go through them.
function steer(event, list) {
  const first = list.querySelector("button");
  if (event.key === "Enter") first?.click();
  else if (event.key === "ArrowDown") first?.focus();
  else return;
  event.preventDefault();
}
