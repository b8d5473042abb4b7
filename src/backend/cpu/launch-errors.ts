// What a launch on the cpu device says when it is refused or does not finish, in the words a CUDA user knows.

import { CutsError, LaunchError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import type { BackendLaunch } from "../backend.js";
import type { CpuKernel } from "./cpu-object.js";
import { DEADLOCK } from "./machine/control.js";
import { KernelAssertion } from "./machine/instance.js";
import type { JobResult } from "./machine/worker-pool.js";

const MAX_BLOCKS = 2 ** 31 - 1;

/** Throws a LaunchError for a launch that the kernel or the device does not allow. */
export function checkLaunch(
  name: string,
  info: CpuKernel,
  launch: BackendLaunch,
  maxSharedBytes: number,
): void {
  const refuse = (code: string, rule: string): never => {
    throw new LaunchError(code, `Cannot launch ${name} on the cpu device: ${rule}`);
  };
  const blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  if (info.staticSharedBytes + launch.sharedBytes > maxSharedBytes) {
    refuse(
      "CUTS_LAUNCH_SHARED_MEMORY",
      `a block has at most ${formatByteSize(maxSharedBytes)} of shared memory (got ${formatByteSize(info.staticSharedBytes)} static and ${formatByteSize(launch.sharedBytes)} dynamic; cudaErrorInvalidValue)`,
    );
  }
  if (blocks > MAX_BLOCKS) {
    refuse(
      "CUTS_LAUNCH_GRID",
      `a grid has at most ${MAX_BLOCKS} blocks (got ${blocks}; cudaErrorInvalidConfiguration)`,
    );
  }
  const limit = info.maxThreadsPerBlock;
  if (limit !== undefined && launch.block[0] * launch.block[1] * launch.block[2] > limit) {
    refuse(
      "CUTS_LAUNCH_CONFIG",
      `a block of this kernel has at most ${limit} threads by its __launch_bounds__ (got [${launch.block.join(", ")}]; cudaErrorInvalidConfiguration)`,
    );
  }
  if (info.gridSync && !launch.cooperative) {
    refuse(
      "CUTS_LAUNCH_NOT_COOPERATIVE",
      "it calls grid.sync(), which needs a cooperative launch\nTry: { cooperative: true } in the launch configuration.",
    );
  }
}

/** Throws what a job that did not finish has to say. */
export function checkResult(name: string, { failure, status }: JobResult, timeoutMs: number): void {
  if (failure?.type === "timeout") {
    throw new LaunchError(
      "CUTS_LAUNCH_TIMEOUT",
      `Cannot finish ${name}: it ran longer than ${timeoutMs} ms on the cpu device and was stopped (cudaErrorLaunchTimeout)\nTry: look for a loop that does not end, or set { timeoutMs } in the launch configuration or CUTS_TIMEOUT_MS.`,
    );
  }
  if (failure?.type === "crash") {
    throw new CutsError(
      "CUTS_CPU_WORKER_DIED",
      `Cannot finish ${name}: a worker thread died (${failure.message})`,
    );
  }
  if (failure) throw kernelFailure(name, failure);
  if (status === DEADLOCK) {
    throw new LaunchError(
      "CUTS_LAUNCH_DEADLOCK",
      `Cannot finish ${name}: its threads wait for each other in vain\nTry: let all threads of the block reach the same __syncthreads(), and all lanes named in a mask reach the warp operation.`,
    );
  }
  if (status !== 0) throw new Error(`internal: block status ${status}`);
}

/** What a kernel has thrown, here or in a worker, as the user is told it. */
export function kernelFailure(name: string, error: unknown): Error {
  const { message, type } = error as { message: string; type?: string };
  if (type === "assert" || error instanceof KernelAssertion) {
    return new LaunchError("CUTS_KERNEL_ASSERT", `Assertion failed in ${name} (cudaErrorAssert)\n${message}`);
  }
  if (type === "stack" || error instanceof RangeError) {
    return new LaunchError(
      "CUTS_KERNEL_STACK_OVERFLOW",
      `Cannot finish ${name}: the stack of a thread is full (cudaErrorLaunchFailure; ${message})\nTry: less recursion, or smaller local arrays.`,
    );
  }
  return new LaunchError(
    "CUTS_KERNEL_TRAP",
    `Cannot finish ${name}: ${TRAPS[message] ?? `it stopped (${message})`}`,
  );
}

// V8's words for WebAssembly traps, in a CUDA user's words.
const TRAPS: Readonly<Record<string, string>> = {
  unreachable: "it called __trap() or ran into undefined behaviour (cudaErrorLaunchFailure)",
  "memory access out of bounds":
    "it used an address outside the device's memory (cudaErrorIllegalAddress)\nTry: check indices against the size of the array, and pointers for null.",
  "divide by zero": "it divided an integer by zero (undefined on a GPU, an error here)",
  "operation does not support unaligned accesses":
    "an atomic operation used an unaligned address (cudaErrorMisalignedAddress)",
};
