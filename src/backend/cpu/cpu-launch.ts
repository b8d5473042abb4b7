// A kernel launch on the cpu device: checks it against the kernel and the device, then runs it. Small launches of
// kernels that cannot loop run at once on the calling thread; all others go to the worker pool.

import { CutsError, LaunchError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import type { BackendLaunch } from "../backend.js";
import type { CpuModule } from "./cpu-module.js";
import { DEADLOCK } from "./machine/control.js";
import { deviceHeap } from "./machine/device-heap.js";
import { instantiate, KernelAssertion } from "./machine/instance.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import type { JobResult, RunningJob } from "./machine/running-job.js";
import type { WorkerPool } from "./machine/worker-pool.js";
import { LAUNCH_FIELDS } from "./simt/emit-entry.js";
import type { KernelInfo } from "./simt/lower-kernel.js";
import { contextBytes } from "./simt/region-plan.js";
import type { Command, CpuStream } from "./work-queue.js";

/** Below this many threads waking the workers costs more than the work. */
const INLINE_THREADS = 16_384;
const INLINE_STACK_BYTES = 1024 * 1024;
const MAX_BLOCKS = 2 ** 31 - 2 ** 20;

/** What a launch needs of its device. */
export interface LaunchHost {
  readonly memory: LinearMemory;
  readonly pool: WorkerPool;
  readonly maxSharedBytes: number;
  readonly defaultTimeoutMs: number;
  print(text: string): void;
}

/** A thread's memory for running blocks inside the call, and its instances. */
export class InlineThread {
  readonly #host: LaunchHost;
  readonly #instances = new Map<number, ReturnType<typeof instantiate>>();
  #stack: number | undefined;
  #scratch: { address: number; byteLength: number } | undefined;

  constructor(host: LaunchHost) {
    this.#host = host;
  }

  /** Runs all blocks of a launch now. */
  run(module: CpuModule, info: KernelInfo, launchAddress: number, blocks: number, shared: number): void {
    const { memory } = this.#host;
    this.#stack ??= memory.allocate(INLINE_STACK_BYTES);
    let instance = this.#instances.get(module.id);
    if (!instance) {
      const heap = deviceHeap(this.#host.pool.control, memory.memory);
      const print = (text: string): void => this.#host.print(text);
      instance = instantiate(module.image(), memory.memory, this.#stack + INLINE_STACK_BYTES, print, heap);
      this.#instances.set(module.id, instance);
    }
    const need = shared + contextBytes(info.contextBytesPerThread, 0);
    if (!this.#scratch || this.#scratch.byteLength < need) {
      if (this.#scratch) memory.free(this.#scratch.address);
      this.#scratch = { address: memory.allocate(need), byteLength: need };
    }
    const { address } = this.#scratch;
    try {
      instance[info.symbol]?.(launchAddress, 0, blocks, address, address + shared, 0);
    } catch (error) {
      // A trap leaves the stack pointer of the instance where it was.
      this.#instances.delete(module.id);
      throw error;
    }
  }

  forget(moduleId: number): void {
    this.#instances.delete(moduleId);
  }
}

export class LaunchCommand implements Command {
  readonly stream: CpuStream;
  readonly #host: LaunchHost;
  readonly #inline: InlineThread;
  readonly #module: CpuModule;
  readonly #kernelName: string;
  readonly #launch: BackendLaunch;
  readonly #parameters: Uint8Array;
  #job: RunningJob | undefined;
  #block = 0;
  #isDone = false;
  #info: KernelInfo | undefined;
  #startedMs = 0;

  constructor(
    host: LaunchHost,
    inline: InlineThread,
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: CpuStream,
  ) {
    this.#host = host;
    this.#inline = inline;
    this.#module = module;
    this.#kernelName = kernelName;
    this.#launch = launch;
    this.#parameters = parameters;
    this.stream = stream;
  }

  run(): Promise<void> | undefined {
    if (!this.#module.isReady()) return this.#runWhenReady();
    if (!this.#begin()) return undefined;
    return this.#awaitJob();
  }

  finishSync(): void {
    if (this.#isDone) return;
    if (!this.#job) {
      this.#module.readySync();
      if (!this.#begin()) return;
    }
    const result = (this.#job as RunningJob).waitSync();
    this.#end(result);
  }

  async #runWhenReady(): Promise<void> {
    await this.#module.ready;
    // A blocking wait may have done the work meanwhile.
    if (this.#isDone || this.#job || !this.#begin()) return;
    await this.#awaitJob();
  }

  async #awaitJob(): Promise<void> {
    const result = await (this.#job as RunningJob).promise;
    if (!this.#isDone) this.#end(result);
  }

  /** Starts the work; false when it is done already. */
  #begin(): boolean {
    const info = this.#module.kernelInfo(this.#kernelName);
    if (!info) throw new Error(`internal: no kernel ${this.#kernelName}`);
    const { grid, block, sharedBytes, cooperative } = this.#launch;
    const blocks = grid[0] * grid[1] * grid[2];
    const threads = block[0] * block[1] * block[2];
    const shared = Math.ceil((info.staticSharedBytes + sharedBytes) / 64) * 64;
    this.#check(info, blocks);
    const address = this.#writeLaunch();
    if (info.tier === "loop" && info.loopFree && blocks * threads <= INLINE_THREADS) {
      try {
        this.#inline.run(this.#module, info, address, blocks, shared);
      } catch (error) {
        throw this.#failed(error);
      } finally {
        this.#release();
      }
      return false;
    }
    this.#info = info;
    this.#startedMs = performance.now();
    // Code for one size of blocks is optimised anew: what it keeps for each thread is its own affair.
    const code = this.#module.variantFor(info, block);
    const own = code.kernelInfo(info.symbol) ?? info;
    this.#job = this.#host.pool.start(
      {
        moduleId: code.id,
        symbol: info.symbol,
        launchAddress: address,
        totalBlocks: blocks,
        sharedBytes: shared,
        contextBytes: contextBytes(own.contextBytesPerThread, threads),
        cooperative: cooperative || info.gridSync,
      },
      this.#launch.timeoutMs ?? this.#host.defaultTimeoutMs,
    );
    return true;
  }

  #check(info: KernelInfo, blocks: number): void {
    const shared = info.staticSharedBytes + this.#launch.sharedBytes;
    const refuse = (code: string, rule: string): never => {
      throw new LaunchError(code, `Cannot launch ${this.#kernelName} on the cpu device: ${rule}`);
    };
    if (shared > this.#host.maxSharedBytes) {
      refuse(
        "CUTS_LAUNCH_SHARED_MEMORY",
        `a block has at most ${formatByteSize(this.#host.maxSharedBytes)} of shared memory (got ${formatByteSize(info.staticSharedBytes)} static and ${formatByteSize(this.#launch.sharedBytes)} dynamic; cudaErrorInvalidValue)`,
      );
    }
    if (blocks > MAX_BLOCKS) {
      refuse(
        "CUTS_LAUNCH_GRID",
        `a grid has at most ${MAX_BLOCKS} blocks (got ${blocks}; cudaErrorInvalidConfiguration)`,
      );
    }
    if (info.gridSync && !this.#launch.cooperative) {
      refuse(
        "CUTS_LAUNCH_NOT_COOPERATIVE",
        "it calls grid.sync(), which needs a cooperative launch\nTry: { cooperative: true } in the launch configuration.",
      );
    }
  }

  #writeLaunch(): number {
    const { memory } = this.#host;
    this.#block = memory.allocate(LAUNCH_FIELDS.byteLength + this.#parameters.byteLength);
    const words = new Uint32Array(memory.memory.buffer, this.#block, LAUNCH_FIELDS.byteLength / 4);
    words.set(this.#launch.grid, LAUNCH_FIELDS.grid / 4);
    words.set(this.#launch.block, LAUNCH_FIELDS.block / 4);
    const parameters = this.#block + LAUNCH_FIELDS.byteLength;
    words[LAUNCH_FIELDS.parameters / 4] = parameters;
    memory.bytes().set(this.#parameters, parameters);
    return this.#block;
  }

  #release(): void {
    if (this.#block !== 0) this.#host.memory.free(this.#block);
    this.#block = 0;
    this.#isDone = true;
  }

  #end(result: JobResult): void {
    this.#release();
    if (this.#info)
      this.#module.noteTime(this.#info, this.#launch.block, performance.now() - this.#startedMs);
    const { failure, status } = result;
    if (failure?.type === "timeout") {
      throw new LaunchError(
        "CUTS_LAUNCH_TIMEOUT",
        `Cannot finish ${this.#kernelName}: it ran longer than ${this.#launch.timeoutMs ?? this.#host.defaultTimeoutMs} ms on the cpu device and was stopped (cudaErrorLaunchTimeout)\nTry: look for a loop that does not end, or set { timeoutMs } in the launch configuration or CUTS_TIMEOUT_MS.`,
      );
    }
    if (failure?.type === "crash") {
      throw new CutsError(
        "CUTS_CPU_WORKER_DIED",
        `Cannot finish ${this.#kernelName}: a worker thread died (${failure.message})`,
      );
    }
    if (failure) throw this.#failed(failure);
    if (status === DEADLOCK) {
      throw new LaunchError(
        "CUTS_LAUNCH_DEADLOCK",
        `Cannot finish ${this.#kernelName}: its threads wait for each other in vain\nTry: let all threads of the block reach the same __syncthreads(), and all lanes named in a mask reach the warp operation.`,
      );
    }
    if (status !== 0) throw new Error(`internal: block status ${status}`);
  }

  #failed(error: unknown): Error {
    const { message, type } = error as { message: string; type?: string };
    if (type === "assert" || error instanceof KernelAssertion) {
      return new LaunchError(
        "CUTS_KERNEL_ASSERT",
        `Assertion failed in ${this.#kernelName} (cudaErrorAssert)\n${message}`,
      );
    }
    if (type === "stack" || error instanceof RangeError) {
      return new LaunchError(
        "CUTS_KERNEL_STACK_OVERFLOW",
        `Cannot finish ${this.#kernelName}: the stack of a thread is full (cudaErrorLaunchFailure; ${message})\nTry: less recursion, or smaller local arrays.`,
      );
    }
    return new LaunchError(
      "CUTS_KERNEL_TRAP",
      `Cannot finish ${this.#kernelName}: ${TRAPS[message] ?? `it stopped (${message})`}`,
    );
  }
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
