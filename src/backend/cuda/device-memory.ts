// Device memory: a cache of freed blocks in front of the driver's pool, with slabs for small blocks. The stream that freed a block
// reuses it without waiting, because the stream itself keeps the order. Another stream takes the block when the first stream is
// idle, or waits for it. If memory runs out, all cached blocks are freed before an error is thrown.

import { CudaError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import type { Allocation, MemoryUse } from "../backend.js";
import type { Events } from "./cuda-event.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";
import { blockSize } from "./size-class.js";
import { Slabs, SMALL_BYTES } from "./slab.js";

const OUT_OF_MEMORY = 2;
const MEMORY_POOLS_SUPPORTED = 115;
const RELEASE_THRESHOLD = 4;
/** If cached memory exceeds memory in use by more than this, a stream waits for another stream's block instead of allocating. */
const IDLE_LIMIT = 256 * 2 ** 20;

/** The number of other streams that are polled for idleness before new memory is allocated. */
const STREAMS_ASKED = 4;

/** Blocks of one size, by the stream that freed them. */
type FreeBlocks = Map<CudaStream, number[]>;

class DeviceAllocation implements Allocation {
  readonly address: number;
  readonly byteLength: number;
  readonly blockBytes: number;
  // The host does not see it, and its stream keeps the order.
  readonly isReady = true;
  generation: number;

  constructor(address: number, byteLength: number, blockBytes: number, generation: number) {
    this.address = address;
    this.byteLength = byteLength;
    this.blockBytes = blockBytes;
    this.generation = generation;
  }

  hostBytes(): undefined {
    return undefined;
  }
}

/** Memory outside the cache, which frees itself after the work in a stream. */
export abstract class ReleasedAllocation implements Allocation {
  readonly isReady = true;
  readonly address: number;
  readonly byteLength: number;

  constructor(address: number, byteLength: number) {
    this.address = address;
    this.byteLength = byteLength;
  }

  hostBytes(): Uint8Array | undefined {
    return undefined;
  }

  abstract release(stream: CudaStream): void;
}

export class DeviceMemory {
  readonly #context: DeviceContext;
  readonly #events: Events;
  readonly #totalBytes: number;
  readonly #usesPool: boolean;
  readonly #slabs: Slabs;
  /** By size. */
  #free = new Map<number, FreeBlocks>();
  #generation: number;
  #liveBytes = 0;
  #cachedBytes = 0;
  #isPoolKept = false;

  constructor(context: DeviceContext, events: Events, totalBytes: number) {
    this.#context = context;
    this.#events = events;
    this.#totalBytes = totalBytes;
    this.#generation = context.generation;
    this.#usesPool = context.attribute(MEMORY_POOLS_SUPPORTED) === 1;
    this.#slabs = new Slabs(context);
  }

  use(): Omit<MemoryUse, "hostBytes"> {
    this.#renew();
    return { liveBytes: this.#liveBytes, cachedBytes: this.#cachedBytes, totalBytes: this.#totalBytes };
  }

  /** Allocates memory. @throws CudaError `CUTS_OUT_OF_MEMORY` */
  allocate(byteLength: number, stream: CudaStream): Allocation {
    this.#renew();
    const blockBytes = blockSize(byteLength);
    const address =
      this.#takeOwn(blockBytes, stream) ??
      this.#takeFromOther(blockBytes, stream) ??
      this.#allocateNew(blockBytes, stream);
    this.#liveBytes += blockBytes;
    return new DeviceAllocation(address, byteLength, blockBytes, this.#generation);
  }

  /** Frees memory after the work that is in the stream now. */
  free(allocation: Allocation, stream: CudaStream): void {
    if (allocation instanceof ReleasedAllocation) {
      if (this.#context.failure === undefined) allocation.release(stream);
      return;
    }
    const own = allocation as DeviceAllocation;
    this.#renew();
    if (own.generation !== this.#generation) return;
    own.generation = 0;
    this.#liveBytes -= own.blockBytes;
    this.#cachedBytes += own.blockBytes;
    this.#put(own.blockBytes, stream, own.address);
  }

  /** Moves the cached blocks of a stream that ends to the default stream, which then waits for its work. */
  forgetStream(stream: CudaStream, heir: CudaStream): void {
    let hasWaited = false;
    for (const [size, blocks] of this.#free) {
      const list = blocks.get(stream);
      blocks.delete(stream);
      if (list === undefined || list.length === 0) continue;
      if (!hasWaited) this.#waitFor(stream, heir);
      hasWaited = true;
      for (const address of list) this.#put(size, heir, address);
    }
  }

  /** Frees all cached blocks, after all work. */
  trim(): void {
    this.#renew();
    const { api, driver, device } = this.#context;
    this.#context.activate();
    for (const [size, blocks] of this.#free) {
      // Parts of slabs are kept, because they cannot be freed separately.
      if (size <= SMALL_BYTES) continue;
      for (const [stream, list] of blocks) {
        for (const address of list) this.#release(address, stream);
        this.#cachedBytes -= size * list.length;
      }
      this.#free.delete(size);
    }
    this.#context.check(api.cuCtxSynchronize(), "cuCtxSynchronize");
    if (!this.#isPoolKept) return;
    this.#context.check(api.cuDeviceGetDefaultMemPool(driver.out(0), device), "cuDeviceGetDefaultMemPool");
    this.#context.check(api.cuMemPoolTrimTo(driver.number(0) as never, 0), "cuMemPoolTrimTo");
  }

  #takeOwn(blockBytes: number, stream: CudaStream): number | undefined {
    const address = this.#free.get(blockBytes)?.get(stream)?.pop();
    if (address !== undefined) this.#cachedBytes -= blockBytes;
    return address;
  }

  #takeFromOther(blockBytes: number, stream: CudaStream): number | undefined {
    const blocks = this.#free.get(blockBytes);
    if (blocks === undefined) return undefined;
    const mayWait = this.#cachedBytes > this.#liveBytes + IDLE_LIMIT;
    let asked = 0;
    for (const [other, list] of blocks) {
      if (list.length === 0) continue;
      if (asked++ === STREAMS_ASKED) break;
      this.#context.activate();
      const isIdle = this.#context.api.cuStreamQuery(other.handle) === 0;
      if (!isIdle && !mayWait) continue;
      if (!isIdle) this.#waitFor(other, stream);
      this.#cachedBytes -= blockBytes;
      return list.pop();
    }
    return undefined;
  }

  #allocateNew(blockBytes: number, stream: CudaStream): number {
    const small = blockBytes <= SMALL_BYTES ? this.#slabs.take(blockBytes) : undefined;
    if (small !== undefined) return small;
    const status = this.#ask(blockBytes, stream);
    if (status === 0) return this.#context.driver.number(0);
    if (status !== OUT_OF_MEMORY) throw this.#context.error(status, "cuMemAllocAsync");
    const cached = this.#cachedBytes;
    this.trim();
    if (this.#ask(blockBytes, stream) === 0) return this.#context.driver.number(0);
    throw this.#outOfMemory(blockBytes, cached);
  }

  #ask(blockBytes: number, stream: CudaStream): number {
    const { api, driver } = this.#context;
    this.#context.activate();
    if (!this.#isPoolKept) this.#keepPool();
    return this.#usesPool
      ? api.cuMemAllocAsync(driver.out(0), blockBytes, stream.handle)
      : api.cuMemAlloc_v2(driver.out(0), blockBytes);
  }

  #release(address: number, stream: CudaStream): void {
    const { api } = this.#context;
    this.#context.check(
      this.#usesPool ? api.cuMemFreeAsync(address, stream.handle) : api.cuMemFree_v2(address),
      "cuMemFree",
    );
  }

  #outOfMemory(blockBytes: number, cached: number): CudaError {
    const { api, driver, id } = this.#context;
    const known = api.cuMemGetInfo_v2(driver.out(0), driver.out(1)) === 0;
    const freeBytes = known ? driver.number(0) : 0;
    const free = known
      ? `, ${formatByteSize(freeBytes)} is free, the largest block about ${formatByteSize(this.#largestBlock(freeBytes))}`
      : "";
    return new CudaError(
      "CUTS_OUT_OF_MEMORY",
      `Cannot allocate ${formatByteSize(blockBytes)} on ${id}: no free block is that large (CUDA_ERROR_OUT_OF_MEMORY, cudaErrorMemoryAllocation). The device has ${formatByteSize(this.#totalBytes)}, ` +
        `this program uses ${formatByteSize(this.#liveBytes)}${free}; ${formatByteSize(cached)} that was cached has been given back` +
        "\nTry: dispose arrays that are no longer needed (`using`, scope()), or smaller ones",
    );
  }

  /** The size of the largest block that can still be allocated, found by trying, within one percent. */
  #largestBlock(freeBytes: number): number {
    const { api, driver } = this.#context;
    let [fits, fails] = [0, freeBytes];
    for (let step = 0; step < 7 && fails > 0; step++) {
      const bytes = Math.floor((fits + fails) / 2);
      if (bytes > 0 && api.cuMemAlloc_v2(driver.out(0), bytes) === 0) {
        api.cuMemFree_v2(driver.number(0));
        fits = bytes;
      } else fails = bytes;
    }
    return fits;
  }

  #waitFor(from: CudaStream, to: CudaStream): void {
    const context = this.#context;
    context.activate();
    const event = this.#events.plain.record(from.handle);
    context.check(context.api.cuStreamWaitEvent(to.handle, event, 0), "cuStreamWaitEvent");
    this.#events.plain.give(event, context.generation);
  }

  #put(blockBytes: number, stream: CudaStream, address: number): void {
    let blocks = this.#free.get(blockBytes);
    if (blocks === undefined) this.#free.set(blockBytes, (blocks = new Map()));
    const list = blocks.get(stream);
    if (list === undefined) blocks.set(stream, [address]);
    else list.push(address);
  }

  /** Forgets all blocks after a reset. */
  #renew(): void {
    if (this.#generation === this.#context.generation) return;
    this.#generation = this.#context.generation;
    this.#free = new Map();
    this.#liveBytes = 0;
    this.#cachedBytes = 0;
    this.#isPoolKept = false;
    this.#slabs.forget();
  }

  /** Makes the driver's pool keep freed memory, which it would otherwise return to the system at each synchronization. */
  #keepPool(): void {
    if (!this.#usesPool) return;
    this.#isPoolKept = true;
    const { api, driver, device } = this.#context;
    this.#context.activate();
    this.#context.check(api.cuDeviceGetDefaultMemPool(driver.out(0), device), "cuDeviceGetDefaultMemPool");
    const pool = driver.number(0) as never;
    driver.setNumber(1, Number.MAX_SAFE_INTEGER);
    this.#context.check(
      api.cuMemPoolSetAttribute(pool, RELEASE_THRESHOLD, driver.out(1)),
      "cuMemPoolSetAttribute",
    );
  }
}
