// Messages on a socket between a process that compiles and the compiler that it shares with others: a length of four bytes,
// then a structured clone.
import type { Socket } from "node:net";
import { deserialize, serialize } from "node:v8";
import type { ErrorCode } from "../../../core/errors.js";
import type { Work } from "../compiler-process.js";
import type { Reply } from "../protocol.js";

/** What the compiler is asked. */
export interface Asked {
  /** The version of the compiler that the caller's caches are made for. */
  readonly version: string;
  readonly work: Work;
  readonly timeoutMs: number;
}

/** Its answer, or why there is none. */
export type Answer = { readonly reply: Reply } | { readonly code: ErrorCode; readonly message: string };

const LENGTH_BYTES = 4;

export function sendMessage(socket: Socket, message: Asked | Answer): void {
  const body = serialize(message);
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(body.length);
  socket.cork();
  socket.write(length);
  socket.write(body);
  socket.uncork();
}

/** Calls `onMessage` with each message that comes. */
export function onMessages(socket: Socket, onMessage: (message: unknown) => void): void {
  let chunks: Buffer[] = [];
  let held = 0;
  let wanted = LENGTH_BYTES;
  let isBody = false;
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const all = Buffer.concat(chunks);
      const part = all.subarray(0, wanted);
      chunks = [all.subarray(wanted)];
      held -= wanted;
      wanted = isBody ? LENGTH_BYTES : part.readUInt32LE();
      if (isBody) onMessage(deserialize(part));
      isBody = !isBody;
    }
  });
}
