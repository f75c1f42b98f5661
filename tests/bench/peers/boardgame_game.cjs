'use strict';
// The little game as boardgame.io wants it.
const { HAND_SIZE, ROLES, makeDeck } = require('./cards.cjs');

function play({ G, ctx, playerID, random }, cardId) {
  const me = G.players[playerID];
  const at = me.hand.findIndex((card) => card.id === cardId);
  if (at < 0) return 'INVALID_MOVE';
  G.discard.push(...me.hand.splice(at, 1));
  const seat = G.seats[(Number(playerID) + 1) % ctx.numPlayers];
  seat.hp = (seat.hp % 4) + 1;
  if (G.secret.deck.length === 0) G.secret.deck = random.Shuffle(G.discard.splice(0));
  me.hand.push(G.secret.deck.pop());
  G.deckCount = G.secret.deck.length;
  G.seats[playerID].handCount = me.hand.length;
}

exports.game = {
  name: 'cards',
  minPlayers: 1,
  maxPlayers: 8,
  setup: ({ ctx, random }, setupData) => {
    const deck = random.Shuffle(makeDeck());
    const players = {};
    const seats = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) {
      players[seat] = { role: ROLES[seat], hand: deck.splice(0, HAND_SIZE) };
      seats[seat] = { hp: 4, handCount: HAND_SIZE, equipment: [], judged: [] };
    }
    const alone = Boolean(setupData && setupData.alone);
    return { alone, secret: { deck }, players, seats, deckCount: deck.length, discard: [] };
  },
  turn: {
    minMoves: 1,
    maxMoves: 1,
    order: {
      first: () => 0,
      next: ({ G, ctx }) => (G.alone ? 0 : (ctx.playOrderPos + 1) % ctx.numPlayers),
    },
  },
  moves: { play: { move: play, client: false, redact: false } },
  playerView: ({ G, playerID }) => {
    const { secret, players, ...open } = G;
    const mine = playerID != null && players[playerID] ? { [playerID]: players[playerID] } : {};
    return { ...open, players: mine };
  },
};
