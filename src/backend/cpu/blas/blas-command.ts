// Matrix products of a BLAS as work of a stream. They start when all earlier work of the stream is done, and later work waits for their
// end.

import { CutsError } from "../../../core/errors.js";
import type { BlasLibrary } from "../../../native/blas.js";
import type { Work } from "../../backend.js";
import type { DeviceWork } from "../commands.js";
import type { BlasThread, BlasTicket } from "./blas-thread.js";
import type { BlasProduct } from "./blas-worker.js";

export class BlasCommand implements DeviceWork {
  readonly kind = "device";
  readonly isApart = true;
  readonly work: Work;
  readonly #thread: BlasThread;
  readonly #library: BlasLibrary;
  readonly #products: readonly BlasProduct[];
  #ticket: BlasTicket | undefined;

  constructor(thread: BlasThread, library: BlasLibrary, products: readonly BlasProduct[], work: Work) {
    this.#thread = thread;
    this.#library = library;
    this.#products = products;
    this.work = work;
  }

  runNow(): boolean {
    return false;
  }

  begin(): "running" {
    this.#ticket = this.#thread.give(this.#products);
    return "running";
  }

  isFinished(): boolean {
    this.#thread.collect();
    return this.#ticket?.outcome !== undefined;
  }

  stopError(): unknown {
    return undefined;
  }

  finish(): number {
    const outcome = this.#ticket?.outcome;
    if (outcome === undefined) throw new Error("internal: the product has not finished");
    const { error, endedMs } = outcome;
    if (error === undefined) return endedMs;
    if (error instanceof CutsError) throw error;
    throw new CutsError(
      "CUTS_BLAS_UNUSABLE",
      `Cannot compute a product by ${this.#library.path}: ${error instanceof Error ? error.message : "its thread failed"}` +
        "\nTry: CUTS_BLAS=0, for the kernels of CuTS",
      { cause: error },
    );
  }

  takeBack(): void {
    throw new Error("internal: nothing is before a product that has begun");
  }

  notify(): boolean {
    return !this.isFinished();
  }
}
