// An addon that runs as WebAssembly in the memory of the cpu device. Its host code runs at once, so pending work on its arrays
// must end before a call begins. Kernels that it launches run on the device's default stream. That stream waits for the current
// stream before a call, and the current stream waits for it afterwards. If such a kernel fails, the memory that the call was to
// write is lost.

import type { NDArray } from "../../array/ndarray.js";
import { UnsupportedError } from "../../core/errors.js";
import type { Storage } from "../../runtime/memory/storage.js";
import type { DeviceCore, StreamCore } from "../../runtime/order/stream-core.js";
import type { AddonPlace } from "../addon/addon-place.js";
import type { WasmLibrary } from "./call-wasm.js";
import { followWork } from "./follow-work.js";

/** What C++ knows the cpu by; where the addon uses CUDA, it is CUDA's device 0 as well. */
const CPU = -1;
const CUDA_DEVICE = 0;
const CURRENT_DEVICE = -2;

export interface WasmPlaceOptions {
  /** Whether the addon was compiled with CUTS_CPU_DEVICE. */
  readonly usesCuda: boolean;
  readonly makeSlots: (count: number) => Float64Array;
}

export class WasmPlace implements AddonPlace {
  readonly #library: WasmLibrary;
  readonly #device: DeviceCore;
  readonly #code: number;
  readonly #makeSlots: (count: number) => Float64Array;
  /** What the call that runs may write. */
  #written: Storage[] = [];

  constructor(library: WasmLibrary, { usesCuda, makeSlots }: WasmPlaceOptions) {
    this.#library = library;
    this.#device = library.device;
    this.#code = usesCuda ? CUDA_DEVICE : CPU;
    this.#makeSlots = makeSlots;
  }

  makeSlots(count: number): Float64Array {
    return this.#makeSlots(count);
  }

  codeOf(device: DeviceCore): number {
    if (device === this.#device) return this.#code;
    throw new UnsupportedError(
      "CUTS_ADDON_DEVICE",
      `Cannot pass an array to the addon ${this.#library.name}: it was loaded for the cpu device, and the array must be there (got ${device.id})\n` +
        `Try: load({ device: "${device.id}" }), or x.to("cpu")`,
    );
  }

  deviceOf(code: number): DeviceCore {
    if (code === this.#code || code === CURRENT_DEVICE) return this.#device;
    throw new UnsupportedError(
      "CUTS_ADDON_DEVICE",
      `Cannot use cuda:${code} in the addon ${this.#library.name}: it was loaded for the cpu device, and there is no other device${this.#code === CUDA_DEVICE ? " than 0" : ""}`,
    );
  }

  addressOf({ storage, start }: NDArray): number {
    return storage.byteLength === 0 ? 0 : start;
  }

  use(array: NDArray, mode: "read" | "write"): undefined {
    const { storage } = array;
    this.codeOf(storage.device);
    this.#declare(storage, mode);
    storage.settleSync();
    if (mode === "write") this.#written.push(storage);
  }

  useLater({ storage }: NDArray, mode: "read" | "write"): StreamCore {
    this.codeOf(storage.device);
    this.#declare(storage, mode);
    return this.#device.defaultStream;
  }

  begins({ storage }: NDArray): void {
    this.#written.push(storage);
  }

  made({ storage }: NDArray): void {
    this.#written.push(storage);
  }

  streamHandle(stream: StreamCore): number {
    return stream === this.#device.defaultStream ? 0 : this.#library.code.streamOf(stream);
  }

  streamOfNew(): StreamCore {
    return this.#device.defaultStream;
  }

  inOrder<T>(streamOf: (device: DeviceCore) => StreamCore, body: () => T): T {
    const stream = streamOf(this.#device);
    const { defaultStream } = this.#device;
    const outer = this.#written;
    this.#written = [];
    defaultStream.waitForStream(stream);
    try {
      return body();
    } finally {
      followWork(this.#library, this.#written);
      stream.waitForStream(defaultStream);
      this.#written = outer;
    }
  }

  #declare(storage: Storage, mode: "read" | "write"): void {
    const { defaultStream } = this.#device;
    storage.use(defaultStream, mode);
    defaultStream.work.given();
  }
}
