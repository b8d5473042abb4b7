// Compiles kernels when a package is built, for machines without a compiler (BackendProvider.prebuilder).

import type { ObjectCode } from "../../compiler/cache.js";
import type { PrebuiltRequest } from "../../compiler/prebuilt.js";

/** Compiles kernels ahead of time for devices of one kind. */
export interface KernelPrebuilder {
  /** Compiles a source for each of the GPU `architectures` (90 for sm_90), or once if all devices of the kind run the same code. */
  prebuild(
    request: Omit<PrebuiltRequest, "target">,
    architectures: readonly number[],
  ): Promise<readonly PrebuiltCode[]>;
  /** The architecture of a device, `90` for sm_90; null if code does not depend on one. */
  architectureOf(device: string): string | null;
}

/** Compiled code and its target. */
export interface PrebuiltCode {
  /** `wasm-lp64`, or an architecture: `sm_90`. */
  readonly target: string;
  readonly object: ObjectCode;
}
