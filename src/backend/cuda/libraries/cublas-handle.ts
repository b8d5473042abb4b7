// cuBLAS on a GPU: the library, opened at its first use, and one handle for each device, created again after a reset. The caller
// provides the workspace, so cuBLAS never allocates while a graph is recorded.

import { numberAddressOf } from "../../../ffi/memory.js";
import { check } from "../../../native/check.js";
import { openRawCublas, type RawCublas } from "../../../native/cublas.js";
import type { RawHandle } from "../../../native/raw-call.js";
import type { BackendStream } from "../../port/streams.js";
import type { LibraryEntry } from "./library-entry.js";
import { optionalLibrary } from "./open-library.js";

/** A handle of cuBLAS. */
export type CublasHandle = RawHandle<"cublasHandle_t">;

const library = optionalLibrary(openRawCublas);

/** The workspace that cuBLAS recommends for the largest GPUs. */
const WORKSPACE_BYTES = 32 * 2 ** 20;

/** cuBLAS on one device. */
export class Cublas {
  readonly #entry: LibraryEntry;
  /** How many bytes its work needs. */
  readonly workspaceBytes: number;
  #handle = 0 as CublasHandle;
  #generation = 0;
  #stream = -1;
  #workspace = 0;

  constructor(entry: LibraryEntry) {
    this.#entry = entry;
    this.workspaceBytes = Math.min(WORKSPACE_BYTES, Math.floor(entry.totalMemoryBytes / 256));
  }

  /** The library; undefined if it is not found. */
  get api(): RawCublas | undefined {
    return library();
  }

  /** Creates the handle, if the library is found. */
  open(): void {
    const entry = this.#entry;
    if (
      this.#generation !== entry.generation &&
      entry.enter(entry.defaultStream, "cublasCreate") !== undefined
    ) {
      const made = new BigUint64Array(1);
      check((this.api as RawCublas).cublasCreate_v2(numberAddressOf(made)), "cublasCreate");
      this.#handle = Number(made[0]) as CublasHandle;
      this.#generation = entry.generation;
      this.#stream = -1;
    }
  }

  /**
   * The handle, set to a stream and a workspace; undefined if a kernel has broken the device. If the call fails later, the error
   * mentions `work`.
   */
  enter(stream: BackendStream, work: string, workspace: number): CublasHandle | undefined {
    const raw = this.#entry.enter(stream, work);
    if (raw === undefined) return undefined;
    const api = this.api as RawCublas;
    const handle = this.#handle;
    if (raw !== this.#stream) {
      check(api.cublasSetStream_v2(handle, raw as RawHandle<"cudaStream_t">), "cublasSetStream");
      this.#stream = raw;
      // Setting a stream makes cuBLAS forget its workspace.
      this.#workspace = 0;
    }
    if (workspace !== this.#workspace) {
      check(api.cublasSetWorkspace_v2(handle, workspace, this.workspaceBytes), "cublasSetWorkspace");
      this.#workspace = workspace;
    }
    return handle;
  }
}
