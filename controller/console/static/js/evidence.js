// What the diagnosis has seen, which it says in English, in the language of the page.

import { h } from "./dom.js";
import { textsOf } from "./words.js";

const SPECIAL = /[.*+?^${}()|[\]\\]/g; // in a pattern
const NAMED = /\\\{\d\\\}/g; // a figure or a name, once the braces are escaped

const told = textsOf("seen").map(([english, text]) => ({ english, text, pattern: new RegExp(`^${english.replace(SPECIAL, "\\$&").replace(NAMED, "(.*?)")}$`) }))
  .sort((one, other) => other.english.length - one.english.length);

// A sentence in words of the page, null if it has none. What it names may have words, too.
function inWords(line) {
  const found = told.find(({ pattern }) => pattern.test(line));
  if (!found) return null;
  const names = found.pattern.exec(line).slice(1);
  return found.text.replace(/\{(\d)\}/g, (_, n) => inWords(names[n]) ?? names[n]);
}

export function seen(line) {
  const text = inWords(line);
  return h("li", text === null ? { lang: "en" } : {}, text ?? line);
}
