// Answers by what they mean, checked before they are sent.

import assert from "node:assert/strict";
import { test } from "node:test";
import { create } from "@bufbuild/protobuf";
import { answerBy, checkAnswer, DecisionSchema, defaultAnswer, IllegalChoice, randomAnswer } from "@sanguosha/client";
import { Suit } from "@sanguosha/client";
import type { Option, Picks } from "@sanguosha/client";
import { chanceFrom, SEED } from "./server.js";

type Kind = { case: "seat" | "card" | "suit"; value: number } | { case: "hand"; value: { seat: number } };

const listed = (...kinds: Kind[]) => kinds.map((kind, id) => ({ id, kind }));
const seats = (...numbers: number[]) => listed(...numbers.map((value) => ({ case: "seat", value }) as const));
const cards = (...numbers: number[]) => listed(...numbers.map((value) => ({ case: "card", value }) as const));
const subset = (of: ReturnType<typeof listed>, min: number, max: number) =>
  ({ case: "subset", value: { of, min, max } }) as const;
const bucket = (seat: number, min: number, max: number) => ({ to: seats(seat)[0]!, min, max });

const hand: Kind = { case: "hand", value: { seat: 3 } };
const ordered = { of: cards(31, 12, 50), min: 3, max: 3 };
const given = { items: cards(31, 12, 50), buckets: [bucket(2, 0, 3), bucket(4, 1, 1)], min: 1, max: 3 };

const decision = create(DecisionSchema, {
  id: 7,
  options: [
    { id: "pass" },
    { id: "slash", picks: [{ id: "targets", shape: subset(seats(2, 4, 5), 1, 2) }] },
    { id: "order", picks: [{ id: "cards", shape: { case: "sequence", value: ordered } }] },
    { id: "give", picks: [{ id: "to", shape: { case: "assignment", value: given } }] },
    { id: "take", picks: [{ id: "from", shape: subset(listed(hand, hand, { case: "card", value: 3 }), 0, 2) }] },
    { id: "suit", picks: [{ id: "suit", shape: subset(listed({ case: "suit", value: Suit.HEART }), 1, 1) }] },
  ],
  defaultAnswer: { decision: 7, option: "pass" },
});

function built(option: string, picks: Picks = {}) {
  return answerBy(decision, option, picks).picks.map(({ chosen, bucket }) => [chosen, bucket]);
}

function candidates({ picks }: Option) {
  const shape = picks[0]?.shape;
  return shape?.case === "subset" ? shape.value.of : [];
}

test("picks are written by what they mean", () => {
  assert.deepEqual(built("pass"), []);
  assert.deepEqual(built("slash", { targets: 4 }), [[[1], []]]);
  assert.deepEqual(built("slash", { targets: [5, 2] }), [[[2, 0], []]]);
  assert.deepEqual(built("order", { cards: [50, 31, 12] }), [[[2, 0, 1], []]]);
  assert.deepEqual(built("give", { to: new Map([[12, 4], [31, 2]]) }), [[[1, 0], [1, 0]]]);
  assert.deepEqual(built("take"), [[[], []]]);
  assert.deepEqual(built("suit", { suit: Suit.HEART }), [[[0], []]]);
  const [hand, , card] = candidates(decision.options[4]!);
  assert.deepEqual(built("take", { from: [hand!, card!] }), [[[0, 2], []]]);
  assert.deepEqual(built("take", { from: [hand!, hand!] }), [[[0, 1], []]]);
});

test("what is not listed is refused, and nothing is sent", () => {
  const refused: [string, Picks, RegExp][] = [
    ["peach", {}, /no option peach; there are pass,slash/],
    ["pass", { targets: 2 }, /no pick targets/],
    ["slash", {}, /takes 1 to 2, not 0/],
    ["slash", { targets: [2, 4, 5] }, /takes 1 to 2, not 3/],
    ["slash", { targets: 3 }, /does not list 3; there are 2,4,5/],
    ["slash", { targets: [2, 2] }, /2 is chosen twice/],
    ["slash", { targets: new Map([[2, 4]]) }, /does not list/],
    ["give", { to: new Map([[31, 2]]) }, /puts 1 to 1 into bucket 1, not 0/],
    ["give", { to: [31] }, /takes 1 buckets, not 0/],
    ["take", { from: 3 }, /may be a hand,card/],
  ];
  for (const [option, picks, why] of refused) {
    assert.throws(() => built(option, picks), { name: IllegalChoice.name, message: why }, option);
  }
  assert.throws(() => checkAnswer(decision, { ...defaultAnswer(decision), decision: 8 }), IllegalChoice);
});

test("the default and every random answer are legal, and random ones reach everything", () => {
  checkAnswer(decision, defaultAnswer(decision));
  const random = chanceFrom(SEED);
  const seen = new Set<string>();
  for (let times = 0; times < 2000; times++) {
    const answer = randomAnswer(decision, random);
    checkAnswer(decision, answer);
    seen.add(JSON.stringify([answer.option, answer.picks.map(({ chosen, bucket }) => [chosen, bucket])]));
  }
  // 1 + (3 + 6) + 6 + (3 + 6 + 6) + (1 + 3 + 6) + 1: every option by every filling, in every order within its bucket.
  assert.equal(seen.size, 42);
  assert.equal(randomAnswer(decision, random, "slash").option, "slash");
});
