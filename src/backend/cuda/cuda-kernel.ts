// A kernel of a loaded module: its handle, its attributes from the driver, and the objects that its launches reuse.

import { numberAddressOf } from "../../ffi/memory.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { BackendKernel, ParameterPlace } from "../backend.js";
import type { DeviceContext } from "./device-context.js";

const MAX_THREADS_PER_BLOCK = 0;
const STATIC_SHARED_BYTES = 1;
const PTX_VERSION = 5;
const MAX_DYNAMIC_SHARED_BYTES = 8;
const NON_PORTABLE_CLUSTER_SIZE_ALLOWED = 14;
/** The first architecture with programmatic dependent launch, where a kernel itself waits for earlier ones. */
const WAITING_ARCHITECTURE = 90;
/** The dynamic shared memory that a block may use without setting an attribute. */
const SHARED_BYTES_BY_DEFAULT = 48 * 1024;
const PORTABLE_CLUSTER_BLOCKS = 8;
/** Candidate block sizes. The first is used unless another one gives more resident threads. */
const CANDIDATES = [256, 128, 512, 1024] as const;

export class CudaKernel implements BackendKernel {
  readonly name: string;
  /** The name in the compiled code. */
  readonly symbol: string;
  readonly parameters: readonly ParameterPlace[] | undefined;
  readonly parameterBytes: number;
  readonly staticSharedBytes: number;
  readonly maxThreadsPerBlock: number;
  /** Whether it may start before earlier launches are done, because it waits for them itself. */
  readonly mayStartEarly: boolean;
  handle: RawHandle<"CUkernel">;
  /** The parameter block of the last launch, and its address in two halves. */
  block: Uint8Array | undefined;
  blockLow = 0;
  blockHigh = 0;
  readonly #context: DeviceContext;
  #maySharedBytes = SHARED_BYTES_BY_DEFAULT;
  #mayHaveLargeClusters = false;
  #preferredThreads: number | undefined;

  constructor(
    context: DeviceContext,
    name: string,
    symbol: string,
    handle: RawHandle<"CUkernel">,
    waitsItself: boolean,
  ) {
    this.#context = context;
    this.name = name;
    this.symbol = symbol;
    this.handle = handle;
    this.parameters = this.#readParameters();
    const last = this.parameters?.at(-1);
    this.parameterBytes = last === undefined ? 0 : last.offset + last.size;
    this.staticSharedBytes = this.#attribute(STATIC_SHARED_BYTES);
    this.maxThreadsPerBlock = this.#attribute(MAX_THREADS_PER_BLOCK);
    this.mayStartEarly = waitsItself && this.#attribute(PTX_VERSION) >= WAITING_ARCHITECTURE;
  }

  /** Sets the new handle after a reset, when the kernel was loaded again. */
  renew(handle: RawHandle<"CUkernel">): void {
    this.handle = handle;
    this.#maySharedBytes = SHARED_BYTES_BY_DEFAULT;
    this.#mayHaveLargeClusters = false;
  }

  /** The block size with the most resident threads on a multiprocessor. */
  get preferredThreadsPerBlock(): number {
    return (this.#preferredThreads ??= this.#findThreads());
  }

  /** Remembers the address of a parameter block, because the caller uses one block for all launches of a kernel. */
  useBlock(block: Uint8Array): void {
    const address = numberAddressOf(block);
    this.block = block;
    this.blockLow = address >>> 0;
    this.blockHigh = Math.floor(address / 2 ** 32);
  }

  /** Allows this much dynamic shared memory. The driver requires this above 48 KiB. */
  allowSharedBytes(bytes: number): void {
    if (bytes <= this.#maySharedBytes) return;
    this.#set(MAX_DYNAMIC_SHARED_BYTES, bytes);
    this.#maySharedBytes = bytes;
  }

  /** Allows clusters of more than the portable size of 8 blocks. */
  allowCluster(blocks: number): void {
    if (blocks <= PORTABLE_CLUSTER_BLOCKS || this.#mayHaveLargeClusters) return;
    this.#set(NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
    this.#mayHaveLargeClusters = true;
  }

  #findThreads(): number {
    const { api, driver } = this.#context;
    this.#context.activate();
    let best = Math.min(CANDIDATES[0], this.maxThreadsPerBlock);
    let most = 0;
    for (const threads of CANDIDATES) {
      if (threads > this.maxThreadsPerBlock) continue;
      const status = api.cuOccupancyMaxActiveBlocksPerMultiprocessor(
        driver.out(0),
        this.handle as never,
        threads,
        0,
      );
      // This affects speed only. If something is wrong with the kernel, its launch reports it.
      if (status !== 0) break;
      if (driver.int(0) * threads <= most) continue;
      most = driver.int(0) * threads;
      best = threads;
    }
    return best;
  }

  #attribute(which: number): number {
    const { api, driver, device } = this.#context;
    this.#context.check(
      api.cuKernelGetAttribute(driver.out(0), which, this.handle, device),
      `cuKernelGetAttribute of ${this.name}`,
    );
    return driver.int(0);
  }

  #set(attribute: number, value: number): void {
    const { api, device } = this.#context;
    this.#context.check(
      api.cuKernelSetAttribute(attribute, value, this.handle, device),
      `cuKernelSetAttribute of ${this.name}`,
    );
  }

  /** Undefined if the driver is too old to report them (before 12.4). */
  #readParameters(): readonly ParameterPlace[] | undefined {
    const { api, driver } = this.#context;
    if (!api.has("cuKernelGetParamInfo")) return undefined;
    const places: ParameterPlace[] = [];
    while (api.cuKernelGetParamInfo(this.handle, places.length, driver.out(0), driver.out(1)) === 0) {
      places.push({ offset: driver.number(0), size: driver.number(1), isPointer: undefined });
    }
    return places;
  }
}
