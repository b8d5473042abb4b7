// What every array must hold and who must see which error, in plain TypeScript: what a run of random work is held against.

import type { NDArray } from "../../src/index.js";

/** Work that fails. */
export interface Fault {
  readonly id: number;
  readonly code: string;
  /** A word of the error's message. */
  readonly word: string;
  /** The number of the stream that it was given to. */
  readonly stream: number;
  /** Whether somebody got it: "maybe" while somebody asks who may be told. */
  seen: "no" | "maybe" | "yes";
}

/** An array and what must be in it. */
export class Cell {
  readonly real: NDArray<"int32">;
  /** What it holds where nothing is lost. */
  readonly values: Int32Array;
  /** Why it is lost: one of these is what readers get. None: it is not. */
  losses: readonly Fault[] = [];
  isInNativeCall = false;

  constructor(real: NDArray<"int32">, values: Int32Array) {
    this.real = real;
    this.values = values;
  }

  get size(): number {
    return this.values.length;
  }

  /** Whether a report that nobody has looked at may be the reason: work on it may still be done. */
  get isDoubtful(): boolean {
    return this.losses.some(({ code }) => code === "CUTS_INDEX");
  }

  /** All is written anew. */
  restore(values: Int32Array): void {
    this.values.set(values);
    this.losses = [];
  }

  /** Work reads `sources`, and this too where `reads`; `compute` says what comes of it. */
  update(sources: readonly Cell[], compute: (values: Int32Array) => void): void {
    this.losses = union([this, ...sources]);
    if (this.losses.length === 0) compute(this.values);
  }
}

/** The faults that whoever needs all of these may get. */
export function union(cells: readonly Cell[]): readonly Fault[] {
  return [...new Set(cells.flatMap(({ losses }) => losses))];
}

/** x * 3 + k, as a kernel, a native function and the model compute it. */
export function step(values: Int32Array, k: number): void {
  for (let i = 0; i < values.length; i++) values[i] = (Math.imul(values[i] as number, 3) + k) | 0;
}

/** z = x + 7 * y. */
export function mix(z: Int32Array, x: Int32Array, y: Int32Array): void {
  for (let i = 0; i < z.length; i++) z[i] = ((x[i] as number) + Math.imul(7, y[i] as number)) | 0;
}

/** Who waits for a stream: the faults of which one must be told, and those of which one may be. */
export interface Expected {
  readonly must: readonly Fault[];
  readonly may: readonly Fault[];
}

/** What somebody is told who asks now for all work of a stream. */
export function expectedOf(faults: readonly Fault[], stream: number | undefined): Expected {
  const own = faults.filter((fault) => stream === undefined || fault.stream === stream);
  const must = own.filter(({ seen }) => seen === "no");
  const may = own.filter(({ seen }) => seen === "maybe");
  for (const fault of must) fault.seen = "maybe";
  return { must, may };
}

/** Whether an error is that of a fault. */
export function isErrorOf({ code, word }: Fault, error: unknown): boolean {
  const { code: got, message } = error as { code?: unknown; message?: unknown };
  return got === code && String(message).includes(word);
}
