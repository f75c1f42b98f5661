'use strict';
// The little game that both peers host, as plain data: 160 cards, four in each hidden hand, a hidden role each. Who is
// to move plays a card face up, the next player's health changes, and a card is drawn from the hidden pile, which is
// made anew from the discards when it is empty. So every move touches what all see, what one sees and what nobody sees.

const DECK_SIZE = 160;
const HAND_SIZE = 4;
const KINDS = [
  'strike', 'dodge', 'peach', 'wine', 'duel', 'dismantle', 'snatch', 'barrage', 'invasion', 'orchard', 'harvest',
  'negate', 'collateral', 'indulgence', 'lightning', 'shortage', 'crossbow', 'shield', 'horse_minus', 'horse_plus',
];
const ROLES = ['lord', 'loyalist', 'rebel', 'rebel', 'renegade', 'rebel', 'loyalist', 'rebel'];

function makeDeck() {
  return Array.from({ length: DECK_SIZE }, (_, id) => ({
    id, kind: KINDS[id % KINDS.length], suit: id % 4, rank: 1 + (id % 13),
  }));
}

function shuffle(list, next) {
  for (let last = list.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1));
    [list[last], list[other]] = [list[other], list[last]];
  }
  return list;
}

module.exports = { HAND_SIZE, KINDS, ROLES, makeDeck, shuffle };
