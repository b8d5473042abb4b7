// Messages between Python (include/python/cuts.py) and a module in its own process: JSON, preceded by its length. A value that
// JSON cannot represent is an object with the key "$", which names its kind.

import type { Socket } from "node:net";

/** A value that JSON cannot represent. */
export interface Tagged {
  readonly $: string;
  readonly [key: string]: unknown;
}

/** Sends a message. */
export function send(socket: Socket, message: unknown): void {
  const text = Buffer.from(JSON.stringify(message));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.byteLength);
  socket.write(Buffer.concat([length, text]));
}

/** Calls `take` with each message that arrives. */
export function receive(socket: Socket, take: (message: unknown) => void): void {
  let waiting: Buffer[] = [];
  let length = 0;
  socket.on("data", (piece: Buffer) => {
    waiting.push(piece);
    length += piece.byteLength;
    for (;;) {
      const whole =
        waiting.length === 1 ? (waiting[0] as Buffer) : length < 4 ? undefined : Buffer.concat(waiting);
      if (whole === undefined || whole.byteLength < 4) return;
      waiting = [whole];
      const end = 4 + whole.readUInt32LE(0);
      if (whole.byteLength < end) return;
      const rest = whole.subarray(end);
      waiting = rest.byteLength === 0 ? [] : [rest];
      length = rest.byteLength;
      take(JSON.parse(whole.toString("utf8", 4, end)));
      if (length === 0) return;
    }
  });
}

/** Converts a value from Python; `array` makes arrays of their descriptions. */
export function decode(value: unknown, array: (tagged: Tagged) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => decode(one, array));
  if (typeof value !== "object" || value === null) return value;
  const { $, text, items, re, im } = value as Tagged;
  if ($ === undefined) {
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one, array)]));
  }
  if ($ === "int") return BigInt(text as string);
  if ($ === "float") return Number((text as string).replace("inf", "Infinity"));
  if ($ === "complex") return { re: decode(re, array), im: decode(im, array) };
  if ($ === "bytes") return new Uint8Array(Buffer.from(text as string, "base64"));
  if ($ === "set") return new Set((items as unknown[]).map((one) => decode(one, array)));
  if ($ === "map") {
    return new Map(
      (items as [unknown, unknown][]).map(([key, one]) => [decode(key, array), decode(one, array)]),
    );
  }
  return array(value as Tagged);
}

/**
 * Converts a value for Python; `other` is tried first and returns undefined for anything but an array.
 * @throws TypeError for what Python has nothing for.
 */
export async function encode(
  value: unknown,
  other: (value: unknown) => Promise<Tagged> | undefined,
  within: readonly unknown[] = [],
): Promise<unknown> {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : { $: "float", text: String(value).replace("Infinity", "inf") };
  }
  if (typeof value === "bigint") return { $: "int", text: String(value) };
  const array = typeof value === "object" ? other(value) : undefined;
  if (array !== undefined) return array;
  if (value instanceof ArrayBuffer) return encode(new Uint8Array(value), other);
  if (value instanceof Uint8Array) return { $: "bytes", text: Buffer.from(value).toString("base64") };
  if (within.includes(value)) {
    throw new TypeError(
      "Cannot give a value to Python: it contains itself\nTry: return the parts that are needed",
    );
  }
  const inside = [...within, value];
  if (Array.isArray(value)) return Promise.all(value.map((one) => encode(one, other, inside)));
  if (value instanceof Set) {
    return { $: "set", items: await Promise.all([...value].map((one) => encode(one, other, inside))) };
  }
  if (value instanceof Map || isPlainObject(value)) {
    const entries = value instanceof Map ? [...(value as Map<unknown, unknown>)] : Object.entries(value);
    const isObject = !(value instanceof Map) && !Object.hasOwn(value, "$");
    const items = await Promise.all(
      entries.map(
        async ([key, one]) => [await encode(key, other, inside), await encode(one, other, inside)] as const,
      ),
    );
    if (!isObject) return { $: "map", items };
    return isComplex(entries)
      ? { $: "complex", ...Object.fromEntries(items as [string, unknown][]) }
      : Object.fromEntries(items as [string, unknown][]);
  }
  throw new TypeError(
    `Cannot give a value to Python: it must be a number, text, bytes, a list, a plain object, a Map, a Set, a typed array or an array (got ${describe(value)})`,
  );
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** Whether an object is a complex number, `{ re, im }`. */
function isComplex(items: readonly (readonly [unknown, unknown])[]): boolean {
  const { re, im } = Object.fromEntries(items) as Record<string, unknown>;
  return items.length === 2 && typeof re === "number" && typeof im === "number";
}

function describe(value: unknown): string {
  if (typeof value !== "object" || value === null) return typeof value;
  return (value.constructor as { readonly name?: string } | undefined)?.name ?? "an object";
}
