// Errors of decompositions, which the device reports as codes. Results carry a deferred error: reading a result on the host reads
// the codes first and throws the error, while later work on the device does not wait. With `check: false` the codes are not read,
// and a failed result is what the algorithm leaves, mostly NaN.

import { CutsError } from "../../../core/errors.js";
import { formatShape, type Shape, sizeOf } from "../../../core/shape.js";
import type { Report } from "../../../runtime/failures/deferred-errors.js";
import { Failure as WorkFailure, LostMemory, nextMoment } from "../../../runtime/failures/failure.js";
import { ReportMemory } from "../../../runtime/failures/fault-page.js";
import { type Handle, openHandle } from "../../../runtime/lifetimes/handle.js";
import { refuseInGraph } from "../../../runtime/graphs/recording.js";
import type { Storage } from "../../../runtime/memory/storage.js";
import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { addDeferredError, Reading } from "../../../runtime/order/stream-work.js";
import { UserLine } from "../../../runtime/failures/user-line.js";
import type { NDArray } from "../../ndarray.js";
import type { Info } from "./engine.js";
import { optionNames } from "../../../core/options.js";

/** Options of functions that can fail for some matrices. */
export interface CheckOptions {
  /**
   * Whether a matrix without a result is an error, which is thrown when the result, or something computed from it, is awaited;
   * true by default.
   */
  readonly check?: boolean | undefined;
}

/** The names of {@link CheckOptions}. */
export const checkNames = optionNames<CheckOptions>({ check: true });

/** A matrix has no such decomposition, or the algorithm did not converge. */
export class LinAlgError extends CutsError {}

/** Why a decomposition can fail. */
export type Failure = "singular" | "indefinite" | "unconverged";

/**
 * Attaches a deferred error to the results, which is checked when they are read. Disposes `info`; `lead` is the shape of the
 * batch.
 */
export function checkLater(
  stream: StreamCore,
  info: Info,
  { check = true }: CheckOptions,
  failure: Failure,
  action: string,
  lead: Shape,
  results: readonly (NDArray | undefined)[],
): void {
  if (check) {
    refuseInGraph(
      "check the result of a decomposition",
      "whether a matrix can be decomposed is seen by the host; a graph with check: false records work",
    );
    const report = new InfoReport(stream, info, (codes) => judge(codes, failure, action, lead));
    stream.faults.add(report);
    for (const result of results) {
      if (result !== undefined) addDeferredError(result.storage, { report, first: 0, end: 1 });
    }
  }
  info.dispose();
}

/** The codes that a decomposition leaves: 0 for each matrix that has one. */
class InfoReport implements Report {
  readonly #stream: StreamCore;
  readonly #storage: Storage;
  readonly #start: number;
  readonly #codes: Int32Array;
  readonly #judge: (codes: Int32Array) => Error | undefined;
  readonly #givenAt = nextMoment();
  readonly #site = new UserLine();
  readonly #handle: Handle;
  readonly count = 1;
  isDue = true;
  #failure: WorkFailure | undefined;

  constructor(stream: StreamCore, info: Info, judgeCodes: (codes: Int32Array) => Error | undefined) {
    const { storage, start, size } = info;
    this.#stream = stream;
    this.#storage = storage.retain();
    this.#start = start;
    this.#codes = new Int32Array(size);
    this.#judge = judgeCodes;
    this.#handle = openHandle(this, new ReportMemory(storage), { scoped: false, listed: false });
  }

  isGood(): boolean {
    return !this.isDue && this.#failure === undefined;
  }

  reported(): WorkFailure | undefined {
    return this.#failure;
  }

  async read({ backend, backendStream }: StreamCore): Promise<void> {
    if (!this.isDue) return;
    try {
      await backend.read(this.#start, this.#bytes, backendStream, new Reading(this.#storage));
      this.#take();
    } catch (reason) {
      this.#skip(reason);
    }
  }

  readSync(): void {
    if (!this.isDue) return;
    const { backend, backendStream } = this.#storage.lastStream ?? this.#stream;
    try {
      backend.readSync(this.#start, this.#bytes, backendStream, new Reading(this.#storage));
      this.#take();
    } catch (reason) {
      this.#skip(reason);
    }
  }

  /** The decomposition was never made, for a reason that its results tell as well. */
  #skip(reason: unknown): void {
    if (!(reason instanceof LostMemory)) throw reason;
    this.isDue = false;
    this.#handle.end();
  }

  get #bytes(): Uint8Array {
    return new Uint8Array(this.#codes.buffer);
  }

  #take(): void {
    if (!this.isDue) return;
    this.isDue = false;
    const error = this.#judge(this.#codes);
    if (error !== undefined) {
      this.#failure = new WorkFailure(error, this.#givenAt, this.#site);
      this.#stream.failures.add(this.#failure);
    }
    this.#handle.end();
  }
}

function judge(codes: Int32Array, failure: Failure, action: string, lead: Shape): LinAlgError | undefined {
  const found = codes.findIndex((code) => code !== 0);
  if (found === -1) return undefined;
  // A library tells twice: what is wrong with the elements, and what it found itself.
  const index = found % sizeOf(lead);
  const which =
    sizeOf(lead) === 1 && lead.length === 0 ? "the matrix" : `matrix ${formatShape(placeOf(index, lead))}`;
  return failureOf(codes[found] as number, failure, action, which);
}

function failureOf(code: number, failure: Failure, action: string, which: string): LinAlgError {
  if (failure === "singular") {
    return new LinAlgError(
      "CUTS_SINGULAR",
      `Cannot ${action}: ${which} is singular (got a zero pivot in row ${code - 1})` +
        "\nTry: linalg.lstsq or linalg.pinv, which take any matrix",
    );
  }
  if (failure === "indefinite") {
    return new LinAlgError(
      "CUTS_NOT_POSITIVE_DEFINITE",
      `Cannot ${action}: ${which} must be positive definite (got ${code < 0 ? "NaN" : `a pivot in row ${code - 1} that is not above zero`})`,
    );
  }
  if (code === -1) {
    return new LinAlgError(
      "CUTS_NOT_FINITE",
      `Cannot ${action}: all elements must be finite (got NaN or infinity in ${which})`,
    );
  }
  return new LinAlgError(
    "CUTS_NOT_CONVERGED",
    `Cannot ${action}: ${which} took more steps than are allowed (got no convergence)`,
  );
}

function placeOf(index: number, lead: Shape): number[] {
  let rest = index;
  return lead
    .toReversed()
    .map((size) => {
      const at = rest % size;
      rest = Math.floor(rest / size);
      return at;
    })
    .toReversed();
}
