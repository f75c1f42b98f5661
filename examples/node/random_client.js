// Plays whole matches by picking among the listed choices. It is written from the .proto alone: no card, no rule.
//
// With a server at localhost:50051 (`make run`, or `.venv/bin/sgs serve`):
//
// make node-client
// node examples/node/random_client.js --address localhost:50051 --matches 10 --seats 8
// node examples/node/random_client.js --mode 3v3 --seats 6 --option competitive --option warm_seat=4

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import grpc from "@grpc/grpc-js";
import loader from "@grpc/proto-loader";

const includeDirs = ["proto", "third_party"].map((name) => fileURLToPath(new URL(`../../${name}`, import.meta.url)));
const OVER = ["MATCH_STATE_FINISHED", "MATCH_STATE_ABANDONED"];
const { UNAVAILABLE, ABORTED, FAILED_PRECONDITION } = grpc.status;

const services = ["match_service", "catalogue_service"].map((name) => `sanguosha/v1/${name}.proto`);
const definition = loader.loadSync(services, {
  includeDirs, keepCase: true, longs: Number, enums: String, defaults: true, oneofs: true,
});
const { MatchService, CatalogueService } = grpc.loadPackageDefinition(definition).sanguosha.v1;

// `NAME`, which is on, or `NAME=VALUE`, with the value as in JSON; a text, which a duration is, needs no quotes.
function option(text) {
  const [name, value] = text.split(/=(.*)/s);
  const known = definition["sanguosha.v1.RulesetOptions"].type.field.map((field) => field.name);
  if (!known.includes(name)) throw new Error(`no option ${name}: there are ${known.join(", ")}`);
  const duration = /^(\d+)(?:\.(\d{1,9}))?s$/;
  const seconds = (_, said) => {
    const [, whole, part = ""] = duration.exec(said) ?? [];
    return whole === undefined ? said : { seconds: Number(whole), nanos: Number(part.padEnd(9, "0")) };
  };
  return [name, JSON.parse(duration.test(value) ? `"${value}"` : value ?? "true", seconds)];
}

// Mulberry32: the platform has no generator that takes a seed.
function chanceFrom(seed) {
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const between = (min, max) => min + Math.floor(next() * (max - min + 1));
  const oneOf = (list) => list[between(0, list.length - 1)];
  const sample = (list, count) => {
    const rest = [...list];
    return Array.from({ length: count }, () => rest.splice(between(0, rest.length - 1), 1)[0]);
  };
  return { between, oneOf, sample };
}

// Any filling within the pick's own bounds.
function fill(pick, chance) {
  const shape = pick[pick.shape];
  const count = chance.between(shape.min, shape.max);
  if (pick.shape !== "assignment") return { pick: pick.id, chosen: chance.sample(shape.of.map((c) => c.id), count) };
  const places = (room) => shape.buckets.flatMap((bucket, n) => Array(room(bucket)).fill(n));
  const bucket = places((b) => b.min);
  bucket.push(...chance.sample(places((b) => b.max - b.min), count - bucket.length));
  return { pick: pick.id, chosen: chance.sample(shape.items.map((i) => i.id), count), bucket };
}

function choose(decision, chance) {
  const option = chance.oneOf(decision.options);
  return { decision: decision.id, option: option.id, picks: option.picks.map((pick) => fill(pick, chance)) };
}

// One match, played by this client on every seat.
class Player {
  constructor(stubs, seed, seen) {
    Object.assign(this, { stubs, chance: chanceFrom(seed), count: (what) => (seen[what] = (seen[what] ?? 0) + 1) });
  }

  // Calls a method, and again with the same request id while the server cannot be reached.
  async call(method, request, metadata = new grpc.Metadata()) {
    for (let attempt = 0; attempt < 60; attempt++) {
      const stub = this.chance.oneOf(this.stubs);
      const [error, response] = await new Promise((done) =>
        stub[method](request, metadata, { deadline: Date.now() + 40_000 }, (...reply) => done(reply)));
      if (!error) return response;
      if (error.code !== UNAVAILABLE && error.code !== ABORTED) throw error;
      this.count("retries");
      await sleep(Math.min(20 * 2 ** attempt, 500));
    }
    throw new Error(`${method}: the server stays away`);
  }

  async play(ruleset, sit) {
    const match = await this.call("CreateMatch", { match: { ruleset }, request_id: randomUUID() });
    const named = () => ({ name: match.name, request_id: randomUUID() });
    const seats = match.seats.map(() => new grpc.Metadata());
    for (const metadata of seats)
      metadata.set("authorization", `Bearer ${(await this.call("JoinMatch", named())).seat_token}`);
    await this.call("StartMatch", named());
    await Promise.all(seats.map((metadata) => sit.call(this, match.name, metadata)));
  }

  // Answers a seat's decisions by unary calls until the match is over.
  async byCalls(name, metadata) {
    let update = { state: "MATCH_STATE_PLAYING", decisions: [], cursor: "0" };
    while (!OVER.includes(update.state)) {
      if (!update.decisions.length) {
        const ask = { name, cursor: update.cursor, wait: { seconds: 20 } };
        ({ update } = await this.call("NextDecision", ask, metadata));
        continue;
      }
      const act = { name, request_id: randomUUID(), answer: choose(update.decisions[0], this.chance) };
      try {
        const response = await this.call("Act", act, metadata);
        this.count(response.outcome);
        update = response.update;
      } catch (error) {
        if (error.code === FAILED_PRECONDITION) return; // the match ended while this answer was on its way
        throw error;
      }
    }
  }

  // The same on a stream, and on the next one when it ends before the match does.
  async byStream(name, metadata) {
    let [state, cursor] = ["MATCH_STATE_PLAYING", "0"];
    while (!OVER.includes(state)) {
      const stream = this.chance.oneOf(this.stubs).PlayMatch(metadata);
      stream.write({ start: { name, cursor } });
      try {
        for await (const { update, result } of stream) {
          if (result?.result === "outcome") this.count(result.outcome);
          const reason = result?.refusal?.reason;
          if (reason && reason !== "ERROR_REASON_MATCH_OVER") throw new Error(`${reason}: ${result.refusal.message}`);
          if (!update) continue;
          ({ state, cursor } = update);
          for (const decision of update.decisions)
            stream.write({ answer: { request_id: randomUUID(), answer: choose(decision, this.chance) } });
        }
      } catch (error) {
        if (error.code !== UNAVAILABLE) throw error;
        this.count("retries");
        await sleep(100);
      }
    }
  }
}

// What is refused, or not known, is said in a line.
process.on("uncaughtException", ({ details, message }) => {
  console.error(details || message);
  process.exit(1);
});

const [text, flag] = [(value) => ({ type: "string", default: value }), { type: "boolean", default: false }];
const { values: given } = parseArgs({ options: {
  address: { type: "string", multiple: true, default: ["localhost:50051"] },
  matches: text("10"), seats: text("8"), "at-once": text("8"), seed: text("1"),
  edition: text(""), mode: text(""), "all-packs": flag, stream: flag,
  option: { type: "string", multiple: true, default: [] },
} });
const stubs = given.address.map((address) => new MatchService(address, grpc.credentials.createInsecure()));
const options = Object.fromEntries(given.option.map(option));
const ruleset = { edition: given.edition, mode: given.mode, seat_count: Number(given.seats), options };
if (given["all-packs"]) { // every pack that goes with the edition
  const catalogues = new CatalogueService(given.address[0], grpc.credentials.createInsecure());
  const catalogue = await new Promise((resolve, reject) =>
    catalogues.GetCatalogue({}, (error, found) => (error ? reject(error) : resolve(found))));
  const edition = catalogue.editions.find(({ id }) => id === given.edition);
  ruleset.packs = edition?.takes_packs === false ? [] : catalogue.packs.map((pack) => pack.id);
  catalogues.close();
}
const sit = given.stream ? Player.prototype.byStream : Player.prototype.byCalls;
const seen = {};
let begun = 0;
await Promise.all(Array.from({ length: Number(given["at-once"]) }, async () => {
  while (begun < Number(given.matches)) await new Player(stubs, Number(given.seed) + begun++, seen).play(ruleset, sit);
}));
console.log(`${given.matches} matches of ${given.seats} seats ended: ${JSON.stringify(seen)}`);
stubs.forEach((stub) => stub.close());
