// cuSOLVER on a GPU: its library, opened at the first decomposition, and one handle for each device, made anew after a reset.
// The memory it works in comes from the device's pool, in the order of the stream.

import { LibraryNotFoundError, UnsupportedError } from "../../../core/errors.js";
import { numberAddressOf } from "../../../ffi/memory.js";
import { check } from "../../../native/check.js";
import { openRawCusolver, type RawCusolver } from "../../../native/cusolver.js";
import type { RawHandle } from "../../../native/raw-call.js";
import type { DeviceCore } from "../../../runtime/device.js";
import { refuseInGraph } from "../../../runtime/recording.js";
import type { StreamCore } from "../../../runtime/stream-core.js";
import type { NDArray } from "../../ndarray.js";

/** A handle of cuSOLVER. */
export type CusolverHandle = RawHandle<"cusolverDnHandle_t">;

/** cuSOLVER for the device of a stream. @throws UnsupportedError `CUTS_CUSOLVER` where its library is not found, `CUTS_IN_GRAPH`. */
export function cusolverOn({ device }: StreamCore): Cusolver {
  refuseInGraph(
    "decompose a matrix",
    "cuSOLVER works with the host while it decomposes; a graph only records work",
  );
  let found = devices.get(device);
  if (found === undefined) devices.set(device, (found = new Cusolver(openLibrary(device), device)));
  return found;
}

/** cuSOLVER on one device. */
export class Cusolver {
  readonly api: RawCusolver;
  readonly #device: DeviceCore;
  #handle = 0 as CusolverHandle;
  #jacobi = 0 as RawHandle<"gesvdjInfo_t">;
  #generation = 0;

  constructor(api: RawCusolver, device: DeviceCore) {
    this.api = api;
    this.#device = device;
  }

  /** The options of singular values by Jacobi: those that cuSOLVER has by itself. */
  get jacobi(): RawHandle<"gesvdjInfo_t"> {
    this.#open();
    return this.#jacobi;
  }

  /** What a function that asks for memory answers: a number of elements. */
  sizeOf(call: string, ask: (handle: CusolverHandle, answer: number) => number): number {
    this.#open();
    const answer = new Int32Array(1);
    check(ask(this.#handle, numberAddressOf(answer)), call);
    return answer[0] as number;
  }

  /** Gives calls of cuSOLVER to a stream. The arrays are those they write. */
  work(
    stream: StreamCore,
    call: string,
    arrays: readonly NDArray[],
    run: (handle: CusolverHandle) => void,
  ): void {
    this.#open();
    for (const array of arrays) array.storage.use(stream, "write");
    stream.submitBeside(() => {
      const raw = this.#device.backend.libraries?.enter(stream.backendStream, call);
      if (raw === undefined) return;
      const handle = this.#handle;
      check(this.api.cusolverDnSetStream(handle, raw as RawHandle<"cudaStream_t">), "cusolverDnSetStream");
      run(handle);
    });
  }

  #open(): void {
    const { libraries } = this.#device.backend;
    if (libraries === undefined || this.#generation === libraries.generation) return;
    if (libraries.enter(this.#device.defaultStream.backendStream, "cusolverDnCreate") === undefined) return;
    const made = new BigUint64Array(1);
    check(this.api.cusolverDnCreate(numberAddressOf(made)), "cusolverDnCreate");
    this.#handle = Number(made[0]) as CusolverHandle;
    check(this.api.cusolverDnCreateGesvdjInfo(numberAddressOf(made)), "cusolverDnCreateGesvdjInfo");
    this.#jacobi = Number(made[0]) as RawHandle<"gesvdjInfo_t">;
    this.#generation = libraries.generation;
  }
}

const devices = new WeakMap<DeviceCore, Cusolver>();
let library: RawCusolver | undefined;

function openLibrary(device: DeviceCore): RawCusolver {
  try {
    return (library ??= openRawCusolver());
  } catch (cause) {
    if (!(cause instanceof LibraryNotFoundError)) throw cause;
    throw new UnsupportedError(
      "CUTS_CUSOLVER",
      `Cannot decompose a matrix on ${device.id}: cuSOLVER, NVIDIA's library for it, was not found` +
        '\nTry: install the CUDA toolkit, or `pip install nvidia-cusolver`, or decompose x.to("cpu")',
      { cause },
    );
  }
}
