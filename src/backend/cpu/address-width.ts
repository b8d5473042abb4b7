// What depends on how wide the addresses of a cpu device are. Memory of up to 4 GiB has 32-bit addresses; larger memory has 64-bit
// ones. Code for 64-bit addresses is never shipped or written by hand, so all of it is compiled, and none of it can be checked or
// profiled.

import type { AddressBits } from "../../compiler/clang/device-target.js";
import { RELAXED_SIMD } from "../../compiler/clang/relaxed-simd.js";
import { UnsupportedError } from "../../core/errors.js";
import type { KernelTuning } from "../backend.js";
import { memoryModule } from "./memory-module.js";
import { hasRelaxedSimd } from "./relaxed-simd.js";

/** The width of a device's addresses, and what follows from it. */
export interface AddressWidth {
  readonly bits: AddressBits;
  /** How built-in kernels are best cut. */
  readonly tuning: KernelTuning;
  /** What every source is compiled with. */
  readonly compileOptions: { readonly addressBits?: AddressBits };
  /** Whether the device takes WebAssembly that was written without a compiler: such code has 32-bit addresses. */
  readonly takesAssembled: boolean;
  /** The module that copies and fills large ranges. */
  memoryModule(): WebAssembly.Module;
  /** Throws where code cannot be checked or profiled. */
  requireWatching(): void;
}

/** The width of a narrow or a wide memory. */
export function addressWidth(isWide: boolean): AddressWidth {
  return isWide ? wide : narrow;
}

const narrow: AddressWidth = {
  bits: 32,
  tuning: {
    unit: "group",
    blockThreads: 1024,
    blockTile: [64, 16],
    elementsPerThread: 1,
    worker: "thread",
    teamThreads: 1,
    threadsInStep: 1,
    blockElements: 32_768,
    blocksPerProcessor: 4,
    blocksPassOn: false,
    tensorCores: false,
    vectorBytes: 16,
    sharedBytes: Number.POSITIVE_INFINITY,
    // What stays in the nearest caches of a core with what it reads and writes.
    nearBytes: 96 * 1024,
    serialRows: Number.POSITIVE_INFINITY,
    graphsPay: false,
    fusing: hasRelaxedSimd() ? [RELAXED_SIMD] : [],
  },
  compileOptions: {},
  takesAssembled: true,
  memoryModule: () => memoryModule(false),
  requireWatching: () => {},
};

const wide: AddressWidth = {
  bits: 64,
  // Groups of kernels are shipped for 32-bit addresses only: each kernel is compiled when it is used.
  tuning: { ...narrow.tuning, unit: "kernel" },
  compileOptions: { addressBits: 64 },
  takesAssembled: false,
  memoryModule: () => memoryModule(true),
  requireWatching: () => {
    throw new UnsupportedError(
      "CUTS_DEVICE_MEMORY",
      "Cannot check or profile a kernel in more than 4 GiB of memory: what watches it uses 32-bit addresses\nTry: without CUTS_MEMORY.",
    );
  },
};
