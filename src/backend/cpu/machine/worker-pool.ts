// The worker threads of the cpu device and the jobs given to them. Workers start with the first job, do not keep the
// process alive while idle, and are replaced when a job is stopped. Jobs run one after another; when one fails, those
// after it are taken back, and whoever gave them decides which to give again.

import { availableParallelism } from "node:os";
import { clockMs } from "./clock.js";
import { MAX_WORKERS, SLOTS, THREW } from "./control.js";
import { HEAP_WORDS, openHeap, unlockHeap } from "./device-heap.js";
import type { ModuleImage } from "./instance.js";
import type { FaultType } from "./kernel-fault.js";
import type { LinearMemory } from "./linear-memory.js";
import { WorkerCrew } from "./worker-crew.js";

/** A launch as the pool is given it. */
export interface Job {
  readonly moduleId: number;
  readonly symbol: string;
  readonly totalBlocks: number;
  /** Bytes of shared memory and of context that one block needs. */
  readonly sharedBytes: number;
  readonly contextBytes: number;
  readonly cooperative: boolean;
  /** How long it may run; 0 for any time. */
  readonly timeoutMs: number;
}

/** Why a job did not finish. */
export interface JobFailure {
  readonly type: FaultType | "timeout" | "crash";
  readonly message: string;
}

export interface JobResult {
  /** Status of the first block that did not return 0. */
  readonly status: number;
  readonly failure: JobFailure | undefined;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** A job that the workers have; it gets its result by `collect`, or none when an earlier job fails. */
export interface JobTicket {
  readonly number: number;
  readonly timeoutMs: number;
  result: JobResult | undefined;
}

/** Room in each slot for a launch structure with its parameters; longer ones, which are rare, get memory of their own. */
export const LAUNCH_BYTES = 1024;
const DEVICE_HEAP_BYTES = 8 * 1024 * 1024;
const MAX_TIMER_MS = 2 ** 31 - 1;

export class WorkerPool {
  readonly size: number;
  /** Words of the heap of device code. */
  readonly heapWords = new Int32Array(new SharedArrayBuffer(HEAP_WORDS * 4));
  /** Called from the event loop when jobs may have ended. */
  onProgress: () => void = () => {};
  readonly #memory: LinearMemory;
  readonly #print: (text: string) => void;
  readonly #images = new Map<number, ModuleImage>();
  /** The exports of the modules that have run, in their order. */
  readonly #exports = new Map<number, readonly string[]>();
  #crew: WorkerCrew | undefined;
  #launches = 0;
  #hasHeap = false;
  /** Jobs without a result, oldest first. */
  #tickets: JobTicket[] = [];
  #failure: JobFailure | undefined;
  /** What jobs have printed before their turn to be collected: workers post on ports of their own. */
  readonly #early = new Map<number, string>();
  #timer: NodeJS.Timeout | undefined;
  #timerMs = Number.POSITIVE_INFINITY;

  constructor(memory: LinearMemory, print: (text: string) => void, size: number = availableParallelism()) {
    this.#memory = memory;
    this.#print = print;
    this.size = Math.max(1, Math.min(size, MAX_WORKERS));
  }

  /** Makes a module known to all workers, now and after a restart. */
  addModule(id: number, image: ModuleImage): void {
    this.#images.set(id, image);
    this.#crew?.post({ kind: "module", id, image });
  }

  removeModule(id: number): void {
    this.#images.delete(id);
    this.#exports.delete(id);
    this.#crew?.post({ kind: "forget", id });
  }

  /** Gives the heap of device code its memory. */
  openHeap(): void {
    if (this.#hasHeap) return;
    this.#hasHeap = true;
    openHeap(this.heapWords, this.#memory.allocate(DEVICE_HEAP_BYTES), DEVICE_HEAP_BYTES);
  }

  /** Whether a job can be given now; "full" until some jobs have ended, "busy" until all have. */
  accepts(job: Job): "yes" | "full" | "busy" {
    const crew = this.#crew;
    if (!crew || this.#tickets.length === 0) return "yes";
    if (this.#tickets.length >= SLOTS) return "full";
    const isEnough = job.cooperative
      ? crew.grid(gridBytes(job)) !== undefined
      : crew.hasScratch(job.sharedBytes + job.contextBytes);
    return isEnough ? "yes" : "busy";
  }

  /** Where the launch structure of the next job may be written, if it has no more than LAUNCH_BYTES. */
  launchAddress(): number {
    return this.#launches + this.#openCrew().ring.nextSlot * LAUNCH_BYTES;
  }

  /** Gives a job to the workers; they must accept it. `launchAddress` is that of its launch structure. */
  give(job: Job, launchAddress: number): JobTicket {
    const crew = this.#openCrew();
    const bytes = job.sharedBytes + job.contextBytes;
    if (job.cooperative) {
      if (crew.grid(gridBytes(job)) === undefined) crew.reserveGrid(gridBytes(job));
    } else if (!crew.hasScratch(bytes)) crew.reserveScratch(bytes);
    if (this.#tickets.length === 0) crew.keepAlive(true);
    const number = crew.ring.issue({
      moduleId: job.moduleId,
      kernel: this.#kernelNumber(job.moduleId, job.symbol),
      launchAddress,
      totalBlocks: job.totalBlocks,
      sharedBytes: job.sharedBytes,
      cooperative: job.cooperative
        ? { stride: gridStride(job), base: crew.grid(gridBytes(job)) as number }
        : undefined,
    });
    const ticket: JobTicket = { number, timeoutMs: job.timeoutMs, result: undefined };
    this.#tickets.push(ticket);
    if (job.timeoutMs > 0) this.#watch(job.timeoutMs);
    return ticket;
  }

  /** Gives the jobs that have ended their results. */
  collect(): void {
    const crew = this.#crew;
    if (!crew || this.#tickets.length === 0) return;
    for (let ticket = this.#tickets[0]; ticket; ticket = this.#tickets[0]) {
      if (!crew.ring.isDone(ticket.number)) return;
      crew.drain();
      this.#printEarly(ticket);
      const { status, beganMs, endedMs } = crew.ring.result(ticket.number);
      this.#tickets.shift();
      if (status === 0) {
        ticket.result = { status, failure: undefined, beganMs, endedMs };
        continue;
      }
      const failure = status === THREW ? this.#failure : undefined;
      ticket.result = { status: status === THREW ? 0 : status, failure, beganMs, endedMs };
      this.#failure = undefined;
      this.#tickets = [];
      crew.ring.resume();
    }
    crew.keepAlive(false);
  }

  /** Asks for `onProgress` when a job has ended; false when it has already. */
  notifyAt(ticket: JobTicket): boolean {
    return this.#crew?.ring.want(ticket.number) ?? false;
  }

  /** Asks for `onProgress` when there is room for many jobs; false when there is already. */
  notifyAtRoom(): boolean {
    const ring = this.#crew?.ring;
    return ring?.want((ring.issued - SLOTS / 2) | 0) ?? false;
  }

  /** Blocks until jobs may have ended. */
  wait(): void {
    this.collect();
    if (this.#tickets.length === 0) return;
    this.#crew?.ring.wait(Math.max(0, this.#nextCheckMs()));
    this.#stopOverdue();
  }

  /** Ends all threads; the next job starts new ones. A job under way fails. */
  reset(): void {
    if (this.#tickets.length > 0) this.#abandon({ type: "crash", message: "the device was reset" });
    else this.#endCrew();
  }

  #openCrew(): WorkerCrew {
    if (this.#crew) return this.#crew;
    this.openHeap();
    if (this.#launches === 0) this.#launches = this.#memory.allocate(SLOTS * LAUNCH_BYTES);
    const crew = new WorkerCrew(
      {
        memory: this.#memory,
        heapWords: this.heapWords,
        receive: (message) => {
          if (message.kind === "print") this.#printed(message.job, message.text);
          else this.#failure ??= { type: message.type, message: message.message };
        },
        ended: () => this.onProgress(),
        crashed: (message) => {
          if (this.#crew === crew) this.#crashed(message);
        },
      },
      this.size,
      this.#images,
    );
    this.#crew = crew;
    return crew;
  }

  #endCrew(): void {
    this.#crew?.end();
    // A thread that was stopped in malloc does not come back to unlock it.
    unlockHeap(this.heapWords);
    this.#crew = undefined;
  }

  #printed(job: number, text: string): void {
    this.#early.set(job, (this.#early.get(job) ?? "") + text);
    const [ticket] = this.#tickets;
    if (ticket?.number === job) this.#printEarly(ticket);
  }

  #printEarly({ number }: JobTicket): void {
    const text = this.#early.get(number);
    if (text === undefined) return;
    this.#early.delete(number);
    this.#print(text);
  }

  #crashed(message: string): void {
    this.collect();
    if (this.#tickets.length > 0) this.#abandon({ type: "crash", message });
    else this.#endCrew();
    this.onProgress();
  }

  // Ends the job under way with a failure and takes back all others.
  #abandon(failure: JobFailure): void {
    const [ticket] = this.#tickets;
    const beganMs = ticket ? (this.#crew?.ring.beganMs(ticket.number) ?? 0) : 0;
    this.#crew?.drain();
    if (ticket) this.#printEarly(ticket);
    this.#early.clear();
    this.#endCrew();
    if (ticket) ticket.result = { status: 0, failure, beganMs, endedMs: clockMs() };
    this.#tickets = [];
    this.#failure = undefined;
  }

  // One timer serves all jobs: it looks at the job under way and sets itself again.
  #watch(delayMs: number): void {
    const atMs = clockMs() + delayMs;
    if (atMs >= this.#timerMs) return;
    clearTimeout(this.#timer);
    this.#timerMs = atMs;
    this.#timer = setTimeout(
      () => {
        this.#timerMs = Number.POSITIVE_INFINITY;
        this.#stopOverdue();
        const nextMs = this.#nextCheckMs();
        if (nextMs < Number.POSITIVE_INFINITY) this.#watch(Math.max(1, nextMs));
        this.onProgress();
      },
      Math.min(MAX_TIMER_MS, delayMs),
    );
    this.#timer.unref();
  }

  #stopOverdue(): void {
    this.collect();
    const [ticket] = this.#tickets;
    if (ticket && this.#leftMs(ticket) <= 0) this.#abandon({ type: "timeout", message: "" });
  }

  // The job under way may end, and the next one begin, without the main thread: so the shortest limit counts.
  #nextCheckMs(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const ticket of this.#tickets) least = Math.min(least, this.#leftMs(ticket));
    return least;
  }

  #leftMs({ number, timeoutMs }: JobTicket): number {
    if (timeoutMs <= 0) return Number.POSITIVE_INFINITY;
    const beganMs = this.#crew?.ring.beganMs(number) ?? 0;
    return beganMs === 0 ? timeoutMs : timeoutMs - (clockMs() - beganMs);
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

function gridStride(job: Job): number {
  return Math.ceil((job.sharedBytes + job.contextBytes) / 64) * 64;
}

function gridBytes(job: Job): number {
  return gridStride(job) * job.totalBlocks;
}
