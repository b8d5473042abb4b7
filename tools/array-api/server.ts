// The Node side of the array API suite: calls the CuTS function of the given name with the given arguments, and computes nothing itself.
// Messages in both directions are four bytes of length and JSON. cuts_array_api/transport.py is the other side, and says what values look like.

import { readSync, writeSync } from "node:fs";
import * as cu from "../../src/index.js";

interface Request {
  /** A function such as "linalg.qr", or a member of the first argument such as ".item". */
  readonly call: string;
  readonly args: readonly unknown[];
  /** Objects that Python has let go of. */
  readonly released: readonly number[];
}
type Callable = (...args: unknown[]) => unknown;

const input = Number(process.env["ARRAY_API_INPUT"]);
const output = Number(process.env["ARRAY_API_OUTPUT"]);
/** Objects that Python holds. One that is returned twice, such as the result of an operation in place, has one number. */
const objects = new Map<number, { readonly object: object; claims: number }>();
const numbers = new Map<object, number>();
let last = 0;

for (;;) {
  const request = JSON.parse(read(read(4).readUInt32LE()).toString()) as Request;
  for (const id of request.released) release(id);
  let answer: object;
  try {
    const result = await call(request.call, request.args.map(decode));
    await cu.device().synchronize();
    answer = { result: encode(result) };
  } catch (error) {
    const { name, message, code } = error as Error & { readonly code?: string };
    answer = { error: { name, message, code: code ?? null } };
  }
  send(answer);
}

function call(path: string, args: readonly unknown[]): unknown {
  const own = path.startsWith(".");
  const names = own ? [path.slice(1)] : path.split(".");
  const given = own ? args.slice(1) : args;
  let holder: unknown;
  let found: unknown = own ? args[0] : cu;
  for (const name of names) {
    holder = found;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  if (typeof found === "function") return (found as Callable).apply(holder, [...given]);
  if (own && found !== undefined) return found;
  throw new TypeError(`there is no ${path}`);
}

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== "object" || value === null) return value;
  const tagged = value as Readonly<Record<string, unknown>>;
  if ("$object" in tagged) return objects.get(tagged["$object"] as number)?.object;
  if ("$integer" in tagged) return BigInt(tagged["$integer"] as string);
  if ("$float" in tagged) return Number(tagged["$float"]);
  if ("$undefined" in tagged) return undefined;
  if ("$complex" in tagged) {
    const [re, im] = (tagged["$complex"] as readonly string[]).map(Number);
    return { re, im };
  }
  return Object.fromEntries(Object.entries(tagged).map(([name, one]) => [name, decode(one)]));
}

function encode(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (typeof value === "number") return encodeNumber(value);
  if (typeof value === "bigint") return { $integer: String(value) };
  if (typeof value !== "object") return value;
  if (cu.isNDArray(value)) {
    return { $array: claim(value), shape: value.shape, dtype: value.dtype, device: String(value.device) };
  }
  if (Array.isArray(value)) return value.map(encode);
  if (value === cu.device()) return { $device: cu.device().id };
  if (Object.getPrototypeOf(value) !== Object.prototype) return { $object: claim(value) };
  const { re, im } = value as { readonly re?: unknown; readonly im?: unknown };
  if (typeof re === "number" && typeof im === "number")
    return { $complex: [encodeNumber(re), encodeNumber(im)] };
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, encode(one)]));
}

/** JSON has neither NaN and infinities nor a negative zero. */
function encodeNumber(value: number): unknown {
  if (Object.is(value, -0)) return { $float: "-0.0" };
  return Number.isFinite(value) ? value : { $float: String(value) };
}

function claim(object: object): number {
  const id = numbers.get(object) ?? ++last;
  const claims = (objects.get(id)?.claims ?? 0) + 1;
  numbers.set(object, id);
  objects.set(id, { object, claims });
  return id;
}

function release(id: number): void {
  const held = objects.get(id);
  if (held === undefined || --held.claims > 0) return;
  objects.delete(id);
  numbers.delete(held.object);
  if (cu.isNDArray(held.object)) held.object.dispose();
}

/** Ends the process where Python has ended. */
function read(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = readSync(input, bytes, at, length - at, null);
    if (count === 0) process.exit(0);
    at += count;
  }
  return bytes;
}

function send(answer: object): void {
  const text = Buffer.from(JSON.stringify(answer));
  const head = Buffer.alloc(4);
  head.writeUInt32LE(text.length);
  const bytes = Buffer.concat([head, text]);
  for (let at = 0; at < bytes.length; ) at += writeSync(output, bytes, at);
}
