/** What a call fails with. */

import type { ErrorReason } from "./messages.js";

/** The name of an `ErrorReason`, or of a reason that only HTTP has, for instance `PATH_UNKNOWN`; empty where nothing
 * that we know has answered: the server was out of reach. */
export type Reason = Exclude<keyof typeof ErrorReason, "UNSPECIFIED"> | "" | (string & {});

export interface ErrorDetails {
  readonly reason?: Reason;
  readonly status?: number;
  readonly code?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A call that failed. Its text is for people and may change; `reason` does not. */
export class SanguoshaError extends Error {
  override readonly name = "SanguoshaError";
  readonly reason: Reason;
  /** The status of HTTP; 0 where there was no reply. */
  readonly status: number;
  /** The canonical code of the status, for instance `FAILED_PRECONDITION`. */
  readonly code: string;
  /** What the reason says besides: `field`, `limit`, `ruleset`. */
  readonly metadata: Readonly<Record<string, string>>;
  /** For how many seconds the server asks to wait before the same call is tried again, where it says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.reason = details.reason ?? "";
    this.status = details.status ?? 0;
    this.code = details.code ?? "UNAVAILABLE";
    this.metadata = details.metadata ?? {};
    this.retryAfter = details.retryAfter;
  }

  /** Whether the same call, sent again, may succeed: its outcome is not known, or nothing happened. */
  get mayPass(): boolean {
    if (this.reason === "") return [0, 502, 503, 504].includes(this.status);
    if (["SLOW_READER", "RATE_EXCEEDED"].includes(this.reason)) return true;
    return ["UNAVAILABLE", "ABORTED", "DEADLINE_EXCEEDED"].includes(this.code);
  }

  /** From the body of a reply, in the form of AIP-193. Of another body, as proxies have it, the status is all that is
   * kept, and `header`, its `Retry-After`. */
  static of(status: number, body: string, header: string | null = null): SanguoshaError {
    const said = errorIn(body);
    const whole = /^\d+$/.test(header ?? "") ? Number(header) : undefined;
    if (said === undefined) return new SanguoshaError(`HTTP ${status}`, { status, code: "UNKNOWN", retryAfter: whole });
    const info = said.details?.find((detail) => typeof detail.reason === "string");
    const reason = info?.reason ?? "";
    const delay = Number.parseFloat(said.details?.find((detail) => detail.retryDelay)?.retryDelay ?? "");
    return new SanguoshaError(`${said.message} (${reason || said.status})`, {
      reason, status: said.code, code: said.status, metadata: info?.metadata ?? {},
      retryAfter: Number.isFinite(delay) ? delay : whole, // the header is rounded up to seconds
    });
  }

  /** Of a server that did not answer, or not to the end. */
  static unreachable(cause: unknown): SanguoshaError {
    const why = cause instanceof Error ? cause.message : String(cause);
    return new SanguoshaError(`the server cannot be reached: ${why}`, { cause });
  }
}

interface Said {
  readonly code: number;
  readonly status: string;
  readonly message: string;
  readonly details?: readonly Detail[];
}

/** An ErrorInfo, or a RetryInfo. */
interface Detail {
  readonly reason?: string;
  readonly metadata?: Record<string, string>;
  readonly retryDelay?: string;
}

function errorIn(body: string): Said | undefined {
  try {
    const said: unknown = (JSON.parse(body) as { error?: unknown } | null)?.error;
    return typeof (said as Said | undefined)?.status === "string" ? (said as Said) : undefined;
  } catch {
    return undefined;
  }
}
