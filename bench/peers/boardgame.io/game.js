// Claiming routes on the board of Germany, as a boardgame.io game: five seats with tickets of their
// own, two moves, and the rules that matter for a claim. Nothing that slows it down on purpose, and
// every setting as boardgame.io has it.
const { INVALID_MOVE, PlayerView } = require("boardgame.io/core");
const sheet = require("../../../fixtures/germany.json");

const routes = new Map(sheet.routes.map((route) => [route.id, route]));
const parallels = new Map();
for (const route of sheet.routes) {
  const ends = `${route.a}|${route.b}`;
  parallels.set(ends, [...(parallels.get(ends) || []), route.id]);
}

/** A claim: the route is free, not beside one's own, and there are wagons for it. */
function mayClaim(G, seat, id) {
  const route = routes.get(id);
  if (!route || id in G.owners || G.wagons[seat] < route.length) return false;
  return parallels.get(`${route.a}|${route.b}`).every((other) => G.owners[other] !== seat);
}

const game = {
  name: "claims",
  minPlayers: 5,
  maxPlayers: 5,
  setup: ({ ctx, random }) => {
    const tickets = random.Shuffle(sheet.tickets.map((ticket) => ticket.id));
    const seats = Array.from({ length: ctx.numPlayers }, (_seat, number) => String(number));
    return {
      owners: {},
      wagons: Object.fromEntries(seats.map((seat) => [seat, sheet.vehicles.each])),
      points: Object.fromEntries(seats.map((seat) => [seat, 0])),
      players: Object.fromEntries(seats.map((seat) => [seat, { tickets: tickets.splice(0, 3) }])),
    };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drawCards: () => {},
    claim: ({ G, playerID }, id) => {
      if (!mayClaim(G, playerID, id)) return INVALID_MOVE;
      const route = routes.get(id);
      G.owners[id] = playerID;
      G.wagons[playerID] -= route.length;
      G.points[playerID] += sheet.points[route.length];
    },
  },
};

module.exports = { game, mayClaim, routes };
