// The shape of one entry of the kernel library: data that says how to launch a CUDA source and what must come out.
// Nothing here knows a device. A harness compiles `source` once, with `options` and the name expressions in `kernels`,
// then for every run uploads `buffers`, writes `globals`, performs `launches` in order on one stream, reads
// everything back and asks `mismatches` (mismatches.ts). A run sets every module variable it depends on, unless the source
// initialises it and no kernel writes it, so runs may share a module and come in any order.

import type { Expectation } from "./compare.js";
import type { KernelData } from "./kernel-data.js";

/** A grid or block extent: x, then y, then z. */
export type Extent = number | readonly [number, number] | readonly [number, number, number];

/**
 * One launch argument: a string names a buffer; a number, bigint or boolean becomes what the kernel's signature
 * declares; a `Uint8Array` is a struct or vector by value, laid out without pointers so it is the same everywhere.
 */
export type LaunchArgument = string | number | bigint | boolean | Uint8Array;

export interface KernelLaunch {
  /** An entry of `KernelCase.kernels`. */
  readonly kernel: string;
  readonly grid: Extent;
  readonly block: Extent;
  /** Dynamic shared memory in bytes; 0 when absent. */
  readonly shared?: number;
  /** A cooperative launch: all blocks are resident, `grid.sync()` works. */
  readonly cooperative?: boolean;
  readonly args: readonly LaunchArgument[];
}

/** One execution with its inputs and its expected outputs. */
export interface KernelRun {
  /** Sizes, block shape and seed in words; unique within its case. */
  readonly label: string;
  /**
   * Initial contents by name, inputs and outputs alike; their lengths are what is allocated. They stay as they are: a
   * harness works on copies, since `mismatches` compares with them.
   */
  readonly buffers: Readonly<Record<string, KernelData>>;
  /** Initial contents of module variables by name. */
  readonly globals?: Readonly<Record<string, KernelData>>;
  readonly launches: readonly KernelLaunch[];
  /** What buffers and globals hold afterwards, by name. Those named neither here nor in `scratch` must not change. */
  readonly expect: Readonly<Record<string, Expectation>>;
  /** Buffers and globals whose final contents mean nothing. */
  readonly scratch?: readonly string[];
}

/** One CUDA source with its runs. */
export interface KernelCase {
  /** The file name without extension; unique in the library. */
  readonly name: string;
  /** The CUDA source, a file name beside the case. */
  readonly source: string;
  /** What the launches use: `extern "C"` names, or name expressions such as `reduce<float, 256>`. */
  readonly kernels: readonly string[];
  /** Compiler options beyond the harness's own. */
  readonly options?: readonly string[];
  /** The runs, made anew (inputs and oracle) on each call, always the same. */
  cases(): Iterable<KernelRun>;
}
