// cuSOLVER on a GPU: the library, opened at the first decomposition, and one handle for each device, created again after a reset.

import { lazy } from "../../../core/lazy.js";
import { LibraryNotFoundError, UnsupportedError } from "../../../core/errors.js";
import { numberAddressOf } from "../../../ffi/memory.js";
import { check } from "../../../native/check.js";
import { openRawCusolver, type RawCusolver } from "../../../native/cusolver.js";
import type { RawHandle } from "../../../native/raw-call.js";
import type { BackendStream } from "../../port/streams.js";
import type { LibraryEntry } from "./library-entry.js";

/** A handle of cuSOLVER. */
type CusolverHandle = RawHandle<"cusolverDnHandle_t">;

/** cuSOLVER on one device. */
export class Cusolver {
  readonly #entry: LibraryEntry;
  #handle = 0 as CusolverHandle;
  #jacobi = 0 as RawHandle<"gesvdjInfo_t">;
  #params = 0 as RawHandle<"cusolverDnParams_t">;
  #generation = 0;

  constructor(entry: LibraryEntry) {
    this.#entry = entry;
  }

  /** The library. @throws UnsupportedError `CUTS_CUSOLVER` if it is not found. */
  get api(): RawCusolver {
    return openLibrary(this.#entry.id);
  }

  /** Default options for singular values by the Jacobi method. */
  get jacobi(): RawHandle<"gesvdjInfo_t"> {
    this.#open();
    return this.#jacobi;
  }

  /** Default options for the functions of the 64-bit API, which take any data type. */
  get params(): RawHandle<"cusolverDnParams_t"> {
    this.#open();
    return this.#params;
  }

  /** The workspace sizes, in bytes on the device and on the host, from a function of the 64-bit API. */
  bytesOf(
    call: string,
    ask: (handle: CusolverHandle, device: number, host: number) => number,
  ): { readonly device: number; readonly host: number } {
    this.#open();
    const answer = new BigUint64Array(2);
    const at = numberAddressOf(answer);
    check(ask(this.#handle, at, at + 8), call);
    return { device: Number(answer[0]), host: Number(answer[1]) };
  }

  /** Host memory for a function that may still use it after it returns. It is never freed. */
  hostMemory(byteLength: number): number {
    if (byteLength === 0) return 0;
    let found = hostMemory.find((memory) => memory.byteLength >= byteLength);
    if (found === undefined) hostMemory.push((found = new Uint8Array(2 * byteLength)));
    return numberAddressOf(found);
  }

  /** The workspace size in elements, from a `_bufferSize` function. */
  sizeOf(call: string, ask: (handle: CusolverHandle, answer: number) => number): number {
    this.#open();
    const answer = new Int32Array(1);
    check(ask(this.#handle, numberAddressOf(answer)), call);
    return answer[0] as number;
  }

  /**
   * The handle, set to a stream; undefined if a kernel has broken the device. If the call fails later, the error mentions `work`.
   */
  enter(stream: BackendStream, work: string): CusolverHandle | undefined {
    const raw = this.#entry.enter(stream, work);
    if (raw === undefined) return undefined;
    const handle = this.#handle;
    check(this.api.cusolverDnSetStream(handle, raw as RawHandle<"cudaStream_t">), "cusolverDnSetStream");
    return handle;
  }

  #open(): void {
    const entry = this.#entry;
    if (this.#generation === entry.generation) return;
    if (entry.enter(entry.defaultStream, "cusolverDnCreate") === undefined) return;
    const { api } = this;
    const made = new BigUint64Array(1);
    check(api.cusolverDnCreate(numberAddressOf(made)), "cusolverDnCreate");
    this.#handle = Number(made[0]) as CusolverHandle;
    check(api.cusolverDnCreateGesvdjInfo(numberAddressOf(made)), "cusolverDnCreateGesvdjInfo");
    this.#jacobi = Number(made[0]) as RawHandle<"gesvdjInfo_t">;
    check(api.cusolverDnCreateParams(numberAddressOf(made)), "cusolverDnCreateParams");
    this.#params = Number(made[0]) as RawHandle<"cusolverDnParams_t">;
    this.#generation = entry.generation;
  }
}

/** All host workspaces, kept alive. */
const hostMemory: Uint8Array[] = [];

const library = lazy(openRawCusolver);

function openLibrary(id: string): RawCusolver {
  try {
    return library();
  } catch (cause) {
    if (!(cause instanceof LibraryNotFoundError)) throw cause;
    throw new UnsupportedError(
      "CUTS_CUSOLVER",
      `Cannot decompose a matrix on ${id}: cuSOLVER, NVIDIA's library for it, was not found` +
        '\nTry: install the CUDA toolkit, or `pip install nvidia-cusolver`, or decompose x.to("cpu")',
      { cause },
    );
  }
}
