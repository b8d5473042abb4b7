// The convolutions that users call. Their implementation is loaded on the first call (tools/lazy-modules.ts).

import { conv1dOf, conv2dOf } from "./conv.js";
import { convolveOf, correlateOf } from "./correlate.js";
import { convolve2dOf, correlate2dOf } from "./plane.js";
import { operator } from "../operators/operator.js";

/**
 * Slides weights `[outputs, channels / groups, length]` over `[batch, channels, length]`; the batch axis may be absent.
 * @throws TypeError `CUTS_CONVOLUTION`; RangeError `CUTS_CONVOLUTION_SIZE`.
 */
export const conv1d = operator("conv1d", conv1dOf, "composite");

/**
 * Slides weights `[outputs, channels / groups, height, width]` over `[batch, channels, height, width]`; the batch axis may be
 * absent.
 */
export const conv2d = operator("conv2d", conv2dOf, "composite");

/** The convolution of two vectors, as numpy.convolve. @throws TypeError `CUTS_CONVOLUTION`; RangeError `CUTS_EMPTY`. */
export const convolve = operator("convolve", convolveOf, "composite");

/** The correlation of two vectors, Σ a[n + k] conj(v[n]), as numpy.correlate. */
export const correlate = operator("correlate", correlateOf, "composite");

/** The convolution of two matrices, as scipy.signal.convolve2d. @throws TypeError `CUTS_CONVOLUTION`. */
export const convolve2d = operator("convolve2d", convolve2dOf, "composite");

/** The correlation of two matrices, as scipy.signal.correlate2d. */
export const correlate2d = operator("correlate2d", correlate2dOf, "composite");
