// The work that is given to a stream next: which memory it reads and writes, as the code that gives it declares by
// `Storage.use`, just before. One object serves a stream, so that a launch allocates nothing; work that must wait is kept
// as an object of its own. Work that follows without new declarations, such as the second kernel of an operation, uses
// the same memory.

import type { Work } from "../../backend/backend.js";
import { CompileError } from "../../core/errors.js";
import { CallSite, type Site } from "../failures/call-site.js";
import { type Doubt, type Doubts, joinDoubts } from "../failures/deferred-errors.js";
import { Failure, Loss, nextMoment, type StreamFailures } from "../failures/failure.js";
import { OwedCopies } from "../memory/pending-copies.js";

/**
 * How work uses memory. "overwrite": it writes all of it and reads nothing, so that what was lost does not matter. "touch":
 * it may read and write it, and is ordered as a reader. "export": memory of the host that is written; who waits for the
 * stream, and looks there then, must know what is missing.
 */
export type UseMode = "read" | "write" | "overwrite" | "touch" | "export";

/** Memory that can be lost. */
export interface Losable {
  loss: Loss | undefined;
  /** What nobody knows yet: whether the kernels that it comes from found a wrong value. */
  doubts: Doubts | undefined;
  /** Whether no work asks for it any more. */
  isGone: boolean;
}

const isDebugging = process.env["CUTS_DEBUG"] === "1";

/** How much memory is lost, or in doubt: while nothing is, nobody needs to look. */
let lost = 0;
let doubtful = 0;

/** Notes that memory is lost, or there again. */
function setLoss(memory: Losable, loss: Loss | undefined): void {
  if (memory.isGone && loss !== undefined) return;
  if ((memory.loss === undefined) !== (loss === undefined)) lost += loss === undefined ? -1 : 1;
  memory.loss = loss;
}

function setDoubts(memory: Losable, doubts: Doubts | undefined): void {
  if (memory.isGone && doubts !== undefined) return;
  if ((memory.doubts === undefined) !== (doubts === undefined)) doubtful += doubts === undefined ? -1 : 1;
  memory.doubts = doubts;
}

/** The memory is given back, and all work that used it is over. */
export function forgetMemory(memory: Losable): void {
  memory.isGone = true;
  if (memory.loss !== undefined) setLoss(memory, undefined);
  if (memory.doubts !== undefined) setDoubts(memory, undefined);
}

/** What memory holds depends on a report that nobody has seen yet. */
export function addDoubt(memory: Losable, doubt: Doubt): void {
  setDoubts(memory, joinDoubts([memory.doubts, [doubt]]));
}

/** What a work uses, and the answers to a device's questions about it. */
abstract class Uses implements Work {
  /** Those of its stream. */
  readonly failures: StreamFailures;
  readonly memory: Losable[];
  readonly modes: UseMode[];
  count: number;

  constructor(failures: StreamFailures, memory: Losable[] = [], modes: UseMode[] = []) {
    this.failures = failures;
    this.memory = memory;
    this.modes = modes;
    this.count = memory.length;
  }

  obstacle(): Loss | undefined {
    if (lost === 0) return undefined;
    for (let i = 0; i < this.count; i++) {
      const { loss } = this.memory[i] as Losable;
      if (loss !== undefined && this.modes[i] !== "overwrite") return loss;
    }
    return undefined;
  }

  done(): void {
    if (lost === 0) return;
    for (let i = 0; i < this.count; i++) {
      const memory = this.memory[i] as Losable;
      if (memory.loss !== undefined && this.modes[i] === "overwrite") setLoss(memory, undefined);
    }
  }

  fail(error: unknown): void {
    this.lose(error, nextMoment(), new CallSite());
  }

  abstract keep(): Work;

  /** What it would have written is lost. */
  protected lose(error: unknown, givenAt: number, site: Site | undefined): Loss {
    const loss = error instanceof Loss ? new Loss(error.failure, site) : this.#fail(error, givenAt, site);
    for (let i = 0; i < this.count; i++) {
      const mode = this.modes[i];
      if (mode === "export") this.#failExport(loss, givenAt);
      // Code that was never compiled has written no variable of its module; others of its kernels are fine.
      else if (mode === "touch" && error instanceof CompileError) continue;
      else if (mode !== "read") setLoss(this.memory[i] as Losable, loss);
    }
    return loss;
  }

  /** The failure may have been seen by others, who do not know of this. */
  #failExport({ failure }: Loss, givenAt: number): void {
    if (failure.seenAt < givenAt || failure.givenAt < givenAt) {
      this.failures.add(new Failure(failure.error, givenAt, undefined));
    }
  }

  #fail(error: unknown, givenAt: number, site: Site | undefined): Loss {
    const failure = new Failure(error, givenAt, site);
    this.failures.add(failure);
    return new Loss(failure);
  }
}

/** Work that waits for its turn. */
class KeptWork extends Uses {
  readonly #givenAt = nextMoment();
  readonly #site: Site | undefined;
  #loss: Loss | undefined;

  constructor(failures: StreamFailures, memory: Losable[], modes: UseMode[], site: Site | undefined) {
    super(failures, memory, modes);
    this.#site = site;
  }

  override obstacle(): Loss | undefined {
    return this.#loss ?? super.obstacle();
  }

  override fail(error: unknown): void {
    // A graph is one work: after the first of its launches has failed, the others are skipped for the same reason.
    this.#loss ??= this.lose(error, this.#givenAt, this.#site);
  }

  override keep(): Work {
    return this;
  }
}

/** The work of a stream that is declared now. */
export class StreamWork extends Uses {
  #isGiven = false;
  #isNamed = false;
  /** How often work was given. */
  #givenCount = 0;
  /** What it has written to copies. */
  readonly #owed = new OwedCopies();

  /** `site` is where it was given, where the caller has taken that down. */
  keep(site?: Site): Work {
    const { count } = this;
    const own = site ?? (this.#isNamed || isDebugging ? new CallSite() : undefined);
    return new KeptWork(this.failures, this.memory.slice(0, count), this.modes.slice(0, count), own);
  }

  /** The work that is given next uses memory. */
  declare(memory: Losable, mode: UseMode): void {
    if (this.#isGiven) this.begin();
    this.memory[this.count] = memory;
    this.modes[this.count++] = mode;
  }

  /**
   * The work that is declared now uses nothing so far. Work that is named is remembered with the line that gave it: a stack
   * keeps the objects on it, so that operations, which are methods of arrays, are so only for debugging.
   */
  begin(isNamed = false): void {
    this.#isGiven = false;
    this.#owed.close(this.#givenCount);
    this.#isNamed = isNamed;
    this.count = 0;
  }

  /** What the work writes depends on a report that nobody has seen yet. */
  doubt(doubt: Doubt): void {
    this.#spread([doubt]);
  }

  /** The work is given now: what is declared from here on is that of another. */
  given(): this {
    this.#isGiven = true;
    this.#givenCount++;
    if (doubtful !== 0) this.#spread();
    return this;
  }

  /** The work that is declared now writes memory by a copy, which `writeBack` brings back. */
  owe(memory: object, writeBack: () => void): void {
    this.#owed.add(memory, this.#givenCount, writeBack);
  }

  /** Brings back what was written to copies. */
  payOwed(): void {
    this.#owed.pay(this.#givenCount);
  }

  /** Nothing more is brought back to memory. */
  forgetOwed(memory: object): void {
    this.#owed.forget(memory);
  }

  #spread(more?: Doubts): void {
    const all = joinDoubts(this.#doubtsWith(more));
    for (let i = 0; i < this.count; i++) {
      const mode = this.modes[i];
      if (mode !== "read" && mode !== "export") setDoubts(this.memory[i] as Losable, all);
    }
  }

  /** The doubts of what it reads, each once, and more. */
  #doubtsWith(more: Doubts | undefined): readonly Doubts[] {
    const found: Doubts[] = more === undefined ? [] : [more];
    for (let i = 0; i < this.count; i++) {
      const { doubts } = this.memory[i] as Losable;
      if (doubts !== undefined && this.modes[i] !== "overwrite" && !found.includes(doubts))
        found.push(doubts);
    }
    return found;
  }
}

/** A read: it fails by itself, and takes nothing with it. */
export class Reading implements Work {
  readonly #memory: Losable;

  constructor(memory: Losable) {
    this.#memory = memory;
  }

  obstacle(): Loss | undefined {
    return this.#memory.loss;
  }

  done(): void {}

  fail(_error?: unknown): void {}

  keep(): this {
    return this;
  }
}

/** A copy between memory and what a device has of it: where it fails, the memory is lost. */
export class CopyingWork extends Reading {
  readonly #own: Losable;
  readonly #failures: StreamFailures;

  constructor(memory: Losable, failures: StreamFailures) {
    super(memory);
    this.#own = memory;
    this.#failures = failures;
  }

  override fail(error: unknown): void {
    if (error instanceof Loss) return;
    const failure = new Failure(error, nextMoment(), undefined);
    this.#failures.add(failure);
    setLoss(this.#own, new Loss(failure));
  }
}

/** Stands for memory that cannot be lost: that of the host, and what no kernel writes. */
export const lasting: Losable = { loss: undefined, doubts: undefined, isGone: true };
