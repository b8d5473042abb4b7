// Reads and writes the memory of a WASI program for the calls that it makes.
import { MemoryFile } from "./memory-fs.js";

/** @typedef {import("./memory-fs.js").MemoryDirectory} MemoryDirectory */

/** The program's memory. Its buffer is replaced when it grows, so every access asks for it again. */
export class GuestMemory {
  /** @type {WebAssembly.Memory | undefined} */
  #memory;
  /** @type {DataView} */
  #view = new DataView(new ArrayBuffer(0));

  /** @param {WebAssembly.Memory} memory */
  attach(memory) {
    this.#memory = memory;
  }

  get view() {
    const buffer = /** @type {WebAssembly.Memory} */ (this.#memory).buffer;
    if (this.#view.buffer !== buffer) this.#view = new DataView(buffer);
    return this.#view;
  }

  /** @param {number} pointer @param {number} length */
  bytes(pointer, length) {
    return new Uint8Array(this.view.buffer, pointer, length);
  }

  /** @param {number} pointer @param {number} length */
  text(pointer, length) {
    return Buffer.from(this.view.buffer, pointer, length).toString();
  }

  /** @param {number} pointer @param {number} value */
  setU32(pointer, value) {
    this.view.setUint32(pointer, value, true);
  }

  /** @param {number} pointer @param {number | bigint} value */
  setU64(pointer, value) {
    this.view.setBigUint64(pointer, BigInt(value), true);
  }

  /** The buffers of an iovec array. @param {number} pointer @param {number} count */
  *buffers(pointer, count) {
    for (let i = 0; i < count; i++) {
      const at = pointer + 8 * i;
      yield this.bytes(this.view.getUint32(at, true), this.view.getUint32(at + 4, true));
    }
  }

  /** @param {number} pointer @param {number} type @param {MemoryFile | MemoryDirectory | undefined} node */
  setFileStat(pointer, type, node) {
    this.bytes(pointer, 64).fill(0);
    this.setU64(pointer + 8, node?.inode ?? 0n);
    this.view.setUint8(pointer + 16, type);
    this.setU64(pointer + 24, 1);
    this.setU64(pointer + 32, node instanceof MemoryFile ? node.size : 0);
  }
}
