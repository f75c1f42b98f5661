/** Server-sent events, read from a reply. */

/** An event of a stream. */
export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

/** Reads the events of a body to its end; one that is not whole is dropped. `heard` is called for whatever comes,
 * comments too. The body is given up when the loop is left. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>, heard: () => void,
): AsyncGenerator<ServerEvent, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, name, data] = ["", "", [] as string[]];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      text += decoder.decode(value, { stream: true });
      // A line may end with \r\n, and a chunk between the two.
      const lines = text.split(/\r\n|\n|\r(?!$)/);
      text = lines.pop() ?? "";
      for (const line of lines) {
        const [, field, said] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
        if (field === "event") name = said ?? "";
        else if (field === "data") data.push(said ?? "");
        else if (line === "") {
          if (data.length) yield { name: name || "message", data: data.join("\n") };
          [name, data] = ["", []];
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined); // of a connection that is broken already
  }
}
