// A name that there is not is refused, also from JavaScript, where nothing else looks at it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { AnswerSchema, Client, rulesetOf, Seat } from "@sanguosha/client";
import { against, say } from "./scripted.js";
import { clientAt } from "./server.js";

const NAME = "matches/a";
const misspelt: object = { signl: undefined };

/** Reads a stream. */
async function all(updates: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of updates);
}

/** Everything that takes options, with one that there is not. */
function calls(client: Client, seat: Seat): Record<string, () => Promise<unknown>> {
  const plain = ["view", "concede", "leave", "handOver", "takeBack", "pause", "resumeMatch", "rematch"] as const;
  const answer = create(AnswerSchema, { decision: 1 });
  return {
    ...Object.fromEntries(plain.map((call) => [`seat.${call}`, async () => seat[call](misspelt)])),
    "seat.act": async () => seat.act(answer, misspelt),
    "seat.decisions": async () => all(seat.decisions(misspelt)),
    "seat.next": async () => seat.next(misspelt),
    "seat.say": async () => seat.say("你好", misspelt),
    "seat.updates": async () => all(seat.updates(misspelt)),
    createMatch: async () => client.createMatch({ seats: 5 }, misspelt),
    "createMatch, what": async () => client.createMatch({ seats: 5, ...misspelt }),
    createSeries: async () => client.createSeries({ players: ["a"] }, misspelt),
    "createSeries, what": async () => client.createSeries({ players: ["a"], ...misspelt }),
    get: async () => client.get(NAME, misspelt),
    handOver: async () => client.handOver(NAME, 1, misspelt),
    issueToken: async () => client.issueToken(NAME, misspelt),
    join: async () => client.join(NAME, misspelt),
    joinByCode: async () => client.joinByCode("CODE", misspelt),
    matches: async () => all(client.matches({}, misspelt)),
    "matches, filter": async () => all(client.matches(misspelt)),
    quickMatch: async () => client.quickMatch({ seats: 5 }, misspelt),
    "quickMatch, rules": async () => client.quickMatch({ seats: 5, ...misspelt }),
    seat: async () => client.seat(NAME, "t", misspelt),
    ticketUrl: async () => client.ticketUrl(seat, misspelt),
    view: async () => client.view(NAME, misspelt),
    watch: async () => all(client.watch(NAME, misspelt)),
  };
}

test("an option that there is not is named by whatever is given it, and nothing is sent", async () => {
  const asked = await against([say({ match: { name: NAME } })], async (port) => {
    const seat = await clientAt(port).join(NAME);
    for (const [call, made] of Object.entries(calls(clientAt(port), seat))) {
      await assert.rejects(made, (error) => error instanceof TypeError && error.message.includes("signl"), call);
    }
  });
  assert.equal(asked.length, 1); // to have a seat
  assert.throws(() => new Client("http://localhost", { patiense: 3 } as object), /no option patiense/);
});

test("a rule that there is not is named, and what there is instead", () => {
  const deadlines: object = { paly: 3 };
  assert.throws(() => rulesetOf({ seatCuont: 5 } as object), /there is no rule seatCuont: there are seats,/);
  assert.throws(() => rulesetOf({ deadlines }), /no kind of decision paly: there are setup, play,/);
});

test("a whole ruleset leaves no rules to say", async () => {
  const ruleset = rulesetOf({ seats: 5 });
  const without = rulesetOf({});
  const asked = await against([say({}), say({})], async (port) => {
    const client = clientAt(port);
    const both = { ruleset, players: ["a"], heroes: false };
    await assert.rejects(client.createSeries(both), /TypeError: a whole Ruleset leaves nothing to say by heroes/);
    await assert.rejects(client.createMatch({ ruleset, heroes: false }), /nothing to say by heroes/);
    await client.createMatch({ ruleset, bots: 2 });
    await client.createSeries({ ruleset: without, players: ["a", "b", "c", "d"] });
  });
  assert.deepEqual(asked.map(({ body }) => body["botSeats"]), [[3, 4], undefined]);
  const series = asked[1]?.body["series"] as { ruleset: { seatCount: number } };
  assert.equal(series.ruleset.seatCount, 4);
  assert.equal(without.seatCount, 0);
});
