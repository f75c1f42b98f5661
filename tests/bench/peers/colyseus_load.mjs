// node colyseus_load.mjs JSON: {port, pids, actions, warm_up, at_once, seats}. A socket for each seat; each match has one move in
// flight. Prints what the window found.
import { Client } from '@colyseus/sdk';
import { Window } from './window.mjs';

const asked = JSON.parse(process.argv[2]);
const endpoint = `ws://127.0.0.1:${asked.port}`;
const window = new Window(asked.actions, asked.warm_up, asked.pids);
let begun = false;

class Seat {
  constructor(room) {
    Object.assign(this, { room, number: -1, sentAt: 0, sentTurn: -1 });
    room.onStateChange((state) => this.take(state));
    this.seated = new Promise((resolve) => {
      room.onMessage('seat', (number) => resolve(number));
    });
  }

  take(state) {
    this.state = state;
    if (this.sentAt && state.turn > this.sentTurn) {
      window.moved(performance.now() - this.sentAt);
      this.sentAt = 0;
    }
    this.move();
  }

  move() {
    if (!begun || !this.state || this.sentAt || this.state.current !== this.number) return;
    const [card] = this.state.seats[this.number].hand;
    this.sentTurn = this.state.turn;
    this.sentAt = performance.now();
    this.room.send('play', { card: card.id });
  }
}

const seats = [];
for (let match = 0; match < asked.at_once; match++) {
  let roomId = '';
  for (let number = 0; number < asked.seats; number++) {
    const client = new Client(endpoint);
    const room = roomId ? await client.joinById(roomId, {}) : await client.create('cards', { seats: asked.seats });
    roomId = room.roomId;
    const seat = new Seat(room);
    seat.number = await seat.seated;
    seats.push(seat);
  }
}
begun = true;
for (const seat of seats) seat.move();
console.log(JSON.stringify(await window.closed));
process.exit(0);
