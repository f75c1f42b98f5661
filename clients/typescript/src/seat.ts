/** Playing a seat. */

import type { DescMessage, DescMethodUnary, MessageInitShape } from "@bufbuild/protobuf";
import { answerBy } from "./answers.js";
import type { Picks } from "./answers.js";
import type { CallOptions, Connection } from "./connection.js";
import { Desk } from "./desk.js";
import { SanguoshaError } from "./errors.js";
import { LobbyService, MatchService, Outcome, TableService, TalkAudience } from "./messages.js";
import type { Answer, Decision, GetViewResponse, JoinMatchResponse, Match, MatchSchema } from "./messages.js";
import type { TalkMessage, Update } from "./messages.js";
import { nothingElse } from "./options.js";
import { lasting } from "./rulesets.js";
import { Watcher } from "./watcher.js";

/** A seat of a match, as whoever has its token plays it.
 *
 * Every call throws `SanguoshaError` with the reasons that the contract names for it; common to all are TOKEN_INVALID,
 * and an empty reason where the server was away for longer than the client's patience. */
export class Seat {
  private readonly watcher: Watcher;

  /** `number` is the seat, from 0, in order of play; `token` the secret to play it with; `match` is what was last heard
   * of it. Keep `name` and `token`, and `Client.seat` goes on after a page was loaded anew. */
  constructor(
    private readonly connection: Connection,
    readonly number: number,
    readonly token: string,
    public match: Match,
    cursor = "",
  ) {
    this.watcher = new Watcher(connection, match.name, token, cursor);
  }

  /** Only for the replies of a server. */
  static joined(connection: Connection, { seat, seatToken, match }: JoinMatchResponse): Seat {
    if (match === undefined) throw new SanguoshaError("the reply has no match", { status: 200, code: "UNKNOWN" });
    return new Seat(connection, seat, seatToken, match);
  }

  /** The match, `matches/{match}`. */
  get name(): string {
    return this.match.name;
  }

  /** How far `updates` has come. */
  get cursor(): string {
    return this.watcher.cursor;
  }

  /** Every decision that waits for the seat, until the match is over; in the lobby and in a pause, none. One that
   * closes before it is taken from here is left out. One that is not answered comes again after a pause. */
  async *decisions({ signal, ...others }: CallOptions = {}): AsyncGenerator<Decision, void> {
    nothingElse(others);
    signal?.throwIfAborted();
    const [desk, leaving] = [new Desk(), new AbortController()];
    const leave = () => leaving.abort(signal?.reason);
    signal?.addEventListener("abort", leave);
    const reading = this.read(desk, leaving.signal);
    try {
      for (let next = await desk.next(); next !== undefined; next = await desk.next()) yield next;
    } finally {
      signal?.removeEventListener("abort", leave);
      leaving.abort();
      await reading;
    }
  }

  /** Everything that the seat sees, until the match is over: see `Watcher`. It begins with the table as it is, or after
   * the cursor that the seat was made with. Another loop goes on where the last one was left. */
  async *updates(options: CallOptions = {}): AsyncGenerator<Update, void> {
    for await (const update of this.watcher.updates(options)) {
      this.match = update.match ?? this.match;
      yield update;
    }
  }

  /** One update without a stream: what happened after the cursor, and what is open, as soon as a decision waits, the
   * match is over, or `wait` seconds are up; the server cuts longer ones down to its `max_wait`. */
  async next(how: { cursor?: string; wait?: number } & CallOptions = {}): Promise<Update> {
    const { cursor = "", wait = 0, ...options } = how;
    const ask = { name: this.name, cursor, wait: lasting(wait) };
    const { update } = await this.connection.call(MatchService.method.nextDecision, ask, { ...this.as(options), wait });
    if (update === undefined) throw new SanguoshaError("the reply has no update", { status: 200, code: "UNKNOWN" });
    this.match = update.match ?? this.match;
    return update;
  }

  /** Answers a decision by one of its options: `seat.answer(decision, "slash", {targets: 2})`; `answerBy` says how
   * picks are written. Throws `IllegalChoice`, and then nothing was sent. See `act` for the outcome. */
  async answer(decision: Decision, optionId: string, picks: Picks = {}, options: CallOptions = {}): Promise<Outcome> {
    return this.act(answerBy(decision, optionId, picks), options);
  }

  /** Gives an answer, once, however often it must be sent. `Outcome.SUPERSEDED`: it came too late and changed nothing,
   * because its decision had closed or the match was over. */
  async act(answer: Answer, options: CallOptions = {}): Promise<Outcome> {
    try {
      const reply = await this.connection.call(MatchService.method.act, { name: this.name, answer }, this.as(options));
      return reply.outcome;
    } catch (error) {
      if (error instanceof SanguoshaError && error.reason === "MATCH_OVER") return Outcome.SUPERSEDED;
      throw error;
    }
  }

  /** The table as the seat sees it now, and its open decisions. */
  async view(options: CallOptions = {}): Promise<GetViewResponse> {
    return this.connection.call(MatchService.method.getView, { name: this.name }, this.as(options));
  }

  /** Gives up, for good: the character dies as soon as what is being resolved is done. */
  async concede(options: CallOptions = {}): Promise<Match> {
    return this.change(TableService.method.concedeMatch, { name: this.name }, options);
  }

  /** Gives the seat up: it is free again in the lobby, in play the house has it. The token is not valid any more. */
  async leave(options: CallOptions = {}): Promise<Match> {
    return this.change(TableService.method.leaveMatch, { name: this.name }, options);
  }

  /** Lets the house play until the seat is taken back, or answers. */
  async handOver(options: CallOptions = {}): Promise<Match> {
    return this.change(TableService.method.handOverSeat, { name: this.name }, options);
  }

  async takeBack(options: CallOptions = {}): Promise<Match> {
    return this.change(TableService.method.takeBackSeat, { name: this.name }, options);
  }

  /** Asks for a pause, or consents to one: it begins when every living player has. */
  async pause(options: CallOptions = {}): Promise<Match> {
    return this.change(TableService.method.pauseMatch, { name: this.name }, options);
  }

  /** Ends a pause, or takes the request for one back. */
  async resumeMatch(options: CallOptions = {}): Promise<Match> {
    return this.change(TableService.method.resumeMatch, { name: this.name }, options);
  }

  /** Says something, to everybody or to the seat's team. At most 200 characters. */
  async say(text: string, how: { toTeam?: boolean } & CallOptions = {}): Promise<TalkMessage> {
    const { toTeam = false, ...options } = how;
    const audience = toTeam ? TalkAudience.TEAM : TalkAudience.EVERYBODY;
    return this.connection.call(TableService.method.sendMessage, { name: this.name, text, audience }, this.as(options));
  }

  /** The same seat in the next match with the same players, when this one is over. */
  async rematch(options: CallOptions = {}): Promise<Seat> {
    const reply = await this.connection.call(LobbyService.method.rematch, { name: this.name }, this.as(options));
    return Seat.joined(this.connection, reply);
  }

  /** Makes a call that changes the seat or the match; the match as it then is. */
  private async change<I extends DescMessage>(
    method: DescMethodUnary<I, typeof MatchSchema>, ask: MessageInitShape<I>, options: CallOptions,
  ): Promise<Match> {
    this.match = await this.connection.call(method, ask, this.as(options));
    return this.match;
  }

  private as(options: CallOptions) {
    return { ...options, token: this.token };
  }

  /** Brings to the desk what comes, from now to the end of the match. Never throws. */
  private async read(desk: Desk, signal: AbortSignal): Promise<void> {
    try {
      for await (const update of new Watcher(this.connection, this.name, this.token, "", signal)) {
        this.match = update.match ?? this.match;
        desk.take(update);
      }
      desk.close();
    } catch (error) {
      desk.fail(error);
    }
  }
}
