// The messages on the socket between a process that compiles and a shared compiler: four bytes that identify the protocol, a length of
// four bytes, and a structured clone. Anything else ends the connection.
import { areSameBytes, concatBytes } from "../../../core/bytes.js";
import type { ErrorCode } from "../../../core/errors.js";
import { fromBytes, toBytes } from "../../../host/serialization.js";
import type { Connection } from "../../../host/shapes.js";
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

/** What every message begins with. */
const MARK = new TextEncoder().encode("CuTS");
const HEAD_BYTES = MARK.length + 4;
/** The longest message: sources and compiled modules take some megabytes. */
const MOST_MESSAGE_BYTES = 512 * 2 ** 20;

/** Sends it; one that is too long ends the connection with an error. */
export function sendMessage(socket: Connection, message: Asked | Answer): void {
  const body = toBytes(message);
  if (body.length > MOST_MESSAGE_BYTES) {
    socket.destroy(new Error(`a message has at most ${MOST_MESSAGE_BYTES} bytes (got ${body.length})`));
    return;
  }
  const head = new Uint8Array(HEAD_BYTES);
  head.set(MARK);
  new DataView(head.buffer).setUint32(MARK.length, body.length, true);
  socket.cork();
  socket.write(head);
  socket.write(body);
  socket.uncork();
}

/** Calls `onMessage` with each message that comes. Bytes that are no message end the connection before any more are kept. */
export function onMessages(socket: Connection, onMessage: (message: unknown) => void): void {
  let chunks: Uint8Array[] = [];
  let held = 0;
  /** Of the message that is coming; undefined before its head is there. */
  let bodyLength: number | undefined;
  /** The first bytes, once so many have come. */
  const take = (byteLength: number): Uint8Array | undefined => {
    if (held < byteLength) return undefined;
    const all = concatBytes(chunks);
    chunks = [all.subarray(byteLength)];
    held -= byteLength;
    return all.subarray(0, byteLength);
  };
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    held += chunk.length;
    while (!socket.destroyed) {
      const part = take(bodyLength ?? HEAD_BYTES);
      if (part === undefined) return;
      if (bodyLength === undefined) {
        bodyLength = lengthIn(part);
        if (bodyLength === undefined) socket.destroy();
      } else {
        bodyLength = undefined;
        const message = read(part);
        if (message === undefined) socket.destroy();
        else onMessage(message);
      }
    }
  });
}

/** The length that a head announces; undefined for what is none. */
function lengthIn(head: Uint8Array): number | undefined {
  const length = new DataView(head.buffer, head.byteOffset).getUint32(MARK.length, true);
  return areSameBytes(head.subarray(0, MARK.length), MARK) && length <= MOST_MESSAGE_BYTES
    ? length
    : undefined;
}

/** A message; undefined for what is none. */
function read(body: Uint8Array): object | undefined {
  try {
    const message: unknown = fromBytes(body);
    return typeof message === "object" && message !== null ? message : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a message asks for something. */
export function isAsked(message: unknown): message is Asked {
  const { version, work, timeoutMs } = message as Partial<Asked>;
  return (
    typeof version === "string" &&
    typeof timeoutMs === "number" &&
    isRecord(work) &&
    Array.isArray(work.steps) &&
    Array.isArray(work.outputs) &&
    isRecord(work.files) &&
    isRecord(work.mounts)
  );
}

function isRecord(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
