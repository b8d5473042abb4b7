// Checks arrays that are passed to addon functions.

import { describeArray, isNDArray, type NDArray } from "../../array/ndarray.js";
import { ArgumentTypeError, DisposedError } from "../../core/errors.js";
import { plural } from "../../core/text.js";
import { refuseTraced } from "../../runtime/order/traced.js";
import { type Place, refusal, wrongType } from "../../ffi/converter.js";
import type { TensorType } from "./connection.js";

/** Returns the array if it may be passed for a type. @throws TypeError, DisposedError that name the argument. */
export function checkTensor(value: unknown, type: TensorType, place: Place): NDArray {
  if (!isNDArray(value)) {
    const hint = ArrayBuffer.isView(value) || Array.isArray(value) ? "cu.array(values)" : undefined;
    throw wrongType("CUTS_ARGUMENT_TYPE", place, "it must be an array", value, hint);
  }
  if (value.isDisposed) {
    throw new DisposedError(
      "CUTS_ARGUMENT_DISPOSED",
      refusal(place, "the array must not be disposed", describeArray(value)),
    );
  }
  refuseTraced("give an array to an addon");
  if (fits(value, type)) return value;
  const rank = type.rank === undefined ? "" : ` with ${plural(type.rank, "axis", "axes")}`;
  const rule = `it must be an array${type.dtype === undefined ? "" : ` of ${type.dtype}`}${rank}`;
  throw new ArgumentTypeError("CUTS_ARGUMENT_TYPE", refusal(place, rule, describeArray(value)));
}

/** Whether an array has the dtype and the rank of a type. */
export function fits({ dtype, shape }: NDArray, type: TensorType): boolean {
  return (
    (type.dtype === undefined || type.dtype === dtype) &&
    (type.rank === undefined || type.rank === shape.length)
  );
}
