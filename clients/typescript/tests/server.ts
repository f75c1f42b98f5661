// The real server that the tests are given, and matches on it.

import { Client, MatchState, randomAnswer } from "@sanguosha/client";
import type { ClientOptions, MatchOptions, Random, Seat } from "@sanguosha/client";

export const ADDRESS = process.env["SGS_ADDRESS"] ?? "http://localhost:8080";
export const SEED = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

export const client = new Client(ADDRESS);

/** Mulberry32: the platform has no generator that takes a seed. */
export function chanceFrom(seed: number): Random {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A match with one player and the house, not started. */
export async function oneSeat(rules: MatchOptions = {}, by: Client = client): Promise<Seat> {
  const match = await by.createMatch({ seats: 4, bots: 3, heroes: false, ...rules });
  return by.join(match.name, { displayName: "曹操" });
}

export async function playOut(seat: Seat, random: Random): Promise<void> {
  for await (const decision of seat.decisions()) await seat.act(randomAnswer(decision, random));
}

/** A match that is over. */
export async function finished(): Promise<Seat> {
  const seat = await oneSeat();
  await client.start(seat.name);
  await playOut(seat, chanceFrom(SEED));
  const { state } = await client.get(seat.name);
  if (state !== MatchState.FINISHED) throw new Error(`${seat.name} is not finished`);
  return seat;
}

export function clientAt(port: number, options: ClientOptions = {}): Client {
  return new Client(`http://127.0.0.1:${port}`, options);
}
