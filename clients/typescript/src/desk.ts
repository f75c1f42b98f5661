/** The decisions that wait for a seat, as they come and go while nobody looks. */

import type { Decision, Update } from "./messages.js";

export class Desk {
  private waiting = new Map<number, Decision>();
  private paused = false;
  private ended: { readonly error?: unknown } | undefined;
  private wake = () => {};

  take(update: Update): void {
    for (const decision of update.decisions) this.waiting.set(decision.id, decision);
    for (const id of this.waiting.keys()) if (!update.open.includes(id)) this.waiting.delete(id);
    this.paused = update.match?.paused ?? this.paused;
    this.wake();
  }

  /** Nothing comes any more: the match is over. */
  close(): void {
    this.ended ??= {};
    this.wake();
  }

  /** Nothing comes any more, because of an error: whoever waits here throws it. */
  fail(error: unknown): void {
    this.ended ??= { error };
    this.wake();
  }

  /** Waits for one that was not taken yet; undefined at the end of the match. */
  async next(): Promise<Decision | undefined> {
    for (;;) {
      if (this.ended !== undefined) {
        if ("error" in this.ended) throw this.ended.error;
        return undefined;
      }
      const first = this.waiting.values().next();
      if (!first.done && !this.paused) {
        this.waiting.delete(first.value.id);
        return first.value;
      }
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }
}
