// The kernels of masks (masks.cuh).

import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import { countPlaces, findPlaces } from "./kernels.gen.js";

/** Kernels of masks. */
export const maskGroup: () => KernelGroup = lazyGroup(() => ({
  name: "masks",
  kernels: [kernelText(countPlaces, "count_places", {}), kernelText(findPlaces, "find_places", {})],
}));

/** How many places of each part are true. */
export const countPlacesKernel = new BuiltinKernel(maskGroup, "count_places", countPlaces);
/** Which places are true. */
export const findPlacesKernel = new BuiltinKernel(maskGroup, "find_places", findPlaces);
