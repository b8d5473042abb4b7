// The error rules of the CUDA runtime. A failed call leaves its error for cudaGetLastError, which clears it. An error of
// a kernel while it ran is sticky: it comes from the next call that waits, and from every call after it but
// cudaGetLastError; CUDA lets a process use the device no more then, and neither do we.

import { type CudaErrorName, describeError, ERROR_CODES } from "./error-codes.js";

/** A CUDA error on its way out of a function of the runtime. */
export class CudaFailure extends Error {
  readonly status: number;

  constructor(status: number) {
    super(describeError(status)[0]);
    this.status = status;
  }
}

/** Leaves a function of the runtime with an error. */
export function fail(name: CudaErrorName): never {
  throw new CudaFailure(ERROR_CODES[name]);
}

export class ErrorState {
  #last = 0;
  #sticky = 0;
  #coming = 0;

  /** The error that every call gives from now on; 0 when there is none. */
  get sticky(): number {
    return this.#sticky;
  }

  /** Remembers what a call returns. "Not ready" is an answer, not an error. */
  note(code: number): void {
    if (code !== 0 && code !== ERROR_CODES.cudaErrorNotReady) this.#last = code;
  }

  /** A kernel failed. The first failure counts. */
  poison(code: number): void {
    if (this.#sticky === 0) this.#sticky = code;
  }

  /** A kernel is known to fail; the program learns of it when it waits. */
  poisonLater(code: number): void {
    if (this.#coming === 0) this.#coming = code;
  }

  /** The program waits. */
  arrive(): void {
    if (this.#coming !== 0) this.poison(this.#coming);
    this.#coming = 0;
  }

  peek(): number {
    return this.#last;
  }

  take(): number {
    const code = this.#last;
    this.#last = 0;
    return code;
  }
}
