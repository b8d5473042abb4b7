// The kernels of masks (masks.cuh).

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { countPlaces, findPlaces } from "./kernels.gen.js";

/** The kernels of masks. */
export const maskGroup: () => KernelGroup = lazyGroup(() => ({
  name: "masks",
  kernels: [kernelText(countPlaces, "count_places", {}), kernelText(findPlaces, "find_places", {})],
}));

/** Counts the true positions in each part. */
export const countPlacesKernel = new BuiltinKernel(maskGroup, "count_places", countPlaces);
/** Writes the true positions. */
export const findPlacesKernel = new BuiltinKernel(maskGroup, "find_places", findPlaces);
