// Compiled CUDA code for the cpu device: a WebAssembly module and what is needed to place and call it. This is what
// the compile cache keeps.

import type { AddressBits } from "../../compiler/clang/device-target.js";
import type { Prelude } from "../../compiler/clang/host-language.js";
import type { WasmImage } from "../../compiler/clang/wasm-image.js";
import type { SourceOptions, Watch } from "../backend.js";
import type { KernelInfo } from "./passes/simt/lower-kernel.js";
import type { Specialisation } from "./passes/simt/lower-module.js";
import type { SourcePlace } from "./passes/source-places.js";
import type { WatchFact } from "./passes/watch-facts.js";
import type { WatchSite } from "./passes/watch-sites.js";

/** What is asked of the compiler, beyond the port: one kernel for one size of blocks. */
export interface CpuCompileOptions extends SourceOptions {
  /** What the code is to tell while it runs; nothing by default. */
  readonly watch?: Watch | undefined;
  readonly only?: Specialisation;
  /** The source is one of a whole program, with functions of the host in it. */
  readonly prelude?: Prelude;
  /** What stands for headers on disk, by absolute path. */
  readonly changedHeaders?: ReadonlyMap<string, string>;
  /** Of the memory that it is for; 32 by default. */
  readonly addressBits?: AddressBits;
  /** Each thread has its own state, so that warps can run in any order (machine/block-order.js). */
  readonly ordersWarps?: boolean;
}

export interface CpuGlobal {
  readonly name: string;
  /** Bytes from the start of the module's data. */
  readonly offset: number;
  readonly byteLength: number;
}

/** What is known of a kernel. */
export interface CpuKernel extends KernelInfo {
  readonly parameters: readonly {
    readonly offset: number;
    readonly size: number;
    readonly isPointer?: boolean;
  }[];
  /** What `__launch_bounds__` says, if it is there. */
  readonly maxThreadsPerBlock?: number;
}

export interface CpuObject {
  /** The code and data, without an address yet. */
  readonly image: WasmImage;
  readonly kernels: readonly CpuKernel[];
  readonly globals: readonly CpuGlobal[];
  /** Symbols of kernels by what else they are called: a name expression, or the name in a source with letters that symbols do not have. */
  readonly names: ReadonlyMap<string, string>;
  /** The lines of the source that numbers of lines in the code stand for, the first one for 1. */
  readonly places: readonly SourcePlace[];
  /** What the numbers in the calls of watched code stand for; not there for other code. */
  readonly watched?: WatchTable;
}

/** What the calls of watched code tell: sites by number, the facts that they name, and the text of their lines. */
export interface WatchTable {
  readonly sites: readonly WatchSite[];
  readonly facts: readonly WatchFact[];
  /** Lines of the source by `file:line`. */
  readonly lines: Readonly<Record<string, string>>;
}
