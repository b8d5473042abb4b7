// Memory of others on the cpu device. Kernels are WebAssembly, and see one memory only: what lies elsewhere in the process is
// copied there before work that uses it, and back after work that writes it, in the order of the stream.

import { viewBytes } from "../../ffi/memory.js";
import type { AdoptedMemory, Allocation, BackendExchange, BackendStream, Work } from "../backend.js";
import { checkStillThere } from "../host-bytes.js";

/** DLPack's number of the host. */
const DL_CPU = 1;

/** What the exchange needs of its device. */
interface Device {
  readonly id: string;
  fromNative(pointer: bigint): number | undefined;
  view(address: number, byteLength: number): Uint8Array;
  /** Bytes of its memory, from the beginning. */
  byteLength(): number;
  allocate(byteLength: number): Allocation;
  free(allocation: Allocation, stream: BackendStream, over: () => void): void;
  afterWork(stream: BackendStream, action: () => void): void;
  copyInOrder(
    stream: BackendStream,
    byteLength: number,
    target: () => Uint8Array,
    source: () => Uint8Array,
    work: Work,
  ): void;
}

/** The exchange of a cpu device. */
export function cpuExchange(device: Device): BackendExchange {
  return {
    see(pointer, byteLength) {
      const address = device.fromNative(pointer);
      if (address === undefined || address + byteLength > device.byteLength()) return undefined;
      return {
        kind: "device",
        pointer,
        address,
        byteLength,
        isReady: true,
        hostBytes: () => device.view(address, byteLength),
        copy: null,
      };
    },
    mirrors: { mirror: (pointer, byteLength, bytes) => mirror(device, pointer, byteLength, bytes) },
    abandon(memory, stream, over) {
      if (memory.copy === null) device.afterWork(stream, over);
      else device.free(memory, stream, over);
    },
    place: () => ({ type: DL_CPU, id: 0 }),
    streams: null,
  };
}

/** A copy of memory that is not the device's own. */
function mirror(
  device: Device,
  pointer: bigint,
  byteLength: number,
  bytes: Uint8Array | undefined,
): AdoptedMemory {
  const foreign = bytes ?? new Uint8Array(viewBytes(pointer, byteLength));
  const { address } = device.allocate(byteLength);
  const own = (): Uint8Array => device.view(address, byteLength);
  const there = (): Uint8Array => {
    checkStillThere(foreign, byteLength, device.id);
    return foreign;
  };
  return {
    kind: "device",
    pointer,
    address,
    byteLength,
    isReady: true,
    hostBytes: () => foreign,
    copy: {
      refresh: (stream, work) => device.copyInOrder(stream, byteLength, own, there, work),
      writeBack: (stream, work) => device.copyInOrder(stream, byteLength, there, own, work),
    },
  };
}
