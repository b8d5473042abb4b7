// What processes of a job without MPI send each other: lines of JSON over TCP. Rank 0 is the hub; all others talk to it. Anybody may come to a port,
// so what is no such message ends the connection.

import type { Socket } from "node:net";
import type { Peer } from "../control.js";

/** Counts changes of what is below. */
export const PROTOCOL = 2;

/** To the hub. */
export interface ToHub {
  readonly hello?: {
    readonly version: number;
    readonly rank: number;
    readonly size: number;
    /** What the file of the rendezvous says; empty without a file. */
    readonly token: string;
  } & Peer;
  readonly give?: {
    /** Which exchange: all that take part name the same. */
    readonly key: string;
    /** The ranks of the job that take part, in order. */
    readonly members: readonly number[];
    readonly what: string;
    readonly data: string;
  };
}

/** From the hub. */
export interface FromHub {
  /** This is the hub of the job, and the rank has a place in it. */
  readonly welcome?: true;
  readonly refused?: string;
  /** Not all will come; why. */
  readonly lost?: string;
  /** All have come. */
  readonly peers?: readonly Peer[];
  readonly done?: { readonly key: string; readonly parts: readonly string[] };
  readonly failed?: { readonly key: string; readonly why: string };
  /** A rank has ended. */
  readonly ended?: number;
}

/** Reads lines of JSON; what is none ends the connection. */
export function onMessages(socket: Socket, take: (message: ToHub & FromHub) => void): void {
  let rest = "";
  socket.setEncoding("utf8");
  socket.on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const message = parse(line);
      if (message === undefined) {
        socket.destroy();
        return;
      }
      take(message);
    }
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
    typeof hello?.rank === "number" &&
    [hello.host, hello.place, hello.token].every((one) => typeof one === "string")
  );
}

function isGive(give: ToHub["give"] | null): boolean {
  if (give === undefined) return true;
  return (
    typeof give === "object" &&
    [give?.key, give?.what, give?.data].every((one) => typeof one === "string") &&
    Array.isArray(give?.members)
  );
}
