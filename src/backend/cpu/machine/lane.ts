// One lane of the workers: the jobs of one stream, which run one after another without the main thread. When a job fails, the jobs after
// it are taken back, and the stream decides which to give again. A job that is being stopped has its result when no thread runs it any
// more.

import type { DeviceLaunch } from "./device-launches.js";
import type { FaultPlace, FaultType } from "./kernel-fault.js";
import { clockMs } from "../../../host/clock.js";
import { SLOTS, THREW } from "./control.js";
import type { JobRing } from "./job-ring.js";
import type { LinearMemory } from "./linear-memory.js";
import type { ScratchMemory, ScratchRegion } from "./scratch-memory.js";
import type { WorkerThreads } from "./worker-threads.js";

/** A launch as a lane is given it. */
export interface Job {
  readonly moduleId: number;
  readonly symbol: string;
  readonly totalBlocks: number;
  /** Bytes of shared memory and of context that one block needs. */
  readonly sharedBytes: number;
  readonly contextBytes: number;
  readonly cooperative: boolean;
  /** False for code that is known to write nothing but what it is given. */
  readonly isGuarded: boolean;
  /** How long it may run; 0 for any time. */
  readonly timeoutMs: number;
  /** In which order its blocks run (block-order.js); any by default. */
  readonly order?: number;
}

/** Why a job did not finish. */
export interface JobFailure {
  readonly type: FaultType | "timeout" | "crash" | "reset";
  readonly message: string;
  /** Where a kernel was stopped. */
  readonly place?: FaultPlace;
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
  readonly moduleId: number;
  /** Which export of the module. */
  readonly kernel: number;
  /** After how long its threads are ended; 0 for never. */
  readonly timeoutMs: number;
  result: JobResult | undefined;
  /** Why it is being stopped, before its threads are gone and it has a result. */
  stopping: JobFailure | undefined;
  /** What its kernel has launched. */
  launches: readonly DeviceLaunch[];
  /** Memory of its blocks. */
  scratch: ScratchRegion | undefined;
  grid: number;
}

/** What a lane needs of its pool. */
export interface LaneHost {
  readonly memory: LinearMemory;
  readonly threads: WorkerThreads;
  readonly scratch: ScratchMemory;
  print(text: string): void;
  kernelNumber(moduleId: number, symbol: string): number;
  /** Whether a kernel has run into its time limit before. */
  hasOverrun(moduleId: number, kernel: number): boolean;
  /** A kernel has run into its time limit. */
  overran(moduleId: number, kernel: number): void;
  /** A job was given, to a lane that had none. */
  given(isFirst: boolean, timeoutMs: number): void;
  /** The last job of the lane has its result. */
  emptied(): void;
  /** A job was stopped, and none of its threads is left. */
  stopped(): void;
  /** Results are there that no worker tells of. */
  progressed(): void;
}

/** Room in each slot for a launch structure with its parameters; longer ones, which are rare, get memory of their own. */
export const LAUNCH_BYTES = 1024;

/**
 * A kernel that has run into its limit before is stopped by its workers themselves, who go on then. If they have not done so
 * after this much more time, they are ended as for any other.
 */
const GRACE_MS = 1000;
/** As much as fits into a word. */
const MAX_LIMIT_MS = 2 ** 31 - 1;

export class Lane {
  readonly ring: JobRing;
  readonly #host: LaneHost;
  #launches = 0;
  /** Jobs without a result, oldest first. */
  #tickets: JobTicket[] = [];
  #failure: JobFailure | undefined;
  /** Threads that must be gone before the job under way has its result. */
  #leaving: Set<number> | undefined;
  /** What jobs have printed before their turn to be collected: workers post on ports of their own. */
  readonly #early = new Map<number, string>();
  /** What jobs have launched. */
  readonly #launched = new Map<number, DeviceLaunch[]>();
  #trace = 0;

  constructor(host: LaneHost, ring: JobRing) {
    this.#host = host;
    this.ring = ring;
  }

  get isEmpty(): boolean {
    return this.#tickets.length === 0;
  }

  /**
   * True when the next job must wait for others. Half of the ring is used again only when all its jobs are over: a worker
   * that is late in one of them would take blocks of the new one in its slot else.
   */
  get isFull(): boolean {
    const isAtHalf = (this.ring.issued & (SLOTS / 2 - 1)) === 0;
    return this.#tickets.length >= (isAtHalf ? SLOTS / 2 + 1 : SLOTS);
  }

  get isStopping(): boolean {
    return this.#leaving !== undefined;
  }

  /** Where the launch structure of the next job may be written, if it has no more than LAUNCH_BYTES. */
  launchAddress(): number {
    if (this.#launches === 0) this.#launches = this.#host.memory.allocate(SLOTS * LAUNCH_BYTES);
    return this.#launches + this.ring.nextSlot * LAUNCH_BYTES;
  }

  /** Gives a job to the workers; the lane must not be full. `launchAddress` is that of its launch structure. */
  give(job: Job, launchAddress: number): JobTicket {
    const { memory, scratch, threads } = this.#host;
    threads.start();
    const kernel = this.#host.kernelNumber(job.moduleId, job.symbol);
    const bytes = job.sharedBytes + job.contextBytes;
    const gridStride = Math.ceil(bytes / 64) * 64;
    const region = job.cooperative ? undefined : scratch.take(bytes);
    const grid = job.cooperative ? memory.allocate(gridStride * job.totalBlocks) : 0;
    const isStoppedInside = job.timeoutMs > 0 && this.#host.hasOverrun(job.moduleId, kernel);
    const number = this.ring.issue({
      moduleId: job.moduleId,
      kernel,
      launchAddress,
      totalBlocks: job.totalBlocks,
      sharedBytes: job.sharedBytes,
      isCooperative: job.cooperative,
      isGuarded: job.isGuarded,
      limitMs: isStoppedInside ? Math.min(Math.ceil(job.timeoutMs), MAX_LIMIT_MS) : 0,
      order: job.order ?? 0,
      base: region?.address ?? grid,
      stride: region?.stride ?? gridStride,
    });
    const timeoutMs = isStoppedInside ? job.timeoutMs + GRACE_MS : job.timeoutMs;
    const ticket: JobTicket = {
      number,
      moduleId: job.moduleId,
      kernel,
      timeoutMs,
      result: undefined,
      stopping: undefined,
      launches: [],
      scratch: region,
      grid,
    };
    this.#tickets.push(ticket);
    this.#host.given(this.#tickets.length === 1, timeoutMs);
    return ticket;
  }

  /** Gives the jobs that have ended their results. */
  collect(): void {
    if (this.#tickets.length === 0 || this.#leaving) return;
    for (let ticket = this.#tickets[0]; ticket; ticket = this.#tickets[0]) {
      if (!this.ring.isDone(ticket.number)) return;
      this.#host.threads.drain();
      this.#printEarly(ticket);
      const { status, beganMs, endedMs } = this.ring.result(ticket.number);
      if (status !== 0) {
        const failure = status === THREW ? this.#failure : undefined;
        this.#failed(ticket, { status: status === THREW ? 0 : status, failure, beganMs, endedMs });
        return;
      }
      this.#tickets.shift();
      this.#release(ticket);
      ticket.launches = this.#launched.get(ticket.number) ?? [];
      this.#launched.delete(ticket.number);
      ticket.result = { status, failure: undefined, beganMs, endedMs };
    }
    this.#rest();
  }

  /** Asks for progress when a job has ended; false when it has already. */
  notifyAt(ticket: JobTicket): boolean {
    return this.#leaving !== undefined || this.ring.want(ticket.number);
  }

  /** Asks for progress when there is room for many jobs; false when there is already. */
  notifyAtRoom(): boolean {
    return this.#leaving !== undefined || this.ring.want((this.ring.issued - SLOTS / 2) | 0);
  }

  /** True when a job has ended that somebody wants to hear of. */
  get hasNews(): boolean {
    return !this.isEmpty && !this.#leaving && this.ring.hasNews;
  }

  /** True when no thread has taken blocks since the last look, though there are some. */
  isUnserved(): boolean {
    if (this.isEmpty || this.#leaving || !this.ring.hasWork) return false;
    const before = this.#trace;
    this.#trace = this.ring.trace;
    return this.#trace === before && !this.ring.isServed;
  }

  /** The shortest time that is left to a job: the next one may begin without the main thread, so all count. */
  leftMs(): number {
    if (this.#leaving) return Number.POSITIVE_INFINITY;
    let least = Number.POSITIVE_INFINITY;
    for (const ticket of this.#tickets) least = Math.min(least, this.#leftOf(ticket));
    return least;
  }

  /** Stops the job under way if its time is over. */
  stopOverdue(): void {
    this.collect();
    const [ticket] = this.#tickets;
    if (ticket && !this.#leaving && this.#leftOf(ticket) <= 0) this.stop({ type: "timeout", message: "" });
  }

  /** Stops the job under way, if there is one, and takes back all others. */
  stop(failure: JobFailure): void {
    this.collect();
    const [ticket] = this.#tickets;
    if (!ticket || this.#leaving) return;
    const threads = this.ring.cutOff(ticket.number);
    if (!threads) {
      this.collect();
      this.#host.progressed();
      return;
    }
    if (failure.type === "timeout") this.#host.overran(ticket.moduleId, ticket.kernel);
    ticket.stopping = failure;
    this.#leaving = new Set(threads);
    this.#host.threads.stop(threads);
    if (threads.length === 0) this.#stopped();
  }

  /** A thread is no more. */
  gone(index: number): void {
    if (this.#leaving?.delete(index) && this.#leaving.size === 0) this.#stopped();
  }

  printed(job: number, text: string): void {
    this.#early.set(job, (this.#early.get(job) ?? "") + text);
    const [ticket] = this.#tickets;
    if (ticket?.number === job) this.#printEarly(ticket);
  }

  launched(job: number, launches: readonly DeviceLaunch[]): void {
    this.#launched.set(job, [...(this.#launched.get(job) ?? []), ...launches]);
  }

  /** A block has thrown; the first counts. */
  threw(job: number, failure: JobFailure): void {
    if (this.#tickets.some(({ number }) => number === job)) this.#failure ??= failure;
  }

  #stopped(): void {
    this.#leaving = undefined;
    const [ticket] = this.#tickets;
    if (!ticket) return;
    this.#host.threads.drain();
    this.#host.stopped();
    this.#printEarly(ticket);
    const beganMs = this.ring.beganMs(ticket.number);
    this.#failed(ticket, { status: 0, failure: ticket.stopping, beganMs, endedMs: clockMs() });
    this.#host.progressed();
  }

  #failed(ticket: JobTicket, result: JobResult): void {
    for (const one of this.#tickets) this.#release(one);
    this.#tickets = [];
    this.#early.clear();
    this.#launched.clear();
    this.#failure = undefined;
    this.ring.resume();
    ticket.result = result;
    this.#rest();
  }

  #rest(): void {
    this.ring.rest();
    this.#host.emptied();
  }

  #release(ticket: JobTicket): void {
    if (ticket.scratch) this.#host.scratch.release(ticket.scratch);
    if (ticket.grid !== 0) this.#host.memory.free(ticket.grid);
  }

  #printEarly({ number }: JobTicket): void {
    const text = this.#early.get(number);
    if (text === undefined) return;
    this.#early.delete(number);
    this.#host.print(text);
  }

  #leftOf({ number, timeoutMs }: JobTicket): number {
    if (timeoutMs <= 0) return Number.POSITIVE_INFINITY;
    const beganMs = this.ring.beganMs(number);
    return beganMs === 0 ? timeoutMs : timeoutMs - (clockMs() - beganMs);
  }
}
