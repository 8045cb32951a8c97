// How a person picks up a card, chips or the button, and lays them at a place: by dragging, by two taps, or by keys.

const FAR_PX = 8; // a finger that moves less than this has tapped

// `put(what, place, onCard)` lays a thing at a place. `changed()` is called when another thing is picked, or none.
// `goalOf(what)`: where the table asks for it, "" if it does not.
export function carrying({ felt, put, changed, goalOf }) {
  let picked = null; // { kind: "card" | "chips" | "button" | "shoe", origin, nth }
  let held = null; // what a pointer drags
  let dragged = false; // the click that follows a drag is none

  const same = (one, other) => one !== null && one.kind === other.kind && one.origin === other.origin && one.nth === other.nth;

  function pick(what) {
    picked = what;
    changed();
  }

  function lay(what, place, onCard) {
    pick(null);
    felt.querySelector(`[data-focus="${what.kind}@${what.origin}"]`)?.focus({ preventScroll: true });
    put(what, place, onCard);
  }

  // Makes a button of what can be picked up.
  function liftable(button, what) {
    button.classList.toggle("picked", same(picked, what));
    button.addEventListener("click", (event) => {
      if (dragged || (picked && !same(picked, what))) return; // it lies where the picked one is to go: the place hears the tap
      event.stopPropagation();
      const goal = picked && event.detail === 0 ? goalOf(what) : ""; // no pointer has clicked: it was Enter, for the second time
      if (goal) lay(what, goal, false);
      else pick(picked ? null : what);
    });
    button.addEventListener("pointerdown", (event) => event.isPrimary && event.button === 0 && drag(event, button, what));
  }

  const onCardOf = (target) => target.closest("[data-thing=card]") !== null;

  // Makes a target of a place while something is picked.
  function layable(element, place) {
    element.addEventListener("click", (event) => picked && !dragged && lay(picked, place, onCardOf(event.target)));
    element.addEventListener("keydown", (event) => picked && event.key === "Enter" && event.target === element && lay(picked, place, false));
  }

  // --- dragging -------------------------------------------------------------------------------------------------

  function drag(down, button, what) {
    let ghost = null;
    let over = null;
    const move = (event) => {
      if (!ghost && Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < FAR_PX) return;
      ghost ??= lift(button, what);
      Object.assign(ghost.style, { left: `${event.clientX}px`, top: `${event.clientY}px` });
      over?.classList.remove("over");
      over = under(event, "[data-place]");
      over?.classList.add("over");
    };
    const end = (event) => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener);
      if (!ghost) return;
      ghost.remove();
      felt.classList.remove("carrying");
      held = null;
      dragged = true;
      setTimeout(() => (dragged = false));
      const place = event.type === "pointerup" ? under(event, "[data-place]") : null;
      if (place) lay(what, place.dataset.place, under(event, "[data-thing=card]") !== null);
      else pick(null);
    };
    const listeners = { pointermove: move, pointerup: end, pointercancel: end };
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener);
  }

  const under = (event, selector) => document.elementsFromPoint(event.clientX, event.clientY).map((one) => one.closest(selector)).find(Boolean) ?? null;

  // The thing under the finger. What it lies on is not drawn again until it is laid down: a finger stays on its element.
  function lift(button, what) {
    held = what;
    picked = null;
    const ghost = button.firstElementChild.cloneNode(true);
    ghost.classList.add("ghost");
    ghost.setAttribute("aria-hidden", "true");
    button.classList.add("lifted");
    felt.classList.add("carrying");
    felt.append(ghost);
    return ghost;
  }

  // --- keys -----------------------------------------------------------------------------------------------------

  felt.addEventListener("keydown", (event) => {
    if (!picked || !/^[0-9]$/.test(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    lay(picked, `seat:${Number(event.key) || 10}`, false);
  });
  window.addEventListener("keydown", (event) => event.key === "Escape" && picked && pick(null));

  return { liftable, layable, drop: () => pick(null), get picked() { return picked; }, get held() { return held !== null; } };
}
