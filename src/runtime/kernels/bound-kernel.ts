// A kernel of a module on one device, bound to the bytes of its parameters. All launches go through here: those of users, whose
// arguments a checked writer puts into the bytes (parameters/checked-writer.ts), and those of arrays, which use a trusted one.
// Where nothing waits, a launch goes to the device at once and allocates nothing. Any other launch is submitted with a copy of
// the parameters, so the bytes may be written again as soon as `launch` returns.

import type { BackendLaunch, BackendModule, Work } from "../../backend/backend.js";
import { LaunchError } from "../../core/errors.js";
import { creationSite } from "../../host/creation-site.js";
import { variable } from "../../host/environment.js";
import type { StreamCore, SubmitOptions } from "../order/stream-core.js";

/** The code of a kernel, which may still be compiled when the kernel is first launched. */
export interface KernelCode {
  readonly module: BackendModule;
  readonly symbol: string;
  /** What a launch that cannot go to the device at once waits for, and what it retains. */
  submitOptions(): SubmitOptions;
  /**
   * Called once, when the code is compiled and before the first launch. @throws if the compiled code expects the parameters at
   * other offsets.
   */
  verify(): void;
}

export class BoundKernel {
  readonly #code: KernelCode;
  readonly #module: BackendModule;
  readonly #symbol: string;
  readonly #bytes: Uint8Array;
  #isVerified = false;

  /** `bytes` are the parameters, which a writer fills before each launch. */
  constructor(code: KernelCode, bytes: Uint8Array) {
    this.#code = code;
    this.#module = code.module;
    this.#symbol = code.symbol;
    this.#bytes = bytes;
  }

  /**
   * Launches the kernel with the parameters that were written. The caller has declared the memory that it uses
   * (`Storage.use`) before.
   */
  launch(launch: BackendLaunch, stream: StreamCore): void {
    if (this.#isVerified && stream.isClear) this.submit(launch, stream, stream.work.given());
    else this.#launchInOrder(launch, stream);
  }

  /** Hands a launch to the backend, with the parameters that are in the bytes now. The code must be compiled. */
  submit(launch: BackendLaunch, stream: StreamCore, work: Work): void {
    try {
      if (!this.#isVerified) this.#verify();
      stream.backend.launch(this.#module, this.#symbol, launch, this.#bytes, stream.backendStream, work);
    } catch (error) {
      throw isDebugging && error instanceof LaunchError ? withLaunchSite(error) : error;
    }
  }

  /** Launches it after the work before it, when the code is compiled; inside graph() this records the launch. */
  #launchInOrder(launch: BackendLaunch, stream: StreamCore): void {
    const parameters = this.#bytes.slice();
    stream.submit((work) => {
      this.#bytes.set(parameters);
      this.submit(launch, stream, work);
    }, this.#code.submitOptions());
  }

  #verify(): void {
    this.#code.verify();
    this.#isVerified = true;
  }
}

/** With CUTS_DEBUG=1 a GPU waits for each launch, so the launch that throws is the one that failed. */
const isDebugging = variable("CUTS_DEBUG") === "1";

function withLaunchSite(error: LaunchError): LaunchError {
  const site = creationSite();
  if (site === undefined) return error;
  return new LaunchError(error.code, `${error.message}\nLaunched at ${site}`, { cause: error });
}
