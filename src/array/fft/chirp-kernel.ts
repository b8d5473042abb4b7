// The kernels that compute chirps (chirp.cuh).

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { chirp, type ChirpArguments } from "./kernels.gen.js";

const group = lazyGroup(() => ({
  name: "fft-chirp",
  kernels: [
    kernelText(chirp, "chirp_complex64", { T: "float" }),
    kernelText(chirp, "chirp_complex128", { T: "double" }),
  ],
}));

/** The kernel of a complex dtype. */
export const chirpKernels: Readonly<Record<"complex64" | "complex128", BuiltinKernel<ChirpArguments>>> = {
  complex64: new BuiltinKernel(group, "chirp_complex64", chirp),
  complex128: new BuiltinKernel(group, "chirp_complex128", chirp),
};

/** The group, for the catalogue. */
export function chirpGroups(): readonly (() => KernelGroup)[] {
  return [group];
}
