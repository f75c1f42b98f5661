'use strict';
// The least that keeps boardgame.io's matches in Redis: a key each for state, initial state and metadata, and a list
// for the log. `setState` names no version that it expects, so there is no compare-and-set to make here.
const { createClient } = require('redis');

const ASYNC = 1;

exports.RedisStorage = class {
  constructor(path) {
    this.client = createClient({ socket: { path } });
  }

  type() {
    return ASYNC;
  }

  key(matchID, part) {
    return `bgio:${matchID}:${part}`;
  }

  async connect() {
    if (!this.client.isOpen) await this.client.connect();
  }

  async createMatch(matchID, { initialState, metadata }) {
    await Promise.all([
      this.client.set(this.key(matchID, 'initial'), JSON.stringify(initialState)),
      this.client.set(this.key(matchID, 'state'), JSON.stringify(initialState)),
      this.setMetadata(matchID, metadata),
      this.client.sAdd('bgio:matches', matchID),
    ]);
  }

  async setState(matchID, state, deltalog) {
    const writes = [this.client.set(this.key(matchID, 'state'), JSON.stringify(state))];
    if (deltalog && deltalog.length > 0) {
      const entries = deltalog.map((entry) => JSON.stringify(entry));
      writes.push(this.client.rPush(this.key(matchID, 'log'), entries));
    }
    await Promise.all(writes);
  }

  async setMetadata(matchID, metadata) {
    await this.client.set(this.key(matchID, 'meta'), JSON.stringify(metadata));
  }

  async fetch(matchID, wanted) {
    const parsed = (text) => (text == null ? undefined : JSON.parse(text));
    const get = (part) => this.client.get(this.key(matchID, part)).then(parsed);
    const [state, metadata, initialState, log] = await Promise.all([
      wanted.state ? get('state') : undefined,
      wanted.metadata ? get('meta') : undefined,
      wanted.initialState ? get('initial') : undefined,
      wanted.log ? this.client.lRange(this.key(matchID, 'log'), 0, -1) : undefined,
    ]);
    return { state, metadata, initialState, log: log && log.map(parsed) };
  }

  async wipe(matchID) {
    await this.client.del(['state', 'meta', 'initial', 'log'].map((part) => this.key(matchID, part)));
    await this.client.sRem('bgio:matches', matchID);
  }

  async listMatches() {
    return this.client.sMembers('bgio:matches');
  }
};
