// Decompositions that fail are found by the device and told by the stream, as kernels that fail are: the work that follows
// waits until the host has seen whether all went well; if not, the stream stops, and whoever awaits something of it gets
// the error. Nothing blocks. `check: false` leaves that out: results are then what the algorithm leaves, NaN mostly.

import { CutsError } from "../../../core/errors.js";
import { formatShape, type Shape, sizeOf } from "../../../core/shape.js";
import { refuseInGraph } from "../../../runtime/recording.js";
import type { StreamCore } from "../../../runtime/stream-core.js";
import { objectOf } from "../../array-object.js";
import type { Info } from "./engine.js";

/** Options of what can fail. */
export interface CheckOptions {
  /**
   * Whether a matrix for which there is no result is an error, seen when the result is awaited; true unless told. The
   * check holds back the work that follows until the device has decided.
   */
  readonly check?: boolean | undefined;
}

/** A matrix has no such decomposition, or none was found. */
export class LinAlgError extends CutsError {}

/** What can stand against a decomposition. */
export type Failure = "singular" | "indefinite" | "unconverged";

/** Lets the work that follows wait for the outcome; ends `info`. `lead` is the shape of the batch. */
export function checkLater(
  stream: StreamCore,
  info: Info,
  { check = true }: CheckOptions,
  failure: Failure,
  action: string,
  lead: Shape,
): void {
  if (check) hold(stream, info, (codes) => judge(codes, failure, action, lead));
  info.dispose();
}

function hold(stream: StreamCore, info: Info, judgeCodes: (codes: Int32Array) => void): void {
  refuseInGraph(
    "check the result of a decomposition",
    "whether a matrix can be decomposed is seen by the host; a graph with check: false records work",
  );
  const { storage, start, size } = objectOf(info);
  const codes = new Int32Array(size);
  const bytes = new Uint8Array(codes.buffer);
  const { backend, backendStream } = stream;
  let isGood = false;
  let begin: (reading: Promise<void> | undefined) => void = () => {};
  const ready = new Promise<void>((resolve) => {
    begin = (reading) => resolve(reading);
  });
  const decide = (): void => {
    judgeCodes(codes);
    isGood = true;
  };
  storage.use(stream, "read");
  stream.submit(
    () => {
      // On a stopped stream nothing was computed, so there is nothing to judge.
      isGood = stream.failure !== undefined;
      begin(isGood ? undefined : backend.read(start, bytes, backendStream).then(decide));
    },
    { always: true },
  );
  const readySync = (): void => {
    if (isGood) return;
    backend.readSync(start, bytes, backendStream);
    decide();
  };
  stream.submit(() => {}, { after: { isReady: () => isGood, ready, readySync } });
}

function judge(codes: Int32Array, failure: Failure, action: string, lead: Shape): void {
  const found = codes.findIndex((code) => code !== 0);
  if (found === -1) return;
  // A library tells twice: what is wrong with the elements, and what it found itself.
  const index = found % sizeOf(lead);
  const which =
    sizeOf(lead) === 1 && lead.length === 0 ? "the matrix" : `matrix ${formatShape(placeOf(index, lead))}`;
  throw failureOf(codes[found] as number, failure, action, which);
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
