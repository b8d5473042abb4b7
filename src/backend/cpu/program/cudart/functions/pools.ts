// Allocation in the order of a stream, and memory pools. There is one order of work, so memory is taken at once and
// given back when the work before is done; pools only count.

import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import { HandleTable } from "../handle-table.js";
import type { Runtime } from "../runtime.js";
import type { POOLS } from "../signatures/memory.js";

/** cudaMemPoolAttr. */
const RELEASE_THRESHOLD = 4;
const USED_CURRENT = 7;
const LAST_ATTRIBUTE = 8;
const READ_WRITE = 3;

interface Pool {
  /** Values of attributes by number; the first three are switches, the others sizes. */
  readonly attributes: Map<number, number>;
  used: number;
  high: number;
}

const newPool = (): Pool => ({
  attributes: new Map([
    [1, 1],
    [2, 1],
    [3, 1],
    [RELEASE_THRESHOLD, 0],
  ]),
  used: 0,
  high: 0,
});

export function poolFunctions(rt: Runtime): Implementations<typeof POOLS> {
  const { guest } = rt;
  const pools = new HandleTable<Pool>("cudaErrorInvalidValue");
  const defaultPool = pools.add(newPool());
  let currentPool = defaultPool;
  const owners = new Map<number, Pool>();
  const allocate = (pointer: number, size: number, handle: number, stream: number): void => {
    if (pointer === 0) fail("cudaErrorInvalidValue");
    const pool = pools.get(handle);
    const { capture } = rt.streams.get(stream);
    const address = size === 0 ? 0 : rt.allocate(size, "device");
    if (capture) rt.keepForGraph(address, size);
    guest.setWord(pointer, address);
    owners.set(address, pool);
    pool.used += size;
    pool.high = Math.max(pool.high, pool.used);
  };
  const valueOf = (pool: Pool, attribute: number): number => {
    if (attribute <= RELEASE_THRESHOLD) return pool.attributes.get(attribute) ?? 0;
    // Reserved is what is used: nothing is kept back.
    return attribute % 2 === USED_CURRENT % 2 ? pool.used : pool.high;
  };
  const requireDevice = (device: number): void => {
    if (device !== 0) fail("cudaErrorInvalidDevice");
  };
  const requireAttribute = (attribute: number): void => {
    if (attribute < 1 || attribute > LAST_ATTRIBUTE) fail("cudaErrorInvalidValue");
  };
  return {
    cudaMallocAsync: (pointer = 0, size = 0, stream = 0) => {
      allocate(pointer, size, currentPool, stream);
    },
    cudaMallocFromPoolAsync: (pointer = 0, size = 0, pool = 0, stream = 0) => {
      allocate(pointer, size, pool, stream);
    },
    cudaFreeAsync: (pointer = 0, stream = 0) => {
      // A graph's memory stays until the program ends: the graph may be launched again.
      if (pointer === 0 || rt.streams.get(stream).capture || rt.graphMemory.has(pointer)) return;
      rt.work.wait();
      let byteLength = 0;
      rt.streams.now(stream, "memFree", () => {
        ({ byteLength } = rt.free(pointer, ["device"]));
      });
      const pool = owners.get(pointer);
      if (pool) pool.used -= byteLength;
      owners.delete(pointer);
    },
    cudaMemPoolCreate: (pool = 0) => {
      guest.setWord(pool, pools.add(newPool()));
    },
    cudaMemPoolDestroy: (pool = 0) => {
      if (pool === defaultPool) fail("cudaErrorInvalidValue");
      pools.remove(pool);
      if (currentPool === pool) currentPool = defaultPool;
    },
    cudaMemPoolTrimTo: (pool = 0) => {
      pools.get(pool);
    },
    cudaMemPoolSetAttribute: (pool = 0, attribute = 0, value = 0) => {
      requireAttribute(attribute);
      const { attributes } = pools.get(pool);
      if (attribute < RELEASE_THRESHOLD) attributes.set(attribute, guest.u32(value));
      else if (attribute === RELEASE_THRESHOLD) attributes.set(attribute, guest.u64(value));
      else pools.get(pool).high = 0;
    },
    cudaMemPoolGetAttribute: (pool = 0, attribute = 0, value = 0) => {
      requireAttribute(attribute);
      const answer = valueOf(pools.get(pool), attribute);
      if (attribute < RELEASE_THRESHOLD) guest.setU32(value, answer);
      else guest.setU64(value, answer);
    },
    cudaMemPoolSetAccess: (pool = 0) => {
      pools.get(pool);
    },
    cudaMemPoolGetAccess: (flags = 0, pool = 0) => {
      pools.get(pool);
      guest.setU32(flags, READ_WRITE);
    },
    cudaDeviceGetDefaultMemPool: (pool = 0, device = 0) => {
      requireDevice(device);
      guest.setWord(pool, defaultPool);
    },
    cudaDeviceGetMemPool: (pool = 0, device = 0) => {
      requireDevice(device);
      guest.setWord(pool, currentPool);
    },
    cudaDeviceSetMemPool: (device = 0, pool = 0) => {
      requireDevice(device);
      pools.get(pool);
      currentPool = pool;
    },
  };
}
