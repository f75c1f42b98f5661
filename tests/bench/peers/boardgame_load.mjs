// node boardgame_load.mjs JSON: {port, pids, actions, warm_up, at_once, seats, alone}. A socket for each seat, or for one seat a
// match; each match has one move in flight. Prints what the window found.
import { io } from 'socket.io-client';
import { Window } from './window.mjs';

const asked = JSON.parse(process.argv[2]);
const base = `http://127.0.0.1:${asked.port}`;
const window = new Window(asked.actions, asked.warm_up, asked.pids);

async function post(path, body) {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

class Seat {
  constructor(matchID, playerID, credentials) {
    Object.assign(this, { matchID, playerID, credentials, sentAt: 0, sentStateID: -1 });
  }

  async open() {
    this.socket = io(`${base}/cards`, { transports: ['websocket'], forceNew: true, reconnection: false });
    await new Promise((connected, failed) => {
      this.socket.once('connect', connected);
      this.socket.once('connect_error', failed);
    });
    const synced = new Promise((resolve) => {
      this.socket.once('sync', (_, { state }) => resolve(state));
    });
    this.socket.emit('sync', this.matchID, this.playerID, this.credentials, asked.seats);
    this.state = await synced;
    this.socket.on('update', (_, state) => this.take(state));
  }

  take(state) {
    this.state = state;
    if (this.sentAt && state._stateID > this.sentStateID) {
      window.moved(performance.now() - this.sentAt);
      this.sentAt = 0;
    }
    this.move();
  }

  move() {
    if (this.sentAt || this.state.ctx.currentPlayer !== this.playerID) return;
    const { matchID, playerID, credentials } = this;
    const args = [this.state.G.players[playerID].hand[0].id];
    this.sentStateID = this.state._stateID;
    this.sentAt = performance.now();
    const move = { type: 'MAKE_MOVE', payload: { type: 'play', args, playerID, credentials } };
    this.socket.emit('update', move, this.sentStateID, matchID, playerID);
  }
}

const seats = [];
for (let match = 0; match < asked.at_once; match++) {
  const setup = { numPlayers: asked.seats, setupData: { alone: asked.alone } };
  const { matchID } = await post('/games/cards/create', setup);
  for (let number = 0; number < asked.seats; number++) {
    const joining = { playerID: String(number), playerName: `p${number}` };
    const { playerCredentials } = await post(`/games/cards/${matchID}/join`, joining);
    if (!asked.alone || number === 0) seats.push(new Seat(matchID, String(number), playerCredentials));
  }
}
await Promise.all(seats.map((seat) => seat.open()));
for (const seat of seats) seat.move();
console.log(JSON.stringify(await window.closed));
process.exit(0);
