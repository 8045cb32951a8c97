// The table from above: what lies where. The dealer picks a card, chips or the button, and lays it at a place:
// by dragging, by two taps, or by Enter on one and on the other.

// In percent of the felt, from its left upper corner. `wide`: a screen. `tall`: a telephone.
const SEATS = {
  wide: [[24, 85], [9, 69], [6, 44], [14, 21], [36, 9], [64, 9], [86, 21], [94, 44], [91, 69], [76, 85]],
  tall: [[12, 78], [12, 63], [12, 48], [12, 33], [22, 7], [78, 7], [88, 33], [88, 48], [88, 63], [88, 78]],
};
const BETS = {
  wide: [[29, 66], [20, 57], [18, 43], [25, 31], [39, 26], [61, 26], [75, 31], [82, 43], [80, 57], [71, 66]],
  tall: [[31, 78], [31, 63], [31, 48], [31, 33], [42, 7], [58, 7], [69, 33], [69, 48], [69, 63], [69, 78]],
};
const BOARD = { wide: [36.4, 6.8, 42], tall: [20, 15, 20] };
const MIDDLE = {
  wide: { spare: [50, 27], shoe: [39, 88], muck: [39, 72], off: [61, 72], dealer: [50, 88], pot: [50, 58], tray: [61, 88], drop: [50, 73] },
  tall: { spare: [50, 93], shoe: [26, 93], muck: [50, 56], off: [50, 68], dealer: [50, 80], pot: [50, 32], tray: [72, 93], drop: [50, 44] },
};
const NAMES = { muck: "Muck", off: "Burns, ground", dealer: "Your hand", pot: "Pot", tray: "Tray", drop: "Drop", spare: "Other cards" };
const TALL_PX = 640; // as in simulator.css
const TURNS = ["card", "shoe"]; // what can be turned over: the next card of the shoe is boxed then
const FAR_PX = 8; // a finger that moves less than this has tapped

export function above({ at, h, card, amount, rebuild, order }) {
  let picked = null; // { kind: "card" | "chips" | "button" | "shoe", origin, nth }
  let table = null;

  const shape = () => (window.innerWidth > TALL_PX ? "wide" : "tall");

  function show(next) {
    table = next;
    const form = shape();
    rebuild(at("felt"), [next, form, picked], () => [...shoe(form), ...boards(form), ...middle(form), ...next.seats.flatMap((seat) => ofSeat(form, seat))]);
    rebuild(at("says"), next.says, () => next.says.map((text) => h("p", {}, text)));
    at("by-hand").setAttribute("aria-pressed", String(next.by_hand));
    at("by-hand").textContent = next.by_hand ? "Let the robot deal" : "Deal yourself";
    at("by-hand").disabled = next.mistakes.length === 0;
    const yours = next.by_hand || next.school?.lesson === "pupil";
    at("by-word").hidden = !yours;
    at("turn").hidden = !picked || !TURNS.includes(picked.kind);
    at("hint").textContent = !yours ? "The robot deals. You may still move things, and see what the table says." : picked ? "Now choose where it goes." : "Drag a card from the shoe to a place. Or tap it, then the place.";
    rebuild(at("mistakes"), next.mistakes, () => next.mistakes.map((name) => h("option", { value: name }, name)));
    at("wish").disabled = at("now-and-then").disabled = next.mistakes.length === 0 || next.by_hand;
    at("wished").textContent = next.wished ? `The next hand: ${next.wished}.` : "";
    at("now-and-then").checked = next.now_and_then;
  }

  // --- places ---------------------------------------------------------------------------------------------------

  const there = (place) => table.places[place] ?? { cards: [], chips: 0 };

  function spot(place, [left, top], label, ...inside) {
    const element = h("div", { class: picked ? "spot target" : "spot", "data-place": place, role: "group", "aria-label": label }, h("small", {}, label), ...inside);
    if (picked) {
      element.tabIndex = 0;
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", `Lay it at ${label}`);
    }
    Object.assign(element.style, { left: `${left}%`, top: `${top}%` });
    element.addEventListener("click", () => picked && put(place));
    element.addEventListener("keydown", (event) => picked && event.key === "Enter" && event.target === element && put(place));
    return element;
  }

  const cardsOf = (place) => h("div", { class: "cards" }, ...there(place).cards.map((face, nth) => thing({ kind: "card", origin: place, nth }, `${face || "card face down"} at ${place}`, card(face))));

  function moneyOf(place) {
    const chips = there(place).chips;
    return chips ? thing({ kind: "chips", origin: place }, `${amount(chips)} in chips at ${place}`, h("span", { class: "money" }, amount(chips))) : "";
  }

  const shoe = (form) => [spot("shoe", MIDDLE[form].shoe, `Shoe, ${table.stub} cards`, table.stub ? thing({ kind: "shoe", origin: "shoe" }, "the next card of the shoe", card("")) : "")];

  function boards(form) {
    const [left, step, top] = BOARD[form];
    return [1, 2, 3, 4, 5].map((number) => spot(`board:${number}`, [left + step * (number - 1), top], `Board ${number}`, cardsOf(`board:${number}`)));
  }

  const middle = (form) => Object.entries(NAMES).map(([place, name]) => spot(place, MIDDLE[form][place], name, cardsOf(place), moneyOf(place)));

  function ofSeat(form, seat) {
    const button = table.button === seat ? thing({ kind: "button", origin: `seat:${seat}` }, "the dealer button", h("span", { class: "dot" }, "D")) : "";
    return [
      spot(`seat:${seat}`, SEATS[form][seat - 1], `Seat ${seat}`, cardsOf(`seat:${seat}`), moneyOf(`stack:${seat}`), button),
      spot(`bet:${seat}`, BETS[form][seat - 1], `Bet ${seat}`, moneyOf(`bet:${seat}`)),
    ];
  }

  // --- picking and laying ---------------------------------------------------------------------------------------

  const same = (one, other) => one !== null && one.kind === other.kind && one.origin === other.origin && one.nth === other.nth;

  function thing(what, label, inside) {
    const button = h("button", { type: "button", "aria-label": label, class: same(picked, what) ? "picked" : "", "data-thing": what.kind }, inside);
    button.addEventListener("click", (event) => {
      if (picked && !same(picked, what)) return; // it lies where the picked one is to go: the place hears the tap
      event.stopPropagation();
      pick(picked ? null : what);
    });
    button.addEventListener("pointerdown", (event) => drag(event, what));
    return button;
  }

  function pick(what) {
    picked = what;
    show(table);
  }

  function drag(down, what) {
    const up = (event) => {
      if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR_PX) return;
      const place = document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest("[data-place]")).find(Boolean);
      picked = what;
      if (place) put(place.dataset.place);
      else pick(null);
    };
    window.addEventListener("pointerup", up, { once: true });
  }

  function put(place) {
    const what = picked;
    pick(null);
    if (place === what.origin || place === "spare" || (place === "shoe" && what.kind !== "card")) return;
    if (what.kind === "shoe") order({ do: "draw", place });
    else if (what.kind === "card") order({ do: "lay", origin: what.origin, nth: what.nth, place: place.replace(/^bet:/, "seat:") });
    else if (what.kind === "button") /^(seat|bet):/.test(place) && order({ do: "put_button", seat: Number(place.split(":")[1]) });
    else carry(what.origin, place.replace(/^seat:/, "stack:"));
  }

  function carry(origin, place) {
    if (/^(board:|muck)/.test(place)) return;
    const all = there(origin).chips;
    const wanted = origin.startsWith("bet:") ? all : Number(window.prompt(`How much of ${amount(all)}?`, String(all)));
    if (Number.isInteger(wanted) && wanted > 0) order(wanted === all ? { do: "carry", origin, place } : { do: "carry", origin, place, amount: wanted });
  }

  at("by-hand").addEventListener("click", () => order({ do: "deal_by_hand", on: !table.by_hand }));
  at("collect").addEventListener("click", () => order({ do: "collect" }));
  at("done").addEventListener("click", () => order({ do: "done" }));
  at("turn").addEventListener("click", () => {
    const { origin, nth } = picked;
    pick(null);
    order({ do: "turn", origin, nth: nth ?? 0 });
  });
  at("wish").addEventListener("click", () => order({ do: "mistake", name: at("mistakes").value }));
  at("now-and-then").addEventListener("change", (event) => order({ do: "now_and_then", on: event.target.checked }));
  window.addEventListener("keydown", (event) => event.key === "Escape" && picked && pick(null));
  window.addEventListener("resize", () => table && show(table));
  return { show };
}
