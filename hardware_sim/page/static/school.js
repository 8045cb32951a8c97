// The school: whose movement it is, how long it has taken, and what the pupil has practised.

const STAGES = {
  none: "Watch what the robot does: it deals.",
  made: "Watch: something is wrong. The table has not seen it yet.",
  pupil: "Do what the table says: put it right.",
  own: "Do what the table says: that was your mistake.",
  shown: "Watch: the robot shows it.",
};

const YOURS = ["pupil", "own"];

import { word } from "./words.js";

export function lessons({ at, h, rebuild, order }) {
  function show({ school }) {
    at("school").hidden = at("pupil").hidden = school === null;
    document.body.classList.toggle("schooled", school !== null);
    at("wishes").hidden = school !== null;
    if (school === null) return;
    const { pupil, lesson, seconds, wrong, last, kinds } = school;
    at("school-name").textContent = word("School: pupil {n}", { n: pupil });
    rebuild(at("school-stage"), [lesson, seconds, wrong], () => [word(STAGES[lesson]), ...(YOURS.includes(lesson) ? [h("span", { class: "clock" }, ` ${word("{seconds} s · {wrong} wrong", { seconds, wrong })}`)] : [])]);
    at("school").classList.toggle("yours", YOURS.includes(lesson));
    at("school-last").textContent = last ? lastWords(last) : "";
    at("show-me").hidden = lesson !== "pupil";
    rebuild(at("kinds"), kinds, () => [...kinds].sort(weakest).map(row));
  }

  function lastWords({ kind, seconds, wrong, shown }) {
    const moved = wrong ? word("{n} wrong", { n: wrong }) : word("no wrong movement");
    return `${word(kind)}: ${shown ? word("The robot showed it.") : word("You took {seconds} s, {moved}.", { seconds: Math.round(seconds), moved })}`;
  }

  const weakest = (one, other) => other.bad - one.bad || other.tried - one.tried;

  const row = (kind) => h("tr", { class: kind.bad ? "weak" : "" }, h("th", { scope: "row" }, word(kind.name)), h("td", {}, String(kind.tried)),
    h("td", {}, kind.seconds === null ? "–" : `${kind.seconds.toFixed(0)} s`), h("td", {}, kind.bad ? word("{bad} of the last {n}", { bad: kind.bad, n: Math.min(3, kind.tried) }) : "–"));

  at("show-me").addEventListener("click", () => order({ do: "show_me" }));
  return { show };
}
