// Allocation on the cpu device. Memory that is freed behind pending work returns to its own stream at once and to everybody else
// when that work is over. In a checked process each allocation is followed by a gap and reported to the checker.

import { discardPages } from "../../ffi/discard-pages.js";
import type { Allocation, BackendStream, MemoryUse } from "../backend.js";
import { isCheckedProcess } from "../check-reports.js";
import { CHECKED_GAP_BYTES } from "./checking/checker.js";
import type { CpuGraphs } from "./cpu-graphs.js";
import { blockBytes, type LinearMemory } from "./machine/linear-memory.js";
import type { ProcessAddress } from "./process-address.js";
import type { StreamQueue } from "./stream-queue.js";
import type { WatchedLaunches } from "./watched-launches.js";
import type { WorkQueue } from "./work-queue.js";

/** An allocation waits for pending work when more than this fraction of memory is freed but still in use by that work. */
const MOST_LEAVING_SHARE = 1 / 8;
/** The longest such wait: it slows a loop that is ahead of the device down without blocking the event loop for long. */
const LEAVING_PATIENCE_MS = 20;

/** What the allocator needs of its device. */
export interface AllocatorHost {
  readonly memory: LinearMemory;
  readonly queue: WorkQueue;
  readonly graphs: CpuGraphs;
  readonly watched: WatchedLaunches;
  readonly process: ProcessAddress;
  /** The memory of the machine, which may be less than there are addresses. */
  readonly totalBytes: number;
}

export class DeviceAllocator {
  readonly #host: AllocatorHost;
  readonly #memory: LinearMemory;
  readonly #mostLeavingBytes: number;
  /** Bytes that were freed, that pending work uses, and that no stream has taken again. */
  #leavingBytes = 0;

  constructor(host: AllocatorHost) {
    this.#host = host;
    this.#memory = host.memory;
    this.#mostLeavingBytes = host.totalBytes * MOST_LEAVING_SHARE;
  }

  /** Memory for good, at the lowest address that has room for it. */
  reserve(byteLength: number): number {
    const address = this.#memory.allocate(byteLength);
    this.#host.watched.checker?.addHost(address, byteLength);
    return address;
  }

  allocate(byteLength: number, stream: BackendStream, purpose?: "work"): Allocation {
    const block =
      purpose === "work" && !isCheckedProcess
        ? (stream as StreamQueue).leaving.take(blockBytes(byteLength))
        : undefined;
    if (block === undefined) return this.allocateReady(byteLength);
    this.#leavingBytes -= block.byteLength;
    return this.#memory.reuseArray(block.address, byteLength, block);
  }

  /** Memory that no pending work uses. */
  allocateReady(byteLength: number): Allocation {
    if (isCheckedProcess) return this.#allocateChecked(byteLength);
    const { queue } = this.#host;
    if (this.#leavingBytes > this.#mostLeavingBytes) {
      queue.waitUntil(() => this.#leavingBytes <= this.#mostLeavingBytes, LEAVING_PATIENCE_MS);
    }
    const found = this.#memory.tryAllocateArray(byteLength);
    if (found !== undefined) return found;
    // Pending work may be all that keeps memory which was freed.
    queue.drainAllSync();
    return this.#memory.allocateArray(byteLength);
  }

  free({ address, byteLength }: Allocation, stream: BackendStream, over?: () => void): void {
    const { graphs } = this.#host;
    if (graphs.isIdle(stream)) {
      this.#release(address);
      over?.();
      return;
    }
    const { leaving } = stream as StreamQueue;
    const block = leaving.add(address, blockBytes(byteLength));
    this.#leavingBytes += block.byteLength;
    graphs.note(stream, "release", () => {
      if (leaving.end(block)) {
        this.#leavingBytes -= block.byteLength;
        this.#release(address);
      }
      over?.();
    });
  }

  use(): MemoryUse {
    const { liveBytes, cachedBytes, maxBytes } = this.#memory;
    const leaving = this.#leavingBytes;
    return {
      liveBytes: liveBytes - leaving,
      cachedBytes: cachedBytes + leaving,
      totalBytes: maxBytes,
      hostBytes: 0,
    };
  }

  trim(): void {
    this.#host.queue.drainAllSync();
    this.#memory.trim(discardPages);
  }

  // The gap makes sure that an address just past an allocation belongs to no other.
  #allocateChecked(byteLength: number): Allocation {
    const { process, watched } = this.#host;
    const { address } = this.#memory.allocateArray(byteLength + CHECKED_GAP_BYTES);
    watched.checker?.allocated(address, byteLength);
    // Code outside the device may write it, and the checker does not see that.
    if (process.isShared) watched.checker?.written(address, byteLength);
    const written = (): void => watched.checker?.written(address, byteLength);
    return this.#memory.reuseArray(address, byteLength, { isOver: true }, written);
  }

  #release(address: number): void {
    if (isCheckedProcess) this.#host.watched.checker?.freed(address, (old) => this.#memory.free(old));
    else this.#memory.free(address);
  }
}
