// Code that a device takes in place of source: machine code that another compiler made, code that was assembled without a
// compiler, and built-in kernels whose code comes with the package.

import type { Graph } from "../../compiler/elements/graph.js";
import type { GraphKernel } from "../../compiler/elements/kernels.js";
import type { BackendModule, CompileOptions } from "./modules.js";

/** The capability to load machine code. */
export interface MachineCodeLoader {
  /** A module of a CUBIN or a fatbin. */
  load(code: Uint8Array, options: CompileOptions): BackendModule;
}

/** The capability to compute graphs of elements by code that the device writes itself, without a compiler. */
export interface GraphAssembler {
  /** Whether one kernel can compute a graph. */
  canAssemble(graph: Graph): boolean;
  /** A module with the kernel, ready at once. */
  load(kernel: GraphKernel): BackendModule;
}

/** Built-in kernels whose code comes with the package. */
export interface ShippedKernels {
  /** The kernels of a group that come compiled, in one module; undefined where none do. */
  kernelsOf(group: string): readonly string[] | undefined;
  /** Their module; undefined where it was compiled from another source, or not for this device. */
  open(group: string, source: string, options: readonly string[]): BackendModule | undefined;
}
