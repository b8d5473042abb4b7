// Page-locked and managed memory of the cpu device. The host sees all memory of the device, so both are ordinary memory, and
// advice about where it should lie has no effect.

import type { BackendHostMemory, HostMemory } from "../backend.js";
import type { DeviceAllocator } from "./device-allocator.js";
import type { DeviceCopies } from "./device-copies.js";
import type { LinearMemory } from "./machine/linear-memory.js";

/** What host memory needs of its device. */
interface HostMemoryHost {
  readonly memory: LinearMemory;
  readonly allocator: DeviceAllocator;
  readonly copies: DeviceCopies;
}

/** The host memory of a cpu device. */
export function cpuHostMemory({ memory, allocator, copies }: HostMemoryHost): BackendHostMemory {
  return {
    isConcurrent: true,
    allocate: (byteLength) => new PlainMemory(byteLength),
    writeFrom: (plain, byteOffset, address, byteLength, stream, work) => {
      const own = plain as PlainMemory;
      const source = own.use(byteOffset, byteLength);
      const target = (): Uint8Array => memory.view(address, byteLength);
      copies.copyInOrder(stream, byteLength, target, source, work, () => own.release());
    },
    readInto: (plain, byteOffset, address, byteLength, stream, work) => {
      const own = plain as PlainMemory;
      const target = own.use(byteOffset, byteLength);
      const source = (): Uint8Array => memory.view(address, byteLength);
      copies.copyInOrder(stream, byteLength, target, source, work, () => own.release());
    },
    allocateManaged: (byteLength) => allocator.allocateReady(byteLength),
    allocatePinned: (byteLength) => allocator.allocateReady(byteLength),
    advise: () => {},
    prefetch: () => {},
  };
}

class PlainMemory implements HostMemory {
  readonly bytes: Uint8Array;
  /** Copies that are not over. */
  #users = 0;
  #isDisposed = false;

  constructor(byteLength: number) {
    this.bytes = new Uint8Array(byteLength);
  }

  /** A part of it for a copy; `release` when that is over. */
  use(byteOffset: number, byteLength: number): () => Uint8Array {
    this.#users++;
    return () => {
      const { bytes } = this;
      // A part of memory that was transferred away cannot be made; the copy finds it too short.
      return bytes.byteLength === 0 ? bytes : bytes.subarray(byteOffset, byteOffset + byteLength);
    };
  }

  release(): void {
    this.#users--;
    if (this.#isDisposed && this.#users === 0) this.#giveBack();
  }

  dispose(): void {
    this.#isDisposed = true;
    if (this.#users === 0) this.#giveBack();
  }

  #giveBack(): void {
    // As on a GPU: an array that was given back is empty, where the engine can do that (Node 22).
    const buffer = this.bytes.buffer as ArrayBuffer & { transfer?: (byteLength: number) => ArrayBuffer };
    if (buffer.byteLength > 0) buffer.transfer?.(0);
  }
}
