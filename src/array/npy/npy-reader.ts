// Reads an npy file that arrives in pieces directly into an array: first the header, then the elements. The total length is known
// before the first piece, and memory is allocated only if it agrees with the header.

import { type DType, dtypes } from "../../core/dtype.js";
import { sizeOf } from "../../core/shape.js";
import { cStrides, fStrides } from "../../core/strides.js";
import { writeBytes } from "../../runtime/memory/storage-bytes.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { allocateLike } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { formatError, headerLength, type NpyHeader, parseHeader } from "./header.js";

export class NpyReader {
  readonly #stream: StreamCore;
  readonly #total: number;
  readonly #wanted: DType | undefined;
  readonly #what: string;
  /** Bytes that wait for others: the beginning of the header, then that of an element. */
  #rest: Uint8Array = new Uint8Array(0);
  #header: NpyHeader | undefined;
  #array: NDArray | undefined;
  #written = 0;
  #byteLength = 0;

  /** `total` is the length of the whole file, `wanted` the dtype that the caller asks for, `what` names the file. */
  constructor(stream: StreamCore, total: number, wanted: DType | undefined, what: string) {
    this.#stream = stream;
    this.#total = total;
    this.#wanted = wanted;
    this.#what = what;
  }

  /** Takes the next bytes, which may be changed when this returns. */
  push(bytes: Uint8Array): void {
    if (this.#header !== undefined) this.#write(bytes);
    else this.#readHeader(bytes);
  }

  /** The array, when all bytes were pushed. */
  end(): NDArray {
    if (this.#header === undefined || this.#array === undefined)
      throw formatError(this.#what, "its header must not be cut off", `${this.#rest.length} bytes`);
    if (this.#written !== this.#byteLength || this.#rest.length > 0)
      throw formatError(this.#what, `its data must have ${this.#byteLength} bytes`, `${this.#written}`);
    return this.#array;
  }

  /** Gives back what was made so far. */
  abandon(): void {
    this.#array?.dispose();
  }

  #readHeader(bytes: Uint8Array): void {
    this.#rest = joined(this.#rest, bytes);
    const length = headerLength(this.#rest, this.#what);
    if (length !== undefined && length > this.#total)
      throw formatError(
        this.#what,
        `its header must lie within its ${this.#total} bytes`,
        `one of ${length}`,
      );
    if (length === undefined || this.#rest.length < length) return;
    const header = parseHeader(this.#rest.subarray(0, length), this.#wanted, this.#what);
    const { dtype, shape, isFortran } = header;
    this.#byteLength = sizeOf(shape) * dtypes[dtype].byteLength;
    if (this.#byteLength !== this.#total - length) {
      throw formatError(
        this.#what,
        `${dtype}[${shape.join(", ")}] has ${this.#byteLength} bytes, and as many must follow the header`,
        `${this.#total - length}`,
      );
    }
    this.#array = allocateLike(this.#stream, dtype, shape, isFortran ? fStrides(shape) : cStrides(shape));
    this.#header = header;
    const data = this.#rest.subarray(length);
    this.#rest = new Uint8Array(0);
    this.#write(data);
  }

  #write(bytes: Uint8Array): void {
    const { dtype, swapBytes } = this.#header as NpyHeader;
    let whole = bytes;
    if (swapBytes > 1) {
      const both = joined(this.#rest, bytes);
      const end = both.length - (both.length % swapBytes);
      this.#rest = both.slice(end);
      whole = swapped(both.subarray(0, end), swapBytes);
    } else if (dtype === "bool") whole = asBooleans(bytes);
    if (this.#written + whole.length > this.#byteLength)
      throw formatError(this.#what, `its data must have ${this.#byteLength} bytes`, "more");
    writeBytes((this.#array as NDArray).storage, this.#written, whole, this.#stream);
    this.#written += whole.length;
  }
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second.slice();
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** 0 and 1, whatever a file says. */
function asBooleans(bytes: Uint8Array): Uint8Array {
  const booleans = new Uint8Array(bytes.length);
  for (let at = 0; at < bytes.length; at++) booleans[at] = bytes[at] === 0 ? 0 : 1;
  return booleans;
}

/** Reverses the bytes of each number, in place. */
function swapped(bytes: Uint8Array, size: number): Uint8Array {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (size === 2) return buffer.swap16();
  return size === 4 ? buffer.swap32() : buffer.swap64();
}
