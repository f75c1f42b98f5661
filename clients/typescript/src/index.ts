/** Plays and watches matches of Sanguosha over HTTP. */

export { answerBy, checkAnswer, defaultAnswer, IllegalChoice, randomAnswer } from "./answers.js";
export type { Choice, Picked, Picks, Random } from "./answers.js";
export { Client } from "./client.js";
export type { MatchFilter, MatchOptions } from "./client.js";
export type { CallOptions, ClientOptions } from "./connection.js";
export { SanguoshaError } from "./errors.js";
export type { Reason } from "./errors.js";
export * from "./messages.js";
export { rulesetOf } from "./rulesets.js";
export type { Rules } from "./rulesets.js";
export { Seat } from "./seat.js";
export { Watcher } from "./watcher.js";
