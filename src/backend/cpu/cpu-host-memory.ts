// Host memory of the cpu device: the host sees all memory anyway, so page-locked memory is ordinary memory, managed memory
// is the device's own, and advice has no effect.

import type { Allocation, BackendHostMemory, BackendStream, HostMemory, ManagedAdvice } from "../backend.js";

/** What host memory needs of its device. */
interface Device {
  allocate(byteLength: number): Allocation;
  /** Does something in the order of a stream, each time a graph of it is launched too. */
  inOrder(stream: BackendStream, action: () => void): void;
  /** Bytes of the device's memory. */
  view(address: number, byteLength: number): Uint8Array;
}

/** The host memory of a cpu device. */
export function cpuHostMemory(device: Device): BackendHostMemory {
  const part = (memory: HostMemory, byteOffset: number, byteLength: number): Uint8Array =>
    memory.bytes.subarray(byteOffset, byteOffset + byteLength);
  return {
    isConcurrent: true,
    allocate: (byteLength) => new PlainMemory(byteLength),
    writeFrom: (memory, byteOffset, address, byteLength, stream) =>
      device.inOrder(stream, () =>
        device.view(address, byteLength).set(part(memory, byteOffset, byteLength)),
      ),
    readInto: (memory, byteOffset, address, byteLength, stream) =>
      device.inOrder(stream, () =>
        part(memory, byteOffset, byteLength).set(device.view(address, byteLength)),
      ),
    allocateManaged: (byteLength) => device.allocate(byteLength),
    advise: (_address: number, _byteLength: number, _advice: ManagedAdvice) => {},
    prefetch: () => {},
  };
}

class PlainMemory implements HostMemory {
  readonly bytes: Uint8Array;

  constructor(byteLength: number) {
    this.bytes = new Uint8Array(byteLength);
  }

  dispose(): void {
    // As on a GPU: an array that was given back is empty, where the engine can do that (Node 22).
    const buffer = this.bytes.buffer as ArrayBuffer & { transfer?: (byteLength: number) => ArrayBuffer };
    if (buffer.byteLength > 0) buffer.transfer?.(0);
  }
}
