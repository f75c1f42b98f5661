// Plays a seat against the house, by chance, and prints the result.
//
// With a server at localhost:8080 (`make run`, or `.venv/bin/sgs serve`):
//
// make ts-client
// node clients/typescript/build/examples/bot.js http://localhost:8080

import { Client, MatchState, randomAnswer } from "@sanguosha/client";

const client = new Client(process.argv[2] ?? "http://localhost:8080");

const match = await client.createMatch({ seats: 5, bots: 4 });
const seat = await client.join(match.name, { displayName: "example" });
await client.start(match.name);

for await (const decision of seat.decisions()) {
  await seat.act(randomAnswer(decision));
}

const { state, result } = await client.get(match.name);
const mine = result?.seats[seat.number];
if (state !== MatchState.FINISHED || mine === undefined) throw new Error(`${match.name} was broken off`);
console.log(`${match.name}: seat ${mine.seat}, ${mine.role}, ${mine.won ? "won" : "lost"}`);
