// An open result page offers the rematch as soon as there is one, and goes there automatically if this browser has a seat
// or the screen.

const EVERY = 5000;
const offer = document.getElementById("rematch-offer");

async function look() {
  if (document.hidden || !offer.hidden) return;
  try {
    const answer = await fetch(offer.dataset.ask);
    if (!answer.ok) return;
    const { follow } = await answer.json();
    if (!follow) return;
    offer.hidden = false;
    if ("goes" in offer.dataset && !sessionStorage.getItem(follow)) {
      sessionStorage.setItem(follow, "1"); // once: going back must be possible
      location.assign(follow);
    }
  } catch {
    // No connection: try again later.
  }
}

if (offer) setInterval(look, EVERY);
