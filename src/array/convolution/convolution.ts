// The image convolution as a differentiable operation. conv1d, conv2d, convolve2d and correlate2d use it, and so do its gradients.

import { operator } from "../operators/operator.js";
import { type Convolution, convolutionGradient } from "./conv-gradient.js";
import { slidePictures } from "./slide-pictures.js";

/** Slides windows over images. */
export const convolution: Convolution = operator("convolution", slidePictures, {
  saves: [0, 1],
  gradient: (call) => convolutionGradient(call as never, convolution),
});
