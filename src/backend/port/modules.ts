// Compiled code of a device: what a source is compiled with, a module of it, and its kernels.

/** Options for compiling a source. By default there are no flags, no headers and no template instances. */
export interface SourceOptions {
  /** Flags as nvcc and NVRTC spell them: -std=c++17, -DNAME=1, -I dir. */
  readonly options?: readonly string[];
  /** Header texts by include name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Template instances the module must contain, such as `scan<float, 256>`. */
  readonly nameExpressions?: readonly string[];
  /** The name of the source in diagnostics; "kernel.cu" by default. */
  readonly fileName?: string;
}

/** Options for compiling on a device. */
export interface CompileOptions extends SourceOptions {
  /**
   * Whether each kernel itself waits for earlier launches, so that it may be started before they are done (programmatic dependent
   * launch).
   */
  readonly waitsItself: boolean;
}

/** The place of a parameter in the parameter block of a compiled kernel. */
export interface ParameterPlace {
  readonly offset: number;
  readonly size: number;
  /** True for a pointer; undefined if the device does not know. */
  readonly isPointer: boolean | undefined;
}

/** A compiled kernel. Its properties may be read only when its module is ready. */
export interface BackendKernel {
  readonly name: string;
  /** The parameters that the compiled code expects; undefined if the device does not know. */
  readonly parameters: readonly ParameterPlace[] | undefined;
  readonly parameterBytes: number;
  readonly staticSharedBytes: number;
  readonly maxThreadsPerBlock: number;
  /** The block size for launches with `{ threads: n }`; undefined for the default, 256. */
  readonly preferredThreadsPerBlock: number | undefined;
}

/** A module, whose compilation may still be running. */
export interface BackendModule {
  /** Settles when compiled; rejects with a CompileError. */
  readonly ready: Promise<void>;
  /** Whether it is compiled. `kernel` and `global` may be called only then. */
  isReady(): boolean;
  /** Blocks until compiled. */
  readySync(): void;
  /** A kernel by symbol or by name expression; undefined when there is none. */
  kernel(name: string): BackendKernel | undefined;
  /** The names that `kernel` accepts. */
  kernelNames(): readonly string[];
  /** A `__device__` or `__constant__` variable. */
  global(name: string): { readonly address: number; readonly byteLength: number } | undefined;
  dispose(): void;
}
