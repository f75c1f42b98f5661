/** Following a match: what happens, once and in order, whatever becomes of the connection. */

import { equals } from "@bufbuild/protobuf";
import type { CallOptions, Connection } from "./connection.js";
import { DecisionSchema, MatchService, Reset, StreamEnd } from "./messages.js";
import type { Decision, Update } from "./messages.js";
import { nothingElse } from "./options.js";

/** `for await (const update of watcher)`: every `Update` of a match as the holder of the token may see it, to its end.
 *
 * Without a cursor the first update has a `snapshot` and the last three messages. From then on no event and no message
 * is left out or comes twice; where that cannot be, since the server has it no more, the update has a `snapshot` and
 * says why (`reset`). A decision comes once, and again when its deadline has moved, when a pause begins or ends, and
 * where the match changed while no stream was open.
 *
 * Looping throws `SanguoshaError` (SPECTATORS_REFUSED, TOKEN_INVALID, MATCH_NOT_FOUND, or what the server was away with
 * for longer than the client's patience) and the reason of the signal. Use one loop at a time. */
export class Watcher implements AsyncIterable<Update> {
  private given = new Map<number, Decision>();
  private said = "";

  /** `cursor` is that of the last update: another watcher goes on from there, also after a page was loaded anew; and so
   * does this one, when the loop over it was left and another begins. */
  constructor(
    private readonly connection: Connection,
    readonly name: string,
    private readonly token = "",
    public cursor = "",
    private readonly signal?: AbortSignal,
  ) {}

  [Symbol.asyncIterator](): AsyncGenerator<Update, void> {
    return this.updates();
  }

  /** The same, with a signal for this loop alone. */
  async *updates({ signal = this.signal, ...others }: CallOptions = {}): AsyncGenerator<Update, void> {
    nothingElse(others);
    const patience = this.connection.patience(signal);
    for (;;) {
      let [end, begins] = [StreamEnd.UNSPECIFIED, true];
      try {
        const how = { token: this.token, cursor: this.cursor, signal };
        for await (const response of this.connection.stream(MatchService.method.watchMatch, { name: this.name }, how)) {
          patience.heard();
          end = response.end;
          if (response.update === undefined) continue;
          if (this.take(response.update, begins)) yield response.update;
          begins = false;
        }
      } catch (error) {
        await patience.bear(error);
        continue;
      }
      if (end === StreamEnd.MATCH_OVER) return;
      if (end !== StreamEnd.AGE) await patience.rest();
    }
  }

  /** Leaves out of an update that begins a stream what those before have brought. Whether anything is left. */
  private take(update: Update, begins: boolean): boolean {
    if (update.reset === Reset.CURSOR_AHEAD) this.given.clear(); // the numbers of lost decisions are given again
    const known = new Map(update.decisions.map((decision) => [decision.id, decision]));
    // What a stream repeats itself, it means: a decision without a deadline looks the same after a pause. Where the
    // match has changed, a pause may have ended while no stream was open.
    if (begins && update.match === undefined) {
      update.decisions = update.decisions.filter((decision) => {
        const before = this.given.get(decision.id);
        return before === undefined || !equals(DecisionSchema, before, decision);
      });
    }
    const waiting = update.open.map((id) => [id, known.get(id) ?? this.given.get(id)] as const);
    this.given = new Map(waiting.filter((pair): pair is [number, Decision] => pair[1] !== undefined));
    const said = JSON.stringify([update.cursor, update.state, update.open]);
    if (said === this.said && !update.decisions.length) return false;
    [this.said, this.cursor] = [said, update.cursor];
    return true;
  }
}
