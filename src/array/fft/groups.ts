// The kernel groups of this folder, for the catalogue.

import type { KernelGroup } from "../kernels/kernel-group.js";
import { chirpGroups } from "./chirp-kernel.js";
import { foldGroups } from "./fold-kernel.js";
import { transformGroups } from "./transform-kernel.js";

/** The kernel groups of Fourier transforms. */
export function fftGroups(): readonly (() => KernelGroup)[] {
  return [...transformGroups(), ...foldGroups(), ...chirpGroups()];
}
