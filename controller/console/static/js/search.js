// Finds what a dealer means by a few words, in any language of the index, with typing errors. It knows no entries.

const SILENT = new Set(("a an the is are was were be been i he she his her him my me we us our you your they them their it its of to in at on by from with "
  + "and or but as so then that this there who has had have do does did just now please "
  + "un une le la les l d de du des a au aux est sont il elle son sa ses mon ma mes leur leurs je j tu me m te t se s y on nous vous lui "
  + "en et ou mais que qui c ce cet cette ces sur dans par pour ont ete alors donc").split(" "));
const MOST = 8;
const LEAST = 0.34; // of a whole match: less is no answer
const KIN = 0.9; // of the likeness: a word that people type for another one
const SAME_STEM = 0.93; // of the likeness: "shoving" for "shove"
const OTHER_INITIAL = 0.25; // less: a finger that slips hits the first letter of a word less often
const LEAST_STEM = 3; // letters
const SAID_WHOLE = 0.12; // more, for a phrase that stands in what was typed as it is
const LEAST_PHRASE = 7; // letters of such a phrase
const UNKNOWN = 0.35; // weight of a word that no phrase has, beside that of one that some have

const NOT = /\b(do|does|did|is|are|was|were|has|have|had|can|could|wo|would)n['’]?t\b/g; // "didn't", "didnt"
const SUM = /^\d{2,}k?$|^\d+k$/; // what a player says, as people type it

export const wordsOf = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/œ/g, "oe").replace(NOT, "$1 not")
  .split(/[^a-z0-9]+/).filter(Boolean).map((one) => (SUM.test(one) ? "number" : one));

// Endings of verbs and plurals, in either language, the longer first.
const ENDINGS = ["ements", "ement", "ings", "ing", "ees", "ers", "ent", "ait", "ies", "ed", "ee", "es", "er", "ez", "ir", "ly", "al", "e", "s", "y"];

export function stem(word) {
  const ending = ENDINGS.find((one) => word.endsWith(one) && word.length - one.length >= LEAST_STEM);
  const left = ending ? word.slice(0, -ending.length) : word;
  return left.length > LEAST_STEM && left.at(-1) === left.at(-2) ? left.slice(0, -1) : left;
}

const telling = (words) => {
  const left = words.filter((one) => !SILENT.has(one));
  return left.length ? left : words;
};

// How many letters must be changed, left out, added or exchanged with their neighbour; more than `most`: most + 1.
export function distance(one, other, most) {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [before, last] = [[], Array.from({ length: other.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1];
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1));
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    [before, last] = [last, row];
  }
  return Math.min(last[other.length], most + 1);
}

const ENDING = 4; // letters: a longer rest is another word

const errorsIn = (length) => (length < 4 ? 0 : length < 6 ? 1 : 2);

// From 1, the same word, to 0. The beginning of a word is almost the word: it is still being typed.
export function likeness(typed, known) {
  if (typed === known) return 1;
  if (typed.length > 2 && known.startsWith(typed)) return 0.78 + 0.17 * (typed.length / known.length);
  if (known.length > 3 && typed.length < known.length + ENDING && typed.startsWith(known)) return 0.8;
  if (stem(typed) === stem(known)) return SAME_STEM;
  const most = errorsIn(Math.min(typed.length, known.length));
  const errors = most ? distance(typed, known, most) : 1;
  return errors > most ? 0 : 1 - 0.2 * errors - (typed[0] === known[0] ? 0 : OTHER_INITIAL);
}

export class Index {
  // `found`: {name, phrases}, the phrases that find it. `alike`: groups of words that people type for each other.
  constructor(found, alike = []) {
    this.entries = found.map(({ name, phrases }) => {
      const all = phrases.map(wordsOf);
      return { name, phrases: all.map(telling), joined: all.map((words) => words.join("")), words: [...new Set(all.flatMap(telling))] };
    });
    const having = new Map();
    for (const entry of this.entries) for (const one of entry.words) having.set(one, (having.get(one) ?? 0) + 1);
    this.rare = new Map([...having].map(([one, count]) => [one, Math.log(1 + this.entries.length / count)]));
    this.kin = new Map();
    for (const group of alike.map((words) => words.flatMap(wordsOf))) for (const one of group) this.kin.set(one, [...(this.kin.get(one) ?? []), ...group]);
  }

  // The names that are meant, the likeliest first. `favour(name)`: a factor for what is more or less likely now, 0 for never.
  find(text, favour = () => 1) {
    const words = telling(this.parted(wordsOf(text))).map((one) => this.meant(one));
    if (!words.length) return [];
    const joined = wordsOf(text).join("");
    return this.entries.map((entry) => ({ name: entry.name, score: score(entry, words, joined) * favour(entry.name) }))
      .filter((found) => found.score >= LEAST).sort((one, other) => other.score - one.score).slice(0, MOST).map((found) => found.name);
  }

  // Two words that are known as one, and one that is two known words: "re buy", "boxedcard".
  parted(typed) {
    const words = [];
    for (let n = 0; n < typed.length; n++) {
      const [one, pair] = [typed[n], typed[n] + (typed[n + 1] ?? "")];
      if (typed[n + 1] && this.rare.has(pair)) {
        words.push(pair);
        n++;
      } else words.push(...(this.rare.has(one) || this.kin.has(one) ? [one] : this.halves(one)));
    }
    return words;
  }

  halves(word) {
    for (let at = LEAST_STEM; at <= word.length - LEAST_STEM; at++) {
      const two = [word.slice(0, at), word.slice(at)];
      if (two.every((half) => this.rare.has(half))) return two;
    }
    return [word];
  }

  // Every known word that a typed one may be, and how much it tells: the rarer, the more.
  meant(typed) {
    const like = new Map();
    let [most, weight] = [0, UNKNOWN];
    for (const [known, rare] of this.rare) {
      const alike = Math.max(likeness(typed, known), ...(this.kin.get(known) ?? []).map((one) => KIN * likeness(typed, one)));
      if (alike) like.set(known, alike);
      if (alike > most) [most, weight] = [alike, rare];
    }
    return { like, weight };
  }
}

const best = (word, known) => known.reduce((most, one) => Math.max(most, word.like.get(one) ?? 0), 0);

// How much of what was typed an entry has, and how much of one of its phrases was typed.
function score(entry, words, joined) {
  if (entry.joined.includes(joined)) return 1.2;
  const whole = words.reduce((sum, word) => sum + word.weight, 0);
  const share = (known) => words.reduce((sum, word) => sum + word.weight * best(word, known), 0) / whole;
  const typed = (known) => known.reduce((sum, one) => sum + Math.max(...words.map((word) => word.like.get(one) ?? 0)), 0) / known.length;
  const phrase = entry.phrases.reduce((most, known) => Math.max(most, 0.72 * share(known) + 0.28 * typed(known)), 0);
  const said = entry.joined.some((one) => one.length >= LEAST_PHRASE && joined.includes(one)) ? SAID_WHOLE : 0;
  return Math.max(phrase, 0.8 * share(entry.words)) + said;
}
