// Fourier transforms against NumPy. Both round in every pass, in different orders: errors grow with the logarithm of the
// length, and a length with a large prime factor takes two transforms of more than twice its length. `scaled` is in units
// of the epsilon times the largest value of a spectrum.

import { fft } from "../../../../src/array/array.js";
import type { CaseFamily } from "../family.js";

const spectrum = { scaled: 8, ulps: 8, anyZero: true } as const;
const names = Object.keys(fft);

/** Fourier transforms, their frequencies and shifts. */
export const fourier: CaseFamily = {
  name: "fft",
  calls: fft,
  tolerances: Object.fromEntries(
    names.map((name) => [name, name.endsWith("shift") ? {} : name.endsWith("freq") ? { ulps: 1 } : spectrum]),
  ),
};
