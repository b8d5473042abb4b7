// A kernel launch: checked as CUDA checks it, its arguments collected into the block that the device expects.

import { FIRST_ADDRESS } from "../../../../core/first-address.js";
import type { BackendLaunch } from "../../../backend.js";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";
import { ERROR_CODES } from "./error-codes.js";
import { fail } from "./error-state.js";
import type { RegisteredKernel } from "./module-registry.js";
import type { Operation } from "./operation.js";
import { readableSymbol } from "../../../../core/readable-symbol.js";
import type { Runtime } from "./runtime.js";

export interface LaunchRequest {
  /** The host's stub. */
  readonly stub: number;
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  readonly cooperative: boolean;
}

/** Work as a value, with what was asked for. */
export interface KernelOperation extends Operation {
  readonly type: "kernel";
  readonly request: LaunchRequest;
  readonly parameters: Uint8Array;
}

/** A launch whose arguments lie where an array of pointers says. */
export function kernelOperation(rt: Runtime, request: LaunchRequest, pointers: number): KernelOperation {
  const registered = rt.modules.kernel(request.stub);
  checkLaunch(rt, registered, request);
  return withParameters(rt, registered, request, collect(rt, registered, pointers));
}

/** A launch whose arguments lie in a block as the device expects it. */
export function kernelOperationFromBlock(
  rt: Runtime,
  request: LaunchRequest,
  block: Uint8Array,
): KernelOperation {
  const registered = rt.modules.kernel(request.stub);
  checkLaunch(rt, registered, request);
  return withParameters(rt, registered, request, block.slice());
}

function withParameters(
  rt: Runtime,
  registered: RegisteredKernel,
  request: LaunchRequest,
  parameters: Uint8Array,
): KernelOperation {
  const { grid, block, sharedBytes, cooperative } = request;
  const launch: BackendLaunch = {
    grid,
    block,
    sharedBytes,
    cooperative,
    cluster: undefined,
    timeoutMs: undefined,
    work: undefined,
    watch: undefined,
  };
  return {
    type: "kernel",
    request,
    parameters,
    run: () => {
      // Where every access is watched it is told who uses it.
      const wrong =
        rt.host.watcher?.seesAccesses === true ? undefined : wrongPointer(rt, registered, parameters);
      if (wrong === undefined) rt.work.launch(registered.module, registered.name, launch, parameters);
      else {
        // The kernel would have stopped there on a GPU; the program learns of it when it waits.
        rt.work.settle();
        rt.host.warn(`cuts: Cannot run ${readableSymbol(registered.name)}: ${wrong}\n`);
        rt.errors.poisonLater(ERROR_CODES.cudaErrorIllegalAddress);
      }
    },
  };
}

// CUDA 13 has one word for all of it; its cudaErrorInvalidConfiguration is for other mistakes.
function checkLaunch(rt: Runtime, registered: RegisteredKernel, request: LaunchRequest): void {
  const why = whyRefused(rt, registered, request);
  if (why === undefined) return;
  rt.host.watcher?.refused(why);
  fail("cudaErrorInvalidValue");
}

/** What a launch asks for that neither the device nor the kernel allows. */
function whyRefused(
  rt: Runtime,
  { kernel, maxDynamicSharedBytes }: RegisteredKernel,
  { grid, block, sharedBytes }: LaunchRequest,
): string | undefined {
  const { properties } = rt.backend;
  const fits = (size: readonly number[], most: readonly number[]): boolean =>
    size.every((n, i) => n >= 1 && n <= (most[i] ?? 0));
  const sizes = (noun: string, size: readonly number[], most: readonly number[]): string =>
    `a ${noun} is from (1,1,1) to (${most.join(",")}), and it asks for (${size.join(",")})`;
  if (!fits(grid, properties.maxGridDim)) return sizes("grid", grid, properties.maxGridDim);
  const threads = block[0] * block[1] * block[2];
  const most = Math.min(properties.maxThreadsPerBlock, kernel.maxThreadsPerBlock);
  if (threads > most) return `a block has at most ${most} threads, and it asks for ${threads}`;
  if (!fits(block, properties.maxBlockDim)) return sizes("block", block, properties.maxBlockDim);
  const mostBytes = Math.max(0, maxDynamicSharedBytes);
  if (sharedBytes > mostBytes)
    return `a block has at most ${mostBytes} bytes of dynamic shared memory without cudaFuncSetAttribute, and it asks for ${sharedBytes}`;
  return undefined;
}

function collect(rt: Runtime, { kernel }: RegisteredKernel, pointers: number): Uint8Array {
  const parameters = new Uint8Array(kernel.parameterBytes);
  kernel.parameters?.forEach(({ offset, size }, i) => {
    const from = rt.guest.word(pointers + POINTER_BYTES * i);
    if (from === 0) fail("cudaErrorInvalidValue");
    parameters.set(rt.guest.range(from, size), offset);
  });
  return parameters;
}

// Why a pointer among the parameters cannot be used on the device; undefined when all can.
function wrongPointer(
  rt: Runtime,
  { pointers }: RegisteredKernel,
  parameters: Uint8Array,
): string | undefined {
  if (pointers.length === 0) return undefined;
  const words = new DataView(parameters.buffer, parameters.byteOffset, parameters.byteLength);
  for (const { number, offset } of pointers) {
    const address = Number(words.getBigUint64(offset, true));
    if (address < FIRST_ADDRESS || rt.blocks.find(address) || rt.blocks.isEnd(address)) continue;
    const which = `its parameter ${number} is a pointer`;
    const end = "(cudaErrorIllegalAddress)";
    if (rt.isFreed(address)) return `${which} to memory that was freed ${end}`;
    if (rt.host.isHostAddress?.(address) === true)
      return `${which} to the host's memory ${end}\nTry: cudaMalloc and cudaMemcpy, or cudaMallocManaged.`;
  }
  return undefined;
}
