/** Calls and streams of a server, tried again while it is not known what became of them. */

import { fromJsonString } from "@bufbuild/protobuf";
import type { DescMessage, DescMethodServerStreaming, DescMethodUnary } from "@bufbuild/protobuf";
import type { MessageInitShape, MessageShape } from "@bufbuild/protobuf";
import { SanguoshaError } from "./errors.js";
import { readEvents } from "./events.js";
import { nothingElse } from "./options.js";
import { Patience } from "./patience.js";
import { requestOf } from "./routes.js";
import type { HttpRequest } from "./routes.js";

const LONGEST_CALL = 20; // seconds for a reply, without what the call itself waits for
const LONGEST_SILENCE = 45; // seconds without a byte of a stream, which says something every 15

export interface ClientOptions {
  /** The key of a host, where the server has keys. */
  readonly apiKey?: string;
  /** For how many seconds the server may be away before a call or a stream fails. Default 30. */
  readonly patience?: number;
  /** Told of every failure after which something is tried again. */
  readonly onRetry?: (error: SanguoshaError) => void;
  /** What sends the requests. Default the platform's `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Breaks the call off. It then throws the signal's reason, and may have had its effect. */
  readonly signal?: AbortSignal | undefined;
}

interface Sending extends CallOptions {
  readonly token?: string | undefined;
  /** Seconds that the server is asked to wait. */
  readonly wait?: number | undefined;
}

interface Following extends Sending {
  readonly cursor?: string | undefined;
}

interface Prepared {
  readonly url: string;
  readonly init: RequestInit;
}

export class Connection {
  private readonly base: string;

  /** `address` is a URL, perhaps with a path that everything is below. Throws `TypeError` for another text, and
   * for an option that there is not. */
  constructor(address: string, private readonly options: ClientOptions) {
    const { apiKey, patience, onRetry, fetch, ...others } = options;
    nothingElse(others);
    this.base = new URL(address).href.replace(/\/+$/, "");
  }

  urlOf(request: HttpRequest): string {
    return this.base + request.path;
  }

  patience(signal: AbortSignal | undefined): Patience {
    return new Patience(this.options.patience ?? 30, signal, this.options.onRetry);
  }

  /** Calls a method, and again with the same request id while the outcome is not known. Throws `SanguoshaError`,
   * the signal's reason, and `TypeError` for an option that there is not: callers pass on what they do not know. */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>, init: MessageInitShape<I>, how: Sending = {},
  ): Promise<MessageShape<O>> {
    const { signal, token, wait, ...others } = how;
    nothingElse(others);
    const request = this.prepared(requestOf(method, init), how);
    const patience = this.patience(how.signal);
    for (;;) {
      const limit = new Limit(how.signal);
      try {
        limit.within(LONGEST_CALL + (how.wait ?? 0));
        const reply = await this.send(request, limit.signal);
        return parsed(method.output, await reply.text());
      } catch (error) {
        await patience.bear(asOurs(error));
      } finally {
        limit.lift();
      }
    }
  }

  /** The messages of a stream, which is tried once: whoever reads it knows from where to go on. Throws as `call`. */
  async *stream<I extends DescMessage, O extends DescMessage>(
    method: DescMethodServerStreaming<I, O>, init: MessageInitShape<I>, how: Following = {},
  ): AsyncGenerator<MessageShape<O>, void> {
    const request = this.prepared(requestOf(method, init), how);
    const limit = new Limit(how.signal);
    const heard = () => limit.within(LONGEST_SILENCE);
    try {
      heard();
      const reply = await this.send(request, limit.signal);
      if (reply.body === null) return;
      for await (const { name, data } of readEvents(reply.body, heard)) {
        if (name === "error") throw SanguoshaError.of(reply.status, data);
        if (name === "update" || name === "end") yield parsed(method.output, data);
      }
    } catch (error) {
      how.signal?.throwIfAborted();
      throw asOurs(error);
    } finally {
      limit.lift();
    }
  }

  /** Throws `TypeError` for a token or key that no header can have: `fetch` would throw the same as for the network. */
  private prepared(request: HttpRequest, how: Following): Prepared {
    const headers = new Headers();
    if (how.token) headers.set("authorization", `Bearer ${how.token}`);
    if (this.options.apiKey) headers.set("x-api-key", this.options.apiKey);
    if (how.cursor) headers.set("last-event-id", how.cursor);
    if (request.body !== undefined) headers.set("content-type", "application/json");
    return { url: this.urlOf(request), init: { method: request.verb, headers, body: request.body ?? null } };
  }

  private async send({ url, init }: Prepared, signal: AbortSignal): Promise<Response> {
    const send = this.options.fetch ?? globalThis.fetch;
    const reply = await send(url, { ...init, signal, credentials: "omit" });
    if (reply.ok) return reply;
    throw SanguoshaError.of(reply.status, await reply.text(), reply.headers.get("retry-after"));
  }
}

/** A signal that is aborted with another one, or when the time is up. */
class Limit {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly outer: AbortSignal | undefined) {
    if (outer?.aborted) this.abort();
    outer?.addEventListener("abort", this.abort);
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** From now on, so many seconds. */
  within(seconds: number): void {
    clearTimeout(this.timer);
    const late = () => this.controller.abort(SanguoshaError.unreachable(`nothing came for ${seconds} s`));
    this.timer = setTimeout(late, seconds * 1000);
  }

  lift(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.abort);
  }

  private readonly abort = () => this.controller.abort(this.outer?.reason);
}

/** Every failure of `fetch` is one of the network, but for those that it is told of. */
function asOurs(error: unknown): unknown {
  return error instanceof SanguoshaError ? error : SanguoshaError.unreachable(error);
}

/** Throws `SanguoshaError` for what is no such message: then something else has answered. */
function parsed<O extends DescMessage>(schema: O, text: string): MessageShape<O> {
  try {
    // A server that is newer may say more.
    return fromJsonString(schema, text, { ignoreUnknownFields: true });
  } catch (cause) {
    throw new SanguoshaError("the reply is not of the contract", { status: 200, code: "UNKNOWN", cause });
  }
}
