// A stream of a GPU. It remembers the newest kernels that were launched on it and not yet known to be done, because an error of a
// kernel appears only in a later call and must be traced back to its launch.

import type { RawHandle } from "../../native/raw-call.js";
import type { BackendStream } from "../backend.js";
import type { Capture } from "./capture.js";
import type { DeviceContext } from "./device-context.js";

const NON_BLOCKING = 1;
/** The number of launches that are remembered. */
const REMEMBERED = 32;

export class CudaStream implements BackendStream {
  readonly id: number;
  /** The two halves of the handle, as launches write them. */
  low = 0;
  high = 0;
  /** The number of kernels that were launched, and the number of these that are known to be done. */
  launched = 0;
  verified = 0;
  /** Whether the newest launch processes many elements, and whether it has few blocks. */
  wasLong = false;
  wasFew = false;
  /** Set while the stream's work is recorded as a graph. */
  capture: Capture | undefined = undefined;
  readonly #recent: string[] = [];
  readonly #context: DeviceContext;
  readonly #priority: number;
  #handle = 0 as RawHandle<"CUstream">;
  #generation = 0;

  /**
   * Stream 0 is CUDA's default stream, which other libraries in the process use too. Other streams are created at their first use.
   */
  constructor(context: DeviceContext, id: number, priority = 0) {
    this.id = id;
    this.#context = context;
    this.#priority = priority;
    if (id === 0) this.#generation = context.generation;
  }

  /** The stream's handle. After a reset it is that of a new stream. */
  get handle(): RawHandle<"CUstream"> {
    this.renew();
    return this.#handle;
  }

  /** Creates the stream at its first use and after a reset, and sets `low` and `high`. */
  renew(): void {
    if (this.#generation === this.#context.generation) return;
    this.#generation = this.#context.generation;
    this.verified = this.launched;
    if (this.id !== 0) this.#create();
  }

  noteLaunch(kernel: string): void {
    this.#recent[this.launched++ % REMEMBERED] = kernel;
  }

  /** The kernels that are not yet known to be done, newest last. */
  unverified(): readonly string[] {
    const first = Math.max(this.verified, this.launched - REMEMBERED);
    const names = new Set<string>();
    for (let n = first; n < this.launched; n++) names.add(this.#recent[n % REMEMBERED] as string);
    return [...names];
  }

  destroy(): void {
    if (this.id === 0 || this.#handle === 0 || this.#generation !== this.#context.generation) return;
    const { api } = this.#context;
    this.#context.activate();
    // The driver finishes the work of the stream. An earlier error of the device is not an error of this call.
    api.cuStreamDestroy_v2(this.#handle);
    this.#handle = 0 as RawHandle<"CUstream">;
  }

  #create(): void {
    const { api, driver } = this.#context;
    this.#context.activate();
    this.#context.check(
      api.cuStreamCreateWithPriority(driver.out(0), NON_BLOCKING, this.#priority),
      "cuStreamCreateWithPriority",
    );
    this.#handle = driver.number(0) as RawHandle<"CUstream">;
    this.low = this.#handle >>> 0;
    this.high = Math.floor(this.#handle / 2 ** 32);
  }
}
