// node colyseus_server.mjs PORT: Colyseus, which keeps its rooms in the process and stores nothing. A patch is sent
// after every move, and not by the clock of the room.
import { createRequire } from 'node:module';
import { Room, Server } from '@colyseus/core';
import { ArraySchema, StateView, schema, t } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

const require = createRequire(import.meta.url);
const { HAND_SIZE, KINDS, ROLES, makeDeck, shuffle } = require('./cards.cjs');

const Card = schema({ id: t.uint8(), kind: t.uint8(), suit: t.uint8(), rank: t.uint8() }, 'Card');
const Seat = schema({
  hp: t.uint8(),
  handCount: t.uint8(),
  role: t.uint8().view(),
  hand: t.array(Card).view(),
}, 'Seat');
const Table = schema({
  turn: t.uint32(),
  current: t.uint8(),
  deckCount: t.uint8(),
  discard: t.array(Card),
  seats: t.array(Seat),
}, 'Table');

const made = ({ id, kind, suit, rank }) => new Card({ id, kind: KINDS.indexOf(kind), suit, rank });
const plain = ({ id, kind, suit, rank }) => ({ id, kind: KINDS[kind], suit, rank });

class CardsRoom extends Room {
  maxClients = 8;

  onCreate(options) {
    this.patchRate = null;
    this.joined = 0;
    this.views = [];
    this.deck = shuffle(makeDeck(), Math.random);
    const table = new Table();
    table.turn = 0;
    table.current = 0;
    for (let number = 0; number < options.seats; number++) {
      const seat = new Seat();
      seat.hp = 4;
      seat.role = ROLES.indexOf(ROLES[number]);
      seat.hand = new ArraySchema();
      for (let card = 0; card < HAND_SIZE; card++) seat.hand.push(made(this.deck.pop()));
      seat.handCount = HAND_SIZE;
      table.seats.push(seat);
    }
    table.deckCount = this.deck.length;
    this.state = table;
    this.onMessage('play', (client, message) => this.play(client, message));
  }

  onJoin(client) {
    client.userData = { seat: this.joined++ };
    client.view = new StateView();
    const seat = this.state.seats[client.userData.seat];
    client.view.add(seat);
    client.view.add(seat.hand);
    this.views[client.userData.seat] = client.view;
    client.send('seat', client.userData.seat);
  }

  play(client, { card }) {
    const { state } = this;
    const number = client.userData.seat;
    const seat = state.seats[number];
    const at = number === state.current ? seat.hand.findIndex((held) => held.id === card) : -1;
    if (at < 0) throw new Error('this may not be played');
    const [played] = seat.hand.splice(at, 1);
    state.discard.push(new Card({ id: played.id, kind: played.kind, suit: played.suit, rank: played.rank }));
    const target = state.seats[(number + 1) % state.seats.length];
    target.hp = (target.hp % 4) + 1;
    if (this.deck.length === 0) {
      this.deck = shuffle(state.discard.map(plain), Math.random);
      state.discard.clear();
    }
    const drawn = made(this.deck.pop());
    seat.hand.push(drawn);
    this.views[number]?.add(drawn);
    seat.handCount = seat.hand.length;
    state.deckCount = this.deck.length;
    state.current = (number + 1) % state.seats.length;
    state.turn++;
    this.broadcastPatch();
  }
}

const server = new Server({ transport: new WebSocketTransport(), greet: false });
server.define('cards', CardsRoom);
await server.listen(Number(process.argv[2]), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
