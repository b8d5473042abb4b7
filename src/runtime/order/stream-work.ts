// What the next work of a stream uses. Code that submits work first declares the memory that it reads and writes (`Storage.use`).
// A stream reuses one object for that, so a launch allocates nothing; work that must wait gets an object of its own. Work without
// new declarations, such as the second kernel of an operation, uses the same memory as the work before.

import type { Work } from "../../backend/backend.js";
import { CompileError } from "../../core/errors.js";
import { variable } from "../../host/environment.js";
import { CallSite, type Site } from "../failures/call-site.js";
import { type DeferredError, type DeferredErrors, joinDeferredErrors } from "../failures/deferred-errors.js";
import { Failure, LostMemory, nextMoment, type StreamFailures } from "../failures/failure.js";
import { PendingCopies } from "../memory/pending-copies.js";
import { processState } from "../../core/process-state.js";

/**
 * How work uses memory. "overwrite" writes all of it and reads nothing, so lost contents do not matter. "touch" may read and
 * write it, and is ordered like a read. "export" writes host memory: if that fails, the error goes to whoever waits for the
 * stream, because the host memory itself cannot be marked as lost.
 */
export type UseMode = "read" | "write" | "overwrite" | "touch" | "export";

/** What is known about the contents of memory. */
export interface TrackedMemory {
  lost: LostMemory | undefined;
  /** Reports that were not read yet of the kernels that its contents come from. */
  deferredErrors: DeferredErrors | undefined;
  /** Whether it was freed and no work uses it any more. */
  isGone: boolean;
}

const isDebugging = variable("CUTS_DEBUG") === "1";

/** How many pieces of memory are lost, and how many have deferred errors. While there are none, work skips the search for them. */
const state = processState(() => ({ lostCount: 0, deferredCount: 0 }));

/** Marks memory as lost, or as valid again. */
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

/** The memory was freed, and all work that used it is over. */
export function forgetMemory(memory: TrackedMemory): void {
  memory.isGone = true;
  if (memory.lost !== undefined) setLost(memory, undefined);
  if (memory.deferredErrors !== undefined) setDeferredErrors(memory, undefined);
}

/** The contents of memory depend on a report that was not read yet. */
export function addDeferredError(memory: TrackedMemory, error: DeferredError): void {
  setDeferredErrors(memory, joinDeferredErrors([memory.deferredErrors, [error]]));
}

/** The memory that one work uses, and what a backend asks about it. */
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

  /** Marks what it would have written as lost. */
  protected lose(error: unknown, givenAt: number, site: Site | undefined): LostMemory {
    const lost =
      error instanceof LostMemory ? new LostMemory(error.failure, site) : this.#fail(error, givenAt, site);
    for (let i = 0; i < this.count; i++) {
      const mode = this.modes[i];
      if (mode === "export") this.#failExport(lost, givenAt);
      // Code that never compiled wrote no variables, and other kernels of the module may be fine.
      else if (mode === "touch" && error instanceof CompileError) continue;
      else if (mode !== "read") setLost(this.memory[i] as TrackedMemory, lost);
    }
    return lost;
  }

  /** Those who received the failure before do not know that this work was skipped too, so it is added again. */
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

/** Work that waits in the submission queue. */
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

/** The work of a stream whose uses are being declared. */
export class StreamWork extends Uses {
  #isGiven = false;
  #isNamed = false;
  /** How many works were submitted. */
  #givenCount = 0;
  /** Copies that work has written and that are not written back yet. */
  readonly #pendingCopies = new PendingCopies();

  /** Makes an object of its own for the work, which has to wait. `site` is where it was submitted, if the caller captured that. */
  keep(site?: Site): Work {
    const { count } = this;
    const own = site ?? (this.#isNamed || isDebugging ? new CallSite() : undefined);
    return new KeptWork(this.failures, this.memory.slice(0, count), this.modes.slice(0, count), own);
  }

  /** Declares that the next work uses memory. */
  declare(memory: TrackedMemory, mode: UseMode): void {
    if (this.#isGiven) this.begin();
    this.memory[this.count] = memory;
    this.modes[this.count++] = mode;
  }

  /**
   * Begins new declarations. Named work remembers the user's line that submitted it. Operations of arrays are named only with
   * CUTS_DEBUG=1, because a captured stack keeps the objects on it alive.
   */
  begin(isNamed = false): void {
    this.#isGiven = false;
    this.#pendingCopies.close(this.#givenCount);
    this.#isNamed = isNamed;
    this.count = 0;
  }

  /** What the work writes depends on a report that was not read yet. */
  addDeferredError(error: DeferredError): void {
    this.#spread([error]);
  }

  /** The work is submitted: declarations from now on are those of the next. */
  given(): this {
    this.#isGiven = true;
    this.#givenCount++;
    if (state.deferredCount !== 0) this.#spread();
    return this;
  }

  /** Declares that the work writes to a copy of memory; `writeBack` copies it to the memory itself. */
  addPendingCopy(memory: object, writeBack: () => void): void {
    this.#pendingCopies.add(memory, this.#givenCount, writeBack);
  }

  /** Writes pending copies back. */
  writeBackPendingCopies(): void {
    this.#pendingCopies.writeBack(this.#givenCount);
  }

  /** Nothing more is written back to this memory. */
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

/** A read by the host: if it fails, no memory is lost. */
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

/** A copy between memory and the copy of it that a device works on: if it fails, the memory is lost. */
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

/** Stands for memory that is never lost: memory of the host, and memory that no kernel writes. */
export const neverLost: TrackedMemory = { lost: undefined, deferredErrors: undefined, isGone: true };
