// The cpu device's pool: lanes, through which jobs are given, and the worker threads (worker-threads.ts) that run them. The
// threads start with the first job, do not keep the process alive while idle, and are replaced when a job is stopped. One
// timer watches the time limits of jobs, another calls spare threads for lanes that wait too long.

import { clockMs } from "../../../host/clock.js";
import { coreCount } from "../../../host/environment.js";
import { everyUnheld, laterUnheld } from "../../../host/timers.js";
import { CONTROL, LANES, MAX_WORKERS, SLOTS, SPARES } from "./control.js";
import { HEAP_WORDS, openHeap } from "./device-heap.js";
import { type Guard, openGuard } from "./guard.js";
import type { ModuleImage } from "./instance.js";
import { JobRing } from "./job-ring.js";
import { Lane, type LaneHost } from "./lane.js";
import type { LinearMemory } from "./linear-memory.js";
import { ScratchMemory } from "./scratch-memory.js";
import type { FromWorker } from "./worker.js";
import { type Gone, WorkerThreads } from "./worker-threads.js";

const DEVICE_HEAP_BYTES = 8 * 1024 * 1024;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** How long a lane may wait for a worker; then a spare thread is called. */
const PATIENCE_MS = 15;

/** Work of another thread, which wakes whoever waits for the pool (wake-main.js). */
export interface WorkBeside {
  /** Whether some is under way. */
  readonly isBusy: boolean;
  /** Whether some has ended that nobody has looked at. */
  readonly hasNews: boolean;
}

export class WorkerPool {
  readonly size: number;
  /** What else ends while somebody waits here. */
  beside: WorkBeside | undefined;
  /** Words of the heap of device code. */
  readonly heapWords = new Int32Array(new SharedArrayBuffer(HEAP_WORDS * 4));
  /** Called from the event loop when jobs may have ended, or a lane is free. */
  onProgress: () => void = () => {};
  readonly #memory: LinearMemory;
  readonly #images = new Map<number, ModuleImage>();
  /** The exports of the modules that have run, in their order. */
  readonly #exports = new Map<number, readonly string[]>();
  /** The kernels of modules that have run into their time limit. */
  readonly #overrun = new Map<number, Set<number>>();
  readonly #threads: WorkerThreads;
  readonly #scratch: ScratchMemory;
  readonly #lanes: readonly Lane[];
  readonly #freeLanes: Lane[];
  /** Lanes with jobs. */
  #busy = 0;
  #hasHeap = false;
  #guard: Guard | undefined;
  #stopTimer: (() => void) | undefined;
  #timerMs = Number.POSITIVE_INFINITY;
  #areLanesWatched = false;

  constructor(memory: LinearMemory, print: (text: string) => void, size: number = coreCount()) {
    this.#memory = memory;
    this.size = Math.max(1, Math.min(size, MAX_WORKERS - SPARES));
    const threads = new WorkerThreads(
      {
        memory,
        heapWords: this.heapWords,
        images: this.#images,
        receive: (message) => this.#receive(message),
        ended: () => this.onProgress(),
        gone: (thread) => this.#gone(thread),
      },
      this.size,
    );
    this.#threads = threads;
    this.#scratch = new ScratchMemory(memory, threads.count);
    const host: LaneHost = {
      memory,
      threads: threads,
      scratch: this.#scratch,
      print,
      kernelNumber: (moduleId, symbol) => this.#kernelNumber(moduleId, symbol),
      hasOverrun: (moduleId, kernel) => this.#overrun.get(moduleId)?.has(kernel) === true,
      overran: (moduleId, kernel) => {
        this.#overrun.set(moduleId, (this.#overrun.get(moduleId) ?? new Set()).add(kernel));
      },
      given: (isFirst, timeoutMs) => this.#given(isFirst, timeoutMs),
      emptied: () => {
        this.#busy--;
        if (this.#busy === 0) threads.keepAlive(false);
      },
      progressed: () => this.onProgress(),
      // Nobody looks at what a job has written that was stopped: the next one would be blamed for it.
      stopped: () => void this.guard.nullWrites(),
    };
    this.#lanes = Array.from({ length: LANES }, (_, i) => new Lane(host, new JobRing(threads, i)));
    this.#freeLanes = this.#lanes.toReversed();
  }

  /** Makes a module known to all workers, now and after a restart. */
  addModule(id: number, image: ModuleImage): void {
    this.#images.set(id, image);
    this.#threads.post({ kind: "module", id, image });
  }

  removeModule(id: number): void {
    this.#images.delete(id);
    this.#exports.delete(id);
    this.#overrun.delete(id);
    this.#threads.post({ kind: "forget", id });
  }

  /** The words through which other threads wake a main thread that waits. */
  get control(): Int32Array {
    return this.#threads.control;
  }

  /** Gives the heap of device code its memory. */
  openHeap(): void {
    if (this.#hasHeap) return;
    openHeap(this.heapWords, this.#memory.allocate(DEVICE_HEAP_BYTES), DEVICE_HEAP_BYTES);
    this.#hasHeap = true;
  }

  /** Tells all threads that using a null pointer is a trap. */
  lowestIsClosed(): void {
    Atomics.store(this.#threads.control, CONTROL.isLowestClosed, 1);
  }

  /** Looks at the memory for the main thread. */
  get guard(): Guard {
    this.#guard ??= openGuard(this.#memory.memory, this.#threads.control);
    return this.#guard;
  }

  /** True while threads end that may hold the lock of the heap. */
  get isStopping(): boolean {
    return this.#threads.isStopping;
  }

  /** True when no lane has jobs. */
  get isIdle(): boolean {
    return this.#busy === 0;
  }

  /** A lane for jobs that follow each other; undefined while all are in use. */
  takeLane(): Lane | undefined {
    this.openHeap();
    return this.#freeLanes.pop();
  }

  /** Gives a lane back; it must be empty. */
  releaseLane(lane: Lane): void {
    this.#freeLanes.push(lane);
  }

  /** True when all jobs, or all threads, are being stopped: the end of threads is seen by the event loop only. */
  get isStuck(): boolean {
    if (this.beside?.isBusy === true) return false;
    return this.#threads.isExhausted || this.#lanes.every((lane) => lane.isEmpty || lane.isStopping);
  }

  /** Blocks until threads that were stopped are gone; false where that cannot be seen. */
  reap(): boolean {
    return this.#threads.isStopping && this.#threads.reap();
  }

  /** Blocks until jobs may have ended, or their time is over, or for `limitMs`. */
  wait(limitMs = MAX_TIMER_MS): void {
    if (this.isStuck) throw new Error("internal: the cpu device waits for nothing");
    const patienceMs = Math.max(0, Math.min(this.#leftMs(), this.#busy > 1 ? PATIENCE_MS : limitMs, limitMs));
    const hasNews = (): boolean => this.beside?.hasNews === true || this.#lanes.some((lane) => lane.hasNews);
    this.#threads.wait(hasNews, patienceMs);
    this.#stopOverdue();
    if (this.#busy > 1) this.#serveAll();
  }

  /** Ends all threads; the next job starts new ones. Jobs under way fail when their threads are gone. */
  reset(): void {
    for (const lane of this.#lanes) lane.stop({ type: "reset", message: "" });
    this.#threads.stopAll();
    this.#scratch.clear();
  }

  #given(isFirst: boolean, timeoutMs: number): void {
    if (isFirst) {
      this.#busy++;
      if (this.#busy === 1) this.#threads.keepAlive(true);
      else this.#watchLanes();
    }
    if (timeoutMs > 0) this.#watch(timeoutMs);
  }

  #receive(message: Exclude<FromWorker, { kind: "ended" }>): void {
    const lane = this.#lanes[message.lane];
    if (message.kind === "print") lane?.printed(message.job, message.text);
    else if (message.kind === "launch") lane?.launched(message.job, message.launches);
    else {
      const { type, message: words, place } = message;
      lane?.threw(message.job, { type, message: words, place });
    }
  }

  #gone({ index, place, reason, wasReady }: Gone): void {
    for (const lane of this.#lanes) lane.gone(index);
    const crash = { type: "crash", message: reason ?? "" } as const;
    // Its blocks are lost.
    if (reason !== undefined && place > 0) this.#lanes[Math.floor((place - 1) / SLOTS)]?.stop(crash);
    if (this.#busy > 0) this.#replace(reason !== undefined && !wasReady ? reason : undefined);
    this.onProgress();
  }

  // Work that nobody is left to do fails, where nobody new can be found.
  #replace(startFailure: string | undefined): void {
    let reason = startFailure;
    if (reason === undefined) {
      try {
        this.#threads.start();
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    if (reason === undefined || this.#threads.hasWorkers) return;
    for (const lane of this.#lanes) lane.stop({ type: "crash", message: reason });
  }

  // One timer serves all jobs: it looks at the jobs under way and sets itself again.
  #watch(delayMs: number): void {
    const atMs = clockMs() + delayMs;
    if (atMs >= this.#timerMs) return;
    this.#stopTimer?.();
    this.#timerMs = atMs;
    this.#stopTimer = laterUnheld(
      () => {
        this.#timerMs = Number.POSITIVE_INFINITY;
        this.#stopOverdue();
        const nextMs = this.#leftMs();
        if (nextMs < Number.POSITIVE_INFINITY) this.#watch(Math.max(1, nextMs));
        this.onProgress();
      },
      Math.min(MAX_TIMER_MS, delayMs),
    );
  }

  #stopOverdue(): void {
    for (const lane of this.#lanes) if (!lane.isEmpty) lane.stopOverdue();
  }

  #leftMs(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const lane of this.#lanes) if (!lane.isEmpty) least = Math.min(least, lane.leftMs());
    return least;
  }

  #watchLanes(): void {
    if (this.#areLanesWatched) return;
    this.#areLanesWatched = true;
    const stop = everyUnheld(() => {
      this.#serveAll();
      if (this.#busy > 1) return;
      stop();
      this.#areLanesWatched = false;
    }, PATIENCE_MS);
  }

  // Where all workers are inside blocks of other lanes, the system shares the processors between them and spare threads.
  #serveAll(): void {
    let unserved = 0;
    for (const lane of this.#lanes) if (lane.isUnserved()) unserved++;
    if (unserved > 0 && this.#threads.isBusy) this.#threads.callSpares(unserved);
  }

  #kernelNumber(moduleId: number, symbol: string): number {
    let exports = this.#exports.get(moduleId);
    if (!exports) {
      const image = this.#images.get(moduleId);
      if (!image) throw new Error(`internal: module ${moduleId} is not registered`);
      exports = WebAssembly.Module.exports(image.module).map((e) => e.name);
      this.#exports.set(moduleId, exports);
    }
    const number = exports.indexOf(symbol);
    if (number < 0) throw new Error(`internal: module ${moduleId} has no kernel ${symbol}`);
    return number;
  }
}
