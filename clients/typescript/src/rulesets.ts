/** Writing down what is to be played. */

import { create } from "@bufbuild/protobuf";
import { durationFromMs } from "@bufbuild/protobuf/wkt";
import type { Duration } from "@bufbuild/protobuf/wkt";
import { RulesetOptionsSchema, RulesetSchema } from "./messages.js";
import type { Ruleset } from "./messages.js";

const KINDS = ["setup", "play", "respond", "invoke", "choose", "discard"] as const;
type Kind = (typeof KINDS)[number];

const OPTIONS = RulesetOptionsSchema.fields.map(({ localName }) => localName);
const RULES = ["seats", "edition", "mode", "packs", "missedLimit", ...OPTIONS];

/** What is to be played; whatever is left out is the server's default. */
export interface Rules {
  readonly seats?: number;
  readonly edition?: string;
  readonly mode?: string;
  /** Ids of the catalogue's `packs`; none: the default ones. */
  readonly packs?: readonly string[];
  readonly heroes?: boolean;
  readonly dualRenegade?: boolean;
  /** The gods of the packs are among the heroes offered. */
  readonly gods?: boolean;
  /** In `first-edition`, the weapon skills of its advanced rules. */
  readonly advancedWeapons?: boolean;
  /** In `first-edition`, its rules for a first game. */
  readonly firstGame?: boolean;
  /** The dead may come back as another hero. */
  readonly reincarnation?: boolean;
  /** The dead may attach themselves to a living seat as a soul. */
  readonly darkSouls?: boolean;
  /** In `3v3`, the players of a team may not talk to each other. */
  readonly competitive?: boolean;
  /** In `3v3`, the seat of the commander of the warm side: 1 or 4; chance decides where it is 0. */
  readonly warmSeat?: number;
  /** From a time on, each round costs everybody 1 hp when three are left. */
  readonly attrition?: boolean;
  /** Whoever died first in the last match cannot die first in this one. */
  readonly lastBlood?: boolean;
  /** With `lastBlood`, whose player that is; a series knows by itself. */
  readonly protectedSeat?: number;
  /** Who is the lord; a series knows by itself. */
  readonly lordSeat?: number;
  /** Seats are drawn by lot: nobody chooses one. */
  readonly seatLottery?: boolean;
  readonly talk?: boolean;
  /** Seconds that a seat has to answer: for each kind of decision, or one number for all. */
  readonly deadlines?: number | Readonly<Partial<Record<Kind, number>>>;
  /** After how many missed deadlines in a row the house plays the seat. */
  readonly missedLimit?: number;
  /** Seconds that every window stays open at least. */
  readonly silentWaits?: number;
  /** Seconds that spectators are behind. */
  readonly spectatorDelay?: number;
}

/** The message for some rules. For what is not among them, make a `Ruleset` with `create(RulesetSchema, …)`. Throws
 * `TypeError` for a rule or a kind of deadline that there is not; what the server does not have, it refuses. */
export function rulesetOf(rules: Rules): Ruleset {
  refuseUnknown(rules, RULES, "rule");
  const { seats = 0, edition = "", mode = "", packs = [] } = rules;
  const { missedLimit = 0, silentWaits, spectatorDelay } = rules;
  const deadlines = { ...byKind(rules.deadlines), missedLimit };
  return create(RulesetSchema, {
    edition, mode, packs: [...packs], seatCount: seats,
    options: {
      ...plainOptions(rules),
      ...(silentWaits !== undefined && { silentWaits: lasting(silentWaits) }),
      ...(spectatorDelay !== undefined && { spectatorDelay: lasting(spectatorDelay) }),
      ...((rules.deadlines !== undefined || missedLimit > 0) && { deadlines }),
    },
  });
}

/** Those that are a number or on and off. */
function plainOptions(rules: Rules): Record<string, boolean | number> {
  const plain = RulesetOptionsSchema.fields.filter(({ fieldKind }) => fieldKind === "scalar");
  const names = plain.map(({ localName }) => localName);
  const given = Object.entries(rules).filter(([name, value]) => names.includes(name) && value !== undefined);
  return Object.fromEntries(given);
}

function byKind(deadlines: Rules["deadlines"] = {}): Partial<Record<Kind, Duration>> {
  if (typeof deadlines !== "number") refuseUnknown(deadlines, KINDS, "kind of decision");
  const pairs = KINDS.map((kind) => [kind, typeof deadlines === "number" ? deadlines : deadlines[kind]] as const);
  const given = pairs.filter((pair): pair is [Kind, number] => pair[1] !== undefined);
  return Object.fromEntries(given.map(([kind, seconds]) => [kind, lasting(seconds)]));
}

function refuseUnknown(given: object, known: readonly string[], what: string): void {
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length) throw new TypeError(`there is no ${what} ${unknown.join(", ")}: there are ${known.join(", ")}`);
}

/** A number of seconds as the contract has it. */
export function lasting(seconds: number): Duration {
  return durationFromMs(Math.round(seconds * 1000));
}
