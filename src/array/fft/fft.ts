// cu.fft: Fourier transforms under NumPy's names, as one object.

import { fftfreq, fftshift, ifftshift, rfftfreq } from "./frequencies.js";
import {
  fft as transform,
  fft2,
  fftn,
  hfft,
  ifft,
  ifft2,
  ifftn,
  ihfft,
  irfft,
  irfft2,
  irfftn,
  rfft,
  rfft2,
  rfftn,
} from "./functions.js";

/** Discrete Fourier transforms, as in numpy.fft. */
export const fft = {
  fft: transform,
  ifft,
  rfft,
  irfft,
  hfft,
  ihfft,
  fftn,
  ifftn,
  rfftn,
  irfftn,
  fft2,
  ifft2,
  rfft2,
  irfft2,
  fftfreq,
  rfftfreq,
  fftshift,
  ifftshift,
} as const;
