// The page follows its table: over a socket, or by asking where sockets are blocked.
//
// <body data-live="/ws/t/KTRW/" data-poll="/t/KTRW/live" data-page="phone" data-revision="12">
// Every message carries a revision; an older one never overwrites a newer one. A push holds only what
// changed since another revision: if that is not the one shown, it does not fit, and the page asks for
// the whole. While nothing can be reached the page says so (body[data-link="offline"]) and refuses to
// pretend: forms are not sent. A page that keeps having to reload stops and says so
// (body[data-link="stopped"]).

const body = document.body;
const POLL = 2000; // milliseconds between questions without a socket
const LONGEST = 2000; // between attempts to reconnect
const ASLEEP = 8000; // hidden for so long, a socket is no longer trusted
const SILENCE = 26000; // the server gives a sign of life every 15 to 20 seconds: longer, and the socket is dead
const PATIENCE = 5000; // how long an answer may take
const LATE = 1500; // a push that was due for so long is asked for
const PUSHED = "X-Pushed"; // “what this changes comes by my socket”, and the answer “so it does”
const WHOLE = -1; // `since` of a message that needs nothing before it
const AGAIN = 15000; // a page that must reload twice within so long would do so for ever

let revision = Number(body.dataset.revision || -1);
let socket = null;
let attempts = 0;
let fingerDown = false;
let hiddenAt = 0;
const board = () => document.getElementById("mapstate")?.dataset.board ?? "";
const drawn = board(); // routes that the table corrected: the map on this page shows these
let waiting = []; // messages that came while a finger was on the screen
let heardAt = Date.now(); // when the server last sent anything
let reloading = false;
let stopped = false; // for good: reloading did not help
let fallen = 0; // answers in a row that were older than what this page showed when it asked

function link(state) {
  if (body.dataset.link === state || (stopped && state !== "stopped")) return;
  body.dataset.link = state;
  document.dispatchEvent(new CustomEvent("link", { detail: state }));
}

/** Reload the page; unless it did so a moment ago, for the same reason, and it did not help. */
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

/** Somebody has to look at this: the page stands still until they load it again. */
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
    if (message.revision === revision) return; // twice, or our own reply was quicker
    if (message.since !== revision) {
      ask(); // something in between is missing
      return;
    }
  }
  revision = message.revision;
  body.dataset.revision = revision;
  if (message.html) {
    window.htmx.swap(body, message.html, { swapStyle: "none", swapDelay: 0, settleDelay: 0 });
    document.dispatchEvent(new CustomEvent("table", { detail: revision }));
  }
}

/** The sheet in which somebody has typed or ticked something that would be lost. */
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
      // Not before: a server that cannot read its tables opens sockets, too.
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
      reload("sent away"); // the table is gone: let the server say so
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

/** A socket may be dead without knowing it: then nothing comes, not even a sign of life. */
function checkSocket() {
  if (!listening() || Date.now() - heardAt < SILENCE) return;
  heardAt = Date.now();
  drop();
  connect();
  ask();
}

/** Something was done, and what it changed is on its way; if it does not come, it is asked for. */
function expectPush(theirs) {
  setTimeout(() => {
    if (revision < theirs) ask();
  }, LATE);
}

/** Whether news come by themselves. */
function listening() {
  return body.dataset.link === "live" && socket?.readyState === WebSocket.OPEN;
}

/** Give up a socket: its close event is no longer ours. */
function drop() {
  const old = socket;
  socket = null;
  old?.close();
}

function wake(event) {
  release(); // a finger that left while nobody looked
  if (document.visibilityState === "hidden") {
    hiddenAt = Date.now();
    return;
  }
  const slept = hiddenAt && Date.now() - hiddenAt > ASLEEP;
  if (slept || event.type === "online") drop(); // another network, another address
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
  document.addEventListener("pointerdown", () => { fingerDown = true; }, true);
  // After the click that ends a touch has been handled, not before.
  ["pointerup", "pointercancel"].forEach((name) =>
    document.addEventListener(name, () => setTimeout(release, 60), true));

  // Replies to our own forms carry a revision, too; their parts only where no socket brings them.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.detail.verb !== "get") refuse(event); // the connection was lost while a question was open
    if (listening()) event.detail.headers[PUSHED] = "1";
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    // A push that was quicker than the answer may have made another form of the one that asked: it keeps its content.
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
    if (event.type === "submit" && event.target.getAttribute("method") === "dialog") return; // goes nowhere
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
