// The type of the function that checks and writes one kernel parameter.

import type { LaunchTarget } from "../kernels/launch-target.js";

/** Checks `value` and writes it at `offset`; throws a TypeError, RangeError or DisposedError that names the argument. */
export type ParameterWriter = (view: DataView, offset: number, value: unknown, target: LaunchTarget) => void;
