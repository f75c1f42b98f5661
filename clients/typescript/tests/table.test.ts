// Every call, against a real server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromJsonString } from "@bufbuild/protobuf";
import { timestampMs } from "@bufbuild/protobuf/wkt";
import { AnswerSchema, MatchState, Outcome, rulesetOf, SanguoshaError } from "@sanguosha/client";
import { WatchMatchResponseSchema } from "@sanguosha/client";
import type { Decision, Match, Seat } from "@sanguosha/client";
import { chanceFrom, client, finished, oneSeat, playOut, SEED } from "./server.js";

const refused = (reason: string, status: number) => (error: unknown) => {
  assert.ok(error instanceof SanguoshaError, String(error));
  assert.deepEqual([error.reason, error.status], [reason, status]);
  return true;
};

/** The first match for which it holds, as the seat is told. */
async function told(seat: Seat, holds: (match: Match) => boolean): Promise<Match> {
  for await (const { match } of client.watch(seat.name, { token: seat.token })) if (match && holds(match)) return match;
  throw new Error("it never came");
}

test("a match is created by rules or by a ruleset, found, listed, joined by its code, and broken off", async () => {
  const made = await client.createMatch({
    seats: 4, bots: [3], displayNames: { 0: "刘备" }, annotations: { room: "7" }, deadlines: { play: 30 },
  });
  assert.deepEqual(made.seats.map(({ taken }) => taken), [true, false, false, true]);
  assert.deepEqual(made.seats.map(({ bot }) => bot), [false, false, false, true]);
  assert.equal(made.ruleset?.options?.deadlines?.play?.seconds, 30n);
  assert.deepEqual(made.annotations, { room: "7" });
  const names: string[] = [];
  for await (const { name } of client.matches({ joinable: true, seats: 4, pageSize: 1 })) names.push(name);
  assert.ok(names.includes(made.name));
  const seat = await client.joinByCode(made.code, { displayName: "关羽", seat: 2 });
  assert.deepEqual([seat.number, seat.name, seat.match.seats[2]?.displayName], [2, made.name, "关羽"]);
  const owner = await client.seat(made.name, await client.issueToken(made.name, { seat: 0 }));
  assert.deepEqual([owner.number, owner.name, owner.match.state], [0, made.name, MatchState.LOBBY]);
  await owner.leave();
  await assert.rejects(owner.leave(), refused("TOKEN_INVALID", 401));
  assert.equal((await client.abandon(made.name)).state, MatchState.ABANDONED);
  await assert.rejects(client.result(made.name), refused("MATCH_NOT_OVER", 400));
  assert.equal((await client.get((await client.createMatch(rulesetOf({ seats: 5 }))).name)).seats.length, 5);
});

test("players meet by what they want to play", async () => {
  const rules = { seats: 4, heroes: false, silentWaits: 0.001 * (1 + (SEED % 1000)) };
  const seats = [await client.quickMatch(rules, { displayName: "a" })];
  for (let more = 0; more < 3; more++) seats.push(await client.quickMatch(rulesetOf(rules)));
  assert.equal(new Set(seats.map((seat) => seat.name)).size, 1);
  await told(seats[0]!, ({ state }) => state === MatchState.PLAYING);
  const roles = await Promise.all(seats.map(async (seat) => (await seat.view()).view?.seats[seat.number]?.role));
  const first = seats[roles.findIndex((role) => role !== "lord")]!; // with whom the match does not end
  for (const seat of seats) await seat.pause();
  await told(first, ({ paused }) => paused);
  await assert.rejects(first.act(create(AnswerSchema, { decision: 1 })), refused("MATCH_PAUSED", 400));
  await first.resumeMatch();
  await first.handOver();
  assert.equal((await told(first, ({ seats }) => seats[first.number]!.away)).paused, false);
  assert.equal((await first.takeBack()).seats[first.number]?.away, false);
  await client.handOver(first.name, (first.number + 1) % 4);
  assert.equal((await first.concede()).seats[first.number]?.conceded, true);
  await assert.rejects(first.takeBack(), refused("SEAT_CONCEDED", 400));
  await client.abandon(first.name);
});

test("every call about a seat tells it the match", async () => {
  const seat = await oneSeat({ heroes: true, bots: 2 });
  await client.join(seat.name); // who never chooses a hero, so that nobody dies
  await client.start(seat.name);
  for (const call of ["pause", "resumeMatch", "handOver", "takeBack", "concede", "leave"] as const) {
    const before = seat.match;
    assert.equal(await seat[call](), seat.match);
    assert.notEqual(seat.match.etag, before.etag, call);
  }
});

for (const deadlines of [undefined, 3600]) {
  test(`a decision comes again after a pause, deadlines ${deadlines ?? "none"}`, async () => {
    const seat = await oneSeat(deadlines === undefined ? {} : { deadlines });
    await client.start(seat.name);
    const seen: Decision[] = [];
    for await (const decision of seat.decisions()) {
      if (seen.push(decision) === 2) break;
      assert.equal((await seat.pause()).paused, true);
      await assert.rejects(seat.act(decision.defaultAnswer!), refused("MATCH_PAUSED", 400));
      assert.equal((await seat.resumeMatch()).paused, false);
    }
    const [before, after] = seen;
    assert.equal(after!.id, before!.id);
    const until = seen.map(({ deadline }) => deadline && timestampMs(deadline));
    if (deadlines === undefined) assert.deepEqual(until, [undefined, undefined]);
    else assert.ok(until[1]! > until[0]!);
    assert.equal(await seat.act(after!.defaultAnswer!), Outcome.APPLIED);
    await client.abandon(seat.name);
  });
}

test("an answer that is not listed is refused, one that comes late is superseded", async () => {
  const no = (decision: number) => create(AnswerSchema, { decision, option: "no" });
  const seat = await oneSeat();
  await assert.rejects(seat.view(), refused("MATCH_NOT_STARTED", 400));
  await client.start(seat.name);
  for await (const decision of seat.decisions()) {
    const view = await seat.view();
    assert.deepEqual(view.decisions[0]?.id, decision.id);
    await assert.rejects(seat.act(no(decision.id)), refused("OPTION_NOT_LISTED", 400));
    await assert.rejects(seat.act(no(999)), refused("DECISION_UNKNOWN", 400));
    const answer = decision.defaultAnswer!;
    assert.equal(await seat.act(answer), Outcome.APPLIED);
    assert.equal(await seat.act(answer), Outcome.SUPERSEDED);
    await client.abandon(seat.name);
  }
  assert.equal(await seat.act(no(1)), Outcome.SUPERSEDED);
});

test("what is left of a match: result, replay, everything face up, and the next one", async () => {
  const seat = await finished();
  const result = await client.result(seat.name);
  assert.equal(result.roles.length, 4);
  assert.deepEqual((await client.replay(seat.name)).match?.result, result);
  assert.ok((await client.view(seat.name, { revealAll: true })).view?.seats.every(({ role }) => role));
  const again = await client.seat(seat.name, seat.token);
  assert.deepEqual([again.number, again.match.result], [seat.number, result]);
  const next = await again.rematch();
  assert.notEqual(next.name, seat.name);
  await playOut(next, chanceFrom(SEED));
  assert.equal((await client.get(next.name)).state, MatchState.FINISHED);
});

test("who may watch, and talk that is heard", async () => {
  const seat = await oneSeat({ talk: true, spectators: "token" });
  await client.start(seat.name);
  const first = async (token: string) => {
    for await (const update of client.watch(seat.name, { token })) return update;
    throw new Error("nothing came");
  };
  await assert.rejects(first(""), refused("SPECTATORS_REFUSED", 403));
  assert.equal((await seat.say("你好")).text, "你好");
  const update = await first(await client.issueToken(seat.name));
  assert.equal(update.snapshot?.viewer, undefined);
  assert.deepEqual(update.messages.map(({ text, seat: from }) => [text, from]), [["你好", seat.number]]);
  await assert.rejects(seat.say("x".repeat(201)), refused("FIELD_INVALID", 400));
  await assert.rejects(seat.say("反", { toTeam: true }), refused("NO_TEAMS", 400));
  await client.abandon(seat.name);
});

test("a ticket opens the stream of a seat for an EventSource, which sends no header", async () => {
  const seat = await oneSeat();
  await client.start(seat.name);
  const reply = await fetch(await client.ticketUrl(seat, { cursor: "0" }));
  assert.match(reply.headers.get("content-type") ?? "", /^text\/event-stream/);
  let text = "";
  for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (/^data: .*\n\n/m.test(text)) break;
  }
  const { update } = fromJsonString(WatchMatchResponseSchema, /^data: (.*)$/m.exec(text)![1]!);
  assert.ok(update!.events.length > 0);
  const bad = await fetch((await client.ticketUrl(seat)).replace("ticket=", "ticket=x"));
  assert.equal(bad.status, 401);
  await client.abandon(seat.name);
});

test("what the server is, and what there is to play with", async () => {
  const info = await client.serverInfo();
  assert.ok(info.limits!.maxRequestBytes > 0);
  const catalogue = await client.catalogue();
  assert.equal(catalogue.rulesVersion, info.rulesVersion);
  assert.equal(catalogue.heroes.length >= 25, true);
  assert.ok((await client.catalogue(["standard"])).cards.length <= catalogue.cards.length);
  await assert.rejects(client.catalogue(["no-such-pack"]), refused("FIELD_INVALID", 400));
});

test("the reasons and metadata of real refusals", async () => {
  await assert.rejects(client.get("matches/nowhere"), refused("MATCH_NOT_FOUND", 404));
  await assert.rejects(client.get("matches/a/b"), refused("NAME_INVALID", 400));
  await assert.rejects(client.createMatch({ seats: 3 }), refused("RULESET_INVALID", 400));
  await assert.rejects(client.createMatch({ seats: 5, bots: [9] }), (error: SanguoshaError) => {
    assert.ok(error.metadata["field"]?.startsWith("bot_seats"), JSON.stringify(error.metadata));
    return refused("FIELD_INVALID", 400)(error);
  });
  await assert.rejects(client.lookUp("NOCODE"), refused("CODE_UNKNOWN", 404));
  const seat = await oneSeat();
  await assert.rejects(client.join(seat.name), refused("MATCH_FULL", 400));
  await assert.rejects(client.seat(seat.name, "wrong"), refused("TOKEN_INVALID", 401));
  await assert.rejects(client.seat(seat.name, await client.issueToken(seat.name)), refused("TOKEN_MISSING", 401));
});
