// The work that is given to a stream next: which memory it reads and writes, as the code that gives it declares by
// `Storage.use`, just before. One object serves a stream, so that a launch allocates nothing; work that must wait is kept
// as an object of its own. Work that follows without new declarations, such as the second kernel of an operation, uses
// the same memory.

import type { Work } from "../../backend/backend.js";
import { CompileError } from "../../core/errors.js";
import { CallSite, type Site } from "../failures/call-site.js";
import { type DeferredError, type DeferredErrors, joinDeferredErrors } from "../failures/deferred-errors.js";
import { Failure, LostMemory, nextMoment, type StreamFailures } from "../failures/failure.js";
import { PendingCopies } from "../memory/pending-copies.js";
import { processState } from "../../core/process-state.js";

/**
 * How work uses memory. "overwrite": it writes all of it and reads nothing, so that what was lost does not matter. "touch":
 * it may read and write it, and is ordered as a reader. "export": memory of the host that is written; who waits for the
 * stream, and looks there then, must know what is missing.
 */
export type UseMode = "read" | "write" | "overwrite" | "touch" | "export";

/** Memory that can be lost. */
export interface TrackedMemory {
  lost: LostMemory | undefined;
  /** What nobody knows yet: whether the kernels that it comes from found a wrong value. */
  deferredErrors: DeferredErrors | undefined;
  /** Whether no work asks for it any more. */
  isGone: boolean;
}

const isDebugging = process.env["CUTS_DEBUG"] === "1";

/** How many pieces of memory are lost, and how many have deferred errors. While there are none, work skips the search for them. */
const state = processState(() => ({ lostCount: 0, deferredCount: 0 }));

/** Notes that memory is lost, or there again. */
function setLost(memory: TrackedMemory, lost: LostMemory | undefined): void {
  if (memory.isGone && lost !== undefined) return;
  if ((memory.lost === undefined) !== (lost === undefined)) state.lostCount += lost === undefined ? -1 : 1;
  memory.lost = lost;
}

function setDeferredErrors(memory: TrackedMemory, errors: DeferredErrors | undefined): void {
  if (memory.isGone && errors !== undefined) return;
  if ((memory.deferredErrors === undefined) !== (errors === undefined))
    state.deferredCount += errors === undefined ? -1 : 1;
  memory.deferredErrors = errors;
}

/** The memory is given back, and all work that used it is over. */
export function forgetMemory(memory: TrackedMemory): void {
  memory.isGone = true;
  if (memory.lost !== undefined) setLost(memory, undefined);
  if (memory.deferredErrors !== undefined) setDeferredErrors(memory, undefined);
}

/** What memory holds depends on a report that nobody has seen yet. */
export function addDeferredError(memory: TrackedMemory, error: DeferredError): void {
  setDeferredErrors(memory, joinDeferredErrors([memory.deferredErrors, [error]]));
}

/** What a work uses, and the answers to a device's questions about it. */
abstract class Uses implements Work {
  /** Those of its stream. */
  readonly failures: StreamFailures;
  readonly memory: TrackedMemory[];
  readonly modes: UseMode[];
  count: number;

  constructor(failures: StreamFailures, memory: TrackedMemory[] = [], modes: UseMode[] = []) {
    this.failures = failures;
    this.memory = memory;
    this.modes = modes;
    this.count = memory.length;
  }

  obstacle(): LostMemory | undefined {
    if (state.lostCount === 0) return undefined;
    for (let i = 0; i < this.count; i++) {
      const { lost } = this.memory[i] as TrackedMemory;
      if (lost !== undefined && this.modes[i] !== "overwrite") return lost;
    }
    return undefined;
  }

  done(): void {
    if (state.lostCount === 0) return;
    for (let i = 0; i < this.count; i++) {
      const memory = this.memory[i] as TrackedMemory;
      if (memory.lost !== undefined && this.modes[i] === "overwrite") setLost(memory, undefined);
    }
  }

  fail(error: unknown): void {
    this.lose(error, nextMoment(), new CallSite());
  }

  abstract keep(): Work;

  /** What it would have written is lost. */
  protected lose(error: unknown, givenAt: number, site: Site | undefined): LostMemory {
    const lost =
      error instanceof LostMemory ? new LostMemory(error.failure, site) : this.#fail(error, givenAt, site);
    for (let i = 0; i < this.count; i++) {
      const mode = this.modes[i];
      if (mode === "export") this.#failExport(lost, givenAt);
      // Code that was never compiled has written no variable of its module; others of its kernels are fine.
      else if (mode === "touch" && error instanceof CompileError) continue;
      else if (mode !== "read") setLost(this.memory[i] as TrackedMemory, lost);
    }
    return lost;
  }

  /** The failure may have been seen by others, who do not know of this. */
  #failExport({ failure }: LostMemory, givenAt: number): void {
    if (failure.seenAt < givenAt || failure.givenAt < givenAt) {
      this.failures.add(new Failure(failure.error, givenAt, undefined));
    }
  }

  #fail(error: unknown, givenAt: number, site: Site | undefined): LostMemory {
    const failure = new Failure(error, givenAt, site);
    this.failures.add(failure);
    return new LostMemory(failure);
  }
}

/** Work that waits for its turn. */
class KeptWork extends Uses {
  readonly #givenAt = nextMoment();
  readonly #site: Site | undefined;
  #lost: LostMemory | undefined;

  constructor(failures: StreamFailures, memory: TrackedMemory[], modes: UseMode[], site: Site | undefined) {
    super(failures, memory, modes);
    this.#site = site;
  }

  override obstacle(): LostMemory | undefined {
    return this.#lost ?? super.obstacle();
  }

  override fail(error: unknown): void {
    // A graph is one work: after the first of its launches has failed, the others are skipped for the same reason.
    this.#lost ??= this.lose(error, this.#givenAt, this.#site);
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
  readonly #pendingCopies = new PendingCopies();

  /** `site` is where it was given, where the caller has taken that down. */
  keep(site?: Site): Work {
    const { count } = this;
    const own = site ?? (this.#isNamed || isDebugging ? new CallSite() : undefined);
    return new KeptWork(this.failures, this.memory.slice(0, count), this.modes.slice(0, count), own);
  }

  /** The work that is given next uses memory. */
  declare(memory: TrackedMemory, mode: UseMode): void {
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
    this.#pendingCopies.close(this.#givenCount);
    this.#isNamed = isNamed;
    this.count = 0;
  }

  /** What the work writes depends on a report that nobody has seen yet. */
  addDeferredError(error: DeferredError): void {
    this.#spread([error]);
  }

  /** The work is given now: what is declared from here on is that of another. */
  given(): this {
    this.#isGiven = true;
    this.#givenCount++;
    if (state.deferredCount !== 0) this.#spread();
    return this;
  }

  /** The work that is declared now writes memory by a copy, which `writeBack` brings back. */
  addPendingCopy(memory: object, writeBack: () => void): void {
    this.#pendingCopies.add(memory, this.#givenCount, writeBack);
  }

  /** Brings back what was written to copies. */
  writeBackPendingCopies(): void {
    this.#pendingCopies.writeBack(this.#givenCount);
  }

  /** Nothing more is brought back to memory. */
  forgetPendingCopies(memory: object): void {
    this.#pendingCopies.forget(memory);
  }

  #spread(more?: DeferredErrors): void {
    const all = joinDeferredErrors(this.#deferredErrorsWith(more));
    for (let i = 0; i < this.count; i++) {
      const mode = this.modes[i];
      if (mode !== "read" && mode !== "export") setDeferredErrors(this.memory[i] as TrackedMemory, all);
    }
  }

  /** The deferred errors of what it reads, each once, and more. */
  #deferredErrorsWith(more: DeferredErrors | undefined): readonly DeferredErrors[] {
    const found: DeferredErrors[] = more === undefined ? [] : [more];
    for (let i = 0; i < this.count; i++) {
      const { deferredErrors } = this.memory[i] as TrackedMemory;
      if (deferredErrors !== undefined && this.modes[i] !== "overwrite" && !found.includes(deferredErrors))
        found.push(deferredErrors);
    }
    return found;
  }
}

/** A read: it fails by itself, and takes nothing with it. */
export class Reading implements Work {
  readonly #memory: TrackedMemory;

  constructor(memory: TrackedMemory) {
    this.#memory = memory;
  }

  obstacle(): LostMemory | undefined {
    return this.#memory.lost;
  }

  done(): void {}

  fail(_error?: unknown): void {}

  keep(): this {
    return this;
  }
}

/** A copy between memory and what a device has of it: where it fails, the memory is lost. */
export class CopyingWork extends Reading {
  readonly #own: TrackedMemory;
  readonly #failures: StreamFailures;

  constructor(memory: TrackedMemory, failures: StreamFailures) {
    super(memory);
    this.#own = memory;
    this.#failures = failures;
  }

  override fail(error: unknown): void {
    if (error instanceof LostMemory) return;
    const failure = new Failure(error, nextMoment(), undefined);
    this.#failures.add(failure);
    setLost(this.#own, new LostMemory(failure));
  }
}

/** Stands for memory that cannot be lost: that of the host, and what no kernel writes. */
export const neverLost: TrackedMemory = { lost: undefined, deferredErrors: undefined, isGone: true };
