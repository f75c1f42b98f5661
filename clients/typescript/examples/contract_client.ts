// Plays whole matches over HTTP by picking among the listed choices: no card, no rule.
//
// With a server at localhost:8080 (`make run`, or `.venv/bin/sgs serve`):
//
// make ts-client
// node clients/typescript/build/examples/contract_client.js --address localhost:8080 --matches 10 --seats 8
// node clients/typescript/build/examples/contract_client.js --mode 3v3 --seats 6 --option competitive

import { parseArgs } from "node:util";
import { fromJson } from "@bufbuild/protobuf";
import type { JsonValue } from "@bufbuild/protobuf";
import { Client, MatchState, Outcome, RulesetSchema, randomAnswer } from "@sanguosha/client";
import type { Decision, Random, Seat } from "@sanguosha/client";

const seen: Record<string, number> = {};
const count = (what: string) => (seen[what] = (seen[what] ?? 0) + 1);

// `NAME`, which is on, or `NAME=VALUE`, with the value as in JSON; a text needs no quotes.
function option(text: string): [string, JsonValue] {
  const [name = "", value = "true"] = text.split(/=(.*)/s);
  try {
    return [name, JSON.parse(value) as JsonValue];
  } catch {
    return [name, value];
  }
}

// Mulberry32: the platform has no generator that takes a seed.
function chanceFrom(seed: number): Random {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

// One server after the other, by chance: they share a store.
function clientOf(addresses: readonly string[], random: Random): Client {
  const hosts = addresses.map((address) => new URL(`http://${address}`).host);
  const anywhere: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    url.host = hosts[Math.floor(random() * hosts.length)] ?? url.host;
    return fetch(url, init);
  };
  return new Client(`http://${addresses[0]}`, { fetch: anywhere, onRetry: () => count("retries") });
}

async function answer(seat: Seat, decision: Decision, random: Random): Promise<void> {
  count(`OUTCOME_${Outcome[await seat.act(randomAnswer(decision, random))]}`);
}

/** Those that go with the edition. */
async function everyPack(): Promise<string[]> {
  const { editions, packs } = await new Client(`http://${given.address[0]}`).catalogue();
  const edition = editions.find(({ id }) => id === given.edition);
  return edition?.takesPacks === false ? [] : packs.map((pack) => pack.id);
}

async function byCalls(seat: Seat, random: Random): Promise<void> {
  let cursor = "0";
  for (;;) {
    const update = await seat.next({ cursor, wait: 20 });
    if (update.state === MatchState.FINISHED || update.state === MatchState.ABANDONED) return;
    cursor = update.cursor;
    for (const decision of update.decisions) await answer(seat, decision, random);
  }
}

async function byStream(seat: Seat, random: Random): Promise<void> {
  for await (const decision of seat.decisions()) await answer(seat, decision, random);
}

// What is refused, or not known, is said in a line.
process.on("uncaughtException", ({ message }) => {
  console.error(message);
  process.exit(1);
});

const text = (value: string) => ({ type: "string", default: value }) as const;
const flag = { type: "boolean", default: false } as const;
const { values: given } = parseArgs({ options: {
  address: { type: "string", multiple: true, default: ["localhost:8080"] },
  matches: text("10"), seats: text("8"), "at-once": text("8"), seed: text("1"),
  edition: text(""), mode: text(""), "all-packs": flag, stream: flag,
  option: { type: "string", multiple: true, default: [] },
} });
const ruleset = fromJson(RulesetSchema, {
  edition: given.edition, mode: given.mode, packs: given["all-packs"] ? await everyPack() : [],
  seatCount: Number(given.seats), options: Object.fromEntries(given.option.map(option)),
});
const sit = given.stream ? byStream : byCalls;
let begun = 0;

async function play(seed: number): Promise<void> {
  const random = chanceFrom(seed);
  const client = clientOf(given.address, random);
  const match = await client.createMatch(ruleset);
  const seats: Seat[] = [];
  for (const _ of match.seats) seats.push(await client.join(match.name));
  await client.start(match.name);
  await Promise.all(seats.map((seat) => sit(seat, random)));
}

await Promise.all(Array.from({ length: Number(given["at-once"]) }, async () => {
  while (begun < Number(given.matches)) await play(Number(given.seed) + begun++);
}));
console.log(`${given.matches} matches of ${given.seats} seats ended: ${JSON.stringify(seen)}`);
