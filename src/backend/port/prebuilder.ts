// Kernels that are compiled when a package is made, for machines with no compiler (BackendProvider.prebuilder).

import type { ObjectCode } from "../../compiler/cache.js";
import type { PrebuiltRequest } from "../../compiler/prebuilt.js";

/** Compiles kernels ahead of time for devices of one kind. */
export interface KernelPrebuilder {
  /** The code of a source, for each of the `architectures` of GPUs (90 for sm_90) or for all devices of the kind alike. */
  prebuild(
    request: Omit<PrebuiltRequest, "target">,
    architectures: readonly number[],
  ): Promise<readonly PrebuiltCode[]>;
  /** The architecture that nvcc has to compile for, `90` for sm_90; null where code is not for one. */
  architectureOf(device: string): string | null;
}

/** Code and what it is for. */
export interface PrebuiltCode {
  /** `wasm-lp64`, or an architecture: `sm_90`. */
  readonly target: string;
  readonly object: ObjectCode;
}
