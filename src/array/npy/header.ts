// The header of an npy file: magic, version, length, and a Python dictionary of three entries. A parser for just that dictionary
// reads it; nothing is evaluated. Versions 1, 2 and 3 can be read; the lowest version that is sufficient is written.

import type { DType } from "../../core/dtype.js";
import { CutsError } from "../../core/errors.js";
import { type Shape, sizeOf } from "../../core/shape.js";
import { formatValue } from "../../core/text.js";
import { descrOf, type FileType, readDescr, unsupported } from "./descr.js";

/** What a header tells about the data after it. */
export interface NpyHeader extends FileType {
  readonly shape: Shape;
  /** Whether the first axis varies fastest. */
  readonly isFortran: boolean;
}

/** The error for a malformed file; `what` names the file. */
export function formatError(what: string, rule: string, got?: unknown): CutsError {
  const found = got === undefined ? "" : ` (got ${typeof got === "string" ? got : formatValue(got)})`;
  return new CutsError("CUTS_NPY_FORMAT", `Cannot read ${what}: ${rule}${found}`);
}

/** The length of the header, including its own prefix; undefined if `bytes`, the beginning of the file, are too few to tell. */
export function headerLength(bytes: Uint8Array, what: string): number | undefined {
  for (const [at, byte] of bytes.subarray(0, MAGIC.length).entries()) {
    if (byte !== MAGIC[at]) throw formatError(what, "it must begin as npy files do", startOf(bytes));
  }
  const [major, minor] = [bytes[6], bytes[7]];
  if (major === undefined || minor === undefined) return undefined;
  if (major < 1 || major > 3 || minor !== 0)
    throw formatError(what, "it must be of version 1.0, 2.0 or 3.0 of the format", `${major}.${minor}`);
  const prefix = major === 1 ? 10 : 12;
  if (bytes.length < prefix) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const length = major === 1 ? view.getUint16(8, true) : view.getUint32(8, true);
  if (length > MOST_BYTES)
    throw formatError(what, `its header must have at most ${MOST_BYTES} bytes`, String(length));
  return prefix + length;
}

/** Parses a complete header. `wanted` is the dtype that the caller asks for, if any. */
export function parseHeader(bytes: Uint8Array, wanted: DType | undefined, what: string): NpyHeader {
  const prefix = bytes[6] === 1 ? 10 : 12;
  const encoding = bytes[6] === 3 ? "utf-8" : "latin1";
  return new HeaderReader(new TextDecoder(encoding).decode(bytes.subarray(prefix)), what).read(wanted);
}

/** The header of an array in the byte order of this machine, padded so that the data is aligned to 64 bytes. */
export function formatHeader(dtype: DType, shape: Shape, isFortran: boolean): Uint8Array {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const order = isFortran ? "True" : "False";
  const text = `{'descr': '${descrOf(dtype)}', 'fortran_order': ${order}, 'shape': (${sizes}), }`;
  const total = Math.ceil((10 + text.length + 1) / 64) * 64;
  const bytes = new Uint8Array(total).fill(0x20);
  bytes.set([...MAGIC, 1, 0]);
  new DataView(bytes.buffer).setUint16(8, total - 10, true);
  bytes.set(new TextEncoder().encode(text), 10);
  bytes[total - 1] = 0x0a;
  return bytes;
}

/** The axes that NumPy's arrays may have. */
const MOST_AXES = 64;
/** A header of numbers has some hundred bytes. */
const MOST_BYTES = 65_536;
const MAGIC = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59];

class HeaderReader {
  readonly #text: string;
  readonly #what: string;
  #at = 0;

  constructor(text: string, what: string) {
    this.#text = text;
    this.#what = what;
  }

  read(wanted: DType | undefined): NpyHeader {
    let descr: string | undefined;
    let isFortran: boolean | undefined;
    let shape: Shape | undefined;
    this.#take(/\{/y);
    while (!this.#has(/\}/y)) {
      const key = this.#string();
      this.#take(/:/y);
      if (key === "descr" && descr === undefined) descr = this.#descr();
      else if (key === "fortran_order" && isFortran === undefined)
        isFortran = this.#take(/True|False/y) === "True";
      else if (key === "shape" && shape === undefined) shape = this.#shape();
      else throw this.#wrong(`it must not say ${formatValue(key)} here`);
      if (!this.#has(/,/y)) {
        this.#take(/\}/y);
        break;
      }
    }
    this.#take(/\0*$/y);
    if (descr === undefined || isFortran === undefined || shape === undefined)
      throw this.#wrong("it must say descr, fortran_order and shape");
    return { ...readDescr(descr, wanted, this.#what), isFortran, shape };
  }

  #descr(): string {
    if (this.#has(/[[(]/y))
      throw unsupported(
        this.#what,
        "records or arrays in themselves (a structured dtype)",
        this.#text.trim(),
        undefined,
      );
    return this.#string();
  }

  #string(): string {
    return this.#take(/'[^'\\\n]*'|"[^"\\\n]*"/y).slice(1, -1);
  }

  #shape(): Shape {
    const sizes: number[] = [];
    this.#take(/\(/y);
    while (!this.#has(/\)/y)) {
      // Python 2 marked long integers with an L.
      sizes.push(Number(this.#take(/[+-]?\d+L?/y).replace("L", "")));
      if (sizes.length > MOST_AXES) throw this.#wrong(`there must be at most ${MOST_AXES} axes`);
      if (this.#has(/,/y)) continue;
      this.#take(/\)/y);
      break;
    }
    const isUsable = sizes.every((size) => Number.isSafeInteger(size) && size >= 0);
    if (isUsable && Number.isSafeInteger(sizeOf(sizes))) return Object.freeze(sizes);
    throw formatError(
      this.#what,
      "the sizes in its shape must be at least 0, and its elements countable",
      sizes,
    );
  }

  #has(pattern: RegExp): boolean {
    return this.#match(pattern) !== undefined;
  }

  #take(pattern: RegExp): string {
    const found = this.#match(pattern);
    if (found !== undefined) return found;
    throw this.#wrong(`it cannot be read at character ${this.#at}`);
  }

  #match(pattern: RegExp): string | undefined {
    while (" \t\r\n".includes(this.#text[this.#at] ?? "x")) this.#at++;
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #wrong(rule: string): CutsError {
    return formatError(
      this.#what,
      `its header must be a dictionary of descr, fortran_order and shape: ${rule}`,
      this.#text.trim() === "" ? '""' : formatValue(this.#text.trim()),
    );
  }
}

function startOf(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, 6), (byte) => byte.toString(16).padStart(2, "0")).join(" ");
}
