// The server of rank 0: it listens until all ranks have joined. When its own program is done, the process tells the others that
// rank 0 has ended, and stays alive for them. Anybody can connect to the port, so a connection without the job's token gets little
// memory, little time and no answer.

import { randomUUID } from "node:crypto";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { CutsError } from "../../core/errors.js";
import { isMainThread } from "../../host/threads.js";
import { rankLost } from "../rank-lost.js";
import { type Connection, helloOf, type Listener } from "./connection.js";
import { type FromHub, onMessages, sendMessage } from "./messages.js";
import { removeRendezvous, writeRendezvous } from "./rendezvous-file.js";
import type { Rendezvous } from "./rendezvous.js";
import { TcpHub } from "./tcp-hub.js";

/** How long a new connection may take to send the token. */
const HELLO_MS = 10_000;
/** How many connections may exist in addition to those of ranks. */
const MOST_STRANGERS = 128;
/** The longest pause of a timer. */
const LONG_MS = 2 ** 31 - 1;

/** Listens and acts as the hub. @throws CutsError `CUTS_DISTRIBUTED_INIT` where it cannot listen. */
export async function beHub(place: Rendezvous, listener: Listener): Promise<Connection> {
  const { size, at } = place;
  const token = "file" in at ? randomUUID() : at.token;
  const hub = new TcpHub(size, token, listener.timeoutMs);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    welcome(hub, socket);
  });
  server.maxConnections = size + MOST_STRANGERS;
  let staying: NodeJS.Timeout | undefined;
  const connection: Connection = {
    give: (message) => hub.give(0, message),
    ref: () => void (staying ??= setInterval(() => {}, LONG_MS)),
    unref: () => {
      clearInterval(staying);
      staying = undefined;
    },
    close: () => {
      connection.unref();
      server.close();
      for (const socket of sockets) socket.end();
    },
  };
  const hasMet = (): void => {
    clearTimeout(timer);
    server.close();
    if ("file" in at) removeRendezvous(at.file, token);
  };
  const timer = setTimeout(() => hub.giveUp(), listener.timeoutMs());
  if (size > 1) {
    try {
      await listen(server, at, token);
    } catch (error) {
      clearTimeout(timer);
      server.close();
      throw error;
    }
  }
  hub.join(helloOf(place, token), (message) => {
    if (message.peers !== undefined || message.lost !== undefined) hasMet();
    if (message.peers !== undefined && isMainThread()) leaveWithProgram(hub, sockets, listener);
    // Settled later, as what others are told is.
    queueMicrotask(() => takeOwn(message, listener));
  });
  return connection;
}

function takeOwn(message: FromHub, { lost, take }: Listener): void {
  if (message.lost === undefined) take(message);
  else lost(rankLost(message.lost));
}

/**
 * When the program of rank 0 ends, the hub notifies the other ranks at once; the process stays alive while they may still exchange messages.
 */
function leaveWithProgram(hub: TcpHub, sockets: ReadonlySet<Socket>, { hasFailed }: Listener): void {
  for (const socket of sockets) socket.unref();
  process.once("beforeExit", () => {
    hub.leave(0);
    if (!hasFailed()) for (const socket of sockets) socket.ref();
  });
}

/** Handles a new connection. */
function welcome(hub: TcpHub, socket: Socket): void {
  let rank: number | undefined;
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  const stranger = setTimeout(() => socket.destroy(), HELLO_MS).unref();
  socket.on("close", () => {
    clearTimeout(stranger);
    if (rank !== undefined) hub.leave(rank);
  });
  const isKnown = (): boolean => rank !== undefined;
  onMessages(socket, isKnown, ({ hello, give }) => {
    if (hello !== undefined && rank === undefined) {
      // A stranger, or a rank that has read the file of another job and will look again.
      if (!hub.isOfJob(hello)) {
        socket.destroy();
        return;
      }
      const refused = hub.refusal(hello);
      if (refused === undefined) {
        rank = hello.rank;
        clearTimeout(stranger);
        sendMessage(socket, { welcome: true });
        hub.join(hello, (message) => sendMessage(socket, message));
      } else {
        sendMessage(socket, { refused });
        socket.end();
      }
    } else if (give !== undefined && rank !== undefined && hub.mayGive(rank, give)) hub.give(rank, give);
    else socket.destroy();
  });
}

function listen(server: Server, at: Rendezvous["at"], token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", (cause) => {
      const where = "host" in at ? `${at.host}:${at.port}` : at.listen;
      reject(
        new CutsError(
          "CUTS_DISTRIBUTED_INIT",
          `Cannot join other processes: rank 0 cannot listen at ${where} (${cause.message})\nTry: set ${"host" in at ? "CUTS_RENDEZVOUS, or MASTER_ADDR and MASTER_PORT, to an address of the machine of rank 0 and a free port" : "CUTS_LISTEN to an address of the machine of rank 0"}`,
          { cause },
        ),
      );
    });
    if ("host" in at) {
      server.listen(at.port, at.host, resolve);
      return;
    }
    server.listen(0, at.listen, () => {
      try {
        writeRendezvous(at, (server.address() as AddressInfo).port, token);
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}
