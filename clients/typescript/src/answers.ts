/** Answers to a decision: the default one, any one, and one that is chosen by what it means.
 *
 * Whoever knows no rules can play with these: every choice that a decision lists is accepted. */

import { create } from "@bufbuild/protobuf";
import { AnswerSchema, PickAnswerSchema } from "./messages.js";
import type { Answer, Candidate, Decision, Option, Pick, PickAnswer } from "./messages.js";

/** A candidate, or what it is: the number of a card, a seat, a skill, a hero, a value; for a card of a hand that is
 * not seen, the seat whose hand it is. Never the index of the candidate. */
export type Choice = Candidate | number | string;

/** What fills a pick: one choice or several, in order where that matters; for an assignment, into which bucket each
 * item goes. */
export type Picked = Choice | readonly Choice[] | ReadonlyMap<Choice, Choice>;

/** By the id of the pick. */
export type Picks = Readonly<Record<string, Picked>>;

/** A number from 0 to less than 1, like `Math.random`. */
export type Random = () => number;

/** An answer that its decision does not list. Thrown before anything is sent. */
export class IllegalChoice extends Error {
  override readonly name = "IllegalChoice";
}

/** What is answered for the seat when the deadline passes. */
export function defaultAnswer(decision: Decision): Answer {
  if (decision.defaultAnswer !== undefined) return decision.defaultAnswer;
  throw new IllegalChoice(`decision ${decision.id} has no default answer`);
}

/** Any answer, or any one by this option. Throws `IllegalChoice` for an option that is not listed. */
export function randomAnswer(decision: Decision, random: Random = Math.random, optionId?: string): Answer {
  const id = optionId ?? oneOf(decision.options, random)?.id ?? "";
  const option = optionOf(decision, id);
  const picks = option.picks.map((pick) => anyFilling(pick, random));
  return create(AnswerSchema, { decision: decision.id, option: option.id, picks });
}

/** The answer by an option, with each of its picks filled: `answerBy(decision, "slash", {targets: 2})`. A pick that may
 * be empty may be left out. Throws `IllegalChoice` for what is not listed. */
export function answerBy(decision: Decision, optionId: string, picks: Picks = {}): Answer {
  const option = optionOf(decision, optionId);
  const unknown = Object.keys(picks).filter((id) => !option.picks.some((pick) => pick.id === id));
  if (unknown.length) {
    throw new IllegalChoice(`${option.id} has no pick ${unknown}; there are ${option.picks.map((pick) => pick.id)}`);
  }
  const filled = option.picks.map((pick) => fill(pick, picks[pick.id] ?? []));
  const answer = create(AnswerSchema, { decision: decision.id, option: option.id, picks: filled });
  checkAnswer(decision, answer);
  return answer;
}

/** Throws `IllegalChoice` for an answer that the server would refuse. */
export function checkAnswer(decision: Decision, answer: Answer): void {
  if (answer.decision !== decision.id) {
    throw new IllegalChoice(`the answer is to decision ${answer.decision}, not to decision ${decision.id}`);
  }
  const option = optionOf(decision, answer.option);
  const given = new Map(answer.picks.map((pick) => [pick.pick, pick]));
  if (given.size !== answer.picks.length || given.size !== option.picks.length) {
    throw new IllegalChoice(`each of the picks ${option.picks.map((pick) => pick.id)} is filled once`);
  }
  for (const pick of option.picks) {
    const filling = given.get(pick.id);
    if (filling === undefined) throw new IllegalChoice(`the pick ${pick.id} is not filled`);
    checkPick(pick, filling);
  }
}

function optionOf(decision: Decision, id: string): Option {
  const found = decision.options.find((option) => option.id === id);
  if (found !== undefined) return found;
  const listed = decision.options.map((option) => option.id);
  throw new IllegalChoice(`decision ${decision.id} has no option ${id}; there are ${listed}`);
}

function candidatesOf({ shape }: Pick): readonly Candidate[] {
  if (shape.case === undefined) return [];
  return shape.case === "assignment" ? shape.value.items : shape.value.of;
}

/** The buckets of an assignment; none of another pick. */
function bucketsOf({ shape }: Pick) {
  return shape.case === "assignment" ? shape.value.buckets : [];
}

function valueOf({ id, kind }: Candidate): number | string {
  if (kind.case === undefined) return id; // of a kind that this version does not know
  return kind.case === "hand" ? kind.value.seat : kind.value;
}

function fill(pick: Pick, picked: Picked): PickAnswer {
  const filling = create(PickAnswerSchema, { pick: pick.id });
  if (picked instanceof Map) {
    const buckets = bucketsOf(pick).flatMap((bucket, id) => (bucket.to === undefined ? [] : [{ ...bucket.to, id }]));
    for (const [item, bucket] of picked as ReadonlyMap<Choice, Choice>) {
      filling.chosen.push(find(pick, item, candidatesOf(pick), filling.chosen));
      filling.bucket.push(find(pick, bucket, buckets, []));
    }
    return filling;
  }
  for (const choice of Array.isArray(picked) ? (picked as readonly Choice[]) : [picked as Choice]) {
    filling.chosen.push(find(pick, choice, candidatesOf(pick), filling.chosen));
  }
  return filling;
}

/** The id of the candidate that is meant: of several alike, one that is not taken. */
function find(pick: Pick, choice: Choice, candidates: readonly Candidate[], taken: readonly number[]): number {
  const meant = typeof choice === "object" ? valueOf(choice) : choice;
  const kind = typeof choice === "object" ? choice.kind.case : undefined;
  const found = candidates.filter((one) => valueOf(one) === meant && (kind ?? one.kind.case) === one.kind.case);
  if (!found.length) throw new IllegalChoice(`${pick.id} does not list ${meant}; there are ${candidates.map(valueOf)}`);
  const kinds = new Set(found.map((one) => one.kind.case));
  if (kinds.size > 1) throw new IllegalChoice(`${pick.id}: ${meant} may be a ${[...kinds]}: give the candidate`);
  const free = found.find((one) => !taken.includes(one.id));
  if (free === undefined) throw new IllegalChoice(`${pick.id}: ${meant} is chosen twice`);
  return free.id;
}

function checkPick(pick: Pick, { chosen, bucket }: PickAnswer): void {
  const { shape } = pick;
  const refuse = (why: string) => {
    throw new IllegalChoice(`${pick.id} ${why}`);
  };
  if (shape.case === undefined) return;
  const { min, max } = shape.value;
  const listed = candidatesOf(pick).map((candidate) => candidate.id);
  const strange = chosen.filter((id) => !listed.includes(id));
  if (new Set(chosen).size < chosen.length) refuse("names a candidate twice");
  if (strange.length) refuse(`has no candidate with the id ${strange}`);
  if (chosen.length < min || chosen.length > max) refuse(`takes ${min} to ${max}, not ${chosen.length}`);
  const wanted = shape.case === "assignment" ? chosen.length : 0;
  if (bucket.length !== wanted) refuse(`takes ${wanted} buckets, not ${bucket.length}`);
  const buckets = bucketsOf(pick);
  if (bucket.some((index) => index >= buckets.length)) refuse("has no such bucket");
  for (const [index, { min: least, max: most }] of buckets.entries()) {
    const count = bucket.filter((one) => one === index).length;
    if (count < least || count > most) refuse(`puts ${least} to ${most} into bucket ${index}, not ${count}`);
  }
}

function anyFilling(pick: Pick, random: Random): PickAnswer {
  const { shape } = pick;
  if (shape.case === undefined) return create(PickAnswerSchema, { pick: pick.id });
  const { min, max } = shape.value;
  const listed = candidatesOf(pick).map((candidate) => candidate.id);
  const chosen = sample(listed, min + below(max - min + 1, random), random);
  const places = (room: (bucket: { min: number; max: number }) => number) =>
    bucketsOf(pick).flatMap((bucket, index) => Array<number>(room(bucket)).fill(index));
  const must = places((bucket) => bucket.min);
  const may = places((bucket) => bucket.max - bucket.min);
  const bucket = shape.case === "assignment" ? [...must, ...sample(may, chosen.length - must.length, random)] : [];
  return create(PickAnswerSchema, { pick: pick.id, chosen, bucket });
}

function below(limit: number, random: Random): number {
  return Math.floor(random() * limit);
}

function oneOf<T>(list: readonly T[], random: Random): T | undefined {
  return list[below(list.length, random)];
}

function sample<T>(list: readonly T[], count: number, random: Random): T[] {
  const rest = [...list];
  return Array.from({ length: count }, () => rest.splice(below(rest.length, random), 1)).flat();
}
