// Work for the device, in the order in which the program gives it. One order for all streams is one of the orders that
// CUDA allows: what two streams may do in either order happens in the order of issue. The default stream's rules hold by
// themselves. A failure while a kernel runs becomes the sticky error.

import type { Backend, BackendEvent, BackendLaunch, BackendModule, Work } from "../../../backend.js";
import { CutsError } from "../../../../core/errors.js";
import { ERROR_CODES } from "./error-codes.js";
import { CudaFailure, type ErrorState } from "./error-state.js";
import type { ManagedVariables } from "./managed-variables.js";
import { readableSymbol } from "../../../../core/readable-symbol.js";
import type { RuntimeWatcher } from "./runtime-watcher.js";
import type { Whereabouts } from "../process/whereabouts.js";

/** So many pieces of work may wait; then the program waits too, as it does for CUDA's launch queue. */
const MAX_PENDING = 1024;

export class DeviceWork {
  readonly #backend: Backend;
  readonly #errors: ErrorState;
  readonly #managed: ManagedVariables;
  readonly #warn: (text: string) => void;
  readonly #watcher: RuntimeWatcher | undefined;
  readonly #whereabouts: Whereabouts | undefined;
  /** All work of the program: after a failure nothing of it is done any more. */
  readonly #work: Work = {
    obstacle: () => this.#failure,
    done: () => {},
    fail: (error) => this.#fail(error),
    keep: () => this.#work,
  };
  #failure: unknown;
  #pending = 0;

  constructor(
    backend: Backend,
    errors: ErrorState,
    managed: ManagedVariables,
    warn: (text: string) => void,
    watcher?: RuntimeWatcher,
    whereabouts?: Whereabouts,
  ) {
    this.#backend = backend;
    this.#errors = errors;
    this.#managed = managed;
    this.#warn = warn;
    this.#watcher = watcher;
    this.#whereabouts = whereabouts;
  }

  /** Waits until all work is done. Fails with the sticky error when there is one. */
  wait(): void {
    this.settle();
    if (this.#errors.sticky !== 0) throw new CudaFailure(this.#errors.sticky);
  }

  /** Waits until all work is done, whatever came of it. */
  settle(): void {
    this.#errors.arrive();
    if (this.#pending === 0) return;
    this.#pending = 0;
    this.#whereabouts?.waits();
    try {
      this.#backend.synchronizeSync(this.#backend.defaultStream);
    } catch (error) {
      this.#fail(error);
    }
    this.#whereabouts?.goesOn();
    if (this.#failure !== undefined && this.#errors.sticky === 0) this.#poison(this.#failure);
    this.#managed.toHost();
  }

  /** Makes a failure of the device the sticky error, and tells why on stderr. */
  #poison(error: unknown): void {
    if (!(error instanceof CutsError)) throw error;
    this.#errors.poison(statusOf(error));
    const message = error.message.replaceAll(/\b_Z\w+/g, readableSymbol);
    // An assertion's own line is what CUDA prints; of other failures CUDA says nothing, and we say why.
    const isAssert = error.code === "CUTS_KERNEL_ASSERT";
    this.#warn(`${isAssert ? message.slice(message.indexOf("\n") + 1) : `cuts: ${message}`}\n`);
  }

  launch(module: BackendModule, kernel: string, launch: BackendLaunch, parameters: Uint8Array): void {
    this.#managed.toDevice(this);
    this.#given();
    const { defaultStream } = this.#backend;
    const watched = this.#watcher?.launched(kernel, launch) ?? launch;
    this.#whereabouts?.launches(kernel);
    this.#backend.launch(module, kernel, watched, parameters, defaultStream, this.#work);
    // Who watches must know whose work it is that runs.
    if (this.#watcher !== undefined) this.#backend.synchronizeSync(defaultStream);
    this.#whereabouts?.goesOn();
  }

  /** Copies inside the memory that host and device share. */
  copy(to: number, from: number, byteLength: number): void {
    this.#given();
    this.#watcher?.touched(from, byteLength, false);
    this.#watcher?.touched(to, byteLength, true);
    this.#backend.copy(to, from, byteLength, this.#backend.defaultStream, this.#work);
  }

  /** Copies bytes that the caller may change afterwards. */
  write(to: number, bytes: Uint8Array): void {
    this.#given();
    this.#watcher?.touched(to, bytes.byteLength, true);
    this.#backend.write(to, bytes, this.#backend.defaultStream, this.#work);
  }

  fill(address: number, pattern: Uint8Array, count: number): void {
    this.#given();
    this.#watcher?.touched(address, pattern.length * count, true);
    this.#backend.fill(address, pattern, count, this.#backend.defaultStream, this.#work);
  }

  record(): BackendEvent {
    this.#given();
    return this.#backend.record(this.#backend.defaultStream);
  }

  /** Whether something was given that may not be over, or has failed. */
  get isOpen(): boolean {
    return this.#pending > 0 || this.#failure !== undefined;
  }

  /** Gives work of somebody else to the device, after all of the program's: it fails where that has failed. */
  follow(work: Work): void {
    const { defaultStream } = this.#backend;
    this.#backend.copy(0, 0, 0, defaultStream, new FollowingWork(work, () => this.#failure));
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
  }

  #given(): void {
    if (this.#pending >= MAX_PENDING) this.settle();
    this.#pending++;
  }
}

/** Work that fails where what is before it has. */
class FollowingWork implements Work {
  readonly #own: Work;
  readonly #failure: () => unknown;

  constructor(own: Work, failure: () => unknown) {
    this.#own = own;
    this.#failure = failure;
  }

  obstacle(): unknown {
    return this.#failure() ?? this.#own.obstacle();
  }

  done(): void {
    this.#own.done();
  }

  fail(error: unknown): void {
    this.#own.fail(error);
  }

  keep(): Work {
    return new FollowingWork(this.#own.keep(), this.#failure);
  }
}

// The backend names CUDA's error in its messages; what it does not name ended the kernel anyhow.
function statusOf(error: CutsError): number {
  const name = /cudaError[A-Z][A-Za-z]*/.exec(error.message)?.[0] ?? "";
  return (ERROR_CODES as Readonly<Record<string, number>>)[name] ?? ERROR_CODES.cudaErrorLaunchFailure;
}
