// Allocation: device, managed and pinned memory, and questions about pointers. All of it is the one memory that host and
// device share here; the kinds differ in who may use a pointer, as CUDA's rules have it.

import type { Block } from "../address-map.js";
import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import type { Runtime } from "../runtime.js";
import type { MEMORY } from "../signatures/memory.js";
import { structAt } from "../structs.js";

const MAPPED = 2;
const ATTACH_GLOBAL_OR_HOST = 3;
/** cudaMemoryType. */
const MEMORY_TYPES = { device: 2, symbol: 2, shared: 2, managed: 3, pinned: 1, registered: 1 } as const;
const UNREGISTERED = 0;
const HOST_DEVICE = -1;
/** cudaMemLocationTypeDevice and cudaMemLocationTypeHost. */
const LOCATION_DEVICE = 1;
/** cudaMemRangeAttribute: answers of one int each. */
const RANGE_ANSWERS: Readonly<Record<number, number>> = { 1: 0, 2: -2, 3: -2, 4: -2 };

export function memoryFunctions(rt: Runtime): Implementations<typeof MEMORY> {
  const { guest } = rt;
  const pinned = (pointer = 0, size = 0, flags = 0): undefined => {
    if (pointer === 0 || flags > 7) fail("cudaErrorInvalidValue");
    guest.setWord(pointer, size === 0 ? 0 : rt.allocate(size, "pinned", flags | MAPPED));
  };
  const requireManaged = (pointer: number, count: number): void => {
    const block = rt.blocks.find(pointer);
    if (block?.kind !== "managed" || pointer + count > block.start + block.byteLength)
      fail("cudaErrorInvalidValue");
  };
  const requireDevice = (device: number): void => {
    if (device !== 0 && device !== HOST_DEVICE) fail("cudaErrorInvalidDevice");
  };
  return {
    cudaMalloc: (pointer = 0, size = 0) => {
      if (pointer === 0) fail("cudaErrorInvalidValue");
      guest.setWord(pointer, size === 0 ? 0 : rt.allocate(size, "device"));
    },
    cudaFree: (pointer = 0) => {
      rt.work.wait();
      if (pointer !== 0 && !rt.graphMemory.has(pointer)) rt.free(pointer, ["device", "managed"]);
    },
    cudaMallocHost: pinned,
    cudaHostAlloc: pinned,
    cudaFreeHost: (pointer = 0) => {
      rt.work.wait();
      if (pointer !== 0) rt.free(pointer, ["pinned"]);
    },
    cudaHostRegister: (pointer = 0, size = 0, flags = 0) => {
      if (pointer === 0 || size === 0 || flags > 15) fail("cudaErrorInvalidValue");
      if (rt.blocks.find(pointer)) fail("cudaErrorHostMemoryAlreadyRegistered");
      const block = { start: pointer, byteLength: size, kind: "registered", flags: flags | MAPPED } as const;
      rt.blocks.add(block);
      rt.host.watcher?.allocated(block);
    },
    cudaHostUnregister: (pointer = 0) => {
      rt.work.wait();
      const block = rt.blocks.at(pointer);
      if (block?.kind !== "registered") fail("cudaErrorHostMemoryNotRegistered");
      rt.blocks.remove(pointer);
      rt.host.watcher?.freed(block);
    },
    cudaHostGetDevicePointer: (device = 0, host = 0, flags = 0) => {
      if (flags !== 0 || !isPageLocked(rt.blocks.find(host))) fail("cudaErrorInvalidValue");
      guest.setWord(device, host);
    },
    cudaHostGetFlags: (flags = 0, pointer = 0) => {
      const block = rt.blocks.find(pointer);
      if (!isPageLocked(block)) fail("cudaErrorInvalidValue");
      guest.setU32(flags, block.flags);
    },
    cudaMallocManaged: (pointer = 0, size = 0, flags = 0) => {
      if (pointer === 0 || size === 0 || (flags & ATTACH_GLOBAL_OR_HOST) === 0) fail("cudaErrorInvalidValue");
      guest.setWord(pointer, rt.allocate(size, "managed", flags));
    },
    cudaMemGetInfo: (free = 0, total = 0) => {
      const { liveBytes, totalBytes } = rt.backend.memory();
      const most = Math.min(totalBytes, rt.backend.properties.totalMemoryBytes);
      guest.setWord(free, Math.max(0, most - liveBytes));
      guest.setWord(total, most);
    },
    cudaPointerGetAttributes: (attributes = 0, pointer = 0) => {
      if (attributes === 0) fail("cudaErrorInvalidValue");
      const block = rt.find(pointer);
      const type = block ? MEMORY_TYPES[block.kind] : UNREGISTERED;
      const struct = structAt(guest, "cudaPointerAttributes", attributes);
      const isHosts = block !== undefined && type !== MEMORY_TYPES.device;
      struct.set("type", type);
      struct.set("device", block ? 0 : -2);
      struct.set("devicePointer", block ? pointer : 0);
      struct.set("hostPointer", isHosts || !block ? pointer : 0);
    },
    cudaMemPrefetchAsync: (pointer = 0, count = 0, device = 0) => {
      requireDevice(device);
      requireManaged(pointer, count);
    },
    cudaMemPrefetchAsync_v2: (pointer = 0, count = 0, location = 0) => {
      if (guest.u32(location) === LOCATION_DEVICE) requireDevice(guest.i32(location + 4));
      requireManaged(pointer, count);
    },
    cudaMemAdvise: (pointer = 0, count = 0, advice = 0, device = 0) => {
      if (advice < 1 || advice > 6) fail("cudaErrorInvalidValue");
      requireDevice(device);
      requireManaged(pointer, count);
    },
    cudaMemAdvise_v2: (pointer = 0, count = 0, advice = 0, location = 0) => {
      if (advice < 1 || advice > 6) fail("cudaErrorInvalidValue");
      if (guest.u32(location) === LOCATION_DEVICE) requireDevice(guest.i32(location + 4));
      requireManaged(pointer, count);
    },
    // Nothing moves between host and device here, so no range was prefetched or has a place of its own.
    cudaMemRangeGetAttribute: (data = 0, size = 0, attribute = 0, pointer = 0, count = 0) => {
      requireManaged(pointer, count);
      const answer = RANGE_ANSWERS[attribute];
      if (answer === undefined || size < 4) fail("cudaErrorInvalidValue");
      guest.setU32(data, answer);
    },
  };
}

function isPageLocked(block: Block | undefined): block is Block {
  return block?.kind === "pinned" || block?.kind === "registered";
}
