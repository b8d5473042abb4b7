// Memory that other libraries of the process have made, for kernels of the cpu device. Kernels are WebAssembly and see one memory
// only. Memory outside it is copied in before work that uses it and back after work that writes it, in the order of the stream.

import { viewBytes } from "../../ffi/memory.js";
import type { AdoptedMemory, BackendExchange } from "../backend.js";
import { checkStillThere } from "../host-bytes.js";
import type { CpuGraphs } from "./cpu-graphs.js";
import type { DeviceAllocator } from "./device-allocator.js";
import type { DeviceCopies } from "./device-copies.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import type { ProcessAddress } from "./process-address.js";

/** DLPack's number of the host. */
const DL_CPU = 1;

/** What the exchange needs of its device. */
interface ExchangeHost {
  readonly memory: LinearMemory;
  readonly process: ProcessAddress;
  readonly allocator: DeviceAllocator;
  readonly copies: DeviceCopies;
  readonly graphs: CpuGraphs;
}

/** The exchange of a cpu device. */
export function cpuExchange(host: ExchangeHost): BackendExchange {
  return {
    see(pointer, byteLength) {
      const address = host.process.fromNative(pointer);
      if (address === undefined || address + byteLength > host.memory.bytes().byteLength) return undefined;
      return {
        kind: "device",
        pointer,
        address,
        byteLength,
        isReady: true,
        hostBytes: () => host.memory.view(address, byteLength),
        copy: null,
      };
    },
    mirrors: { mirror: (pointer, byteLength, bytes) => mirror(host, pointer, byteLength, bytes) },
    abandon(memory, stream, over) {
      if (memory.copy !== null) host.allocator.free(memory, stream, over);
      else if (host.graphs.isIdle(stream)) over();
      else host.graphs.note(stream, "release", over);
    },
    place: () => ({ type: DL_CPU, id: 0 }),
    streams: null,
  };
}

/** A copy of memory that is not the device's own. */
function mirror(
  { memory, allocator, copies }: ExchangeHost,
  pointer: bigint,
  byteLength: number,
  bytes: Uint8Array | undefined,
): AdoptedMemory {
  const foreign = bytes ?? new Uint8Array(viewBytes(pointer, byteLength));
  const { address } = allocator.allocateReady(byteLength);
  const own = (): Uint8Array => memory.view(address, byteLength);
  const there = (): Uint8Array => {
    checkStillThere(foreign, byteLength, "cpu");
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
      refresh: (stream, work) => copies.copySoon(stream, byteLength, own, there, work),
      writeBack: (stream, work) => copies.copySoon(stream, byteLength, there, own, work),
    },
  };
}
