// What processes of a job without MPI send each other: lines of JSON over TCP. Rank 0 is the hub; all others talk to it.

import type { Socket } from "node:net";
import type { Peer } from "../control.js";

/** To the hub. */
export interface ToHub {
  readonly hello?: { readonly version: 1; readonly rank: number; readonly size: number } & Peer;
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
  readonly refused?: string;
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
      let message: ToHub & FromHub;
      try {
        message = JSON.parse(line) as ToHub & FromHub;
      } catch {
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
