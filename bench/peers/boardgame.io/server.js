// boardgame.io's own server with tables in the middle of a game: PORT, TABLES, ENTRIES; FOLDER for
// its file storage (without: in memory); PLAN is where to write what each table does next.
const fs = require("fs");
const { Server, FlatFile } = require("boardgame.io/server");
const { Client } = require("boardgame.io/client");
const { createMatch } = require("boardgame.io/internal");
const { game, mayClaim, routes } = require("./game");

const { PORT, FOLDER, PLAN, TABLES = "1", ENTRIES = "150", AHEAD = "400" } = process.env;
const CLAIMS = 0.3; // of the moves, while there is something to claim
const SPARE = 8; // wagons nobody goes below

/** The same numbers every time (mulberry32). */
function luckOf(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function play(client, luck, moves) {
  const made = [];
  for (let i = 0; i < moves; i += 1) {
    const { G, ctx } = client.getState();
    const seat = ctx.currentPlayer;
    client.updatePlayerID(seat);
    const free = [...routes.values()].filter(
      (route) => mayClaim(G, seat, route.id) && G.wagons[seat] - route.length > SPARE,
    );
    if (free.length && luck() < CLAIMS) {
      const { id } = free[Math.floor(luck() * free.length)];
      client.moves.claim(id);
      made.push(["claim", id]);
    } else {
      client.moves.drawCards();
      made.push(["drawCards"]);
    }
  }
  return made;
}

async function prepare(db, seed) {
  const client = Client({ game, numPlayers: 5, debug: false });
  client.start();
  const luck = luckOf(seed);
  play(client, luck, Number(ENTRIES));
  const { deltalog, isActive, isConnected, log, ...state } = client.getState();
  const begun = client.getInitialState();
  const next = { toMove: Number(state.ctx.currentPlayer), state: state._stateID };
  next.ahead = play(client, luck, Number(AHEAD));
  client.stop();
  return { begun, state, log, next };
}

async function main() {
  const db = FOLDER ? new FlatFile({ dir: FOLDER }) : undefined;
  const server = Server({ games: [game], db, origins: [/127\.0\.0\.1/] });
  if (PLAN) {
    if (db) await db.connect();
    const games = await Promise.all([1, 2, 3, 4, 5].map((seed) => prepare(server.db, seed)));
    const plan = [];
    for (let i = 0; i < Number(TABLES); i += 1) {
      const { begun, state, log, next } = games[i % games.length];
      const { metadata } = createMatch({ game, numPlayers: 5, unlisted: false });
      for (const seat of Object.values(metadata.players)) {
        Object.assign(seat, { name: `Seat ${seat.id}`, credentials: `key-${i}-${seat.id}` });
      }
      await server.db.createMatch(`table${i}`, { initialState: begun, metadata });
      await server.db.setState(`table${i}`, state, log);
      plan.push({ match: `table${i}`, number: i, ...next });
    }
    fs.writeFileSync(PLAN, JSON.stringify(plan));
  }
  await server.run({ port: Number(PORT), callback: () => console.log("ready") });
}

main();
