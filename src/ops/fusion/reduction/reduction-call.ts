// The arguments of a fused reduction, the same for every device.

import type { Strides } from "../../../core/strides.js";
import type { DeviceCore } from "../../../runtime/order/stream-core.js";
import type { NDArray } from "../../../array/ndarray.js";
import type { GatherRule } from "../gathers.js";
import type { Plain } from "../../../compiler/elements/graph.js";

/** The arguments of a fused reduction. */
export interface ReductionCall {
  readonly inputs: readonly NDArray[];
  readonly numbers: readonly Plain[];
  readonly gathers?: readonly GatherRule[];
  readonly axes: readonly number[];
  readonly keepdims: boolean;
  /** The strides that the elements would have if they were stored; by default those of a kernel's output. */
  readonly strides?: Strides;
  /** The strides of the results; C order by default. */
  readonly results?: Strides;
  readonly device: DeviceCore;
}
