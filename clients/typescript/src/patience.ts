/** How long a server may be away. */

import { SanguoshaError } from "./errors.js";

const FIRST_PAUSE = 0.05; // seconds
const LONGEST_PAUSE = 2; // seconds

/** Bears failures that may pass, one after the other, for so many seconds since the first of them, and waits a while
 * after each: longer and longer, and never as long as another client. */
export class Patience {
  private failingSince: number | undefined;
  private failures = 0;

  constructor(
    private readonly seconds: number,
    private readonly signal: AbortSignal | undefined,
    private readonly onRetry: ((error: SanguoshaError) => void) | undefined,
  ) {}

  /** The server is there. */
  heard(): void {
    this.failingSince = undefined;
    this.failures = 0;
  }

  /** Returns when it is time to try again. Throws the error itself where that is of no use. */
  async bear(error: unknown): Promise<void> {
    this.signal?.throwIfAborted();
    if (!(error instanceof SanguoshaError) || !error.mayPass) throw error;
    const now = performance.now() / 1000;
    this.failingSince ??= now;
    const asked = error.retryAfter ?? 0;
    if (now - this.failingSince + asked >= this.seconds) throw error;
    this.onRetry?.(error);
    await this.rest(asked);
  }

  /** Waits, and not less than what the server has asked for. */
  async rest(asked = 0): Promise<void> {
    const most = Math.min(FIRST_PAUSE * 2 ** this.failures++, LONGEST_PAUSE);
    await sleep(Math.max(most * (0.5 + Math.random() / 2), asked * (1 + Math.random() / 4)), this.signal);
  }
}

/** Waits for so many seconds. Throws the signal's reason as soon as that is aborted. */
async function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", aborted);
      resolve();
    }, seconds * 1000);
    signal?.addEventListener("abort", aborted, { once: true });
  });
}
