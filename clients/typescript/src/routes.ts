/** Where a method is served: the contract says so itself, by its `google.api.http` annotations. */

import { create, getOption, toJson } from "@bufbuild/protobuf";
import type { DescMessage, DescMethod, MessageInitShape } from "@bufbuild/protobuf";
import { SanguoshaError } from "./errors.js";
import { http } from "./gen/google/api/annotations_pb.js";

export interface HttpRequest {
  readonly verb: "GET" | "POST";
  /** With the query, from the root of the server. */
  readonly path: string;
  /** JSON; absent for GET. */
  readonly body?: string;
}

/** The request that calls a method. A `request_id` that is missing is made up: whoever sends the request again must
 * send this very one. Throws NAME_INVALID for a name that would lead to another path. */
export function requestOf<I extends DescMessage>(
  method: DescMethod & { input: I }, init: MessageInitShape<I>,
): HttpRequest {
  const { pattern } = getOption(method, http);
  if (pattern.case !== "get" && pattern.case !== "post") throw new TypeError(`${method.name} is not served over HTTP`);
  const fields = toJson(method.input, create(method.input, init)) as Record<string, unknown>;
  if ("requestId" in method.input.field) fields["requestId"] ??= newRequestId();
  const path = pattern.value.replace(/\{(\w+)=([^{}]+)\}/g, (_, field: string, shape: string) => {
    const value = String(fields[field] ?? "");
    delete fields[field];
    return inPath(value, shape);
  });
  if (pattern.case === "post") return { verb: "POST", path, body: JSON.stringify(fields) };
  return { verb: "GET", path: withQuery(path, fields) };
}

/** `shape` is `matches/*`. */
function inPath(value: string, shape: string): string {
  const before = shape.slice(0, shape.indexOf("*"));
  const id = value.slice(before.length);
  if (!value.startsWith(before) || ["", ".", ".."].includes(id)) {
    throw new SanguoshaError(`a name is of the form ${before}{id}`, {
      reason: "NAME_INVALID", status: 400, code: "INVALID_ARGUMENT",
    });
  }
  return before + encodeURIComponent(id);
}

function withQuery(path: string, fields: Record<string, unknown>): string {
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, String(one));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

/** A random UUID. `crypto.randomUUID` is not there on pages that came without encryption. */
function newRequestId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) byte = (byte & 0x0f) | 0x40;
    if (index === 8) byte = (byte & 0x3f) | 0x80;
    return byte.toString(16).padStart(2, "0");
  }).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
