// A watcher whose connections are cut at random moments sees what one sees that is left alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { toJson } from "@bufbuild/protobuf";
import { Answerer, EventSchema, MatchState, Outcome, randomAnswer, Reset, TalkMessageSchema } from "@sanguosha/client";
import type { Client, Random, Seat, Watcher } from "@sanguosha/client";
import { CuttingProxy } from "./cutting.js";
import { ADDRESS, chanceFrom, client, clientAt, SEED } from "./server.js";

// Less than what is sent again to a watcher that fell behind: beyond 400 events it gets a snapshot.
const FAR_BEHIND = 200;

/** What a watcher has seen. */
class Seen {
  readonly events: unknown[] = [];
  readonly messages: unknown[] = [];
  readonly decisions: number[] = [];
  state = MatchState.UNSPECIFIED;

  async follow(watcher: Watcher): Promise<void> {
    for await (const update of watcher) {
      assert.equal(update.reset, Reset.UNSPECIFIED);
      assert.equal(update.snapshot, undefined);
      this.events.push(...update.events.map((event) => toJson(EventSchema, event)));
      this.messages.push(...update.messages.map((message) => toJson(TalkMessageSchema, message)));
      this.decisions.push(...update.decisions.map((decision) => decision.id));
      this.state = update.state;
    }
  }
}

/** A match whose seats are all this test's: the house would go on while this process has to wait. */
async function wholeTable(by: Client): Promise<{ name: string; seats: Seat[] }> {
  const match = await by.createMatch({ seats: 4, heroes: false, talk: true });
  const seats: Seat[] = [];
  for (const _ of match.seats) seats.push(await by.join(match.name));
  return { name: match.name, seats };
}

/** Plays to the end, talks now and then, and counts the answers that were taken. */
async function play(seat: Seat, random: Random, before: () => Promise<void> = async () => {}): Promise<number> {
  let taken = 0;
  for await (const decision of seat.decisions()) {
    await before();
    if (taken % 8 === 0 && taken < 80) await seat.say(`${taken} 张`);
    if ((await seat.act(randomAnswer(decision, random))) === Outcome.APPLIED) taken++;
  }
  return taken;
}

/** A match that is played and watched through a client whose connections are cut, and watched by one left alone. */
async function playTorn(through: Client, random: Random): Promise<string> {
  const { name, seats } = await wholeTable(through);
  const [quiet, torn, spectator] = [new Seen(), new Seen(), new Seen()];
  const { token } = seats[0]!;
  const watching = Promise.all([
    quiet.follow(client.watch(name, { token, cursor: "0" })),
    torn.follow(through.watch(name, { token, cursor: "0" })),
    spectator.follow(through.watch(name, { cursor: "0" })),
  ]);
  const together = async () => {
    const behind = () => quiet.events.length - Math.min(torn.events.length, spectator.events.length);
    while (behind() > FAR_BEHIND) await setTimeout(5);
  };
  await through.start(name);
  const playing = Promise.all(seats.map((seat) => play(seat, random, together)));
  const [taken] = await Promise.all([playing, watching]);
  const answers = taken.reduce((sum, count) => sum + count);
  assert.deepEqual(torn.events, quiet.events);
  assert.deepEqual(torn.messages, quiet.messages);
  assert.equal(spectator.events.length, quiet.events.length);
  assert.equal(torn.state, MatchState.FINISHED);
  // One that opens and closes between two updates is told to nobody; none comes twice.
  assert.deepEqual(torn.decisions, [...new Set(torn.decisions)].sort((one, other) => one - other));
  const { steps } = await client.replay(name);
  const played = steps.filter(({ step }) => step.case === "answer" && step.value.answerer === Answerer.PLAYER);
  assert.equal(played.length, answers);
  return `${quiet.events.length} events, ${answers} answers`;
}

test(`cut connections lose and double nothing, seed ${SEED}`, async (context) => {
  const proxy = new CuttingProxy(new URL(ADDRESS), chanceFrom(SEED), 40_000);
  const through = clientAt(await proxy.open());
  const random = chanceFrom(SEED);
  try {
    // A short match may see only a few.
    while (proxy.cuts <= 10) context.diagnostic(`${await playTorn(through, random)}; ${proxy.cuts} cuts`);
  } finally {
    proxy.close();
  }
});

test("a loop that was left goes on where it was, and so does another client with the cursor", async () => {
  const { name, seats } = await wholeTable(client);
  const { token } = seats[0]!;
  await client.start(name);
  const whole = new Seen();
  const watching = whole.follow(client.watch(name, { token, cursor: "0" }));
  const seen: unknown[] = [];
  const random = chanceFrom(SEED);
  const playing = Promise.all(seats.map((seat) => play(seat, random)));
  let again = await client.seat(name, token, { cursor: "0" });
  for (let over = false; !over; ) {
    for await (const update of again.updates()) {
      seen.push(...update.events.map((event) => toJson(EventSchema, event)));
      over = update.state === MatchState.FINISHED;
      break;
    }
    if (seen.length % 2) again = await client.seat(name, token, { cursor: again.cursor });
  }
  await Promise.all([playing, watching]);
  assert.deepEqual(seen, whole.events);
});
