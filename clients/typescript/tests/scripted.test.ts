// What is tried again, with what, and when it is given up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, Reset, SanguoshaError } from "@sanguosha/client";
import type { Update } from "@sanguosha/client";
import type { Step } from "./scripted.js";
import { against, busy, endEvent, errorEvent, fault, half, hangUp, later, plain, refuse, say } from "./scripted.js";
import { silent, stream, updateEvent } from "./scripted.js";
import { clientAt } from "./server.js";

const NAME = "matches/a";
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const away = refuse(503, "UNAVAILABLE", "STORE_UNAVAILABLE");
const contended = refuse(409, "ABORTED", "CONTENTION");

function failure(reason: string, status: number) {
  return (error: unknown) => error instanceof SanguoshaError && error.reason === reason && error.status === status;
}

async function all(updates: AsyncIterable<Update>): Promise<Update[]> {
  const seen: Update[] = [];
  for await (const update of updates) seen.push(update);
  return seen;
}

test("a call is sent again, the same, while its outcome is not known", async () => {
  const retries: string[] = [];
  const asked = await against([away, hangUp, contended, half, plain(502), say({ name: NAME })], async (port) => {
    const client = clientAt(port, { apiKey: "k", onRetry: (error) => retries.push(error.reason || `${error.status}`) });
    assert.equal((await client.start(NAME)).name, NAME);
  });
  assert.deepEqual(retries, ["STORE_UNAVAILABLE", "0", "CONTENTION", "0", "502"]);
  assert.equal(asked.length, 6);
  assert.match(String(asked[0]?.body["requestId"]), UUID);
  for (const { verb, path, headers, body } of asked) {
    assert.deepEqual([verb, path, headers["x-api-key"]], ["POST", "/v1/matches/a:start", "k"]);
    assert.deepEqual(body, asked[0]?.body);
  }
});

test("two calls have two request ids", async () => {
  const asked = await against([say({}), say({})], async (port) => {
    await clientAt(port).abandon(NAME);
    await clientAt(port).abandon(NAME);
  });
  assert.notEqual(asked[0]?.body["requestId"], asked[1]?.body["requestId"]);
});

test("a refusal is final, and says why", async () => {
  const full = refuse(429, "RESOURCE_EXHAUSTED", "LIMIT_REACHED", { limit: "max_open_matches" });
  const asked = await against([full], async (port) => {
    await assert.rejects(clientAt(port).createMatch({ seats: 5 }), (error: SanguoshaError) => {
      assert.equal(error.code, "RESOURCE_EXHAUSTED");
      assert.deepEqual(error.metadata, { limit: "max_open_matches" });
      return failure("LIMIT_REACHED", 429)(error);
    });
  });
  assert.equal(asked.length, 1);
});

test("who may watch is one of three words, and a match of another one is not created", async () => {
  const asked = await against([], async (port) => {
    const spectators = "friends" as "nobody";
    await assert.rejects(clientAt(port).createMatch({ seats: 4, spectators }), TypeError);
  });
  assert.equal(asked.length, 0);
});

test("what is no reply of the contract fails, and is not repeated", async () => {
  const asked = await against([plain(200), plain(404)], async (port) => {
    await assert.rejects(clientAt(port).get(NAME), failure("", 200));
    await assert.rejects(clientAt(port).get(NAME), failure("", 404));
  });
  assert.equal(asked.length, 2);
});

test("patience ends", async () => {
  await assert.rejects(clientAt(1, { patience: 0.2 }).get(NAME), failure("", 0));
  await against(Array(50).fill(away), async (port) => {
    await assert.rejects(clientAt(port, { patience: 0.2 }).get(NAME), failure("STORE_UNAVAILABLE", 503));
  });
});

test("a call is tried again not before the server has asked for it, and not at all where that is too late", async () => {
  const limited = later(429, "RESOURCE_EXHAUSTED", "RATE_EXCEEDED", 0.4);
  const asked = await against([limited, say({ name: NAME })], async (port) => {
    const began = performance.now();
    assert.equal((await clientAt(port).get(NAME)).name, NAME);
    const waited = (performance.now() - began) / 1000;
    assert.ok(waited >= 0.4 && waited < 0.4 * 1.25 + 0.4, `${waited}`);
  });
  assert.equal(asked.length, 2);
  await against([limited, busy(503, 7)], async (port) => {
    for (const seconds of [0.4, 7]) {
      await assert.rejects(clientAt(port, { patience: 0.3 }).get(NAME), (error: SanguoshaError) => {
        assert.equal(error.retryAfter, seconds);
        return true;
      });
    }
  });
});

test("a call is broken off by its signal: before, under way, and between two attempts", async () => {
  const reason = new Error("the page was left");
  await assert.rejects(clientAt(1).get(NAME, { signal: AbortSignal.abort(reason) }), reason);
  await against([silent], async (port) => {
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(reason), 50);
    await assert.rejects(clientAt(port).get(NAME, { signal: leaving.signal }), reason);
  });
  const leaving = new AbortController();
  setTimeout(() => leaving.abort(reason), 150);
  await assert.rejects(clientAt(1).get(NAME, { signal: leaving.signal }), reason);
});

test("a name that would lead elsewhere, and a token that no header can have, are not sent", async () => {
  const asked = await against([], async (port) => {
    for (const name of ["", "a", "matches/", "matches/..", "games/a"]) {
      await assert.rejects(clientAt(port).get(name), failure("NAME_INVALID", 400), name);
    }
    await assert.rejects(clientAt(port).view(NAME, { token: "a\nb" }), TypeError);
  });
  assert.equal(asked.length, 0);
  assert.throws(() => new Client("localhost"), TypeError);
});

function byteByByte(text: string): Uint8Array[] {
  return Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte));
}

test("a stream is taken up from the last whole update, whyever it ended", async () => {
  const messages = [{ text: "张飞" }];
  const [one, two, three, four] = ["1", "2", "3", "4"].map((cursor) => updateEvent({ cursor, messages }));
  const steps: Step[] = [
    stream([": ping\n\n", one!, two!.slice(0, 30)], true),
    away,
    stream([two!, endEvent("SERVER_STOPPING")]),
    stream([two!, three!, errorEvent(fault(429, "RESOURCE_EXHAUSTED", "SLOW_READER"))]),
    stream([three!, endEvent("AGE")]),
    stream([...byteByByte(four!), endEvent("MATCH_OVER")]),
  ];
  const asked = await against(steps, async (port) => {
    const seen = await all(clientAt(port).watch(NAME, { token: "t", cursor: "0" }));
    assert.deepEqual(seen.map((update) => update.cursor), ["1", "2", "3", "4"]);
    for (const { messages } of seen) assert.equal(messages[0]?.text, "张飞");
  });
  assert.deepEqual(asked.map((one) => one.headers["last-event-id"]), ["0", "1", "1", "2", "3", "3"]);
  assert.ok(asked.every((one) => one.headers.authorization === "Bearer t" && one.path === "/v1/matches/a:watch"));
});

test("a decision comes once, and again when it has changed or its number is given anew", async () => {
  const reset = Reset.CURSOR_AHEAD;
  const decision = (id: number, card = "") => ({ id, reason: { card } });
  const steps = [
    stream([updateEvent({ cursor: "1", open: [1], decisions: [decision(1)] })], true),
    stream([updateEvent({ cursor: "1", open: [1], decisions: [decision(1)] })], true),
    stream([updateEvent({ cursor: "2", open: [1], decisions: [decision(1)] })], true),
    stream([updateEvent({ cursor: "2", open: [1], decisions: [decision(1, "slash")] })], true),
    stream([updateEvent({ cursor: "1", reset, open: [1], decisions: [decision(1, "slash")] })], true),
    stream([endEvent("MATCH_OVER")]),
  ];
  await against(steps, async (port) => {
    const seen = await all(clientAt(port).watch(NAME));
    const told = seen.map((update) => `${update.cursor}: ${update.decisions.length}`);
    assert.deepEqual(told, ["1: 1", "2: 0", "2: 1", "1: 1"]);
  });
});

test("a stream that is refused fails, at once or on the way", async () => {
  const gone = refuse(404, "NOT_FOUND", "MATCH_NOT_FOUND");
  const replaced = errorEvent(fault(401, "UNAUTHENTICATED", "TOKEN_INVALID"));
  await against([gone, stream([updateEvent({ cursor: "1" }), replaced])], async (port) => {
    await assert.rejects(all(clientAt(port).watch(NAME)), failure("MATCH_NOT_FOUND", 404));
    await assert.rejects(all(clientAt(port).watch(NAME)), failure("TOKEN_INVALID", 401));
  });
});

test("a stream is broken off by its signal", async () => {
  const reason = new Error("the page was left");
  const leaving = new AbortController();
  await against([(response) => void response.writeHead(200).write(updateEvent({ cursor: "1" }))], async (port) => {
    const seen: Update[] = [];
    await assert.rejects(async () => {
      for await (const update of clientAt(port).watch(NAME, { signal: leaving.signal })) {
        seen.push(update);
        setTimeout(() => leaving.abort(reason), 20);
      }
    }, reason);
    assert.equal(seen.length, 1);
  });
});

const asking = (cursor: string, id: number) => updateEvent({ cursor, open: [id], decisions: [{ id }] });
const found = say({ update: { viewer: 0, match: { name: NAME } } });
const soon = () => new Promise((resolve) => setTimeout(resolve, 40));

test("a seat is found by one call, without its cursor", async () => {
  const ofSeat = say({ update: { viewer: 2, cursor: "9", match: { name: NAME } } });
  const asked = await against([ofSeat, stream([endEvent("MATCH_OVER")]), say({ update: {} })], async (port) => {
    const seat = await clientAt(port).seat(NAME, "t", { cursor: "5" });
    assert.deepEqual([seat.number, seat.name, seat.token, seat.cursor], [2, NAME, "t", "5"]);
    await all(seat.updates());
    await assert.rejects(clientAt(port).seat(NAME, "t"), failure("", 200));
  });
  const [finding, watching] = asked;
  assert.deepEqual([finding?.path, finding?.headers.authorization], ["/v1/matches/a/decisions:next", "Bearer t"]);
  assert.equal(watching?.headers["last-event-id"], "5");
});

test("a decision that has closed before it is taken is left out", async () => {
  const steps: Step[] = [
    found,
    (response) => void response.writeHead(200).write([1, 2, 3].map((id) => asking(`${id}`, id)).join("")),
  ];
  await against(steps, async (port) => {
    const seat = await clientAt(port).seat(NAME, "t");
    const taken: number[] = [];
    for await (const { id } of seat.decisions()) {
      taken.push(id);
      if (id === 3) break;
      await soon();
    }
    assert.deepEqual(taken, [1, 3]);
  });
});

const pausing = (cursor: string, paused: boolean) => {
  return updateEvent({ cursor, open: [1], decisions: [{ id: 1 }], match: { name: NAME, paused } });
};

test("no decision is taken in a pause, and the one that waits comes again behind it, on the same stream", async () => {
  let over = false;
  const steps: Step[] = [
    found,
    async (response) => {
      response.writeHead(200).write(pausing("1", false));
      await soon();
      response.write(pausing("2", true));
      await soon();
      over = true;
      response.write(pausing("3", false));
    },
  ];
  const asked = await against(steps, async (port) => {
    const seat = await clientAt(port).seat(NAME, "t");
    const taken: [number, boolean][] = [];
    for await (const { id } of seat.decisions()) {
      taken.push([id, over]);
      if (over) break;
    }
    assert.deepEqual(taken, [[1, false], [1, true]]);
  });
  assert.equal(asked.length, 2);
});

test("a decision comes again where a pause ended while no stream was open, and only there", async () => {
  const steps = [
    stream([asking("1", 1), pausing("2", true)], true),
    stream([asking("2", 1)], true),
    stream([pausing("3", false)], true),
    stream([asking("3", 1), endEvent("MATCH_OVER")]),
  ];
  await against(steps, async (port) => {
    const seen = await all(clientAt(port).watch(NAME));
    assert.deepEqual(seen.map((update) => `${update.cursor}: ${update.decisions.length}`), ["1: 1", "2: 1", "3: 1"]);
  });
});
