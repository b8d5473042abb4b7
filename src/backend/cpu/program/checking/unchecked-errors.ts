// Errors of the CUDA runtime that a program gets and does not look at: the result of the call is ignored, and nobody asks for the
// last error before the program ends.

import type { CheckReport } from "../../../../core/check-report.js";
import { describeError, ERROR_CODES } from "../cudart/error-codes.js";
import type { HostPlace } from "./host-place.js";

/** Errors of kernels while they run. */
const FIRST_STICKY = 700;
const LAST_STICKY = 799;

interface Unchecked {
  readonly name: string;
  readonly status: number;
  readonly place: HostPlace;
  readonly why: string | undefined;
}

export class UncheckedErrors {
  readonly #tell: (report: CheckReport) => void;
  #waiting: Unchecked[] = [];

  constructor(tell: (report: CheckReport) => void) {
    this.#tell = tell;
  }

  /** `why` tells what was wrong, while what the call was given is as it was. */
  called(name: string, status: number, place: HostPlace | undefined, why: () => string | undefined): void {
    if (name === "cudaGetLastError" || name === "cudaPeekAtLastError") {
      this.#waiting = [];
    } else if (status !== 0 && status !== ERROR_CODES.cudaErrorNotReady)
      this.#failed(name, status, place, why);
  }

  // A sticky error comes again and again: the first one is told, unless somebody looks at a later one.
  #failed(name: string, status: number, place: HostPlace | undefined, why: () => string | undefined): void {
    const isSticky = status >= FIRST_STICKY && status <= LAST_STICKY;
    const isKnown = (one: Unchecked): boolean => one.status === status && (isSticky || one.place === place);
    if (place?.how !== "ignored") {
      if (isSticky) this.#waiting = this.#waiting.filter((one) => one.status !== status);
    } else if (!this.#waiting.some(isKnown)) this.#waiting.push({ name, status, place, why: why() });
  }

  /** The program is over. */
  end(): void {
    for (const { name, status, place, why } of this.#waiting) {
      const [error, text] = describeError(status);
      const isLaunch = /Launch/.test(name);
      const { file, line, column, text: source } = place;
      this.#tell({
        kind: "unchecked-error",
        message: "CUDA error that nobody looked at",
        detail: `${isLaunch ? "the launch" : name} failed with ${error} (${text})${why === undefined ? "" : `: ${why}`}; the program went on`,
        hint: isLaunch
          ? "check cudaGetLastError() after the launch"
          : `check what ${name} returns, or cudaGetLastError() after it`,
        file,
        line,
        column,
        ...(source ? { text: source } : {}),
        kernel: "",
        count: 1,
      });
    }
    this.#waiting = [];
  }
}
