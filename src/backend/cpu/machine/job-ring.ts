// The main thread's side of a lane of the control words: gives jobs to the workers and sees how far they are. It knows
// nothing of threads or modules. Jobs of a lane run one after another in the order they are given.

import {
  CONTROL,
  CUT_OFF,
  LANE,
  laneAt,
  placeOf,
  SLOT,
  SLOTS,
  STOPPED,
  slotAt,
  WORKER,
  workerAt,
} from "./control.js";

/** A job as the workers see it. */
export interface RingJob {
  readonly moduleId: number;
  /** Which export of the module. */
  readonly kernel: number;
  /** Address of the launch structure. */
  readonly launchAddress: number;
  readonly totalBlocks: number;
  readonly sharedBytes: number;
  /** Whether blocks come back after they have waited for all others. */
  readonly isCooperative: boolean;
  /** Whether it is looked at in the end what it has written where it must not. */
  readonly isGuarded: boolean;
  /** After how long workers stop it by themselves; 0 for never. */
  readonly limitMs: number;
  /** In which order one worker runs all blocks (block-order.js); 0 for all workers, in no order. */
  readonly order: number;
  /** Where the memory of the first worker is and how far apart two are; in cooperative launches, of the first block. */
  readonly base: number;
  readonly stride: number;
}

/** What a job has left behind. */
export interface RingResult {
  /** Status of the first block that did not return 0. */
  readonly status: number;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Who takes part: how many workers there are, and how many threads there can be with spares. */
export interface RingThreads {
  readonly control: Int32Array;
  readonly workers: number;
  readonly count: number;
}

/** Most pieces that one worker takes of a job: taking one costs about as much as a small block. */
const PIECES = 64;

export class JobRing {
  readonly lane: number;
  readonly #threads: RingThreads;
  readonly #control: Int32Array;
  readonly #times: Float64Array;
  readonly #at: number;
  #issued = 0;

  constructor(threads: RingThreads, lane: number) {
    this.lane = lane;
    this.#threads = threads;
    this.#control = threads.control;
    this.#times = new Float64Array(threads.control.buffer);
    this.#at = laneAt(lane);
  }

  /** The number of the job that runs, or runs next. */
  get completed(): number {
    return Atomics.load(this.#control, this.#at + LANE.completed);
  }

  /** The number of the next job to give. */
  get issued(): number {
    return this.#issued;
  }

  get isHalted(): boolean {
    return Atomics.load(this.#control, this.#at + LANE.halted) !== 0;
  }

  /** The slot that the next job takes. */
  get nextSlot(): number {
    return this.#issued & (SLOTS - 1);
  }

  /** Gives a job to the workers; what was in its slot must be done and read. */
  issue(job: RingJob): number {
    const c = this.#control;
    const number = this.#issued;
    const slot = slotAt(this.lane, number);
    if ((number & (SLOTS / 2 - 1)) === 0) this.#awaitHalf(number);
    c[slot + SLOT.module] = job.moduleId;
    c[slot + SLOT.kernel] = job.kernel;
    c[slot + SLOT.launch] = job.launchAddress;
    c[slot + SLOT.totalBlocks] = job.totalBlocks;
    c[slot + SLOT.chunk] = Math.max(1, Math.floor(job.totalBlocks / (this.#threads.workers * PIECES)));
    c[slot + SLOT.sharedBytes] = job.sharedBytes;
    c[slot + SLOT.phase] = job.isCooperative ? 1 : 0;
    c[slot + SLOT.stride] = job.stride;
    c[slot + SLOT.base] = job.base;
    c[slot + SLOT.status] = 0;
    c[slot + SLOT.isGuarded] = job.isGuarded ? 1 : 0;
    c[slot + SLOT.limitMs] = job.limitMs;
    c[slot + SLOT.order] = job.order;
    c[slot + SLOT.doneBlocks] = 0;
    c[slot + SLOT.waiting] = 0;
    c[slot + SLOT.spinning] = 0;
    c[slot + SLOT.nextBlock] = 0;
    this.#times[(slot + SLOT.beganMs) >> 1] = 0;
    this.#issued = (number + 1) | 0;
    Atomics.store(c, this.#at + LANE.issued, this.#issued);
    const bit = 1 << this.lane;
    const active = c[CONTROL.active] as number;
    if ((active & bit) === 0) Atomics.store(c, CONTROL.active, active | bit);
    Atomics.add(c, CONTROL.signal, 1);
    if (Atomics.load(c, CONTROL.sleepers) > 0) Atomics.notify(c, CONTROL.signal);
    return number;
  }

  /** Says that there is nothing to look for here until the next job. */
  rest(): void {
    const c = this.#control;
    Atomics.store(c, CONTROL.active, (c[CONTROL.active] as number) & ~(1 << this.lane));
  }

  /** True when a job that was given is done. */
  isDone(number: number): boolean {
    return ((this.completed - number) | 0) > 0;
  }

  /** When a job that was given began; 0 before. */
  beganMs(number: number): number {
    return this.#times[(slotAt(this.lane, number) + SLOT.beganMs) >> 1] as number;
  }

  /** What a job that is done has left behind; its slot must not have been given again. */
  result(number: number): RingResult {
    const slot = slotAt(this.lane, number);
    return {
      status: Atomics.load(this.#control, slot + SLOT.status),
      beganMs: this.beganMs(number),
      endedMs: this.#times[(slot + SLOT.endedMs) >> 1] as number,
    };
  }

  /** True when the job that was asked for is done, or one has failed. */
  get hasNews(): boolean {
    const wanted = Atomics.load(this.#control, this.#at + LANE.wanted);
    return this.isHalted || ((this.completed - wanted) | 0) >= 0;
  }

  /** True when a job is under way, or about to be. */
  get hasWork(): boolean {
    return this.completed !== this.#issued && !this.isHalted;
  }

  /** Something that changes whenever blocks of the job under way are taken or done. */
  get trace(): number {
    const { completed } = this;
    const slot = slotAt(this.lane, completed);
    const taken = Atomics.load(this.#control, slot + SLOT.nextBlock);
    return completed * 2 ** 32 + taken + Atomics.load(this.#control, slot + SLOT.doneBlocks);
  }

  /** True when somebody takes blocks of the job under way. */
  get isServed(): boolean {
    return this.#threadsAt(this.completed).length > 0;
  }

  /**
   * Stops a job: nobody begins more of its blocks, nor later jobs, and those who run some are told to stop. Returns the
   * numbers of their threads; undefined when the job is done.
   */
  cutOff(number: number): number[] | undefined {
    const c = this.#control;
    const wasHalted = Atomics.exchange(c, this.#at + LANE.halted, 1) !== 0;
    // Only now can no other job take its place.
    if (this.isDone(number)) {
      if (!wasHalted && !this.#hasFailed(number)) this.#goOn();
      return undefined;
    }
    const slot = slotAt(this.lane, number);
    Atomics.compareExchange(c, slot + SLOT.status, 0, CUT_OFF);
    Atomics.store(c, slot + SLOT.nextBlock, c[slot + SLOT.totalBlocks] as number);
    const place = placeOf(this.lane, number);
    return this.#threadsAt(number).filter(
      (i) => Atomics.compareExchange(c, workerAt(i) + WORKER.place, place, STOPPED) === place,
    );
  }

  /** Takes back all jobs after one that has failed, and lets new ones begin. */
  resume(): void {
    Atomics.store(this.#control, this.#at + LANE.completed, this.#issued);
    Atomics.store(this.#control, this.#at + LANE.halted, 0);
  }

  /** Asks for a message when a job is done. Returns false when it is already. */
  want(number: number): boolean {
    Atomics.store(this.#control, this.#at + LANE.wanted, (number + 1) | 0);
    return !this.isDone(number) && !this.isHalted;
  }

  #hasFailed(number: number): boolean {
    return Atomics.load(this.#control, slotAt(this.lane, number) + SLOT.status) !== 0;
  }

  #goOn(): void {
    const c = this.#control;
    Atomics.store(c, this.#at + LANE.halted, 0);
    Atomics.add(c, CONTROL.signal, 1);
    Atomics.notify(c, CONTROL.signal);
  }

  #threadsAt(number: number): number[] {
    const place = placeOf(this.lane, number);
    const found: number[] = [];
    for (let i = 0; i < this.#threads.count; i++) {
      if (Atomics.load(this.#control, workerAt(i) + WORKER.place) === place) found.push(i);
    }
    return found;
  }

  // All jobs of this half are over (lane.ts). A worker that is still at one of them leaves at once; until then no slot is
  // written.
  #awaitHalf(first: number): void {
    const from = placeOf(this.lane, first);
    const to = from + SLOTS / 2;
    for (let i = 0; i < this.#threads.count; i++) {
      const at = workerAt(i) + WORKER.place;
      for (let place = Atomics.load(this.#control, at); place >= from && place < to; ) {
        place = Atomics.load(this.#control, at);
      }
    }
  }
}
