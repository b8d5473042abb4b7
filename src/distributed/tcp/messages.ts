// The messages between processes of a job without MPI: lines of JSON over TCP. Rank 0 is the hub, and all others talk to it.
// Anybody can connect to a port, so a line that is no valid message, or is too long, ends the connection.

import type { Socket } from "node:net";
import type { Peer } from "../control.js";

/** The version of the messages below. */
export const PROTOCOL = 3;

/** The longest line on a connection without the token; the first message has a few hundred characters. */
const STRANGER_LENGTH = 4096;
/** The longest line from a rank; with thousands of ranks, exchanges become large. */
const RANK_LENGTH = 128 * 2 ** 20;

/** A message to the hub. */
export interface ToHub {
  readonly hello?: {
    readonly version: number;
    readonly rank: number;
    readonly size: number;
    /** The secret of the job. */
    readonly token: string;
  } & Peer;
  readonly give?: {
    /** Identifies the exchange; all its ranks send the same key. */
    readonly key: string;
    /** The ranks that take part, in order. */
    readonly members: readonly number[];
    readonly what: string;
    readonly data: string;
  };
}

/** A message from the hub. */
export interface FromHub {
  /** The hub has accepted the rank. */
  readonly welcome?: true;
  readonly refused?: string;
  /** The job has failed, with the reason. */
  readonly lost?: string;
  /** All ranks have joined; these are their processes. */
  readonly peers?: readonly Peer[];
  readonly done?: { readonly key: string; readonly parts: readonly string[] };
  readonly failed?: { readonly key: string; readonly why: string };
  /** A rank has ended. */
  readonly ended?: number;
}

/**
 * Reads lines of JSON. A line that is no JSON ends the connection, and so does one that is too long; until `isKnown` is true the
 * limit is much lower.
 */
export function onMessages(
  socket: Socket,
  isKnown: () => boolean,
  take: (message: ToHub & FromHub) => void,
): void {
  /** Of the line that is coming. */
  let parts: string[] = [];
  let length = 0;
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const [first = "", ...others] = text.split("\n");
    const last = others.pop();
    const keep = (part: string): void => {
      parts.push(part);
      length += part.length;
      if (length > (isKnown() ? RANK_LENGTH : STRANGER_LENGTH)) socket.destroy();
    };
    const end = (part: string): void => {
      keep(part);
      if (socket.destroyed) return;
      const message = parse(parts.join(""));
      parts = [];
      length = 0;
      if (message === undefined) socket.destroy();
      else take(message);
    };
    if (last === undefined) {
      keep(first);
      return;
    }
    for (const line of [first, ...others]) if (!socket.destroyed) end(line);
    if (!socket.destroyed) keep(last);
  });
}

export function sendMessage(socket: Socket, message: ToHub | FromHub): void {
  socket.write(`${JSON.stringify(message)}\n`);
}

/** A message; undefined for what is none. */
function parse(line: string): (ToHub & FromHub) | undefined {
  try {
    const value = JSON.parse(line) as unknown;
    if (typeof value !== "object" || value === null) return undefined;
    const message = value as ToHub & FromHub;
    return isHello(message.hello) && isGive(message.give) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isHello(hello: ToHub["hello"] | null): boolean {
  if (hello === undefined) return true;
  return (
    typeof hello === "object" &&
    [hello?.rank, hello?.size, hello?.version, hello?.pid].every((one) => Number.isInteger(one)) &&
    [hello?.host, hello?.place, hello?.processors, hello?.token].every((one) => typeof one === "string")
  );
}

function isGive(give: ToHub["give"] | null): boolean {
  if (give === undefined) return true;
  return (
    typeof give === "object" &&
    [give?.key, give?.what, give?.data].every((one) => typeof one === "string") &&
    Array.isArray(give?.members) &&
    give.members.every((member) => Number.isInteger(member))
  );
}
