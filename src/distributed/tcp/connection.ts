// The connection of a process to the hub of its job. Rank 0 is the hub and listens (hub-server.ts); the other ranks look for it
// (find-hub.ts).

import { ownPeer } from "../own-peer.js";
import { type FromHub, PROTOCOL, type ToHub } from "./messages.js";
import type { Rendezvous } from "./rendezvous.js";

/** A connection to the hub. */
export interface Connection {
  give(message: NonNullable<ToHub["give"]>): void;
  /** Keeps the process alive for the connection, as ref() and unref() of a socket do. */
  ref(): void;
  unref(): void;
  /** Closes it, because not all ranks have joined. */
  close(): void;
}

/** The callbacks of a connection. */
export interface Listener {
  readonly timeoutMs: () => number;
  /** Whether the job has failed here. */
  readonly hasFailed: () => boolean;
  readonly take: (message: FromHub) => void;
  readonly lost: (error: Error) => void;
}

/** The first message of a rank. */
export function helloOf({ rank, size }: Rendezvous, token: string): NonNullable<ToHub["hello"]> {
  return { version: PROTOCOL, rank, size, token, ...ownPeer() };
}
