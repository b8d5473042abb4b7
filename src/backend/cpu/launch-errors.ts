// The errors of launches on the cpu device that are refused or do not finish, in terms that CUDA users know.

import { CutsError, type ErrorCode, LaunchError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import type { BackendLaunch } from "../backend.js";
import type { CpuKernel } from "./cpu-object.js";
import { CONSTANTS_OVERWRITTEN, DEADLOCK, NULL_WRITE, NULL_WRITE_NEARBY } from "./machine/control.js";
import type { FaultPlace, FaultType } from "./machine/kernel-fault.js";
import type { JobResult } from "./machine/lane.js";

const MAX_BLOCKS = 2 ** 31 - 1;

/** Throws a LaunchError for a launch that the kernel or the device does not allow. */
export function checkLaunch(
  name: string,
  info: CpuKernel,
  launch: BackendLaunch,
  maxSharedBytes: number,
): void {
  const blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  if (info.staticSharedBytes + launch.sharedBytes > maxSharedBytes) {
    throw refusal(
      name,
      "CUTS_LAUNCH_SHARED_MEMORY",
      `a block has at most ${formatByteSize(maxSharedBytes)} of shared memory (got ${formatByteSize(info.staticSharedBytes)} static and ${formatByteSize(launch.sharedBytes)} dynamic; cudaErrorInvalidValue)`,
    );
  }
  if (blocks > MAX_BLOCKS) {
    throw refusal(
      name,
      "CUTS_LAUNCH_GRID",
      `a grid has at most ${MAX_BLOCKS} blocks (got ${blocks}; cudaErrorInvalidConfiguration)`,
    );
  }
  const limit = info.maxThreadsPerBlock;
  if (limit !== undefined && launch.block[0] * launch.block[1] * launch.block[2] > limit) {
    throw refusal(
      name,
      "CUTS_LAUNCH_CONFIG",
      `a block of this kernel has at most ${limit} threads by its __launch_bounds__ (got [${launch.block.join(", ")}]; cudaErrorInvalidConfiguration)`,
    );
  }
  if (info.gridSync && !launch.cooperative) {
    throw refusal(
      name,
      "CUTS_LAUNCH_NOT_COOPERATIVE",
      "it calls grid.sync(), which needs a cooperative launch\nTry: { cooperative: true } in the launch configuration.",
    );
  }
}

function refusal(name: string, code: ErrorCode, rule: string): LaunchError {
  return new LaunchError(code, `Cannot launch ${name} on the cpu device: ${rule}`);
}

/** What work that was not over gets when the device is reset. */
export function resetError(): CutsError {
  return new CutsError("CUTS_DEVICE_RESET", "Cannot finish work of the cpu device: the device was reset");
}

/** Throws what a job that did not finish has to say. */
export function checkResult(
  name: string,
  { failure, status }: JobResult,
  timeoutMs: number,
  describe?: (place: FaultPlace) => string | undefined,
): void {
  if (failure?.type === "timeout") {
    throw new LaunchError(
      "CUTS_LAUNCH_TIMEOUT",
      `Cannot finish ${name}: it ran longer than ${timeoutMs} ms on the cpu device and was stopped (cudaErrorLaunchTimeout)\nTry: look for a loop that does not end, or set { timeoutMs } in the launch configuration or CUTS_TIMEOUT_MS.`,
    );
  }
  if (failure?.type === "reset") throw resetError();
  if (failure?.type === "crash") {
    throw new CutsError(
      "CUTS_CPU_WORKER_DIED",
      `Cannot finish ${name}: a worker thread died (${failure.message})`,
    );
  }
  if (failure) {
    const { type, message, place } = failure;
    throw kernelFailure(name, { type, message }, place && describe?.(place));
  }
  if (status === DEADLOCK) {
    throw new LaunchError(
      "CUTS_LAUNCH_DEADLOCK",
      `Cannot finish ${name}: its threads wait for each other in vain\nTry: let all threads of the block reach the same __syncthreads(), and all lanes named in a mask reach the warp operation.`,
    );
  }
  if (status === NULL_WRITE || status === NULL_WRITE_NEARBY) throw nullWrite(name, status === NULL_WRITE);
  if (status === CONSTANTS_OVERWRITTEN) throw overwrittenConstants(name);
  if (status !== 0) throw new Error(`internal: block status ${status}`);
}

/** What a launch gets that has written through a null pointer, or has run while another one did. */
export function nullWrite(name: string, isCertain: boolean): Error {
  const who = isCertain ? "it wrote" : "it, or another kernel that ran at the same time, wrote";
  return kernelFailure(name, { type: "address", message: `${who} through a null pointer` });
}

/** What a launch gets after which the constants of its module are others. */
export function overwrittenConstants(name: string): Error {
  const message = "it, or another kernel before it, overwrote constants of its module";
  return kernelFailure(name, { type: "address", message });
}

/** What stopped a kernel, here or in a worker, as the user is told it; `place` is where (fault-place.ts). */
export function kernelFailure(name: string, { type, message }: KernelStop, place?: string): Error {
  if (type === "internal")
    return new Error(message.startsWith("internal:") ? message : `internal: ${message}`);
  if (type === "assert") {
    return new LaunchError("CUTS_KERNEL_ASSERT", `Assertion failed in ${name} (cudaErrorAssert)\n${message}`);
  }
  const { code, cause, hint } = FAULTS[type];
  return new LaunchError(
    code,
    [
      `Cannot finish ${name}: ${message}${cause === undefined ? "" : ` (${cause})`}`,
      ...(place === undefined ? [] : [place]),
      ...(hint === undefined ? [] : [`Try: ${hint}.`]),
    ].join("\n"),
  );
}

/** How a kernel was stopped: the kind, and words that go on from "Cannot finish <kernel>:". */
export interface KernelStop {
  readonly type: FaultType;
  readonly message: string;
}

interface Fault {
  readonly code: ErrorCode;
  /** What CUDA says to it, or how it differs there. */
  readonly cause?: string;
  readonly hint?: string;
}

const FAULTS: Readonly<Record<Exclude<FaultType, "assert" | "internal">, Fault>> = {
  stack: {
    code: "CUTS_KERNEL_STACK_OVERFLOW",
    cause: "cudaErrorIllegalAddress",
    hint: "less recursion, or smaller local arrays",
  },
  address: {
    code: "CUTS_KERNEL_ILLEGAL_ADDRESS",
    cause: "cudaErrorIllegalAddress",
    hint: "check indices against the size of the array, and pointers for null",
  },
  alignment: { code: "CUTS_KERNEL_MISALIGNED_ADDRESS", cause: "cudaErrorMisalignedAddress" },
  division: { code: "CUTS_KERNEL_DIVISION", cause: "undefined on a GPU, an error here" },
  call: {
    code: "CUTS_KERNEL_INVALID_CALL",
    cause: "cudaErrorInvalidPc",
    hint: "take the address of a function in device code, with the type it is called by",
  },
  printf: {
    code: "CUTS_KERNEL_PRINTF",
    hint: "a smaller width or precision",
  },
  trap: { code: "CUTS_KERNEL_TRAP", cause: "cudaErrorLaunchFailure" },
};
