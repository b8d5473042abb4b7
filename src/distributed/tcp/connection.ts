// How a process comes to the hub of its job: on rank 0 it is the hub, which listens; the others look for it until the time is over.

import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import { CutsError } from "../../core/errors.js";
import { rankLost } from "../rank-lost.js";
import { type FromHub, onMessages, sendMessage, type ToHub } from "./messages.js";
import type { Rendezvous } from "./rendezvous.js";
import { TcpHub } from "./tcp-hub.js";
import { ownPeer } from "../own-peer.js";

/** A way to the hub. */
export interface Connection {
  give(message: NonNullable<ToHub["give"]>): void;
  /** Whether the process stays for it. */
  ref(): void;
  unref(): void;
}

/** Who is told. */
export interface Listener {
  readonly timeoutMs: () => number;
  readonly take: (message: FromHub) => void;
  readonly lost: (error: Error) => void;
}

/** How often the hub is looked for. */
const RETRY_MS = 100;

/** Comes to the hub. Others may not have come yet. @throws CutsError `CUTS_RANK_LOST`, `CUTS_DISTRIBUTED_INIT` */
export function connect(place: Rendezvous, listener: Listener): Promise<Connection> {
  return place.rank === 0 ? beHub(place, listener) : findHub(place, listener);
}

function hello({ rank, size }: Rendezvous): NonNullable<ToHub["hello"]> {
  return { version: 1, rank, size, ...ownPeer() };
}

async function beHub(place: Rendezvous, listener: Listener): Promise<Connection> {
  const { size, at } = place;
  const hub = new TcpHub(size, listener.timeoutMs);
  // Settled later, as what others are told is.
  const own = (message: FromHub): void => queueMicrotask(() => listener.take(message));
  const connection: Connection = { give: (message) => hub.give(0, message), ref: () => {}, unref: () => {} };
  if (size === 1) {
    hub.join(hello(place), own);
    return connection;
  }
  const server = createServer((socket) => welcome(hub, socket));
  await listen(server, at);
  const timer = setTimeout(() => {
    server.close();
    listener.lost(
      rankLost(`rank ${hub.missing.join(", ")} has not come within ${listener.timeoutMs() / 1000} s`),
    );
  }, listener.timeoutMs());
  hub.join(hello(place), (message) => {
    if (message.peers !== undefined) {
      clearTimeout(timer);
      server.close();
      // One that stays would lead the next job astray.
      if ("file" in at) rmSync(at.file, { force: true });
    }
    own(message);
  });
  return connection;
}

/** One that has come. */
function welcome(hub: TcpHub, socket: Socket): void {
  let rank: number | undefined;
  socket.setNoDelay(true);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    if (rank !== undefined) hub.leave(rank);
  });
  onMessages(socket, ({ hello: own, give }) => {
    if (own !== undefined) {
      const refused = hub.join(own, (message) => sendMessage(socket, message));
      if (refused === undefined) rank = own.rank;
      else {
        sendMessage(socket, { refused });
        socket.end();
      }
    } else if (give !== undefined && rank !== undefined) hub.give(rank, give);
    else socket.destroy();
  });
}

function listen(server: Server, at: Rendezvous["at"]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.on("error", (error) =>
      reject(
        new CutsError(
          "CUTS_DISTRIBUTED_INIT",
          `Cannot join other processes: rank 0 cannot listen there (${error.message})\nTry: another port in CUTS_RENDEZVOUS`,
          { cause: error },
        ),
      ),
    );
    if ("host" in at) {
      server.listen(at.port, at.host, resolve);
      return;
    }
    server.listen(0, "0.0.0.0", () => {
      const { port } = server.address() as AddressInfo;
      const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
      const hosts = addresses.filter(({ family }) => family === "IPv4").map(({ address }) => address);
      // Whoever reads it reads all of it.
      writeFileSync(`${at.file}.${process.pid}`, JSON.stringify({ port, hosts, of: hostname() }));
      renameSync(`${at.file}.${process.pid}`, at.file);
      resolve();
    });
  });
}

async function findHub(place: Rendezvous, listener: Listener): Promise<Connection> {
  const end = performance.now() + listener.timeoutMs();
  let last = "";
  while (performance.now() < end) {
    for (const [host, port] of addressesOf(place.at)) {
      try {
        return meet(await open(host, port), place, listener);
      } catch (error) {
        last = (error as Error).message;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  const where = "file" in place.at ? `by the file ${place.at.file}` : `at ${place.at.host}:${place.at.port}`;
  throw rankLost(
    `rank ${place.rank} has not found rank 0 ${where} within ${listener.timeoutMs() / 1000} s${last === "" ? "" : ` (${last})`}`,
  );
}

function addressesOf(at: Rendezvous["at"]): readonly (readonly [host: string, port: number])[] {
  if ("host" in at) return [[at.host, at.port]];
  try {
    const text = JSON.parse(readFileSync(at.file, "utf8")) as { port: number; hosts: string[]; of: string };
    const isHere = text.of === hostname();
    // One's own loopback is not that of another machine.
    const hosts = text.hosts.filter((host) => host.startsWith("127.") === isHere);
    return hosts.map((host) => [host, text.port]);
  } catch {
    return [];
  }
}

function open(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port, timeout: 5000 });
    const fail = (error: unknown): void => {
      socket.destroy();
      reject(error instanceof Error ? error : new Error("no answer"));
    };
    socket.once("error", fail);
    socket.once("timeout", fail);
    socket.once("connect", () => {
      socket.setTimeout(0);
      socket.off("error", fail);
      socket.off("timeout", fail);
      resolve(socket);
    });
  });
}

function meet(socket: Socket, place: Rendezvous, { take, lost, timeoutMs }: Listener): Connection {
  socket.setNoDelay(true);
  const timer = setTimeout(() => {
    lost(rankLost(`not all of the ${place.size} processes have come within ${timeoutMs() / 1000} s`));
  }, timeoutMs());
  socket.on("error", () => socket.destroy());
  socket.on("close", () => {
    clearTimeout(timer);
    lost(rankLost("rank 0, by which ranks talk, has ended"));
  });
  onMessages(socket, (message) => {
    if (message.peers !== undefined) clearTimeout(timer);
    take(message);
  });
  sendMessage(socket, { hello: hello(place) });
  return {
    give: (message) => sendMessage(socket, { give: message }),
    ref: () => void socket.ref(),
    unref: () => void socket.unref(),
  };
}
