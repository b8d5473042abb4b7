// The convolution of pictures as an operation: conv1d, conv2d, convolve2d and correlate2d are made of it, and so are its gradients.

import { operator } from "../operators/operator.js";
import { type Convolution, convolutionGradient } from "./conv-gradient.js";
import { slidePictures } from "./slide-pictures.js";

/** Slides windows over pictures. */
export const convolution: Convolution = operator("convolution", slidePictures, {
  saves: [0, 1],
  gradient: (call) => convolutionGradient(call as never, convolution),
});
