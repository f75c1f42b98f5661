// A loopback port in front of the server, which cuts connections after a random number of bytes.

import { connect, createServer } from "node:net";
import type { AddressInfo, Server, Socket } from "node:net";
import type { Random } from "@sanguosha/client";

export class CuttingProxy {
  cuts = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  /** Each connection carries up to `mostBytes` of replies, mostly much less; one in ten is refused. */
  constructor(private readonly target: URL, private readonly random: Random, private readonly mostBytes: number) {
    this.server = createServer((socket) => this.serve(socket));
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return (this.server.address() as AddressInfo).port;
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private serve(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    const both = [near, far];
    const cut = () => both.forEach((socket) => socket.destroy());
    for (const socket of both) {
      this.sockets.add(socket);
      socket.on("error", cut).on("close", () => {
        this.sockets.delete(socket);
        cut();
      });
    }
    let left = this.random() < 0.1 ? 0 : Math.ceil(this.random() ** 3 * this.mostBytes);
    near.pipe(far);
    far.on("data", (data: Buffer) => {
      near.write(data.subarray(0, left));
      left -= data.length;
      if (left > 0) return;
      this.cuts++;
      // What was written arrives, and then nothing: half an event, half a reply, or none.
      near.destroySoon();
      far.destroy();
    });
  }
}
