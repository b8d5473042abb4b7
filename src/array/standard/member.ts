// Tests which elements of an array occur in another: the latter are put into a table, in which each element is looked up.

import { dtypes } from "../../core/dtype.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { allocateArray } from "../allocate.js";
import { contiguous } from "../copy.js";
import { zeros } from "../creation.js";
import { tuningOf } from "../kernels/builtin-kernel.js";
import { rowLaunch, useStorages, widthOf } from "../kernels/launch-rows.js";
import type { NDArray } from "../ndarray.js";
import { memberKernels } from "./member-kernels.js";
import { keyTypeOf } from "../order/sort-kernels.js";

/** Slots for each element: with fewer more of them share a place, with more they are farther from the processor. */
const SLOTS = 4;
const FEWEST_SLOTS = 64;
/** Tables above this many bytes have half as many. */
const LARGE_BYTES = 2 ** 24;

/** Which elements of `x` are in `values`, or are not; both have the same dtype, which has keys. */
export function isMember(x: NDArray, values: NDArray, isInverted: boolean): NDArray<"bool"> {
  const { device } = x.storage;
  const stream = currentStream(device);
  const kernels = memberKernels.get(x.dtype);
  if (kernels === undefined || values.dtype !== x.dtype) throw new Error(`internal: no sets of ${x.dtype}`);
  const found = allocateArray(stream, "bool", x.shape);
  if (found.size === 0) return found;
  const slots = slotsOf(values);
  const { array: own, isCopy } = contiguous(x);
  const { array: members, isCopy: areCopied } = contiguous(values);
  using table = zeros([slots + 1], { dtype: keyTypeOf(x.dtype), device });
  const tuning = tuningOf(device);
  const each = tuning.elementsPerThread;
  const width = widthOf(device, [own, members, table]);
  useStorages([table, members], stream);
  const put = kernels.put.on(device, width);
  put.set({ table, values: members, n: members.size, slots });
  if (members.size > 0) put.launch(rowLaunch(members.size, 1, 1, tuning, each), stream);
  useStorages([found, table, own], stream);
  const find = kernels.find.on(device, width);
  find.set({ out: found, table, values: own, n: own.size, slots, isInverted: isInverted ? 1 : 0 });
  find.launch(rowLaunch(own.size, 1, 1, tuning, each), stream);
  if (isCopy) own.dispose();
  if (areCopied) members.dispose();
  return found;
}

function slotsOf({ size, dtype }: NDArray): number {
  const { byteLength } = dtypes[keyTypeOf(dtype)];
  const slots = 2 ** Math.ceil(Math.log2(Math.max(FEWEST_SLOTS, SLOTS * size)));
  return slots * byteLength > LARGE_BYTES ? slots / 2 : slots;
}
