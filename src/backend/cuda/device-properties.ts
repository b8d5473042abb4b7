// Reads the limits and properties of a GPU from the driver.

import type { DeviceProperties } from "../backend.js";
import type { DeviceContext } from "./device-context.js";

const MAX_THREADS_PER_BLOCK = 1;
const MAX_BLOCK_DIM = [2, 3, 4] as const;
const MAX_GRID_DIM = [5, 6, 7] as const;
const WARP_SIZE = 10;
const MULTIPROCESSOR_COUNT = 16;
const COMPUTE_CAPABILITY_MAJOR = 75;
const COMPUTE_CAPABILITY_MINOR = 76;
const MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97;
const NAME_SLOT = 8;
const NAME_BYTES = 256;

export function readProperties(context: DeviceContext): DeviceProperties {
  const { api, driver, device } = context;
  const extent = ([x, y, z]: readonly [number, number, number]): readonly [number, number, number] => [
    context.attribute(x),
    context.attribute(y),
    context.attribute(z),
  ];
  context.check(api.cuDeviceTotalMem_v2(driver.out(0), device), "cuDeviceTotalMem");
  const totalMemoryBytes = driver.number(0);
  context.check(api.cuDeviceGetName(driver.out(NAME_SLOT), NAME_BYTES, device), "cuDeviceGetName");
  return {
    name: driver.text(NAME_SLOT, NAME_BYTES),
    totalMemoryBytes,
    maxThreadsPerBlock: context.attribute(MAX_THREADS_PER_BLOCK),
    maxBlockDim: extent(MAX_BLOCK_DIM),
    maxGridDim: extent(MAX_GRID_DIM),
    maxSharedBytesPerBlock: context.attribute(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
    multiprocessors: context.attribute(MULTIPROCESSOR_COUNT),
    warpSize: context.attribute(WARP_SIZE),
  };
}

/** The architecture of a GPU as a number: 90 for compute capability 9.0. */
export function architectureOf(context: DeviceContext): number {
  return architectureFrom((which) => context.attribute(which));
}

/** The same, from a function that reads attributes. */
export function architectureFrom(attribute: (which: number) => number): number {
  return 10 * attribute(COMPUTE_CAPABILITY_MAJOR) + attribute(COMPUTE_CAPABILITY_MINOR);
}
