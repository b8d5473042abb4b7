// The main thread's side of the control words: gives jobs to the workers, sees how far they are, and waits for them. It
// knows nothing of threads or modules. Jobs run one after another in the order they are given.

import { CONTROL, SLOT, SLOTS } from "./control.js";

/** A job as the workers see it. */
export interface RingJob {
  readonly moduleId: number;
  /** Which export of the module. */
  readonly kernel: number;
  /** Address of the launch structure. */
  readonly launchAddress: number;
  readonly totalBlocks: number;
  readonly sharedBytes: number;
  /** Where the memories of the blocks of a cooperative launch are. */
  readonly cooperative: { readonly stride: number; readonly base: number } | undefined;
}

/** What a job has left behind. */
export interface RingResult {
  /** Status of the first block that did not return 0. */
  readonly status: number;
  readonly beganMs: number;
  readonly endedMs: number;
}

/** Most pieces that one worker takes of a job: taking one costs about as much as a small block. */
const PIECES = 64;
/** Looks of the main thread before it sleeps; some 20 microseconds. */
const SPINS = 3000;

export class JobRing {
  readonly control = new Int32Array(new SharedArrayBuffer(CONTROL.byteLength));
  readonly #times = new Float64Array(this.control.buffer);
  readonly #workers: number;
  #issued = 0;

  constructor(workers: number) {
    this.#workers = workers;
  }

  /** The number of the job that runs, or runs next. */
  get completed(): number {
    return Atomics.load(this.control, CONTROL.completed);
  }

  /** The number of the next job to give. */
  get issued(): number {
    return this.#issued;
  }

  get isHalted(): boolean {
    return Atomics.load(this.control, CONTROL.halted) !== 0;
  }

  /** The slot that the next job takes. */
  get nextSlot(): number {
    return this.#issued & (SLOTS - 1);
  }

  /** Gives a job to the workers; what was in its slot must be done and read. */
  issue(job: RingJob): number {
    const c = this.control;
    const slot = CONTROL.slots + this.nextSlot * CONTROL.slotWords;
    // A worker that looks whether an old job is still in this slot leaves at once.
    while (Atomics.load(c, slot + SLOT.joined) !== 0);
    c[slot + SLOT.module] = job.moduleId;
    c[slot + SLOT.kernel] = job.kernel;
    c[slot + SLOT.launch] = job.launchAddress;
    c[slot + SLOT.totalBlocks] = job.totalBlocks;
    c[slot + SLOT.chunk] = Math.max(1, Math.floor(job.totalBlocks / (this.#workers * PIECES)));
    c[slot + SLOT.sharedBytes] = job.sharedBytes;
    c[slot + SLOT.phase] = job.cooperative ? 1 : 0;
    c[slot + SLOT.blockStride] = job.cooperative?.stride ?? 0;
    c[slot + SLOT.blockBase] = job.cooperative?.base ?? 0;
    c[slot + SLOT.status] = 0;
    c[slot + SLOT.doneBlocks] = 0;
    c[slot + SLOT.waiting] = 0;
    c[slot + SLOT.spinning] = 0;
    c[slot + SLOT.nextBlock] = 0;
    this.#times[(slot + SLOT.beganMs) >> 1] = 0;
    const number = this.#issued;
    this.#issued = (number + 1) | 0;
    Atomics.store(c, CONTROL.issued, this.#issued);
    Atomics.add(c, CONTROL.signal, 1);
    if (Atomics.load(c, CONTROL.sleepers) > 0) Atomics.notify(c, CONTROL.signal);
    return number;
  }

  /** True when a job that was given is done. */
  isDone(number: number): boolean {
    return ((this.completed - number) | 0) > 0;
  }

  /** When a job that was given began; 0 before. */
  beganMs(number: number): number {
    return this.#times[(this.#slotOf(number) + SLOT.beganMs) >> 1] as number;
  }

  /** What a job that is done has left behind; its slot must not have been given again. */
  result(number: number): RingResult {
    const slot = this.#slotOf(number);
    return {
      status: Atomics.load(this.control, slot + SLOT.status),
      beganMs: this.beganMs(number),
      endedMs: this.#times[(slot + SLOT.endedMs) >> 1] as number,
    };
  }

  /** Takes back all jobs after one that has failed, and lets new ones begin. */
  resume(): void {
    Atomics.store(this.control, CONTROL.completed, this.#issued);
    Atomics.store(this.control, CONTROL.halted, 0);
  }

  /** Asks for a message when a job is done. Returns false when it is already. */
  want(number: number): boolean {
    Atomics.store(this.control, CONTROL.wanted, (number + 1) | 0);
    return !this.isDone(number) && !this.isHalted;
  }

  /** Says that the message has come. */
  heard(): void {
    Atomics.store(this.control, CONTROL.told, 0);
  }

  /** Blocks until all jobs are done, one has failed, or the time is over. */
  wait(limitMs: number): void {
    const c = this.control;
    const isOver = (): boolean => this.completed === this.#issued || this.isHalted;
    for (let i = 0; i < SPINS; i++) if (isOver()) return;
    const before = Atomics.load(c, CONTROL.awake);
    c[CONTROL.awaited] = this.#issued;
    Atomics.store(c, CONTROL.isAwaited, 1);
    if (!isOver()) Atomics.wait(c, CONTROL.awake, before, limitMs);
    Atomics.store(c, CONTROL.isAwaited, 0);
  }

  #slotOf(number: number): number {
    return CONTROL.slots + (number & (SLOTS - 1)) * CONTROL.slotWords;
  }
}
