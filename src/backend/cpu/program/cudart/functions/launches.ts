// Kernel launches: by <<<>>>, by name, cooperative, and with a configuration structure.

import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { kernelOperation } from "../kernel-launch.js";
import { SHARED_BYTES_PER_MULTIPROCESSOR, THREADS_PER_MULTIPROCESSOR } from "../device-facts.js";
import { activeBlocks } from "../occupancy.js";
import type { Runtime } from "../runtime.js";
import type { CALL_CONFIGURATION, LAUNCHES } from "../signatures/execution.js";

/** Offsets in cudaLaunchConfig_t, and the size of a cudaLaunchAttribute in it. */
const CONFIG = {
  grid: 0,
  block: 12,
  sharedBytes: 24,
  stream: 24 + POINTER_BYTES,
  attributes: 24 + 2 * POINTER_BYTES,
  count: 24 + 3 * POINTER_BYTES,
} as const;
/** An attribute is a number and then a union with pointers in it. */
const ATTRIBUTE_VALUE = POINTER_BYTES;
const ATTRIBUTE_BYTES = ATTRIBUTE_VALUE + 64;
/** cudaLaunchAttributeID. */
const COOPERATIVE = 2;
const CLUSTER = 4;

export function launchFunctions(rt: Runtime): Implementations<typeof LAUNCHES & typeof CALL_CONFIGURATION> {
  const { guest } = rt;
  const configurations: { grid: Triple; block: Triple; sharedBytes: number; stream: number }[] = [];
  const launch = (cooperative: boolean) => {
    return (stub = 0, grid = 0, block = 0, args = 0, sharedBytes = 0, stream = 0): undefined => {
      const request = {
        stub,
        grid: guest.triple(grid),
        block: guest.triple(block),
        sharedBytes,
        cooperative,
      };
      if (cooperative) checkCooperative(rt, request);
      rt.streams.submit(stream, kernelOperation(rt, request, args));
    };
  };
  return {
    cudaLaunchKernel: launch(false),
    cudaLaunchCooperativeKernel: launch(true),
    cudaLaunchKernelExC: (config = 0, stub = 0, args = 0) => {
      if (config === 0) fail("cudaErrorInvalidValue");
      const attributes = guest.word(config + CONFIG.attributes);
      let cooperative = false;
      for (let i = 0; i < guest.u32(config + CONFIG.count); i++) {
        const at = attributes + ATTRIBUTE_BYTES * i;
        if (guest.u32(at) === COOPERATIVE) cooperative = guest.u32(at + ATTRIBUTE_VALUE) !== 0;
        if (guest.u32(at) === CLUSTER) refuseCluster(rt, guest.triple(at + ATTRIBUTE_VALUE));
      }
      const stream = guest.word(config + CONFIG.stream);
      launch(cooperative)(
        stub,
        config + CONFIG.grid,
        config + CONFIG.block,
        args,
        guest.word(config + CONFIG.sharedBytes),
        stream,
      );
    },
    __cudaPushCallConfiguration: (grid = 0, block = 0, sharedBytes = 0, stream = 0) => {
      configurations.push({ grid: guest.triple(grid), block: guest.triple(block), sharedBytes, stream });
    },
    __cudaPopCallConfiguration: (grid = 0, block = 0, sharedBytes = 0, stream = 0) => {
      const configuration = configurations.pop();
      if (!configuration) fail("cudaErrorMissingConfiguration");
      guest.setTriple(grid, configuration.grid);
      guest.setTriple(block, configuration.block);
      guest.setWord(sharedBytes, configuration.sharedBytes);
      guest.setWord(stream, configuration.stream);
    },
  };
}

type Triple = [number, number, number];

interface CooperativeRequest {
  readonly stub: number;
  readonly grid: Triple;
  readonly block: Triple;
  readonly sharedBytes: number;
}

// All blocks of a cooperative launch must be resident at once. Here any number can be; programs that ask how many fit
// get the answer that holds on a GPU, and more are refused as they are there.
function checkCooperative(rt: Runtime, request: CooperativeRequest): void {
  const { grid, block, sharedBytes, stub } = request;
  const perMultiprocessor = activeBlocks(
    rt.modules.kernel(stub).kernel.staticSharedBytes + sharedBytes,
    block[0] * block[1] * block[2],
    { threads: THREADS_PER_MULTIPROCESSOR, sharedBytes: SHARED_BYTES_PER_MULTIPROCESSOR },
  );
  const most = perMultiprocessor * rt.backend.properties.multiprocessors;
  if (grid[0] * grid[1] * grid[2] > most) fail("cudaErrorCooperativeLaunchTooLarge");
}

function refuseCluster(rt: Runtime, [x, y, z]: Triple): void {
  if (x * y * z <= 1) return;
  rt.host.warn("cuts: thread block clusters are not supported on the cpu device\n");
  fail("cudaErrorNotSupported");
}
