// Where kernels of a stream say that a value was wrong, such as an index out of range: a few words of device memory that
// are zero while all is well. They are read with every wait for the stream that has such kernels before it, in the same
// order as the work, so the error comes out where the result is awaited and nothing ever blocks.

import type { Allocation } from "../backend/backend.js";
import type { StreamCore } from "./stream-core.js";

/** What a kernel wrote: the first word is not 0. */
export type FaultWords = BigInt64Array;

const WORDS = 4;

/** The report of one stream. */
export class FaultReport {
  readonly #owner: StreamCore;
  readonly #memory: Allocation;
  readonly #explain: (words: FaultWords) => Error;
  #launched = 0;
  #seen = 0;
  #isFreed = false;

  /** `explain` makes an error of what a kernel wrote. */
  constructor(owner: StreamCore, explain: (words: FaultWords) => Error) {
    this.#owner = owner;
    this.#explain = explain;
    this.#memory = owner.backend.allocate(WORDS * 8, owner.backendStream);
    this.#clear();
  }

  /** Where kernels write: four 64-bit words, the first of them last. */
  get address(): number {
    return this.#memory.address;
  }

  /** The kernels so far that may report: what a wait that begins now must know of. */
  get launched(): number {
    return this.#launched;
  }

  /** Whether nobody has looked since so many kernels. */
  isDue(launched: number): boolean {
    return this.#seen < launched && !this.#isFreed;
  }

  /** A kernel that may report is launched now; `isRepeated` where a graph launches it again and again. */
  expect(isRepeated: boolean): void {
    this.#launched = isRepeated ? Number.POSITIVE_INFINITY : this.#launched + 1;
  }

  /** Rejects with the error where one of so many kernels, which are in `stream` now or before it, reports one. */
  async look(launched: number, { backend, backendStream }: StreamCore): Promise<void> {
    const words = new BigInt64Array(WORDS);
    await backend.read(this.address, new Uint8Array(words.buffer), backendStream);
    this.#finish(words, launched);
  }

  /** The same, blocking. */
  lookSync(launched: number, { backend, backendStream }: StreamCore): void {
    const words = new BigInt64Array(WORDS);
    backend.readSync(this.address, new Uint8Array(words.buffer), backendStream);
    this.#finish(words, launched);
  }

  /** Gives the memory back; the stream ends. */
  free(): void {
    this.#isFreed = true;
    this.#owner.backend.free(this.#memory, this.#owner.backendStream);
  }

  #finish(words: FaultWords, launched: number): void {
    if (Number.isFinite(launched)) this.#seen = Math.max(this.#seen, launched);
    if (words[0] === 0n) return;
    if (!this.#isFreed) this.#clear();
    throw this.#explain(words);
  }

  #clear(): void {
    const { backend, backendStream } = this.#owner;
    backend.fill(this.address, new Uint8Array(8), WORDS, backendStream);
  }
}

/** The reports that a wait must look at: that of its stream, and of streams that this one has waited for. */
export class FaultReports {
  own: FaultReport | undefined;
  readonly #heard = new Set<FaultReport>();

  /** The stream waits for another one: what went wrong there is wrong here too. */
  hear(other: FaultReports): void {
    for (const report of other.#all()) if (report.isDue(report.launched)) this.#heard.add(report);
  }

  /** What a wait that begins now must look at, later; undefined for nothing. */
  due(): readonly DueReport[] | undefined {
    if (this.own === undefined && this.#heard.size === 0) return undefined;
    const due = this.#all().flatMap((report) => {
      const { launched } = report;
      if (report.isDue(launched)) return [{ report, launched }];
      this.#heard.delete(report);
      return [];
    });
    return due.length === 0 ? undefined : due;
  }

  /** The report that a kernel of `stream` writes to; it is expected to be launched next. */
  expect(stream: StreamCore, explain: (words: FaultWords) => Error): FaultReport {
    this.own ??= new FaultReport(stream, explain);
    this.own.expect(false);
    return this.own;
  }

  /** The memory is gone. */
  forget(): void {
    this.own = undefined;
    this.#heard.clear();
  }

  #all(): readonly FaultReport[] {
    return this.own === undefined ? [...this.#heard] : [this.own, ...this.#heard];
  }
}

/** A report, and the kernels that are to be looked after. */
export interface DueReport {
  readonly report: FaultReport;
  readonly launched: number;
}

/** The report that a kernel on a stream writes to; it is expected to be launched next. */
export function faultReport(stream: StreamCore, explain: (words: FaultWords) => Error): FaultReport {
  if (stream.recording === undefined) return stream.faults.expect(stream, explain);
  // A graph is launched on streams that are not known yet; the default stream is where its faults are seen.
  const { defaultStream } = stream.device;
  const report = defaultStream.faults.expect(defaultStream, explain);
  report.expect(true);
  return report;
}
