// CUDA's vector types by value (`float4`, `int2`, `dim3`): a tuple, an object with x, y, z, w, or the raw bytes.

import { type DataModel, scalarSize } from "../../cdecl/layout.js";
import type { VectorType } from "../../cdecl/vectors.js";
import { type Place, wrongType } from "../../ffi/converter.js";
import { bytesWriter } from "./bytes-parameter.js";
import type { ParameterWriter } from "./parameter-writer.js";
import { scalarWriter } from "./scalar-parameter.js";

const fields = ["x", "y", "z", "w"] as const;

/** The writer of a vector. */
export function vectorWriter(type: VectorType, model: DataModel, place: Place): ParameterWriter {
  const names = fields.slice(0, type.lanes);
  const step = scalarSize(type.element, model);
  const lanes = names.map((name) =>
    scalarWriter(type.element, model, { what: `${name} of ${place.what}`, type: place.type }),
  );
  const asBytes = bytesWriter(place, step * type.lanes);
  const refuse = (value: unknown): Error =>
    wrongType(
      "CUTS_ARGUMENT_TYPE",
      place,
      `it must be [${names.join(", ")}] or { ${names.join(", ")} }`,
      value,
    );
  return (view, offset, value, target) => {
    if (ArrayBuffer.isView(value)) {
      asBytes(view, offset, value, target);
      return;
    }
    if (typeof value !== "object" || value === null) throw refuse(value);
    const isTuple = Array.isArray(value);
    if (isTuple && value.length !== type.lanes) throw refuse(value);
    const source = value as Readonly<Record<string | number, unknown>>;
    for (const [lane, write] of lanes.entries()) {
      write(view, offset + lane * step, source[isTuple ? lane : (names[lane] ?? lane)], target);
    }
  };
}
