// Who is logged in at this browser, and the requests that go with it.

import { h } from "./dom.js";
import { word } from "./words.js";

const RETRY_MS = 1000;
const NOT_LOGGED_IN = 401;
const AWAY = 503;

// The log-in goes back to the page that asked for it.
export function toLogin() {
  location.assign(`/login?next=${encodeURIComponent(location.pathname)}`);
  return new Promise(() => {}); // the page is being left
}

// {name, role, demo} of who is logged in, or {vacant} where nobody is; asks until the table answers.
export async function whoAmI() {
  for (;;) {
    try {
      const answer = await fetch("/session");
      if (answer.ok) return await answer.json();
      if (answer.status === NOT_LOGGED_IN) return { role: null, ...(await answer.json()) };
    } catch { /* not reachable yet */ }
    await new Promise((done) => setTimeout(done, RETRY_MS));
  }
}

// The same for a page that nobody sees who is not logged in.
export async function me() {
  const person = await whoAmI();
  return person.role ? person : toLogin();
}

// Sends a request; {ok, …what came back}. `refused`: the text why it was not done.
export async function send(path, body, method = "POST") {
  try {
    const answer = await fetch(path, { method, headers: { "content-type": "application/json" }, body: body && JSON.stringify(body) });
    if (answer.status === NOT_LOGGED_IN) return await toLogin();
    return { ok: answer.ok, away: answer.status === AWAY, ...(await answer.json()) };
  } catch {
    return { ok: false, away: true, refused: { key: "entry.no_connection" } };
  }
}

async function logOut() {
  await send("/session", null, "DELETE");
  await toLogin();
}

// Who is logged in; a tap logs out.
export function nameButton(person) {
  const about = `${person.name}, ${word(`role.${person.role}`)}: ${word("people.log_out")}`;
  return h("button", { type: "button", id: "who", title: about, "aria-label": about, onclick: logOut }, person.name);
}

// The line that says at a simulated table that anybody may be anybody.
export function demoLine(person) {
  return person.demo ? h("span", { class: "demo", title: word("people.demo") }, word("people.demo_badge")) : null;
}
