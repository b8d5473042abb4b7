// One parameter of a kernel: a writer that checks a value against the declared type and writes its bytes. Writers are made once for
// each kernel and device, with the sizes of the device's data model.

import type { CType, Parameter, TypeTable } from "../../cdecl/ast.js";
import { formatType } from "../../cdecl/format.js";
import { type DataModel, layoutOf, type TypeLayout } from "../../cdecl/layout.js";
import { noTypes } from "../../cdecl/reader.js";
import { UnsupportedError } from "../../core/errors.js";
import type { Place } from "../../ffi/converter.js";
import { bytesWriter, checkByteLength, isBytes } from "./bytes-parameter.js";
import type { ParameterWriter } from "./parameter-writer.js";
import { addressWriter, pointerWriter } from "./pointer-parameter.js";
import { scalarWriter } from "./scalar-parameter.js";
import { type StructWriter, structWriter } from "./struct-parameter.js";
import { vectorWriter } from "./vector-parameter.js";

/** A parameter and its writer. */
export interface KernelParameter {
  readonly place: Place;
  readonly type: CType;
  /** Its size and alignment; undefined for a type that only the compiler knows. */
  readonly layout: TypeLayout | undefined;
  readonly write: ParameterWriter;
  /** The writer of a struct that the source declares; undefined for other types. */
  readonly struct: StructWriter | undefined;
}

/** CUDA's limit for the parameters of a kernel, in bytes. */
const MOST_BYTES = 32_764;

/** Prepares a parameter of a kernel for a data model; `index` counts from 0. */
export function kernelParameter(
  parameter: Parameter,
  index: number,
  kernel: string,
  model: DataModel,
  structs: () => TypeTable = () => noTypes,
): KernelParameter {
  const name = parameter.name === undefined ? "" : ` (${parameter.name})`;
  const place: Place = {
    what: `argument ${index + 1}${name} of ${kernel}`,
    type: formatType(parameter.type),
  };
  const { type } = parameter;
  const layout = isKnown(type) ? layoutOf(type, model) : undefined;
  const types = type.kind === "opaque" ? structs() : noTypes;
  const declared = type.kind === "opaque" ? types.structs.get(type.text) : undefined;
  const struct =
    declared && structWriter(declared, types, model, place, (field, at) => writerOf(field, model, at));
  if (struct !== undefined && struct.byteLength > MOST_BYTES) {
    throw new UnsupportedError(
      "CUTS_PARAMETER_SIZE",
      `Cannot launch ${kernel}: ${place.what} must have at most ${MOST_BYTES} bytes, as all parameters of a kernel together (got ${struct.byteLength} of ${place.type})\nTry: a pointer to it`,
    );
  }
  const write = struct === undefined ? writerOf(type, model, place) : opaqueWriter(place, struct);
  return { place, type, layout, write, struct };
}

/** The writer of a type that only the compiler knows: its bytes, or, for a struct that was read, its fields. */
export function opaqueWriter(
  place: Place,
  struct: StructWriter | undefined,
  byteLength?: number,
): ParameterWriter {
  const asBytes = bytesWriter(place, byteLength);
  if (struct === undefined) return asBytes;
  return (view, offset, value, target) => {
    if (isBytes(value)) asBytes(view, offset, value, target);
    else {
      if (byteLength !== undefined) checkByteLength(value, struct.byteLength, byteLength, place);
      struct.write(view, offset, value, target);
    }
  };
}

function isKnown(type: CType): boolean {
  return type.kind !== "opaque" && type.kind !== "struct" && type.kind !== "void";
}

function writerOf(type: CType, model: DataModel, place: Place): ParameterWriter {
  switch (type.kind) {
    case "scalar":
      return scalarWriter(type.name, model, place);
    case "enum":
      return scalarWriter("int32", model, place);
    case "vector":
      return vectorWriter(type, model, place);
    case "pointer":
      return pointerWriter(type, model, place);
    case "callback":
    case "string":
      return addressWriter(model, place);
    default:
      return bytesWriter(place);
  }
}
