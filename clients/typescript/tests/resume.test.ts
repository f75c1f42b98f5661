// A watcher whose connections are cut at random moments sees what one sees that is left alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { toJson } from "@bufbuild/protobuf";
import { Answerer, EventSchema, MatchState, Outcome, randomAnswer, Reset, TalkMessageSchema } from "@sanguosha/client";
import type { Seat, Update, Watcher } from "@sanguosha/client";
import { CuttingProxy } from "./cutting.js";
import { ADDRESS, chanceFrom, client, clientAt, oneSeat, SEED } from "./server.js";

interface Seen {
  readonly events: unknown[];
  readonly messages: unknown[];
  readonly decisions: number[];
  last?: Update;
}

async function see(watcher: Watcher): Promise<Seen> {
  const seen: Seen = { events: [], messages: [], decisions: [] };
  for await (const update of watcher) {
    assert.equal(update.reset, Reset.UNSPECIFIED);
    assert.equal(update.snapshot, undefined);
    seen.events.push(...update.events.map((event) => toJson(EventSchema, event)));
    seen.messages.push(...update.messages.map((message) => toJson(TalkMessageSchema, message)));
    seen.decisions.push(...update.decisions.map((decision) => decision.id));
    seen.last = update;
  }
  return seen;
}

/** Plays to the end, talks now and then, and counts the answers that were taken. */
async function play(seat: Seat, seed: number): Promise<number> {
  const random = chanceFrom(seed);
  let taken = 0;
  for await (const decision of seat.decisions()) {
    if (taken % 8 === 0 && taken < 80) await seat.say(`${taken} 张`);
    if ((await seat.act(randomAnswer(decision, random))) === Outcome.APPLIED) taken++;
  }
  return taken;
}

for (const round of [0, 1]) {
  const seed = SEED + round;
  test(`cut connections lose and double nothing, seed ${seed}`, async (context) => {
    const proxy = new CuttingProxy(new URL(ADDRESS), chanceFrom(seed), 100_000);
    const through = clientAt(await proxy.open());
    try {
      const seat = await oneSeat({ talk: true }, through);
      const kept = { token: seat.token, cursor: "0" };
      const alone = see(client.watch(seat.name, kept));
      const cut = see(through.watch(seat.name, kept));
      const anybody = see(through.watch(seat.name, { cursor: "0" }));
      await through.start(seat.name);
      const taken = await play(seat, seed);
      const [quiet, torn, spectator] = await Promise.all([alone, cut, anybody]);
      context.diagnostic(`${proxy.cuts} cuts, ${quiet.events.length} events, ${taken} answers`);
      assert.ok(proxy.cuts > 10, `only ${proxy.cuts} cuts`);
      assert.deepEqual(torn.events, quiet.events);
      assert.deepEqual(torn.messages, quiet.messages);
      assert.equal(spectator.events.length, quiet.events.length);
      assert.equal(torn.last?.state, quiet.last?.state);
      // A decision may have closed while nobody was connected; none comes twice.
      assert.deepEqual(torn.decisions, [...new Set(torn.decisions)].filter((id) => quiet.decisions.includes(id)));
      const { steps } = await client.replay(seat.name);
      const mine = steps.filter(({ step }) => step.case === "answer" && step.value.answerer === Answerer.PLAYER);
      assert.equal(mine.length, taken);
    } finally {
      proxy.close();
    }
  });
}

test("a loop that was left goes on where it was, and so does another client with the cursor", async () => {
  const seat = await oneSeat({ talk: true });
  await client.start(seat.name);
  const whole = see(client.watch(seat.name, { token: seat.token, cursor: "0" }));
  const seen: unknown[] = [];
  const playing = play(seat, SEED);
  let again = await client.seat(seat.name, seat.number, seat.token, { cursor: "0" });
  for (let over = false; !over; ) {
    for await (const update of again.updates()) {
      seen.push(...update.events.map((event) => toJson(EventSchema, event)));
      over = update.state === MatchState.FINISHED;
      break;
    }
    if (seen.length % 2) again = await client.seat(seat.name, seat.number, seat.token, { cursor: again.cursor });
  }
  await playing;
  assert.deepEqual(seen, (await whole).events);
});
