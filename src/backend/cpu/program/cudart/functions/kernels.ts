// Questions about kernels, and occupancy.

import type { Implementations } from "../bind-function.js";
import {
  COMPUTE_CAPABILITY,
  RESERVED_SHARED_BYTES,
  SHARED_BYTES_PER_MULTIPROCESSOR,
  THREADS_PER_MULTIPROCESSOR,
} from "../device-facts.js";
import { fail } from "../error-state.js";
import { activeBlocks } from "../occupancy.js";
import type { Runtime } from "../runtime.js";
import type { FUNCTIONS } from "../signatures/execution.js";
import { structAt, structPlaces } from "../structs.js";

/** cudaFuncAttribute. */
const MAX_DYNAMIC_SHARED = 8;
const CARVEOUT = 9;
const LAST_ATTRIBUTE = 15;
const BINARY_VERSION = 10 * COMPUTE_CAPABILITY.major + COMPUTE_CAPABILITY.minor;
const LIMITS = { threads: THREADS_PER_MULTIPROCESSOR, sharedBytes: SHARED_BYTES_PER_MULTIPROCESSOR };

export function kernelFunctions(rt: Runtime): Implementations<typeof FUNCTIONS> {
  const { guest } = rt;
  const occupancy = (blocks = 0, stub = 0, blockSize = 0, dynamicBytes = 0): undefined => {
    const { kernel } = rt.modules.kernel(stub);
    if (blocks === 0 || blockSize <= 0) fail("cudaErrorInvalidValue");
    const isTooLarge = blockSize > kernel.maxThreadsPerBlock;
    guest.setU32(
      blocks,
      isTooLarge ? 0 : activeBlocks(kernel.staticSharedBytes + dynamicBytes, blockSize, LIMITS),
    );
  };
  return {
    cudaFuncGetAttributes: (attributes = 0, stub = 0) => {
      const { kernel, maxDynamicSharedBytes, preferredCarveout } = rt.modules.kernel(stub);
      guest.range(attributes, structPlaces("cudaFuncAttributes").byteLength).fill(0);
      const struct = structAt(guest, "cudaFuncAttributes", attributes);
      const values = {
        sharedSizeBytes: kernel.staticSharedBytes,
        maxThreadsPerBlock: kernel.maxThreadsPerBlock,
        // There are no registers to run out of; one is what a smallest kernel has.
        numRegs: 1,
        ptxVersion: BINARY_VERSION,
        binaryVersion: BINARY_VERSION,
        maxDynamicSharedSizeBytes: maxDynamicSharedBytes,
        preferredShmemCarveout: preferredCarveout,
      };
      for (const [name, value] of Object.entries(values)) struct.set(name, value);
    },
    cudaFuncSetAttribute: (stub = 0, attribute = 0, value = 0) => {
      const registered = rt.modules.kernel(stub);
      if (attribute < MAX_DYNAMIC_SHARED || attribute > LAST_ATTRIBUTE) fail("cudaErrorInvalidValue");
      if (attribute === CARVEOUT) registered.preferredCarveout = value;
      if (attribute !== MAX_DYNAMIC_SHARED) return;
      const most = rt.backend.properties.maxSharedBytesPerBlock - registered.kernel.staticSharedBytes;
      if (value < 0 || value > most) fail("cudaErrorInvalidValue");
      registered.maxDynamicSharedBytes = value;
    },
    cudaFuncSetCacheConfig: (stub = 0, config = 0) => {
      rt.modules.kernel(stub);
      if (config > 3) fail("cudaErrorInvalidValue");
    },
    cudaFuncSetSharedMemConfig: (stub = 0, config = 0) => {
      rt.modules.kernel(stub);
      if (config > 2) fail("cudaErrorInvalidValue");
    },
    // A kernel's handle in the driver API is its stub.
    cudaGetFuncBySymbol: (handle = 0, stub = 0) => {
      rt.modules.kernel(stub);
      guest.setWord(handle, stub);
    },
    cudaFuncGetName: (name = 0, stub = 0) => {
      guest.setWord(name, rt.texts.address(rt.modules.kernel(stub).name));
    },
    cudaFuncGetParamInfo: (stub = 0, index = 0, offset = 0, size = 0) => {
      const place = rt.modules.kernel(stub).kernel.parameters?.[index];
      if (!place) fail("cudaErrorInvalidValue");
      guest.setWord(offset, place.offset);
      if (size !== 0) guest.setWord(size, place.size);
    },
    cudaOccupancyMaxActiveBlocksPerMultiprocessor: occupancy,
    cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags: occupancy,
    cudaOccupancyAvailableDynamicSMemPerBlock: (bytes = 0, stub = 0, blocks = 0, blockSize = 0) => {
      const { kernel } = rt.modules.kernel(stub);
      if (blocks <= 0 || blockSize <= 0 || blockSize > kernel.maxThreadsPerBlock)
        fail("cudaErrorInvalidValue");
      const share = Math.floor(SHARED_BYTES_PER_MULTIPROCESSOR / blocks) - RESERVED_SHARED_BYTES;
      const most = Math.min(share, rt.backend.properties.maxSharedBytesPerBlock);
      guest.setWord(bytes, Math.max(0, most - kernel.staticSharedBytes));
    },
  };
}
