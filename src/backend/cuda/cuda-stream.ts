// A stream of a GPU, and which kernels were given to it since it was last seen to work: what an error that comes later,
// as errors of kernels do, is traced back to.

import type { RawHandle } from "../../native/raw-call.js";
import type { BackendStream } from "../backend.js";
import type { Capture } from "./capture.js";
import type { DeviceContext } from "./device-context.js";

const NON_BLOCKING = 1;
/** How many of the newest launches are remembered. */
const REMEMBERED = 32;

export class CudaStream implements BackendStream {
  readonly id: number;
  /** The handle in two halves, as launches write it. */
  low = 0;
  high = 0;
  /** How many kernels were launched, and how many of these are known to be done. */
  launched = 0;
  verified = 0;
  /** Whether the newest launch has much to do, and whether it has few blocks. */
  wasLong = false;
  wasFew = false;
  /** Set while the stream's work is recorded as a graph. */
  capture: Capture | undefined = undefined;
  readonly #recent: string[] = [];
  readonly #context: DeviceContext;
  readonly #priority: number;
  #handle = 0 as RawHandle<"CUstream">;
  #generation = 0;

  /** Stream 0 is CUDA's own default stream, which other libraries in the process use too. Others are made when used. */
  constructor(context: DeviceContext, id: number, priority = 0) {
    this.id = id;
    this.#context = context;
    this.#priority = priority;
    if (id === 0) this.#generation = context.generation;
  }

  /** The stream's handle; after a reset, that of a new stream. */
  get handle(): RawHandle<"CUstream"> {
    this.renew();
    return this.#handle;
  }

  /** Makes the stream at its first use, and anew after a reset; `low` and `high` are right from then on. */
  renew(): void {
    if (this.#generation === this.#context.generation) return;
    this.#generation = this.#context.generation;
    this.verified = this.launched;
    if (this.id !== 0) this.#create();
  }

  noteLaunch(kernel: string): void {
    this.#recent[this.launched++ % REMEMBERED] = kernel;
  }

  /** The kernels whose end nobody has seen yet, newest last. */
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
    // The driver lets the work of the stream finish; an old error of the device is not this call's.
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
