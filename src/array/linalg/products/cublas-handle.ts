// cuBLAS on a GPU: its library, opened at the first product, and one handle for each device, made anew after a reset. It is
// given its memory to work in from the device's pool, so that it never allocates while a graph is recorded: the default
// stream keeps one piece, a graph has its own, other streams take one for each call, in their order.

import { LibraryNotFoundError } from "../../../core/errors.js";
import { numberAddressOf } from "../../../ffi/memory.js";
import { check } from "../../../native/check.js";
import { openRawCublas, type RawCublas } from "../../../native/cublas.js";
import type { RawHandle } from "../../../native/raw-call.js";
import type { DeviceCore } from "../../../runtime/device.js";
import { Storage } from "../../../runtime/storage.js";
import type { StreamCore } from "../../../runtime/stream-core.js";

/** A handle of cuBLAS. */
export type CublasHandle = RawHandle<"cublasHandle_t">;

/** A matrix of a product in column order. */
export interface GemmMatrix {
  readonly address: number;
  readonly leading: number;
  /** Elements from one matrix of the batch to the next. */
  readonly byBatch: number;
}

/** A product as cuBLAS takes it: all matrices in column order. */
export interface Gemm {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: GemmMatrix & { readonly isTransposed: boolean };
  readonly b: GemmMatrix & { readonly isTransposed: boolean };
  readonly c: GemmMatrix;
  /** cuBLAS's numbers of the type of elements, of how sums are made, and of the algorithm. */
  readonly type: number;
  readonly compute: number;
  readonly algorithm: number;
  /** Whether the factors before the product and before C are doubles. */
  readonly isDouble: boolean;
  readonly batch: number;
}

/** cuBLAS for the device of a stream; undefined where its library is not found. */
export function cublasOn({ device }: StreamCore): Cublas | undefined {
  let found = devices.get(device);
  if (found === undefined) {
    const library = openLibrary();
    if (library === undefined) return undefined;
    devices.set(device, (found = new Cublas(library, device)));
  }
  return found;
}

/** cuBLAS on one device. */
export class Cublas {
  readonly api: RawCublas;
  readonly #device: DeviceCore;
  readonly #workspaceBytes: number;
  #handle = 0 as CublasHandle;
  #generation = 0;
  #stream = -1;
  #workspace = 0;
  #kept: Storage | undefined;
  #keptGeneration = 0;

  constructor(api: RawCublas, device: DeviceCore) {
    this.api = api;
    this.#device = device;
    this.#workspaceBytes = Math.min(WORKSPACE_BYTES, Math.floor(device.properties.totalMemoryBytes / 256));
  }

  /** Gives work of cuBLAS to a stream; the storages it uses were told before. */
  work(stream: StreamCore, run: (handle: CublasHandle) => void): void {
    // A handle is no work: it must be there before a graph is recorded.
    this.#open();
    const isDefault = stream === this.#device.defaultStream;
    const workspace = isDefault ? this.#ofDefault() : workspaceFor(stream, this.#workspaceBytes);
    stream.submitBeside(() => {
      const handle = this.#enter(stream, workspace.address);
      if (handle !== undefined) run(handle);
    });
    if (!isDefault && stream.recording === undefined) workspace.release();
  }

  /** One product, or a batch of them. */
  gemm(handle: CublasHandle, { m, n, k, a, b, c, type, compute, algorithm, isDouble, batch }: Gemm): void {
    const { one, zero } = isDouble ? doubles() : floats();
    const { api } = this;
    const ta = a.isTransposed ? 1 : 0;
    const tb = b.isTransposed ? 1 : 0;
    // biome-ignore format: as cuBLAS has its arguments: A, B and C in a line each.
    const status =
      batch === 1
        ? api.cublasGemmEx(
            handle, ta, tb, m, n, k,
            one, a.address, type, a.leading,
            b.address, type, b.leading,
            zero, c.address, type, c.leading, compute, algorithm,
          )
        : api.cublasGemmStridedBatchedEx(
            handle, ta, tb, m, n, k,
            one, a.address, type, a.leading, a.byBatch,
            b.address, type, b.leading, b.byBatch,
            zero, c.address, type, c.leading, c.byBatch, batch, compute, algorithm,
          );
    if (status !== 0) check(status, batch === 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx");
  }

  /** The default stream never ends, and what works there works in turn: it keeps its memory, until a reset. */
  #ofDefault(): Storage {
    if (this.#kept === undefined || this.#keptGeneration !== this.#generation) {
      this.#kept = Storage.allocate(this.#device.defaultStream, this.#workspaceBytes);
      this.#keptGeneration = this.#generation;
    }
    return this.#kept;
  }

  #open(): void {
    const { libraries } = this.#device.backend;
    if (libraries === undefined || this.#generation === libraries.generation) return;
    // The default stream is never captured, and the handle is of no stream yet.
    if (libraries.enter(this.#device.defaultStream.backendStream, "cublasCreate") === undefined) return;
    const made = new BigUint64Array(1);
    check(this.api.cublasCreate_v2(numberAddressOf(made)), "cublasCreate");
    this.#handle = Number(made[0]) as CublasHandle;
    this.#generation = libraries.generation;
    this.#stream = -1;
  }

  /** The handle, set to work on a stream; undefined on a device that a kernel has broken. */
  #enter(stream: StreamCore, workspace: number): CublasHandle | undefined {
    const raw = this.#device.backend.libraries?.enter(stream.backendStream, "a product of cuBLAS");
    if (raw === undefined) return undefined;
    const handle = this.#handle;
    if (raw !== this.#stream) {
      check(this.api.cublasSetStream_v2(handle, raw as RawHandle<"cudaStream_t">), "cublasSetStream");
      this.#stream = raw;
      // A new stream makes cuBLAS forget the memory it was given.
      this.#workspace = 0;
    }
    if (workspace !== this.#workspace) {
      check(this.api.cublasSetWorkspace_v2(handle, workspace, this.#workspaceBytes), "cublasSetWorkspace");
      this.#workspace = workspace;
    }
    return handle;
  }
}

/** What cuBLAS wants on the largest GPUs. */
const WORKSPACE_BYTES = 32 * 2 ** 20;

const devices = new WeakMap<DeviceCore, Cublas>();
/** Null where it was looked for and not found. */
let library: RawCublas | null | undefined;

function openLibrary(): RawCublas | undefined {
  if (library === undefined) {
    try {
      library = openRawCublas();
    } catch (error) {
      if (!(error instanceof LibraryNotFoundError)) throw error;
      library = null;
    }
  }
  return library ?? undefined;
}

/** One graph's products come one after the other, so they share memory, which the graph keeps. */
const ofRecordings = new WeakMap<StreamCore, Storage>();

function workspaceFor(stream: StreamCore, byteLength: number): Storage {
  let storage = ofRecordings.get(stream);
  const isNew = storage === undefined;
  storage ??= Storage.allocate(stream, byteLength);
  storage.use(stream, "write");
  if (isNew && stream.recording !== undefined) {
    ofRecordings.set(stream, storage);
    storage.release();
  }
  return storage;
}

interface Scales {
  readonly one: number;
  readonly zero: number;
}

/** Where 1 and 0 are in memory, as real and as complex numbers. */
let floatScales: (Scales & { readonly memory: Float32Array }) | undefined;
let doubleScales: (Scales & { readonly memory: Float64Array }) | undefined;

function floats(): Scales {
  if (floatScales === undefined) {
    const memory = Float32Array.of(1, 0, 0, 0);
    const one = numberAddressOf(memory);
    floatScales = { memory, one, zero: one + 8 };
  }
  return floatScales;
}

function doubles(): Scales {
  if (doubleScales === undefined) {
    const memory = Float64Array.of(1, 0, 0, 0);
    const one = numberAddressOf(memory);
    doubleScales = { memory, one, zero: one + 16 };
  }
  return doubleScales;
}
