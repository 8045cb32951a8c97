// The school: whose movement it is, how long it has taken, and what the pupil has practised.

import { word } from "./words.js";

const STAGES = {
  none: "Watch what the robot does: it deals.",
  made: "Watch: something is wrong. The table has not seen it yet.",
  pupil: "Do what the table says: put it right.",
  own: "Do what the table says: that was your mistake.",
  shown: "Watch: the robot shows it.",
};

const YOURS = ["pupil", "own"];

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
    const tried = kinds.filter((kind) => kind.tried).sort(weakest);
    rebuild(at("kinds"), tried, () => tried.map(row));
    at("course").textContent = courseWords(kinds, tried);
    at("untried").textContent = untriedWords(kinds.filter((kind) => !kind.tried));
  }

  // How far the course has come, in one line.
  function courseWords(kinds, tried) {
    const weak = tried.filter((kind) => kind.bad).length;
    const sum = tried.reduce((total, kind) => total + kind.tried, 0);
    return tried.length ? word("{n} lessons. {tried} of {kinds} kinds tried, {weak} of them went badly.", { n: sum, tried: tried.length, kinds: kinds.length, weak }) : "";
  }

  const untriedWords = (kinds) => (kinds.length ? word("Not tried yet: {names}.", { names: kinds.map((kind) => word(kind.name)).join(", ") }) : "");

  function lastWords({ kind, seconds, wrong, shown }) {
    return `${word(kind)}: ${shown ? word("The robot showed it.") : word("You took {seconds} s, {moved}.", { seconds: Math.round(seconds), moved: movedWords(wrong) })}`;
  }

  const movedWords = (wrong) => (wrong ? word("{n} wrong", { n: wrong }) : word("no wrong movement"));

  const weakest = (one, other) => other.bad - one.bad || other.tried - one.tried;

  const row = ({ name, tried, bad, last }) => h("tr", { class: bad ? "weak" : "" }, h("th", { scope: "row" }, word(name)), h("td", {}, String(tried)),
    h("td", {}, last.shown ? word("The robot showed it.") : `${Math.round(last.seconds)} s, ${movedWords(last.wrong)}`), h("td", {}, bad ? word("{bad} of the last {n}", { bad, n: Math.min(3, tried) }) : "–"));

  at("show-me").addEventListener("click", () => order({ do: "show_me" }));
  return { show };
}
