// Keeps the page up to date with its table: over a socket, or by polling where sockets are blocked.
//
// <body data-live="/ws/t/KTRW/" data-poll="/t/KTRW/live" data-page="phone" data-revision="12">
// Every message has a revision; an older one never overwrites a newer one. A push contains only the
// changes since another revision: if that isn't the one shown, the page requests everything. While
// the server can't be reached, the page shows that (body[data-link="offline"]) and doesn't send
// forms. A page that would reload again and again stops and shows that (body[data-link="stopped"]).

import { swapIn } from "./parts.js";

const body = document.body;
const POLL = 2000; // milliseconds between requests without a socket
const LONGEST = 2000; // between attempts to reconnect
const ASLEEP = 8000; // after being hidden this long, a page reconnects
const SILENCE = 26000; // the server sends a heartbeat every 15 to 20 seconds: after this long, the socket is dead
const PATIENCE = 5000; // how long a response may take
const CLICK = 400; // after a finger was lifted, a click may still come for this long
const LATE = 1500; // a push that's overdue by this much is requested
const PUSHED = "X-Pushed"; // request: “send changes over my socket”; response: “done”
const WHOLE = -1; // `since` of a message that is complete
const AGAIN = 15000; // a page that has to reload twice within this time would go on forever

let revision = Number(body.dataset.revision || -1);
let socket = null;
let attempts = 0;
let fingerDown = false;
let hiddenAt = 0;
const board = () => document.getElementById("mapstate")?.dataset.board ?? "";
const drawn = board(); // the table's corrections that this page's map includes
let waiting = []; // messages that arrived while a finger was on the screen
let heardAt = Date.now(); // when the server last sent anything
let reloading = false;
let stopped = false; // for good: reloading didn't help
let fallen = 0; // responses in a row that were older than what the page showed on request

function link(state) {
  if (body.dataset.link === state || (stopped && state !== "stopped")) return;
  body.dataset.link = state;
  document.dispatchEvent(new CustomEvent("link", { detail: state }));
}

/** Reload the page, unless it has just done so for the same reason without success. */
function reload(why) {
  if (reloading || stopped) return;
  const now = Date.now();
  const key = `reloaded ${location.pathname}`;
  const reason = JSON.stringify(why);
  let last = null;
  try {
    last = JSON.parse(sessionStorage.getItem(key));
    sessionStorage.setItem(key, JSON.stringify({ at: now, reason }));
  } catch { /* a browser that keeps nothing keeps no seat, either */ }
  reloading = !(last?.reason === reason && Math.abs(now - last.at) < AGAIN);
  if (!reloading) {
    stop();
    return;
  }
  document.dispatchEvent(new CustomEvent("leaving"));
  location.reload();
}

/** Stop updating until somebody reloads the page by hand. */
function stop() {
  stopped = true;
  drop();
  link("stopped");
}

function apply(message) {
  if (stopped || message.revision < revision) return;
  if (fingerDown) {
    waiting.push(message);
    return;
  }
  if ((message.since ?? WHOLE) !== WHOLE) {
    if (message.revision === revision) return; // a duplicate, or our own response was faster
    if (message.since !== revision) {
      ask(); // a message in between is missing
      return;
    }
  }
  revision = message.revision;
  body.dataset.revision = revision;
  if (message.html) {
    swapIn(message.html);
    document.dispatchEvent(new CustomEvent("table", { detail: revision }));
  }
}

/** The open sheet, if it has input that would be lost. */
function filledSheet() {
  const sheet = document.querySelector("dialog#sheet[open]");
  const changed = (input) => input.value !== input.defaultValue || input.checked !== input.defaultChecked;
  return sheet && [...sheet.querySelectorAll("input:not([type=hidden])")].some(changed) ? sheet : null;
}

document.addEventListener("table", () => {
  if (board() === drawn) return;
  const sheet = filledSheet();
  if (sheet) sheet.addEventListener("close", () => reload(["board", board()]), { once: true });
  else reload(["board", board()]);
});

function connect() {
  if (stopped || !body.dataset.live || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const query = `?page=${body.dataset.page}&lang=${document.documentElement.lang}`;
  const opened = new WebSocket(`${scheme}//${location.host}${body.dataset.live}${query}`);
  socket = opened;
  opened.addEventListener("message", (event) => {
    heardAt = Date.now();
    if (socket === opened) {
      // Not earlier: even a server without its database accepts sockets.
      attempts = 0;
      link("live");
    }
    const message = JSON.parse(event.data);
    if (!message.beat) apply(message);
    else if (message.revision !== revision) ask();
  });
  opened.addEventListener("close", (event) => {
    if (socket !== opened) return;
    socket = null;
    if (event.code === 4404) {
      reload("sent away"); // the table is gone: let the server explain
      return;
    }
    attempts += 1;
    const pause = Math.min(LONGEST, 200 * 2 ** attempts) * (0.5 + Math.random() / 2);
    setTimeout(connect, pause);
    setTimeout(ask, 100);
  });
}

async function ask() {
  if (stopped || !body.dataset.poll) return;
  const shown = revision;
  try {
    const query = `?page=${body.dataset.page}&revision=${shown}`;
    const reply = await fetch(body.dataset.poll + query, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout ? AbortSignal.timeout(PATIENCE) : undefined,
    });
    if (reply.status === 404) {
      reload("sent away");
      return;
    }
    if (!reply.ok) throw new Error(reply.status);
    const message = await reply.json();
    fallen = message.revision < shown ? fallen + 1 : 0;
    if (fallen > 1) {
      reload("restored"); // the table was restored from a backup
      return;
    }
    apply(message);
    if (!listening()) link("asking");
  } catch {
    drop();
    link("offline");
    connect();
  }
}

/** Check for a socket that died silently: nothing arrives, not even a heartbeat. */
function checkSocket() {
  if (!listening() || Date.now() - heardAt < SILENCE) return;
  heardAt = Date.now();
  drop();
  connect();
  ask();
}

/** A move was made and a push is due; if it doesn't arrive, request it. */
function expectPush(theirs) {
  setTimeout(() => {
    if (revision < theirs) ask();
  }, LATE);
}

/** Whether changes are being pushed. */
function listening() {
  return body.dataset.link === "live" && socket?.readyState === WebSocket.OPEN;
}

/** Drop a socket, and ignore its close event. */
function drop() {
  const old = socket;
  socket = null;
  old?.close();
}

function wake(event) {
  release(); // a touch that ended while the page was hidden
  if (document.visibilityState === "hidden") {
    hiddenAt = Date.now();
    return;
  }
  const slept = hiddenAt && Date.now() - hiddenAt > ASLEEP;
  if (slept || event.type === "online") drop(); // the network may have changed
  hiddenAt = 0;
  attempts = 0;
  connect();
  ask();
}

function release() {
  fingerDown = false;
  const held = waiting;
  waiting = [];
  held.forEach(apply);
}

if (body.dataset.poll) {
  connect();
  setInterval(() => {
    if (document.visibilityState !== "visible") return;
    checkSocket();
    if (!listening()) ask();
  }, POLL);
  window.htmx.config.timeout = 2 * PATIENCE;
  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", wake);
  window.addEventListener("offline", () => link("offline"));
  // What's under a finger stays there until the click at the end of the touch has been handled: on a busy phone it
  // comes some time after the finger was lifted. After a touch that makes no click, changes wait a moment for one.
  let lifting = 0;
  const lift = (pause) => {
    clearTimeout(lifting);
    lifting = setTimeout(release, pause);
  };
  document.addEventListener("pointerdown", () => {
    clearTimeout(lifting);
    fingerDown = true;
  }, true);
  document.addEventListener("pointerup", () => lift(CLICK), true);
  document.addEventListener("pointercancel", () => lift(0), true);
  window.addEventListener("click", () => { if (fingerDown) lift(0); }, true);

  // Responses to our own forms have a revision, too; they contain parts only if there's no socket.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") refuse(event); // the connection was lost while a confirmation was open
    if (listening()) event.detail.headers[PUSHED] = "1";
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    // A push that was faster than the response may have replaced the form: the new one keeps its content.
    const { elt: asked, path, verb } = event.detail.requestConfig;
    const another = asked?.matches("form") && asked.getAttribute("hx-post") !== path;
    if (verb === "post" && another) event.detail.swapOverride = "none";
    const theirs = event.detail.xhr.getResponseHeader("X-Revision");
    if (theirs === null) return;
    if (event.detail.xhr.getResponseHeader(PUSHED)) {
      expectPush(Number(theirs));
      return;
    }
    if (Number(theirs) < revision) {
      event.detail.shouldSwap = false;
    } else {
      revision = Number(theirs);
      body.dataset.revision = revision;
    }
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.detail.xhr.getResponseHeader("X-Revision") !== null) {
      document.dispatchEvent(new CustomEvent("table", { detail: revision }));
    }
  });
  const refuse = (event) => {
    if (body.dataset.link !== "offline") return;
    if (event.type === "submit" && event.target.getAttribute("method") === "dialog") return; // isn't sent
    event.preventDefault();
    document.dispatchEvent(new CustomEvent("refused"));
  };
  document.addEventListener("htmx:confirm", (event) => {
    if (event.detail.verb !== "get") refuse(event);
  });
  document.addEventListener("submit", refuse, true);
  document.addEventListener("htmx:sendError", ask);
  document.addEventListener("htmx:timeout", ask);
}
