// The memory of one call. Arguments outside the cpu device's memory are copied into memory that the library allocates, and copied
// back if the function may have written them. Arguments that share memory share a copy. All copies are freed when the call ends.

import { ArgumentRangeError, CutsError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import {
  bytesOfRange,
  groupOverlapping,
  type MemoryRange,
  rangeOf,
  spanOf,
} from "../../core/memory-ranges.js";
import { fromPointer, toPointer } from "../../compiler/clang/pointer-size.js";
import type { WasmLibrary } from "./call-wasm.js";

interface Copy {
  readonly span: MemoryRange;
  /** Undefined until it is made. */
  address: number | undefined;
}

interface Written {
  readonly bytes: Uint8Array;
  readonly address: number;
}

export class Guest implements Disposable {
  readonly #library: WasmLibrary;
  readonly #allocated: number[] = [];
  readonly #copies: Copy[];
  readonly #written: Written[] = [];
  readonly #afterwards: (() => void)[] = [];

  /** `views` are the arguments of the call that have memory. */
  constructor(library: WasmLibrary, views: readonly ArrayBufferView[] = []) {
    this.#library = library;
    this.#copies = groupOverlapping(views.map(rangeOf)).map((group) => ({
      span: spanOf(group),
      address: undefined,
    }));
  }

  /** Where a pointer argument points to. */
  pointer(value: ArrayBufferView | bigint | null, isReadonly: boolean): number {
    if (value === null) return 0;
    if (typeof value === "bigint") return this.#address(value);
    const range = rangeOf(value);
    if (range.buffer === this.#library.code.memory.buffer) return range.start;
    const address = this.#copied(range);
    if (!isReadonly) this.#written.push({ bytes: bytesOfRange(range), address });
    return address;
  }

  /** Allocates memory for a result, which {@link read} returns. */
  room(byteLength: number): number {
    return this.#allocate(byteLength);
  }

  /** Reads bytes at an address. */
  read(address: number, byteLength: number): Uint8Array {
    return this.#bytes(address, byteLength).slice();
  }

  /** Runs `body` after the function's results are copied back. */
  afterwards(body: () => void): void {
    this.#afterwards.push(body);
  }

  /** Copies a string, with its terminating zero. */
  string(text: string): number {
    return this.#copyIn(Buffer.from(`${text}\0`));
  }

  /** The string at an address. */
  textAt(address: number): string {
    const memory = new Uint8Array(this.#library.code.memory.buffer);
    const end = memory.indexOf(0, address);
    // TextDecoder does not take shared memory.
    return Buffer.from(memory.slice(address, end < 0 ? undefined : end)).toString();
  }

  /** Brings back what the function may have written. */
  copyBack(): void {
    // Work that the function gave to the device may use the copies.
    if (this.#allocated.length > 0) this.#library.code.finish();
    for (const { bytes, address } of this.#written) bytes.set(this.#bytes(address, bytes.byteLength));
    for (const body of this.#afterwards) body();
  }

  [Symbol.dispose](): void {
    // The heap of a library that failed in the middle of a call is left alone.
    if (this.#library.failure !== undefined || this.#allocated.length === 0) return;
    this.#library.code.finish();
    const free = this.#library.code.exports["free"] as (address: bigint) => void;
    for (const address of this.#allocated) free(toPointer(address));
  }

  /** A pointer of the process, as functions here return them, or an address as kernels of the cpu device have them. */
  #address(pointer: bigint): number {
    const { code, name } = this.#library;
    const address = code.processMemory.fromNative(pointer) ?? pointer;
    if (address < code.memory.buffer.byteLength) return Number(address);
    throw new ArgumentRangeError(
      "CUTS_ADDRESS_RANGE",
      `Cannot call a function of ${name}: it runs as WebAssembly, and an address must be in the memory of the cpu device (got 0x${pointer.toString(16)})`,
    );
  }

  /** Where the copy of a range is. */
  #copied(range: MemoryRange): number {
    const { buffer, start, end } = range;
    let copy = this.#copies.find(
      ({ span }) => span.buffer === buffer && span.start <= start && end <= span.end,
    );
    if (copy === undefined) this.#copies.push((copy = { span: range, address: undefined }));
    const { span } = copy;
    copy.address ??= this.#copyIn(bytesOfRange(span));
    return copy.address + start - span.start;
  }

  #copyIn(bytes: Uint8Array): number {
    const address = this.#allocate(bytes.byteLength);
    this.#bytes(address, bytes.byteLength).set(bytes);
    return address;
  }

  #allocate(byteLength: number): number {
    const malloc = this.#library.code.exports["malloc"] as (byteLength: bigint) => bigint;
    const address = fromPointer(malloc(toPointer(Math.max(byteLength, 1))));
    if (address === 0) {
      throw new CutsError(
        "CUTS_OUT_OF_MEMORY",
        `Cannot call a function of ${this.#library.name}: there is no room for a copy of ${formatByteSize(byteLength)} in the memory of the cpu device`,
      );
    }
    this.#allocated.push(address);
    return address;
  }

  #bytes(address: number, byteLength: number): Uint8Array {
    return new Uint8Array(this.#library.code.memory.buffer, address, byteLength);
  }
}
