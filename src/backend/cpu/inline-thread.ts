// Running blocks on the calling thread: for small launches of kernels that cannot loop, and so cannot need stopping.

import type { CpuModule } from "./cpu-module.js";
import { deviceHeap } from "./machine/device-heap.js";
import { instantiate } from "./machine/instance.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import type { WorkerPool } from "./machine/worker-pool.js";
import type { KernelInfo } from "./simt/lower-kernel.js";
import { contextBytes } from "./simt/region-plan.js";

const STACK_BYTES = 1024 * 1024;

/** What the calling thread needs to run blocks. */
export interface InlineHost {
  readonly memory: LinearMemory;
  readonly pool: WorkerPool;
  print(text: string): void;
}

/** The calling thread's memory for running blocks, and its instances. */
export class InlineThread {
  readonly #host: InlineHost;
  readonly #instances = new Map<number, ReturnType<typeof instantiate>>();
  #stack: number | undefined;
  #parameters: { address: number; byteLength: number } | undefined;
  #scratch: { address: number; byteLength: number } | undefined;

  constructor(host: InlineHost) {
    this.#host = host;
  }

  /** Runs all blocks of a launch now. */
  run(module: CpuModule, info: KernelInfo, launchAddress: number, blocks: number, shared: number): void {
    const { memory } = this.#host;
    const instance = this.#instances.get(module.id) ?? this.#instantiate(module);
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

  /** Memory for the parameters of the launch that runs next: it is over before another one begins. */
  parameters(byteLength: number): number {
    const { memory } = this.#host;
    if (this.#parameters === undefined || this.#parameters.byteLength < byteLength) {
      if (this.#parameters !== undefined) memory.free(this.#parameters.address);
      this.#parameters = { address: memory.allocate(byteLength), byteLength };
    }
    return this.#parameters.address;
  }

  forget(moduleId: number): void {
    this.#instances.delete(moduleId);
  }

  #instantiate(module: CpuModule): ReturnType<typeof instantiate> {
    const { memory, pool } = this.#host;
    const print = (text: string): void => this.#host.print(text);
    this.#stack ??= memory.allocate(STACK_BYTES);
    const heap = deviceHeap(pool.heapWords, memory.memory);
    const malloc = (bytes: number): number => {
      pool.openHeap();
      return heap.malloc(bytes);
    };
    const stackTop = this.#stack + STACK_BYTES;
    const instance = instantiate(module.image(), memory.memory, stackTop, print, {
      malloc,
      free: (address) => heap.free(address),
    });
    this.#instances.set(module.id, instance);
    return instance;
  }
}
