// Kernel parameters that are objects of classes, where WebAssembly's rules for calls would lose them: an object without
// members is not passed at all, one with a copy constructor or destructor of its own is passed by address. A launch
// hands over every parameter as its bytes, whatever its class, so both are put back.

import type { Parameter } from "../../../../compiler/ir/module.js";
import { ptr } from "../../../../compiler/ir/type.js";

/** A parameter that code for WebAssembly does not have, or has as an address. */
export interface RecordParameter {
  /** Position among the parameters of the source. */
  readonly index: number;
  readonly byteLength: number;
  readonly alignment: number;
  /** Whether the parameter is left out; else it is an address. */
  readonly isEmpty: boolean;
}

/** Such parameters of kernels, by symbol. */
export type RecordParameters = ReadonlyMap<string, readonly RecordParameter[]>;

/** The parameters with those that were lost, in the order of the source. */
export function restoreRecords(
  parameters: readonly Parameter[],
  records: readonly RecordParameter[],
): readonly Parameter[] {
  const out = [...parameters];
  for (const { index, byteLength, alignment, isEmpty } of records) {
    const bytes = [`byval(${typeOf(byteLength, alignment)})`, `align ${alignment}`];
    const passed = out[index];
    if (isEmpty) {
      out.splice(index, 0, { name: `%cuts.empty.${index}`, type: ptr, attributes: ["readnone", ...bytes] });
    } else if (passed !== undefined) {
      const attributes = passed.attributes.filter((text) => text !== "dead_on_return");
      out[index] = { ...passed, attributes: [...attributes, ...bytes] };
    }
  }
  return out;
}

/** A type of this size and alignment. */
function typeOf(byteLength: number, alignment: number): string {
  const unit = Math.min(alignment, 8);
  return `[${byteLength / unit} x i${8 * unit}]`;
}
