// Code that a device takes in place of source: machine code that another compiler made, code that was assembled without a
// compiler, and built-in kernels whose code comes with the package.

import type { WasmImage } from "../../compiler/clang/wasm-image.js";
import type { BackendModule, CompileOptions, ParameterPlace } from "./modules.js";

/** The capability to load machine code. */
export interface MachineCodeLoader {
  /** A module of a CUBIN or a fatbin. */
  load(code: Uint8Array, options: CompileOptions): BackendModule;
}

/** WebAssembly that was written without a compiler, and its kernels by the places of their parameters. */
export interface AssembledCode {
  readonly image: WasmImage;
  readonly kernels: readonly {
    readonly symbol: string;
    readonly parameters: readonly ParameterPlace[];
    readonly parameterBytes: number;
  }[];
}

/** The capability to run WebAssembly that was written for the device (ops/fusion/wasm). */
export interface CodeAssembler {
  /** A module of it, ready at once. */
  load(code: AssembledCode): BackendModule;
}

/** Built-in kernels whose code comes with the package. */
export interface ShippedKernels {
  /** The kernels of a group that come compiled, in one module; undefined where none do. */
  kernelsOf(group: string): readonly string[] | undefined;
  /** Their module; undefined where it was compiled from another source, or not for this device. */
  open(group: string, source: string, options: readonly string[]): BackendModule | undefined;
}
