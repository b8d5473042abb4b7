// isclose and allclose: equality up to tolerances, as in NumPy. The second operand is the reference, whose magnitude scales the
// relative tolerance.

import { broadcastShapes } from "../../core/broadcast.js";
import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentRangeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import { item, itemSync } from "../access.js";
import { allocateArray } from "../allocate.js";
import { array } from "../creation.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { promoteScalar, promoteTypes } from "../promotion.js";
import { all } from "../reduction/functions.js";
import type { OutOptions } from "./apply.js";
import { type CloseType, iscloseKernels } from "./isclose-kernels.js";
import { launchOperands } from "./layouts.js";
import { asOperand, checkOut } from "./operands.js";
import type { Operand } from "./types.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { operator } from "../operators/operator.js";

/** Options of {@link allclose}. */
export interface CloseOptions {
  /** How far apart numbers may be, as a part of the size of the second one; 1e-5 by default. */
  readonly rtol?: number | undefined;
  /** How far apart numbers may be in any case; 1e-8 by default. */
  readonly atol?: number | undefined;
  /** Whether NaN is close to NaN; false by default. */
  readonly equalNan?: boolean | undefined;
}

const closeNames = optionNames<CloseOptions>({ rtol: true, atol: true, equalNan: true });

/** Options of {@link isclose}. */
export interface IscloseOptions extends CloseOptions, OutOptions<"bool"> {}

/**
 * Whether numbers are close: |a - b| <= atol + rtol * |b|. An infinity is close only to itself, and NaN to nothing by default.
 * Integers are compared as float64, 16-bit floats as float32.
 * @throws RangeError `CUTS_TOLERANCE`.
 * @example cu.isclose(x, y, { rtol: 1e-3 })
 */
export const isclose = operator("isclose", areClose, "zero");

function areClose(a: Operand, b: Operand, options: IscloseOptions = {}): NDArray<"bool"> {
  checkOptions(options, iscloseNames, "compute isclose");
  const rtol = toleranceOf("rtol", options.rtol, 1e-5);
  const atol = toleranceOf("atol", options.atol, 1e-8);
  if (!isNDArray(a) && !isNDArray(b)) {
    using first = array(a);
    return isclose(first, b, options);
  }
  const beside = isNDArray(a) ? a : (b as NDArray);
  const dtype = comparedType(a, b);
  const made: NDArray[] = [];
  try {
    const operands = [a, b].map((one) => asOperand("isclose", one, dtype, beside, made));
    const shape = broadcastShapes(operands.map((one) => one.shape));
    const stream = currentStream(beside.storage.device);
    const { out } = options;
    if (out !== undefined) checkOut("isclose", out, "bool", shape, beside);
    const result = out ?? allocateArray(stream, "bool", shape);
    const equalNan = options.equalNan === true ? 1 : 0;
    launchOperands(iscloseKernels[dtype], result, operands, stream, { rtol, atol, equal_nan: equalNan });
    return result;
  } finally {
    for (const one of made) one.dispose();
  }
}

const iscloseNames = optionNames<IscloseOptions>({ rtol: true, atol: true, equalNan: true, out: true });

/**
 * Whether all numbers are close, as by {@link isclose}; true for two empty arrays.
 * @example if (await cu.allclose(x, y)) console.log("the same");
 */
export async function allclose(a: Operand, b: Operand, options: CloseOptions = {}): Promise<boolean> {
  checkOptions(options, closeNames, "compute allclose");
  const answer = allOf(a, b, options);
  const reading = item(answer);
  answer.dispose();
  return await reading;
}

/** Like {@link allclose}, but blocks the event loop. */
export function allcloseSync(a: Operand, b: Operand, options: CloseOptions = {}): boolean {
  checkOptions(options, closeNames, "compute allclose");
  using answer = allOf(a, b, options);
  return itemSync(answer);
}

function allOf(a: Operand, b: Operand, { rtol, atol, equalNan }: CloseOptions): NDArray<"bool"> {
  using each = isclose(a, b, { rtol, atol, equalNan });
  return all(each);
}

/** The dtype that both are compared in. The second operand is taken as float64 where it is no float yet, as NumPy does. */
function comparedType(a: Operand, b: Operand): CloseType {
  const common =
    isNDArray(a) && isNDArray(b)
      ? promoteTypes(a.dtype, floatOf(b.dtype))
      : isNDArray(a)
        ? promoteScalar(floatOf(a.dtype), b as Exclude<Operand, NDArray>)
        : promoteScalar(floatOf((b as NDArray).dtype), a);
  if (common === "float16" || common === "bfloat16") return "float32";
  return common as CloseType;
}

function floatOf(dtype: DType): DType {
  const { kind } = dtypes[dtype];
  return kind === "float" || kind === "complex" ? dtype : "float64";
}

function toleranceOf(name: string, given: number | undefined, usual: number): number {
  const value = given ?? usual;
  if (typeof value === "number" && value >= 0) return value;
  throw new ArgumentRangeError(
    "CUTS_TOLERANCE",
    `Cannot compute isclose: ${name} must be a number and at least 0 (got ${formatValue(given)})`,
  );
}
