// Runs brief launches on the calling thread, where waking the workers would take longer than the launch. Brief are small launches of
// kernels without loops, and built-in kernels with little work, judged by their measured speed.

import type { BackendLaunch } from "../backend.js";
import type { CpuModule } from "./cpu-module.js";
import type { CpuKernel } from "./cpu-object.js";
import type { DeviceConstants } from "./device-constants.js";
import { launchBytes, sharedBytesOf, writeLaunch } from "./launch-block.js";
import { kernelFailure, nullWrite, overwrittenConstants } from "./launch-errors.js";
import { MAX_WORKERS } from "./machine/control.js";
import { deviceHeap } from "./machine/device-heap.js";
import { DeviceLaunches } from "./machine/device-launches.js";
import { instantiate } from "./machine/instance.js";
import { faultOf, placeOf } from "./machine/kernel-fault.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import type { WorkerPool } from "./machine/worker-pool.js";
import { STACK_BYTES } from "./passes/simt/abi.js";
import { contextBytes } from "./passes/simt/region-plan.js";

/** Threads of a kernel without loops for which waking the workers costs more than the work. */
const FEW_THREADS = 16_384;
/** Up to this many elements, a built-in kernel runs here without measuring its time. */
const FEW_ELEMENTS = 2048;
/** How long the calling thread may take for a launch: two or three times what waking the workers costs. */
const BRIEF_NS = 50_000;
/** The estimate of a kernel that is up to this many times too slow shrinks by each launch, because code gets faster after some runs. */
const RETRY_LIMIT = 4;
const RETRY_FACTOR = 0.95;

/** Bytes of constants that are compared after each launch, which takes a tenth of a microsecond. */
const FEW_CONSTANTS = 4096;

/** What the calling thread needs to run blocks. */
export interface InlineHost {
  readonly memory: LinearMemory;
  readonly pool: WorkerPool;
  readonly constants: DeviceConstants;
  print(text: string): void;
}

/** Built-in kernels write nothing but what they are given. */
export function isGuarded({ work }: BackendLaunch): boolean {
  return work === undefined;
}

interface Piece {
  address: number;
  byteLength: number;
}

/** The calling thread's memory for running blocks, its instances, and what it knows of the speed of kernels. */
export class InlineThread {
  readonly #host: InlineHost;
  readonly #instances = new Map<number, ReturnType<typeof instantiate>>();
  readonly #nsPerElement = new WeakMap<CpuKernel, number>();
  #stack: number | undefined;
  readonly #parameters: Piece = { address: 0, byteLength: 0 };
  readonly #scratch: Piece = { address: 0, byteLength: 0 };

  constructor(host: InlineHost) {
    this.#host = host;
  }

  /**
   * Runs a launch now if it is brief, and says whether it was. The launch was checked, its module is ready and the device
   * is idle. Throws what the kernel has thrown.
   */
  run(
    module: CpuModule,
    name: string,
    info: CpuKernel,
    launch: BackendLaunch,
    parameters: Uint8Array,
  ): boolean {
    // A thread that ends may hold the lock of the heap, and its end is not seen while a kernel runs here.
    if (this.#host.pool.isStopping || info.launches === true) return false;
    const { grid, block, work } = launch;
    const blocks = grid[0] * grid[1] * grid[2];
    const threads = block[0] * block[1] * block[2];
    if (info.tier === "loop" && info.loopFree && blocks * threads <= FEW_THREADS) {
      this.#call(module, name, info, launch, parameters, blocks, threads);
      return true;
    }
    if (work === undefined || info.gridSync) return false;
    if (work <= FEW_ELEMENTS) {
      this.#call(module, name, info, launch, parameters, blocks, threads);
      return true;
    }
    const known = this.#nsPerElement.get(info) ?? 1;
    if (known * work > BRIEF_NS) {
      if (known * work < BRIEF_NS * RETRY_LIMIT) this.#nsPerElement.set(info, known * RETRY_FACTOR);
      return false;
    }
    const begin = performance.now();
    this.#call(module, name, info, launch, parameters, blocks, threads);
    const measured = ((performance.now() - begin) * 1e6) / work;
    // A thread that had to wait for a processor says nothing of the kernel.
    this.#nsPerElement.set(info, Math.min(measured, 2 * known));
    return true;
  }

  forget(moduleId: number): void {
    this.#instances.delete(moduleId);
  }

  #call(
    module: CpuModule,
    name: string,
    info: CpuKernel,
    launch: BackendLaunch,
    parameters: Uint8Array,
    blocks: number,
    threads: number,
  ): void {
    const { memory } = this.#host;
    const instance = this.#instances.get(module.id) ?? this.#instantiate(module);
    const sharedBytes = sharedBytesOf(info, launch);
    this.#reserve(this.#scratch, sharedBytes + contextBytes(info.contextBytesPerThread, threads));
    this.#reserve(this.#parameters, launchBytes(parameters));
    const { address: shared } = this.#scratch;
    const { address } = this.#parameters;
    writeLaunch(memory, address, launch, parameters);
    const context = shared + sharedBytes;
    const { guard } = this.#host.pool;
    const before = isGuarded(launch) ? guard.seen() : undefined;
    try {
      instance[info.symbol]?.(address, 0, blocks, shared, context, 0);
    } catch (error) {
      // A trap leaves the stack pointer of the instance where it was.
      this.#instances.delete(module.id);
      const place = placeOf(error, memory.memory, { begin: 0, end: blocks, context });
      guard.nullWrites();
      this.#host.constants.restore();
      throw kernelFailure(name, faultOf(error), module.describePlace(place, name, launch));
    }
    if (before !== undefined) {
      const found = guard.nullWrites() - before;
      const isIntact = guard.areIntact(module.image().constants, FEW_CONSTANTS);
      if (found !== 0 || !isIntact) this.#host.constants.restore();
      if (found !== 0) throw nullWrite(name, found === 1 && this.#host.pool.isIdle);
      if (!isIntact) throw overwrittenConstants(name);
    }
  }

  /** Memory of the launch that runs next: it is over before another one begins. */
  #reserve(piece: Piece, byteLength: number): void {
    if (piece.byteLength >= byteLength) return;
    const { memory } = this.#host;
    if (piece.byteLength > 0) memory.free(piece.address);
    piece.byteLength = 0;
    piece.address = memory.allocate(byteLength);
    piece.byteLength = byteLength;
  }

  #instantiate(module: CpuModule): ReturnType<typeof instantiate> {
    const { memory, pool } = this.#host;
    const print = (text: string): void => this.#host.print(text);
    this.#stack ??= memory.allocate(STACK_BYTES);
    const heap = deviceHeap(pool.heapWords, memory.memory, MAX_WORKERS + 1);
    const malloc = (bytes: number): number => {
      pool.openHeap();
      return heap.malloc(bytes);
    };
    const stackTop = this.#stack + STACK_BYTES;
    const own = { malloc, free: (address: number) => heap.free(address) };
    // Kernels that launch others are never run here.
    const instance = instantiate(module.image(), memory.memory, stackTop, print, own, new DeviceLaunches());
    this.#instances.set(module.id, instance);
    return instance;
  }
}
