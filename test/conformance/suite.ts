// What the parts of the conformance suite are written with: tests that run with the device under test as the current one,
// and skips that carry their reason.

import { it } from "vitest";
import { withDevice } from "../../src/runtime/devices/devices.js";

/** Tests that a device does not pass, and why. */
interface ConformanceSkip {
  readonly reason: string;
  /** Full names, `part: test`; `part: *` for all of a part. */
  readonly tests: readonly string[];
}

export interface ConformanceOptions {
  /** The device to test: `cpu`, `cuda:0`. */
  readonly device: string;
  readonly skip?: readonly ConformanceSkip[];
  /** True where a fault of a kernel leaves the device unusable until it is reset, as CUDA's do. */
  readonly faultsNeedReset?: boolean;
}

/** One part of the suite, such as memory or streams. */
export class Suite {
  readonly device: string;
  readonly faultsNeedReset: boolean;
  readonly #part: string;
  readonly #skip: Map<string, string>;

  constructor(part: string, options: ConformanceOptions, skip: Map<string, string>) {
    this.#part = part;
    this.device = options.device;
    this.faultsNeedReset = options.faultsNeedReset ?? false;
    this.#skip = skip;
  }

  /** A test; its body runs with the device under test as the current device. */
  test(name: string, body: () => void | Promise<void>): void {
    const full = `${this.#part}: ${name}`;
    const reason = this.#skip.get(full) ?? this.#skip.get(`${this.#part}: *`);
    this.#skip.delete(full);
    it(name, async (context) => {
      if (reason !== undefined) context.skip(reason);
      await withDevice(this.device, body);
    });
  }
}
