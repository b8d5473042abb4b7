// The memory of code that runs as WebAssembly, as numbers, text and bytes. Addresses are unsigned. The memory grows and is shared:
// a view stays valid and sees only what was there when it was made, so a new one is made when somebody asks for more. (Asking the
// memory itself for its size costs more than all else here.) Where null pointers lead nothing is read or written: touching it
// would end the process.

import { FIRST_ADDRESS } from "../../core/first-address.js";
import { POINTER_BYTES } from "./pointer-size.js";

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class WasmMemory {
  readonly #memory: { readonly buffer: ArrayBufferLike };
  #view: DataView;
  #bytes: Uint8Array;

  constructor(memory: { readonly buffer: ArrayBufferLike }) {
    this.#memory = memory;
    this.#view = new DataView(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** True when so many bytes at an address are inside the memory. */
  has(address: number, byteLength: number): boolean {
    return address >= FIRST_ADDRESS && this.#upTo(address + byteLength).byteLength >= address + byteLength;
  }

  /** The bytes at an address, without a copy. */
  range(address: number, byteLength: number): Uint8Array {
    if (byteLength > 0) this.#requireAddress(address);
    return this.#upTo(address + byteLength).subarray(address, address + byteLength);
  }

  /** Writes bytes to an address. */
  set(address: number, bytes: Uint8Array): void {
    if (bytes.byteLength > 0) this.#requireAddress(address);
    this.#upTo(address + bytes.byteLength).set(bytes, address);
  }

  /** Copies bytes inside the memory; the ranges may overlap. */
  copy(to: number, from: number, byteLength: number): void {
    if (byteLength > 0) this.#requireAddress(Math.min(to, from));
    this.#upTo(Math.max(to, from) + byteLength).copyWithin(to, from, from + byteLength);
  }

  u32(address: number): number {
    return this.#viewUpTo(address, 4).getUint32(address, true);
  }

  i32(address: number): number {
    return this.#viewUpTo(address, 4).getInt32(address, true);
  }

  u64(address: number): number {
    return Number(this.#viewUpTo(address, 8).getBigUint64(address, true));
  }

  setU32(address: number, value: number): void {
    this.#viewUpTo(address, 4).setUint32(address, value, true);
  }

  setU64(address: number, value: number): void {
    this.#viewUpTo(address, 8).setBigUint64(address, BigInt(value), true);
  }

  /** A 64-bit integer, signed or not. */
  setI64(address: number, value: bigint): void {
    this.#viewUpTo(address, 8).setBigInt64(address, value, true);
  }

  /** A pointer, a handle or a size. */
  word(address: number): number {
    return this.u64(address);
  }

  setWord(address: number, value: number): void {
    this.setU64(address, value);
  }

  /** Three sizes: a cudaExtent, a cudaPos. */
  sizes(address: number): [number, number, number] {
    const at = (i: number): number => this.word(address + POINTER_BYTES * i);
    return [at(0), at(1), at(2)];
  }

  setSizes(address: number, values: readonly [number, number, number]): void {
    values.forEach((value, i) => this.setWord(address + POINTER_BYTES * i, value));
  }

  setF32(address: number, value: number): void {
    this.#viewUpTo(address, 4).setFloat32(address, value, true);
  }

  setF64(address: number, value: number): void {
    this.#viewUpTo(address, 8).setFloat64(address, value, true);
  }

  /** Three words: a dim3, a uint3. */
  triple(address: number): [number, number, number] {
    const view = this.#viewUpTo(address, 12);
    return [
      view.getUint32(address, true),
      view.getUint32(address + 4, true),
      view.getUint32(address + 8, true),
    ];
  }

  setTriple(address: number, values: readonly [number, number, number]): void {
    values.forEach((value, i) => this.setU32(address + 4 * i, value));
  }

  /** Text up to its NUL. */
  text(address: number): string {
    this.#requireAddress(address);
    const end = this.#bytes.indexOf(0, address);
    const bytes = end < 0 ? this.#upTo(Number.POSITIVE_INFINITY) : this.#bytes;
    // A copy, because decoders refuse shared memory.
    return decoder.decode(bytes.slice(address, end < 0 ? bytes.indexOf(0, address) : end));
  }

  /** Writes text and its NUL into at most `limit` bytes, cut where it is too long. */
  setText(address: number, text: string, limit = Number.POSITIVE_INFINITY): number {
    if (limit === 0) return 0;
    const bytes = encoder.encode(text).subarray(0, limit - 1);
    this.set(address, bytes);
    this.set(address + bytes.length, Uint8Array.of(0));
    return bytes.length + 1;
  }

  #upTo(end: number): Uint8Array {
    if (end > this.#bytes.byteLength) this.#renew();
    return this.#bytes;
  }

  #viewUpTo(address: number, byteLength: number): DataView {
    this.#requireAddress(address);
    if (address + byteLength > this.#bytes.byteLength) this.#renew();
    return this.#view;
  }

  #renew(): void {
    this.#view = new DataView(this.#memory.buffer);
    this.#bytes = new Uint8Array(this.#memory.buffer);
  }

  #requireAddress(address: number): void {
    if (address < FIRST_ADDRESS) this.refuseNull();
  }

  /** Throws what a null pointer is answered with. */
  protected refuseNull(): never {
    throw new Error("a null pointer was passed");
  }
}
