// Compiled code of a device: what a source is compiled with, a module of it, and its kernels.

/** What a source is compiled with. What is left out has the plain meaning: no flags, no headers, no instances. */
export interface SourceOptions {
  /** Flags as nvcc and NVRTC spell them: -std=c++17, -DNAME=1, -I dir. */
  readonly options?: readonly string[];
  /** Header texts by include name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Template instances the module must contain, such as `scan<float, 256>`. */
  readonly nameExpressions?: readonly string[];
  /** Name for diagnostics; "kernel.cu" if not given. */
  readonly fileName?: string;
}

/** A compilation for a device. */
export interface CompileOptions extends SourceOptions {
  /** Whether each of its kernels first waits, by itself, for what was launched before: it may be started before that is over. */
  readonly waitsItself: boolean;
}

/** Where a parameter of a compiled kernel lies in its parameter block. */
export interface ParameterPlace {
  readonly offset: number;
  readonly size: number;
  /** True for a pointer; undefined where the device cannot tell. */
  readonly isPointer: boolean | undefined;
}

/** A compiled kernel. What it is made of is known once its module is ready. */
export interface BackendKernel {
  readonly name: string;
  /** Sizes the compiled code expects, or undefined where the device cannot tell. */
  readonly parameters: readonly ParameterPlace[] | undefined;
  readonly parameterBytes: number;
  readonly staticSharedBytes: number;
  readonly maxThreadsPerBlock: number;
  /** The block that `{ threads: n }` should take; undefined where the device knows none better than 256. */
  readonly preferredThreadsPerBlock: number | undefined;
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
