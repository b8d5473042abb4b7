// Local sockets in Node. Node's modules are loaded lazily, because they are slow to load and most programs use none.

import { mkdtemp, rm } from "node:fs/promises";
import type { Server, Socket } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

export function connectTo(path: string): Socket {
  return process.getBuiltinModule("node:net").connect(path).unref();
}

export async function serveLocally(
  prefix: string,
  accept: (connection: Socket) => void,
): Promise<{ readonly path: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  const path = process.platform === "win32" ? `\\\\.\\pipe\\${basename(folder)}` : join(folder, "socket");
  const sockets = new Set<Socket>();
  const server = process.getBuiltinModule("node:net").createServer((socket) => {
    sockets.add(socket);
    socket.unref();
    socket.on("close", () => sockets.delete(socket));
    accept(socket);
  });
  await listening(server, path);
  server.unref();
  return {
    path,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(path, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
