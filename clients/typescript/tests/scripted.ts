// A server that answers by a script, for what a real one does seldom.

import { createServer } from "node:http";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { create, toJson } from "@bufbuild/protobuf";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { UpdateSchema } from "@sanguosha/client";

export interface Asked {
  readonly verb: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** What is answered to one request. */
export type Step = (response: ServerResponse) => void;

/** Runs something against a server that takes one step a request; what it was asked. After the last step it fails. */
export async function against(steps: readonly Step[], run: (port: number) => Promise<void>): Promise<Asked[]> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method: verb = "", url: path = "", headers } = request;
    asked.push({ verb, path, headers, body: await read(request) });
    (steps[asked.length - 1] ?? refuse(400, "INVALID_ARGUMENT", "SCRIPT_IS_OVER"))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await run((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return asked;
}

async function read(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += String(chunk);
  return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}

export const say = (value: unknown): Step => (response) => {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
};

export const hangUp: Step = (response) => {
  response.socket?.destroy();
};

export const silent: Step = () => {};

/** The beginning of a reply, and then the connection breaks. */
export const half: Step = (response) => {
  response.writeHead(200, { "content-length": "1000" });
  response.write('{"name": "mat', () => response.socket?.destroy());
};

export const plain = (status: number): Step => (response) => {
  response.writeHead(status, { "content-type": "text/html" }).end("<h1>no</h1>");
};

export const refuse = (status: number, code: string, reason: string, metadata: object = {}): Step => (response) => {
  response.writeHead(status, { "content-type": "application/json" }).end(fault(status, code, reason, metadata));
};

/** A refusal that says when to try again, as a server of ours does: exactly in the body, in whole seconds in a header. */
export const later = (status: number, code: string, reason: string, seconds: number): Step => (response) => {
  const said = JSON.parse(fault(status, code, reason)) as { error: { details: object[] } };
  said.error.details.push({ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: `${seconds.toFixed(3)}s` });
  const headers = { "content-type": "application/json", "retry-after": `${Math.ceil(seconds)}` };
  response.writeHead(status, headers).end(JSON.stringify(said));
};

/** What a proxy says that is asked to wait. */
export const busy = (status: number, seconds: number): Step => (response) => {
  response.writeHead(status, { "content-type": "text/html", "retry-after": `${seconds}` }).end("<h1>no</h1>");
};

export function fault(status: number, code: string, reason: string, metadata: object = {}): string {
  const details = [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "sanguosha.v1", metadata }];
  return JSON.stringify({ error: { code: status, status: code, message: "for people", details } });
}

/** A stream of these texts, each written by itself. `broken`: the connection breaks behind them. */
export const stream = (texts: readonly (string | Uint8Array)[], broken = false): Step => async (response) => {
  response.writeHead(200, { "content-type": "text/event-stream", connection: "close" });
  for (const text of texts) await new Promise<void>((resolve) => response.write(text, () => setImmediate(resolve)));
  if (broken) response.socket?.destroySoon();
  else response.end();
};

export function updateEvent(init: MessageInitShape<typeof UpdateSchema>): string {
  const update = create(UpdateSchema, init);
  return `id: ${update.cursor}\nevent: update\ndata: ${JSON.stringify({ update: toJson(UpdateSchema, update) })}\n\n`;
}

export const endEvent = (end: string) => `event: end\ndata: ${JSON.stringify({ end: `STREAM_END_${end}` })}\n\n`;
export const errorEvent = (data: string) => `event: error\ndata: ${data}\n\n`;
