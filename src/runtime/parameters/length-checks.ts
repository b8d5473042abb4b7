// Length checks of array arguments that the declaration ties to other parameters, as in `float* x /*[n]*/, int n`: each array must
// have at least that many elements, and null has none. A bare address is not checked, because it has no length.

import type { LengthExpression, Parameter } from "../../cdecl/ast.js";
import { type DataModel, layoutOf } from "../../cdecl/layout.js";
import { evaluateLength, formatLength } from "../../cdecl/length.js";
import { arrayArgument, isArrayArgument } from "../../core/array-argument.js";
import { dtypes } from "../../core/dtype.js";
import { plural } from "../../core/text.js";
import { outOfRange, type Place, wrongType } from "../../ffi/converter.js";
import { deviceArrayAccess } from "../memory/device-array.js";

interface LengthCheck {
  readonly index: number;
  readonly length: LengthExpression;
  readonly elementBytes: number;
  readonly place: Place;
  /** The value of a parameter by its name, from the arguments of a launch. */
  readonly indices: ReadonlyMap<string, number>;
}

/** The checks of a kernel. */
export type LengthChecks = readonly LengthCheck[];

/** The checks of declared lengths; undefined if there are none. */
export function lengthChecks(
  parameters: readonly Parameter[],
  places: readonly { readonly place: Place }[],
  model: DataModel,
): LengthChecks | undefined {
  const indices = new Map(
    parameters.flatMap(({ name }, index) => (name === undefined ? [] : [[name, index]])),
  );
  const checks = parameters.flatMap(({ type }, index): LengthChecks => {
    const place = places[index]?.place;
    if (type.kind !== "pointer" || type.length === undefined || place === undefined) return [];
    const { kind } = type.to;
    // Types that only the compiler knows have no size here. The pointer's own writer checks constant lengths.
    if (kind === "opaque" || kind === "struct" || kind === "void" || type.length.kind === "number") return [];
    const elementBytes = layoutOf(type.to, model).byteLength;
    return [{ index, length: type.length, elementBytes, place, indices }];
  });
  return checks.length === 0 ? undefined : checks;
}

/** Checks the lengths of arguments that are otherwise right. @throws RangeError `CUTS_ARGUMENT_LENGTH` */
export function checkLengths(checks: LengthChecks, args: readonly unknown[]): void {
  for (const { index, length, elementBytes, place, indices } of checks) {
    const value = args[index];
    const array = deviceArrayAccess(value) ?? (isArrayArgument(value) ? value[arrayArgument] : undefined);
    if (array === undefined && value !== null) continue;
    const count = evaluateLength(length, (name) => args[indices.get(name) as number] as number | bigint);
    if (array === undefined) {
      if (count === 0) continue;
      throw wrongType(
        "CUTS_ARGUMENT_NULL",
        place,
        `it must be an array of ${formatLength(length)} = ${plural(count, "element")}`,
        value,
      );
    }
    const bytes = array.length * dtypes[array.dtype].byteLength;
    if (count * elementBytes <= bytes) continue;
    const text = formatLength(length);
    const rule = `it must have at least ${text === String(count) ? "" : `${text} = `}${plural(count, "element")}`;
    throw outOfRange("CUTS_ARGUMENT_LENGTH", place, rule, `${array.dtype}[${array.length}]`);
  }
}
