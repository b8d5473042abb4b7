// The memory of a program as its system calls see it. It is shared and may grow at any time, so views are made anew.
// Where null pointers lead nothing is read or written: that is EFAULT, and touching it would end the process.
import { FIRST_ADDRESS } from "../../../../core/first-address.js";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";

/** An address or a size: of 32 bits with a sign, or of 64 bits and never so large that it has one. */
export function unsigned(value: number): number {
  return value < 0 ? value >>> 0 : value;
}

/** Reads and writes what system calls pass by address. */
export class GuestMemory {
  readonly #memory: WebAssembly.Memory;
  #view: DataView;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#view = new DataView(memory.buffer);
  }

  get view(): DataView {
    if (this.#view.byteLength !== this.#memory.buffer.byteLength)
      this.#view = new DataView(this.#memory.buffer);
    return this.#view;
  }

  /** Addresses of 32 bits arrive as signed numbers. */
  bytes(address: number, byteLength: number): Uint8Array {
    if (unsigned(address) < FIRST_ADDRESS && byteLength > 0)
      throw Object.assign(new Error("a null pointer was passed to a system call"), { code: "EFAULT" });
    return new Uint8Array(this.#memory.buffer, unsigned(address), unsigned(byteLength));
  }

  text(address: number, byteLength: number): string {
    return Buffer.from(this.bytes(address, byteLength)).toString();
  }

  setU8(address: number, value: number): void {
    this.view.setUint8(unsigned(address), value);
  }

  setU16(address: number, value: number): void {
    this.view.setUint16(unsigned(address), value, true);
  }

  setU32(address: number, value: number): void {
    this.view.setUint32(unsigned(address), value, true);
  }

  setU64(address: number, value: bigint): void {
    this.view.setBigUint64(unsigned(address), BigInt.asUintN(64, value), true);
  }

  /** A size or a pointer. */
  setWord(address: number, value: number): void {
    this.setU64(address, BigInt(value));
  }

  word(address: number): number {
    return Number(this.u64(address));
  }

  u32(address: number): number {
    return this.view.getUint32(unsigned(address), true);
  }

  u64(address: number): bigint {
    return this.view.getBigUint64(unsigned(address), true);
  }

  /** The buffers of an array of iovecs. */
  *buffers(address: number, count: number): Generator<Uint8Array> {
    for (let i = 0; i < count; i++) {
      const at = unsigned(address) + 2 * POINTER_BYTES * i;
      yield this.bytes(this.word(at), this.word(at + POINTER_BYTES));
    }
  }
}
