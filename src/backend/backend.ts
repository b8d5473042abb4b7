// The port: what the runtime asks of a device. A backend is a folder that implements it (cpu/, cuda/); nothing above
// knows which one it holds. Work is ordered by streams: the verbs that take a stream return at once and happen in
// order there; only `…Sync` verbs block, and only promises wait. Addresses are plain numbers of the device.

import type { DataModel } from "../cdecl/layout.js";

/** An opaque stream of one backend. */
export interface BackendStream {
  readonly id: number;
}

/** A point in a stream's work. */
export interface BackendEvent {
  /** True once the work before it is done. */
  isDone(): boolean;
  /** Settles when the work before it is done; rejects with the error that stopped the stream, and leaves it there. */
  readonly done: Promise<void>;
  /** Device time in milliseconds since the epoch of the backend's own clock; valid once done. */
  timeMs(): number;
  dispose(): void;
}

/** Memory of the device. */
export interface Allocation {
  readonly address: number;
  readonly byteLength: number;
  /** The same memory as bytes, where the host can see it without a copy; undefined on a GPU. */
  hostBytes(): Uint8Array | undefined;
}

export interface CompileOptions {
  /** Flags as nvcc and NVRTC spell them: -std=c++17, -DNAME=1, -I dir. */
  readonly options?: readonly string[];
  /** Header texts by include name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Template instances the module must contain, such as `scan<float, 256>`. */
  readonly nameExpressions?: readonly string[];
  /** Name for diagnostics; "kernel.cu" if not given. */
  readonly fileName?: string;
}

/** Where a parameter of a compiled kernel lies in its parameter block. */
export interface ParameterPlace {
  readonly offset: number;
  readonly size: number;
}

/** A compiled kernel. What it is made of is known once its module is ready. */
export interface BackendKernel {
  readonly name: string;
  /** Sizes the compiled code expects, or undefined where the device cannot tell. */
  readonly parameters: readonly ParameterPlace[] | undefined;
  readonly parameterBytes: number;
  readonly staticSharedBytes: number;
  readonly maxThreadsPerBlock: number;
  /** The block that `{ threads: n }` should take, where the device knows better than 256. */
  readonly preferredThreadsPerBlock?: number;
}

/** A compiled module; compilation may still be under way. */
export interface BackendModule {
  /** Settles when compiled; rejects with a CompileError. */
  readonly ready: Promise<void>;
  /** True when compiled, so that `kernel` and `global` answer. */
  isReady(): boolean;
  /** Blocks until compiled. */
  readySync(): void;
  /** A kernel by symbol or by name expression; undefined when there is none. */
  kernel(name: string): BackendKernel | undefined;
  /** Names that `kernel` knows. */
  kernelNames(): readonly string[];
  /** A `__device__` or `__constant__` variable. */
  global(name: string): { readonly address: number; readonly byteLength: number } | undefined;
  dispose(): void;
}

export interface BackendLaunch {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  readonly cooperative: boolean;
  readonly cluster: readonly [number, number, number] | undefined;
  readonly timeoutMs: number | undefined;
}

/** Limits and facts of a device. */
export interface DeviceProperties {
  readonly name: string;
  readonly totalMemoryBytes: number;
  readonly maxThreadsPerBlock: number;
  readonly maxBlockDim: readonly [number, number, number];
  readonly maxGridDim: readonly [number, number, number];
  readonly maxSharedBytesPerBlock: number;
  readonly multiprocessors: number;
  readonly warpSize: number;
}

/** Memory in use on a device. */
export interface MemoryUse {
  readonly liveBytes: number;
  readonly cachedBytes: number;
  readonly totalBytes: number;
}

export interface Backend {
  /** `cpu` or `cuda:0`. */
  readonly id: string;
  readonly properties: DeviceProperties;
  /** Sizes of C types in kernel parameters. */
  readonly dataModel: DataModel;
  readonly defaultStream: BackendStream;

  allocate(byteLength: number, stream: BackendStream): Allocation;
  free(allocation: Allocation, stream: BackendStream): void;
  memory(): MemoryUse;

  /** Copies host bytes to the device; they may be changed by the caller when this returns. */
  write(address: number, bytes: Uint8Array, stream: BackendStream): void;
  /** Copies device bytes to the host, after the work that is in the stream now. */
  read(address: number, bytes: Uint8Array, stream: BackendStream): Promise<void>;
  readSync(address: number, bytes: Uint8Array, stream: BackendStream): void;
  copy(to: number, from: number, byteLength: number, stream: BackendStream): void;
  /** Repeats `pattern` (1, 2, 4, 8 or 16 bytes) `count` times. */
  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream): void;

  compile(source: string, options: CompileOptions): BackendModule;
  /**
   * Launches a kernel of a module. The runtime launches only what is ready, and keeps what waits for a compiler in order
   * itself; `parameters` are the caller's again when this returns, `launch` never changes.
   */
  launch(
    module: BackendModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
  ): void;

  createStream(options: { readonly priority?: number }): BackendStream;
  destroyStream(stream: BackendStream): void;
  /** Settles when all work now in the stream is done; rejects with the error that stopped it, and clears it. */
  synchronize(stream: BackendStream): Promise<void>;
  synchronizeSync(stream: BackendStream): void;
  record(stream: BackendStream): BackendEvent;
  /** Lets work given to the stream from now on wait for an event; an error that stopped the event's stream stops this one. */
  waitFor(event: BackendEvent, stream: BackendStream): void;
  /** Ends the device's work and processes; it starts again when used. */
  reset(): void;
}
