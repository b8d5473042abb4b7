// Python's marshal format, version 2, which its own C code reads and writes fastest. Only values are allowed, never code: None,
// booleans, integers, floats, complex numbers, text, bytes, tuples, lists, dicts, and Ellipsis. A tuple that begins with Ellipsis
// stands for something that marshal cannot hold.

import { fromWtf8, hasHalfPair, REPLACED, toWtf8 } from "./wtf8.js";

/** A tuple. */
export class Tuple {
  readonly items: readonly unknown[];

  constructor(...items: readonly unknown[]) {
    this.items = items;
  }
}

/** Python's Ellipsis. */
export const ellipsis: unique symbol = Symbol("Ellipsis");

/** A number that is a float in Python, even if it is an integer. */
export class Float {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

const code = (letter: string): number => letter.charCodeAt(0);
const NONE = code("N");
const TRUE = code("T");
const FALSE = code("F");
const INT = code("i");
const LONG = code("l");
const FLOAT = code("g");
const COMPLEX = code("y");
const TEXT = code("u");
const BYTES = code("s");
const TUPLE = code("(");
const LIST = code("[");
const DICT = code("{");
const END = code("0");
const ELLIPSIS = code(".");

/** Writes values to a growing buffer. */
export class MarshalWriter {
  #bytes: Buffer;
  #view: DataView;
  #at = 0;

  constructor(memory: Buffer) {
    this.#bytes = memory;
    this.#view = viewOf(memory);
  }

  /** The written bytes, in the given memory if they fit there. */
  get bytes(): Buffer {
    return this.#bytes;
  }

  get length(): number {
    return this.#at;
  }

  restart(memory: Buffer): void {
    if (memory !== this.#bytes) {
      this.#bytes = memory;
      this.#view = viewOf(memory);
    }
    this.#at = 0;
  }

  /** Writes a value that marshal can represent. */
  write(value: unknown): void {
    this.#room(16);
    switch (typeof value) {
      case "number":
        this.number(value);
        return;
      case "string":
        this.text(value);
        return;
      case "boolean":
        this.#byte(value ? TRUE : FALSE);
        return;
      case "bigint":
        this.#long(value);
        return;
      case "undefined":
        this.#byte(NONE);
        return;
      default:
        this.#object(value);
    }
  }

  number(value: number): void {
    this.#room(16);
    if (Number.isInteger(value) && !Object.is(value, -0)) {
      if (value >= -(2 ** 31) && value < 2 ** 31) {
        this.#byte(INT);
        this.#view.setInt32(this.#at, value, true);
        this.#at += 4;
        return;
      }
      if (Number.isSafeInteger(value)) {
        this.#long(BigInt(value));
        return;
      }
    }
    this.#float(value);
  }

  numberOrNone(value: number | null): void {
    if (value !== null) this.number(value);
    else {
      this.#room(1);
      this.#byte(NONE);
    }
  }

  /** A list of numbers, or None. */
  list(numbers: readonly number[] | null): void {
    if (numbers === null) {
      this.numberOrNone(null);
      return;
    }
    this.begin("list", numbers.length);
    for (const one of numbers) this.number(one);
  }

  /** A text of Python; half a pair of surrogates stays one. */
  text(value: string): void {
    const most = 3 * value.length;
    this.#room(5 + most);
    this.#byte(TEXT);
    const length = hasHalfPair(value)
      ? toWtf8(value).copy(this.#bytes, this.#at + 4)
      : this.#bytes.write(value, this.#at + 4, "utf8");
    this.#view.setInt32(this.#at, length, true);
    this.#at += 4 + length;
  }

  bytesValue(value: Uint8Array): void {
    this.#room(5 + value.byteLength);
    this.#byte(BYTES);
    this.#view.setInt32(this.#at, value.byteLength, true);
    this.#bytes.set(value, this.#at + 4);
    this.#at += 4 + value.byteLength;
  }

  /** Begins a tuple or a list of `count` items. */
  begin(kind: "tuple" | "list", count: number): void {
    this.#room(5);
    this.#byte(kind === "tuple" ? TUPLE : LIST);
    this.#view.setInt32(this.#at, count, true);
    this.#at += 4;
  }

  beginDict(): void {
    this.#room(1);
    this.#byte(DICT);
  }

  endDict(): void {
    this.#room(1);
    this.#byte(END);
  }

  ellipsis(): void {
    this.#room(1);
    this.#byte(ELLIPSIS);
  }

  complex(re: number, im: number): void {
    this.#room(17);
    this.#byte(COMPLEX);
    this.#view.setFloat64(this.#at, re, true);
    this.#view.setFloat64(this.#at + 8, im, true);
    this.#at += 16;
  }

  #object(value: unknown): void {
    if (value === null) this.#byte(NONE);
    else if (value === ellipsis) this.ellipsis();
    else if (value instanceof Float) this.#float(value.value);
    else if (value instanceof Uint8Array) this.bytesValue(value);
    else if (value instanceof Tuple || Array.isArray(value)) {
      const items = value instanceof Tuple ? value.items : (value as unknown[]);
      this.begin(value instanceof Tuple ? "tuple" : "list", items.length);
      for (const item of items) this.write(item);
    } else throw new Error("internal: a value that marshal does not know");
  }

  #float(value: number): void {
    this.#room(9);
    this.#byte(FLOAT);
    this.#view.setFloat64(this.#at, value, true);
    this.#at += 8;
  }

  #long(value: bigint): void {
    const isNegative = value < 0n;
    const digits: number[] = [];
    for (let rest = isNegative ? -value : value; rest > 0n; rest >>= 15n) digits.push(Number(rest & 0x7fffn));
    this.#room(5 + 2 * digits.length);
    this.#byte(LONG);
    this.#view.setInt32(this.#at, isNegative ? -digits.length : digits.length, true);
    this.#at += 4;
    for (const digit of digits) {
      this.#view.setUint16(this.#at, digit, true);
      this.#at += 2;
    }
  }

  #byte(value: number): void {
    this.#bytes[this.#at++] = value;
  }

  #room(byteLength: number): void {
    if (this.#at + byteLength <= this.#bytes.byteLength) return;
    const grown = Buffer.allocUnsafeSlow(2 * (this.#at + byteLength));
    grown.set(this.#bytes.subarray(0, this.#at));
    this.#bytes = grown;
    this.#view = viewOf(grown);
  }
}

/** Converts a tuple that begins with Ellipsis. */
export type Special = (tag: string, items: readonly unknown[]) => unknown;

/** Reads a value. Lists and tuples become arrays, dicts become objects, or Maps if a key is no string. */
export function readMarshal(bytes: Buffer, special: Special): unknown {
  return new MarshalReader(bytes, special).read();
}

/** Reads values from memory that is overwritten between reads. */
export class MarshalReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #special: Special;
  #at = 0;

  constructor(bytes: Buffer, special: Special) {
    this.#bytes = bytes;
    this.#view = viewOf(bytes);
    this.#special = special;
  }

  /** Reads from the beginning again. */
  restart(): this {
    this.#at = 0;
    return this;
  }

  read(): unknown {
    // Version 2 sets no flag for values that are referred to again.
    switch (this.#bytes[this.#at++]) {
      case NONE:
        return null;
      case TRUE:
        return true;
      case FALSE:
        return false;
      case ELLIPSIS:
        return ellipsis;
      case INT:
        return this.#int();
      case FLOAT:
        this.#at += 8;
        return this.#view.getFloat64(this.#at - 8, true);
      case COMPLEX:
        this.#at += 16;
        return {
          re: this.#view.getFloat64(this.#at - 16, true),
          im: this.#view.getFloat64(this.#at - 8, true),
        };
      case LONG:
        return this.#long();
      case TEXT: {
        const length = this.#int();
        this.#at += length;
        const text = this.#bytes.toString("utf8", this.#at - length, this.#at);
        // What is no UTF-8 is half a pair of surrogates, which Python's texts may have, too.
        return text.includes(REPLACED) ? fromWtf8(this.#bytes.subarray(this.#at - length, this.#at)) : text;
      }
      case BYTES: {
        const length = this.#int();
        this.#at += length;
        return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at));
      }
      case TUPLE:
        return this.#tuple(this.#int());
      case LIST:
        return this.#items(this.#int());
      case DICT:
        return this.#dict();
      default:
        throw new Error(`internal: marshal has no type ${this.#bytes[this.#at - 1]}`);
    }
  }

  #int(): number {
    this.#at += 4;
    return this.#view.getInt32(this.#at - 4, true);
  }

  #long(): number | bigint {
    const count = this.#int();
    let value = 0n;
    for (let i = 0; i < Math.abs(count); i++) {
      value |= BigInt(this.#view.getUint16(this.#at, true)) << BigInt(15 * i);
      this.#at += 2;
    }
    const signed = count < 0 ? -value : value;
    const number = Number(signed);
    return Number.isSafeInteger(number) ? number : signed;
  }

  #items(count: number): unknown[] {
    const items: unknown[] = [];
    for (let i = 0; i < count; i++) items.push(this.read());
    return items;
  }

  #tuple(count: number): unknown {
    if (count < 2 || this.#bytes[this.#at] !== ELLIPSIS) return this.#items(count);
    const [, tag, ...rest] = this.#items(count);
    return this.#special(tag as string, rest);
  }

  #dict(): unknown {
    const entries: [unknown, unknown][] = [];
    while (this.#bytes[this.#at] !== END) entries.push([this.read(), this.read()]);
    this.#at++;
    if (!entries.every(([key]) => typeof key === "string") || isLikeComplex(entries)) return new Map(entries);
    // A key may be `__proto__`.
    return Object.assign(Object.create(null), Object.fromEntries(entries as [string, unknown][]));
  }
}

/** A dict that would be a complex number on the way back. */
function isLikeComplex(entries: readonly [unknown, unknown][]): boolean {
  const { re, im } = Object.fromEntries(entries) as Record<string, unknown>;
  return entries.length === 2 && typeof re === "number" && typeof im === "number";
}

function viewOf(bytes: Buffer): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
