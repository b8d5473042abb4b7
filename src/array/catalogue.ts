// All built-in kernel groups: what the package ships compiled for the cpu device. A new family adds its groups here.

import { convolutionGroups } from "./convolution/groups.js";
import { fftGroups } from "./fft/groups.js";
import { castGroups } from "./kernels/cast-kernels.js";
import { copyGroup } from "./kernels/copy-kernels.js";
import type { KernelGroup } from "./kernels/kernel-group.js";
import { rangeGroup } from "./kernels/range-kernels.js";
import { transposeGroup } from "./kernels/transpose-kernels.js";
import { elementwiseGroups } from "./elementwise/groups.js";
import { indexingGroups } from "./indexing/groups.js";
import { decompositionGroups } from "./linalg/decompositions/groups.js";
import { productGroups } from "./linalg/products/product-kernels.js";
import { orderGroups } from "./order/groups.js";
import { randomGroup } from "./random/random-kernels.js";
import { reductionGroups } from "./reduction/groups.js";
import { memberGroup } from "./standard/member-kernels.js";

/** Every group of built-in kernels. */
export function builtinGroups(): readonly KernelGroup[] {
  return [
    copyGroup,
    transposeGroup,
    rangeGroup,
    randomGroup,
    ...Object.values(castGroups),
    ...elementwiseGroups(),
    ...indexingGroups(),
    ...reductionGroups(),
    ...orderGroups(),
    memberGroup,
    ...fftGroups(),
    ...convolutionGroups(),
    ...productGroups(),
    ...decompositionGroups(),
  ].map((group) => group());
}
