// One round of random work: arrays, streams and graphs with the model beside them, what is awaited by nobody yet, and in the
// end a look at everything. Operations (operations.ts) are given without waiting for each other.

import { setImmediate as nextTurn } from "node:timers/promises";
import { collectGarbage } from "../../src/host/garbage.js";
import * as cu from "../../src/index.js";
import { Random } from "../kernels/random.js";
import type { FailingKernel, Kernels, Native } from "./kernels.js";
import { Cell, type Expected, expectedOf, type Fault, isErrorOf } from "./model.js";

/** What rounds share. */
export interface Setup {
  readonly device: string;
  readonly kernels: Kernels;
  readonly failing: readonly FailingKernel[];
  readonly native: Native;
  /** How often each operation was done, and each error was seen. */
  readonly counts: Map<string, number>;
}

/** A graph: x = 3 x + k; perhaps a kernel that fails, on y; z = x + 7 y. */
export interface GraphCells {
  readonly graph: cu.Graph;
  readonly x: Cell;
  readonly y: Cell;
  readonly z: Cell;
  readonly k: number;
  readonly failing: FailingKernel | undefined;
}

/** Streams of a round's own, beside the default one, which has the number 0. */
const STREAMS = 3;
const MOST_CELLS = 24;
/** Longer than anything takes, on a busy machine too. */
const HANG_MS = 120_000;

export class Round {
  readonly setup: Setup;
  readonly random: Random;
  readonly graphs: GraphCells[] = [];
  readonly #streams: readonly (cu.Stream | undefined)[];
  readonly #handlesBefore = cu.liveHandles().length;
  readonly #log: string[] = [];
  #lines = 0;
  #cells: Cell[] = [];
  #faults: Fault[] = [];
  #pending: Promise<void>[] = [];

  constructor(setup: Setup, seed: number) {
    this.setup = setup;
    this.random = new Random(seed);
    const { device } = setup;
    this.#streams = [undefined, ...Array.from({ length: STREAMS }, () => cu.stream({ device }))];
  }

  /** The last operations. */
  get log(): string {
    return this.#log.slice(-1000).join("\n  ");
  }

  note(text: string): void {
    this.#log.push(`${++this.#lines}: ${text}`);
    if (this.#log.length > 4000) this.#log.splice(0, 2000);
  }

  count(what: string): void {
    const { counts } = this.setup;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }

  below(n: number): number {
    return this.random.integer(0, n);
  }

  oneOf<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  /** The number of a stream. */
  anyStream(): number {
    return this.below(STREAMS + 1);
  }

  stream(s: number): cu.Stream | undefined {
    return this.#streams[s];
  }

  /** The part of a launch's configuration that names a stream. */
  on(s: number): { readonly stream?: cu.Stream } {
    const stream = this.#streams[s];
    return stream === undefined ? {} : { stream };
  }

  /** Few sizes, so that arrays go together; mostly small ones. */
  anySize(): number {
    return this.oneOf([1, 7, 300, 300, 300, 5000, 5000, this.below(10) === 0 ? 300_000 : 1000]);
  }

  add(cell: Cell): Cell {
    this.#cells.push(cell);
    return cell;
  }

  make(size = this.anySize()): Cell {
    const { device } = this.setup;
    const values = Int32Array.from({ length: size }, (_, i) => i);
    const isWritten = this.below(2) === 0;
    const real = isWritten ? cu.array(values, { device }) : cu.arange(size, { dtype: "int32", device });
    return this.add(new Cell(real, values));
  }

  /** One of the arrays. */
  cell(): Cell {
    return this.#cells.length === 0 ? this.make() : this.oneOf(this.#cells);
  }

  /** One of the arrays of a size. */
  cellOf(size: number): Cell {
    const fitting = this.#cells.filter((cell) => cell.size === size);
    return fitting.length < 2 ? this.make(size) : this.oneOf(fitting);
  }

  /** Disposes arrays until there are not too many. */
  thinOut(): void {
    while (this.#cells.length > MOST_CELLS) this.remove().real.dispose();
  }

  /** Takes one of the arrays out. */
  remove(): Cell {
    const cell = this.cell();
    this.#cells = this.#cells.filter((one) => one !== cell);
    return cell;
  }

  name(cell: Cell): string {
    const loss = cell.losses.map(({ word, id }) => `${word} (${id})`).join(" or ");
    return `#${this.#cells.indexOf(cell)}[${cell.size}]${loss === "" ? "" : ` lost by ${loss}`}`;
  }

  /** Work that fails is given to a stream. */
  newFault({ code, word }: { readonly code: string; readonly word: string }, stream: number): Fault {
    const fault: Fault = { id: this.#faults.length, code, word, stream, seen: "no" };
    this.#faults.push(fault);
    return fault;
  }

  /** What somebody must be told who asks now for all work of a stream; of all streams where none is named. */
  expected(stream?: number): Expected {
    return expectedOf(this.#faults, stream);
  }

  /** A promise must give what it should, or the error of one of the faults. */
  expectResult<T>(
    name: string,
    promise: Promise<T>,
    losses: readonly Fault[],
    check: (value: T) => void,
  ): void {
    const what = `${name} at line ${this.#lines}`;
    for (const fault of losses) if (fault.seen === "no") fault.seen = "maybe";
    this.#watch(
      what,
      promise.then(
        (value) => {
          if (losses.length > 0) throw new Error(`${what}: no error, but it was lost by ${losses[0]?.word}`);
          try {
            check(value);
          } catch (cause) {
            throw new Error(`${what}: a wrong value`, { cause });
          }
        },
        (error: unknown) => this.#see(what, error, losses),
      ),
    );
  }

  /** A promise that waits for all work of a stream must be told the errors of it that nobody knows. */
  expectWait(what: string, promise: Promise<unknown>, { must, may }: Expected): void {
    this.#watch(
      what,
      promise.then(
        () => {
          if (must.length > 0) throw new Error(`${what}: no error, but ${must[0]?.word} has failed`);
        },
        (error: unknown) => {
          this.#see(what, error, [...must, ...may]);
          for (const fault of [...must, ...may]) fault.seen = "yes";
        },
      ),
    );
  }

  /** A promise must reject with an error of a code. */
  expectCode(what: string, promise: Promise<unknown>, code: string): void {
    const check = (error: unknown): void => {
      if ((error as { code?: unknown }).code !== code) throw error;
      this.count(code);
    };
    const refuse = (): never => {
      throw new Error(`${what}: no error, but ${code} was due`);
    };
    this.#watch(what, promise.then(refuse, check));
  }

  /** Waits for everything that was asked for, then for all work. */
  async settle(): Promise<void> {
    const expected = this.expected();
    this.expectWait("device.synchronize()", cu.device(this.setup.device).synchronize(), expected);
    const pending = this.#pending;
    this.#pending = [];
    await Promise.all(pending);
    // All are known from here on: who asks now, asks for later ones.
    this.#faults = this.#faults.filter(({ seen }) => seen !== "yes");
  }

  /** Reads everything, gives everything back, and looks whether something is left. */
  async end(): Promise<void> {
    this.#readAll();
    await this.settle();
    this.#letGo();
    for (let tries = 0; cu.liveHandles().length > this.#handlesBefore; tries++) {
      if (tries === 50) throw new Error(`handles were left: ${JSON.stringify(cu.liveHandles())}`);
      await nextTurn();
      collectGarbage();
    }
  }

  #readAll(): void {
    for (const { real, losses, values } of this.#cells) {
      this.expectResult("last read", real.data(), losses, (got) => checkSame(got, values));
    }
  }

  /** Disposes every second array; the others are left to the collector. */
  #letGo(): void {
    for (const [i, cell] of this.#cells.entries()) if (i % 2 === 0) cell.real.dispose();
    for (const { graph } of this.graphs) graph.dispose();
    for (const stream of this.#streams) stream?.dispose();
    this.#cells = [];
    this.graphs.length = 0;
  }

  #watch(what: string, promise: Promise<void>): void {
    const watched = notTooLong(what, promise);
    // It is looked at when the round settles.
    watched.catch(() => {});
    this.#pending.push(watched);
  }

  #see(what: string, error: unknown, faults: readonly Fault[]): void {
    const own = faults.filter((fault) => isErrorOf(fault, error));
    if (own.length === 0) {
      const due = faults.length === 0 ? "none" : faults.map(({ id, word }) => `${word} (${id})`).join(" or ");
      throw new Error(`${what}: an error of somebody else (due: ${due})`, { cause: error });
    }
    this.count(own[0]?.code ?? "");
    if (own.length === 1) for (const fault of own) fault.seen = "yes";
  }
}

/** Throws where what was read is not what must be there. */
export function checkSame(got: Int32Array, expected: Int32Array): void {
  if (got.length !== expected.length) throw new Error(`${got.length} elements instead of ${expected.length}`);
  const place = got.findIndex((value, i) => value !== expected[i]);
  if (place !== -1) throw new Error(`element ${place} is ${got[place]}, it must be ${expected[place]}`);
}

function notTooLong(what: string, promise: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: nothing came of it`)), HANG_MS);
  });
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer));
}
