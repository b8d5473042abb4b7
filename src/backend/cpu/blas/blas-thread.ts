// The main thread's side of the thread that calls a BLAS. The thread starts with the first product and keeps the process alive only
// while products run. A product cannot be stopped: a process that ends meanwhile waits for it.

import { CutsError } from "../../../core/errors.js";
import { programUrl } from "../../../host/assets.js";
import type { BlasLibrary } from "../../../native/blas.js";
import { clockMs } from "../../../host/clock.js";
import type { ThreadPort } from "../../../host/shapes.js";
import { nextMessage, openChannel, startThread } from "../../../host/threads.js";
import type { WorkBeside } from "../machine/worker-pool.js";
import type { BlasJob, BlasOutcome, BlasProduct, BlasSetup } from "./blas-worker.js";
import { WORD } from "./blas-words.js";

/** What the thread needs of its device. */
export interface BlasThreadHost {
  /** The words by which a main thread is woken that waits. */
  control(): Int32Array;
  /** How many threads a product takes. */
  threads(): number;
  /** Called from the event loop when products may have ended. */
  progressed(): void;
}

/** Products that were given together; they have an outcome when all are over. */
export interface BlasTicket {
  outcome: BlasOutcome | undefined;
  /** What it fails with when it is over, though it may have been computed. */
  doom: unknown;
}

export class BlasThread implements WorkBeside {
  readonly #library: BlasLibrary;
  readonly #host: BlasThreadHost;
  readonly #words = new Int32Array(new SharedArrayBuffer(WORD.byteLength));
  readonly #tickets = new Map<number, BlasTicket>();
  #port: ThreadPort | undefined;
  #next = 0;
  #seen = 0;

  constructor(library: BlasLibrary, host: BlasThreadHost) {
    this.#library = library;
    this.#host = host;
  }

  get isBusy(): boolean {
    return this.#tickets.size > 0;
  }

  get hasNews(): boolean {
    return Atomics.load(this.#words, WORD.ended) !== this.#seen;
  }

  /** Gives products to the thread. Throws when it cannot be started. */
  give(products: readonly BlasProduct[]): BlasTicket {
    const port = (this.#port ??= this.#start());
    const number = this.#next++;
    const ticket: BlasTicket = { outcome: undefined, doom: undefined };
    if (!this.isBusy) port.ref();
    this.#tickets.set(number, ticket);
    const job: BlasJob = { number, products };
    port.postMessage(job);
    Atomics.add(this.#words, WORD.given, 1);
    Atomics.notify(this.#words, WORD.given);
    return ticket;
  }

  /** Lets what was given fail when it is over: nobody can stop it. */
  doom(error: unknown): void {
    for (const ticket of this.#tickets.values()) ticket.doom = error;
  }

  /** Looks which products are over. */
  collect(): void {
    if (!this.hasNews || this.#port === undefined) return;
    this.#seen = Atomics.load(this.#words, WORD.ended);
    for (let next = nextMessage(this.#port); next; next = nextMessage(this.#port)) {
      this.#end(next.message as BlasOutcome);
    }
  }

  #end(outcome: BlasOutcome): void {
    const ticket = this.#tickets.get(outcome.number);
    if (ticket === undefined) return;
    ticket.outcome = ticket.doom === undefined ? outcome : { ...outcome, error: ticket.doom };
    this.#tickets.delete(outcome.number);
    if (!this.isBusy) this.#port?.unref();
  }

  #start(): ThreadPort {
    const { port1, port2 } = openChannel();
    const setup: BlasSetup = {
      library: this.#library,
      threads: this.#host.threads(),
      words: this.#words,
      control: this.#host.control(),
      port: port2,
    };
    const worker = startThread(programUrl("backend/cpu/blas/blas-worker.js"), setup, [port2]);
    worker.unref();
    let reason = "it has ended";
    worker.on("error", (error) => {
      reason = String(error);
    });
    worker.on("exit", () => this.#died(port1, reason));
    port1.on("message", (outcome) => {
      this.#end(outcome as BlasOutcome);
      this.#host.progressed();
    });
    port1.unref();
    return port1;
  }

  // Nobody has stopped it: what it had is lost, and the next product starts another one.
  #died(port: ThreadPort, reason: string): void {
    this.collect();
    this.#port = undefined;
    for (const number of this.#tickets.keys()) {
      const error = new CutsError(
        "CUTS_CPU_WORKER_DIED",
        `Cannot compute products by ${this.#library.path}: the thread that calls it must go on (got ${reason})`,
      );
      this.#end({ number, endedMs: clockMs(), error });
    }
    port.close();
    this.#host.progressed();
  }
}
