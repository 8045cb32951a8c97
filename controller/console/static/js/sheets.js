// Sheets that come up over the page for what one tap cannot say: an amount, cards, winners, a name.

import { isRed, rank, suit } from "./cards.js";
import { h, setText } from "./dom.js";
import { amount, word } from "./words.js";

const LARGEST = 1e12;
const dialog = () => document.getElementById("sheet");

// Opens the sheet with what `build(finish)` returns; the answer is what was given to `finish`, null if it was closed.
export function openSheet(title, build, kind = "") {
  const sheet = dialog();
  sheet.className = `sheet ${kind}`.trim();
  return new Promise((done) => {
    let answer = null;
    const finish = (value) => {
      answer = value;
      sheet.close();
    };
    const close = h("button", { type: "button", class: "quiet", "data-close": "", onclick: () => finish(null) }, word("entry.cancel"));
    sheet.replaceChildren(h("header", {}, h("h1", { id: "sheet-title" }, title), close), ...build(finish));
    sheet.setAttribute("aria-labelledby", "sheet-title");
    sheet.addEventListener("close", () => done(answer), { once: true });
    sheet.showModal();
  });
}

const key = (text, press, kind = "") => h("button", { type: "button", class: `key ${kind}`, onclick: press }, text);

// An amount: {amount: number | null}. `marks` are one-tap amounts [label, value]; `free` offers "no amount said"; a sum
// that is counted may be nothing (`least` 0).
export function askAmount(title, marks, free, least = 1) {
  return openSheet(title, (finish) => {
    let value = 0;
    const shown = h("output", { class: "figure" }, "0");
    const enter = h("button", { type: "button", class: "main", disabled: least > 0, onclick: () => finish({ amount: value }) }, word("entry.enter"));
    const set = (next) => {
      value = next > LARGEST ? value : next;
      setText(shown, amount(value));
      enter.disabled = value < least;
    };
    const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"].map((digit) => key(digit, () => set(value * 10 + Number(digit))));
    const keypad = h("div", { class: "keypad" }, ...digits.slice(0, 9), key("00", () => set(value * 100)), digits[9],
      key("⌫", () => set(Math.floor(value / 10)), "quiet"), key("000", () => set(value * 1000)), key(word("entry.clear"), () => set(0), "quiet wide"));
    return [
      h("div", { class: "marks" }, ...marks.map(([label, mark]) => key(label, () => finish({ amount: mark }))),
        free ? key(word("entry.no_amount"), () => finish({ amount: null }), "quiet") : null),
      shown, keypad, enter,
    ];
  });
}

// Cards by tapping: "7h8hKd". One of the `usual` counts, or by a tap one of `all`; those in `gone` cannot be had. `free`: or none,
// which answers undefined.
export function askCards(title, usual, gone, all = usual, free = false) {
  return openSheet(title, (finish) => {
    let counts = usual;
    const chosen = [];
    const shown = h("output", { class: "figure cards-chosen" });
    const enter = h("button", { type: "button", class: "main", disabled: true, onclick: () => finish(chosen.join("")) }, word("entry.enter"));
    const toggle = (name, button) => {
      const at = chosen.indexOf(name);
      if (at >= 0) chosen.splice(at, 1);
      else if (chosen.length < Math.max(...counts)) chosen.push(name);
      else return;
      button.classList.toggle("on", at < 0);
      shown.replaceChildren(...chosen.map((card) => h("span", { class: isRed(card) ? "red" : "" }, rank(card), suit(card[1]))));
      allow();
    };
    const allow = () => { enter.disabled = !counts.includes(chosen.length); };
    const other = key(word("entry.other_number"), () => {
      counts = all;
      other.disabled = true;
      allow();
    }, "quiet");
    other.dataset.one = "other_number";
    const rows = [..."shdc"].map((letter) => h("div", { class: "suit" }, ...[..."AKQJT98765432"].map((value) => {
      const name = value + letter;
      const button = h("button", { type: "button", class: `pick${isRed(name) ? " red" : ""}`, "data-card": name, "aria-label": name,
        disabled: gone.includes(name), onclick: () => toggle(name, button) }, rank(name), suit(letter));
      return button;
    })));
    return [shown, h("div", { class: "deck" }, ...rows), all.length > usual.length ? other : "", enter, free ? withoutIt(finish) : ""];
  });
}

// Winners of each pot: "3" or, outermost pot first, "7;3,7".
export function askWinners(title, pots) {
  return openSheet(title, (finish) => {
    const winners = pots.map(() => new Set());
    const value = () => winners.map((set) => [...set].sort((a, b) => a - b).join(",")).reverse().join(";");
    const enter = h("button", { type: "button", class: "main", disabled: true, onclick: () => finish(value()) }, word("entry.enter"));
    const toggle = (index, seat, button) => {
      const on = !winners[index].has(seat);
      winners[index][on ? "add" : "delete"](seat);
      button.classList.toggle("on", on);
      enter.disabled = winners.some((set) => set.size === 0);
    };
    const rows = pots.map((pot, index) => h("div", { class: "pot-row" },
      h("h2", {}, index === 0 ? word("label.main_pot") : word("label.side_pot", { n: index }), " ", amount(pot.amount)),
      h("div", { class: "seats-row" }, ...pot.seats.map((seat) => {
        const button = key(String(seat), () => toggle(index, seat, button));
        return button;
      }))));
    return [...rows, enter];
  });
}

const withoutIt = (finish) => h("button", { type: "button", class: "key quiet wide", "data-one": "none", onclick: () => finish(undefined) }, word("entry.leave_out"));

// One of several things: `options` are [label, value]. `free` offers to leave it out, which answers undefined.
export function askOne(title, options, free = false) {
  return openSheet(title, (finish) => [h("div", { class: "marks" },
    ...options.map(([label, value]) => h("button", { type: "button", class: "key", "data-one": typeof value === "object" ? Object.values(value)[0] : value,
      onclick: () => finish(value) }, label)),
    free ? withoutIt(finish) : null)]);
}

// Several things on one sheet: `rows` are {name, label, options: [label, value], optional}. {name: value} of what was chosen.
export function askSeveral(title, rows) {
  return openSheet(title, (finish) => {
    const chosen = {};
    const enter = h("button", { type: "button", class: "main", "data-one": "enter", onclick: () => finish(chosen) }, word("entry.enter"));
    const allow = () => { enter.disabled = rows.some((row) => !row.optional && !(row.name in chosen)); };
    const choose = (row, value, buttons) => {
      if (chosen[row.name] === value) delete chosen[row.name];
      else chosen[row.name] = value;
      buttons.forEach((button, n) => button.setAttribute("aria-pressed", String(row.options[n][1] === chosen[row.name])));
      allow();
    };
    const fields = rows.map((row) => {
      const buttons = row.options.map(([label, value]) => h("button", { type: "button", class: "key", "data-one": value, "aria-pressed": "false",
        onclick: () => choose(row, value, buttons) }, label));
      return h("fieldset", {}, h("legend", {}, row.label), h("div", { class: "marks" }, ...buttons));
    });
    allow();
    return [...fields, enter];
  });
}

// Another person: {name, secret}. `what` is what they stand by.
export function askPerson(title, what, hint) {
  return openSheet(title, (finish) => {
    const name = h("input", { type: "text", maxlength: 40, autocomplete: "off", placeholder: word("people.name"), "aria-label": word("people.name") });
    const secret = h("input", { type: "password", maxlength: 200, autocomplete: "off", placeholder: word("people.secret"), "aria-label": word("people.secret") });
    const enter = () => (name.value.trim() && secret.value ? finish({ name: name.value.trim(), secret: secret.value }) : (name.value.trim() ? secret : name).focus());
    for (const input of [name, secret]) input.addEventListener("keydown", (event) => event.key === "Enter" && enter());
    return [h("p", { class: "what" }, what), h("p", { class: "hint" }, hint), name, secret, h("button", { type: "button", class: "main", onclick: enter }, word("entry.enter"))];
  });
}

// A line of text, such as a name or a reason. `free`: or none, which answers undefined.
export function askLine(title, was, longest, hint = "", free = false) {
  return openSheet(title, (finish) => {
    const line = h("input", { type: "text", maxlength: longest, value: was, autocomplete: "off", "aria-label": title });
    const enter = () => line.value.trim() && finish(line.value.trim());
    line.addEventListener("keydown", (event) => event.key === "Enter" && enter());
    return [hint ? h("p", { class: "hint" }, hint) : "", line, h("button", { type: "button", class: "main", onclick: enter }, word("entry.enter")), free ? withoutIt(finish) : ""];
  });
}
