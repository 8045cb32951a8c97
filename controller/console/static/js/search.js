// Finds what a dealer means by a few words, in any language of the index, with typing errors. It knows no entries.

const SILENT = new Set(("a an the is are was were be been being am i he she his her hers him my me we us our you your they them their it its of to in at on by from with for "
  + "and or but as so then that this these those there who what has had have having do does did just now please can could will would s t m re ve "
  + "un une le la les l d de du des a au aux est sont etait il ils elle elles son sa ses mon ma mes leur leurs ton ta tes je j tu me m te t se s y on nous vous lui moi toi "
  + "en et ou mais que qu qui quoi c ce ca cet cette ces sur dans par pour avec ont ai as avait ete etre fait alors donc n ne").split(" "));
const MOST = 8;
const LEAST = 0.3; // of a whole match: less is no answer
const KIN = 0.8; // of the likeness: a word that people type for another one
const SAME_STEM = 0.95; // of the likeness: "shoving" for "shove"
const OTHER_INITIAL = 0.25; // less: a finger that slips hits the first letter of a word less often
const LEAST_STEM = 3; // letters
const SAID_WHOLE = 0.12; // more, for a phrase that stands in what was typed as it is
const LEAST_PHRASE = 7; // letters of such a phrase
const AS_LIKELY = 0.75; // of the score of the first one
const CHOICE = 0.8; // of the score of its entry
const A_SUM = 0.5; // of its weight: a sum stands in what is said of many things
const SHORTENED = 0.85; // of the likeness: the consonants alone, "lvl" for "level"
const BEGUN = 0.5; // of the likeness: a known word that begins another one
const LONGER = 0.7; // of the likeness: a typed word that goes on after a known one
const UNKNOWN = 0.35; // weight of a word that no phrase has, beside that of one that some have
const SURE = 0.8; // of the likeness: such a word counts as had
const PHRASE = 0.65; // of the score: the best phrase. The rest: all words of the entry, by how many of its phrases have them

const NOT = /\b(do|does|did|is|are|was|were|has|have|had|can|could|wo|would)n['’]?t\b/g; // "didn't", "didnt"
const OF_SEAT = /\b(seat|siege|player|joueur|place|box) ?\d{1,2}\b/g; // who, which tells nothing of what
const STAKES = /\b\d+k?\/\d+k?\b/g; // "400/800"
const SUM = /^\d{2,}k?$|^\d+k$/; // what a player says, as people type it

export const wordsOf = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/œ/g, "oe").replace(NOT, "$1 not").replace(OF_SEAT, "$1").replace(STAKES, "stakes")
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

const errorsIn = (length) => (length < 3 ? 0 : length < 6 ? 1 : 2);

// A word with what is compared of it: its stem, its letters without doubles ("flor" for "floor"), and its consonants alone.
const formed = (word) => ({ word, stem: stem(word), single: word.replace(/(.)\1/g, "$1"), consonants: word[0] + word.slice(1).replace(/[aeiouy]/g, "") });

// From 1, the same word, to 0. The beginning of a word is almost the word: it is still being typed.
// A typed word that is known itself (`erring` false) is no typing error for another one.
function likeness(typed, known, erring) {
  const [one, other] = [typed.word, known.word];
  if (one === other) return 1;
  if (typed.stem === known.stem || typed.single === known.single) return SAME_STEM;
  if (one.length > 2 && other.startsWith(one)) return erring ? 0.78 + 0.17 * (one.length / other.length) : BEGUN;
  if (!erring) return 0;
  if (other.length > 3 && one.length < other.length + ENDING && one.startsWith(other)) return LONGER;
  if (one.length > 1 && one === known.consonants) return SHORTENED;
  const most = errorsIn(Math.min(one.length, other.length));
  const errors = most ? distance(one, other, most) : 1;
  return errors > most ? 0 : 1 - 0.2 * errors - (one[0] === other[0] ? 0 : OTHER_INITIAL);
}

const entryOf = (name) => name.split(":")[0];

// What finds an entry may mean each of its choices, less likely than the entry.
function withChoices(found) {
  const scores = new Map(found.map(({ name, score }) => [name, score]));
  return found.map(({ name, score }) => ({ name, score: Math.max(score, CHOICE * (scores.get(entryOf(name)) ?? 0)) }));
}

// An entry and its choices are one beside the other, as far as they are about as likely.
function together(found) {
  const near = (first) => (other) => entryOf(other.name) === entryOf(first.name) && other.score >= AS_LIKELY * first.score;
  const placed = new Set();
  return found.flatMap((first) => (placed.has(first) ? [] : found.filter(near(first)).filter((one) => !placed.has(one) && placed.add(one))));
}

export class Index {
  // `found`: {name, phrases}, the phrases that find it. `alike`: groups of words that people type for each other.
  constructor(found, alike = []) {
    this.entries = found.map(({ name, phrases }) => {
      const all = phrases.map(wordsOf);
      const told = all.map(telling);
      const words = new Map();
      for (const phrase of told) for (const one of new Set(phrase)) words.set(one, (words.get(one) ?? 0) + 1);
      return { name, phrases: told, joined: all.map((one) => one.join("")), words };
    });
    const having = new Map();
    for (const entry of this.entries) for (const one of entry.words.keys()) having.set(one, (having.get(one) ?? 0) + 1);
    this.rare = new Map([...having].map(([one, count]) => [one, this.rarity(count)]));
    this.groups = alike.map((words) => [...new Set(words.flatMap(wordsOf))]);
    this.kin = new Map();
    this.groups.forEach((group, n) => { for (const one of group) this.kin.set(one, [...(this.kin.get(one) ?? []), n]); });
    this.known = new Set([...this.rare.keys(), ...this.kin.keys()]);
    this.vocabulary = [...this.known].map(formed);
    this.meanings = new Map(); // of words that were typed before
  }

  rarity(count) {
    return Math.log(1 + this.entries.length / count);
  }

  // The names that are meant, the likeliest first. `favour(name)`: a factor for what is more or less likely now, 0 for never.
  find(text, favour = () => 1) {
    const words = telling(this.parted(wordsOf(text))).map((one) => this.meaning(one));
    if (!words.length) return [];
    const joined = wordsOf(text).join("");
    const found = this.entries.map((entry) => ({ name: entry.name, score: this.score(entry, words, joined) * favour(entry.name) }));
    return together(withChoices(found).filter(({ score }) => score >= LEAST).sort((one, other) => other.score - one.score)).slice(0, MOST).map(({ name }) => name);
  }

  // Two words that are known as one, and one that is two known words: "re buy", "boxedcard".
  parted(typed) {
    const words = [];
    for (let n = 0; n < typed.length; n++) {
      const [one, pair] = [typed[n], typed[n] + (typed[n + 1] ?? "")];
      if (typed[n + 1] && this.rare.has(pair)) {
        words.push(pair);
        n++;
      } else words.push(...(this.known.has(one) ? [one] : this.halves(one)));
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

  meaning(typed) {
    if (!this.meanings.has(typed)) this.meanings.set(typed, this.meant(typed));
    return this.meanings.get(typed);
  }

  // Every known word that a typed one may be, and how much it tells: the fewer entries have one, the more.
  meant(typed) {
    const like = new Map();
    const groups = new Map();
    const [erring, form] = [!this.known.has(typed), formed(typed)];
    for (const known of this.vocabulary) {
      const alike = likeness(form, known, erring);
      if (!alike) continue;
      if (this.rare.has(known.word)) like.set(known.word, alike);
      for (const n of this.kin.get(known.word) ?? []) groups.set(n, Math.max(groups.get(n) ?? 0, KIN * alike));
    }
    for (const [n, alike] of groups) for (const one of this.groups[n]) if (this.rare.has(one)) like.set(one, Math.max(like.get(one) ?? 0, alike));
    return { like, weight: this.weight(like) * (typed === "number" ? A_SUM : 1) };
  }

  weight(like) {
    const having = this.entries.filter((entry) => [...entry.words.keys()].some((one) => (like.get(one) ?? 0) >= SURE)).length;
    if (having) return this.rarity(having);
    return like.size ? Math.max(...[...like].map(([one, alike]) => alike * this.rare.get(one))) : UNKNOWN * this.rarity(1);
  }

  // How much of what was typed an entry has, and how much of one of its phrases was typed.
  score(entry, words, joined) {
    if (entry.joined.includes(joined)) return 1.2;
    const whole = words.reduce((sum, word) => sum + word.weight, 0);
    const share = (has) => words.reduce((sum, word) => sum + word.weight * has(word), 0) / whole;
    const inPhrase = (known) => (word) => known.reduce((most, one) => Math.max(most, word.like.get(one) ?? 0), 0);
    const typed = (known) => {
      const all = known.reduce((sum, one) => sum + this.rare.get(one), 0);
      return known.reduce((sum, one) => sum + this.rare.get(one) * Math.max(...words.map((word) => word.like.get(one) ?? 0)), 0) / all;
    };
    const phrase = entry.phrases.reduce((most, known) => Math.max(most, 0.62 * share(inPhrase(known)) + 0.38 * typed(known)), 0);
    const usual = share((word) => this.usual(entry, word));
    const said = entry.joined.some((one) => one.length >= LEAST_PHRASE && joined.includes(one)) ? SAID_WHOLE : 0;
    return PHRASE * phrase + (1 - PHRASE) * usual + said;
  }

  // How usual a word is among the phrases of an entry: in many of them it tells more than in one.
  usual(entry, word) {
    let [most, count] = [0, 0];
    for (const [one, times] of entry.words) {
      const alike = word.like.get(one) ?? 0;
      if (alike) {
        most = Math.max(most, alike);
        count += alike * times;
      }
    }
    return most * (0.4 + 0.6 * count / (count + 3));
  }
}
