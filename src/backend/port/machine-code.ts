// Code that a device accepts instead of source: machine code from another compiler, code that is generated without a compiler, and
// built-in kernels that are shipped compiled.

import type { Graph } from "../../compiler/elements/graph.js";
import type { GraphKernel } from "../../compiler/elements/kernels.js";
import type { BackendModule, CompileOptions } from "./modules.js";

/** The capability to load machine code. */
export interface MachineCodeLoader {
  /** A module of a CUBIN or a fatbin. */
  load(code: Uint8Array, options: CompileOptions): BackendModule;
}

/** The capability to generate machine code for fused element-wise graphs without a compiler. */
export interface GraphAssembler {
  /** Whether one generated kernel can compute a graph. */
  canAssemble(graph: Graph): boolean;
  /** A module with the kernel, ready at once. */
  load(kernel: GraphKernel): BackendModule;
}

/** The capability to load built-in kernels that are shipped compiled. */
export interface ShippedKernels {
  /** The kernels of a group, which are shipped in one module; undefined if the group is not shipped. */
  kernelsOf(group: string): readonly string[] | undefined;
  /** Loads the module of a group; undefined if it was compiled from a different source or not for this device. */
  open(group: string, source: string, options: readonly string[]): BackendModule | undefined;
}
