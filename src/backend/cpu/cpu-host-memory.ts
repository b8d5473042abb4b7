// Host memory of the cpu device: the host sees all memory anyway, so page-locked memory is ordinary memory, that of
// arrays is the device's own, and advice has no effect.

import type {
  Allocation,
  BackendHostMemory,
  BackendStream,
  HostMemory,
  ManagedAdvice,
  Work,
} from "../backend.js";

/** What host memory needs of its device. */
interface Device {
  allocate(byteLength: number): Allocation;
  /**
   * Copies in the order of a stream, each time a graph of it is launched too. `over` is called once: when the copy is
   * over, or at once where it is recorded.
   */
  copyInOrder(
    stream: BackendStream,
    byteLength: number,
    target: () => Uint8Array,
    source: () => Uint8Array,
    work: Work,
    over: () => void,
  ): void;
  /** Bytes of the device's memory. */
  view(address: number, byteLength: number): Uint8Array;
}

/** The host memory of a cpu device. */
export function cpuHostMemory(device: Device): BackendHostMemory {
  return {
    isConcurrent: true,
    allocate: (byteLength) => new PlainMemory(byteLength),
    writeFrom: (memory, byteOffset, address, byteLength, stream, work) => {
      const own = memory as PlainMemory;
      const source = own.use(byteOffset, byteLength);
      const target = (): Uint8Array => device.view(address, byteLength);
      device.copyInOrder(stream, byteLength, target, source, work, () => own.release());
    },
    readInto: (memory, byteOffset, address, byteLength, stream, work) => {
      const own = memory as PlainMemory;
      const target = own.use(byteOffset, byteLength);
      const source = (): Uint8Array => device.view(address, byteLength);
      device.copyInOrder(stream, byteLength, target, source, work, () => own.release());
    },
    allocateManaged: (byteLength) => device.allocate(byteLength),
    allocatePinned: (byteLength) => device.allocate(byteLength),
    advise: (_address: number, _byteLength: number, _advice: ManagedAdvice) => {},
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
