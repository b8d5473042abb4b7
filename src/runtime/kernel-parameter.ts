// One parameter of a kernel as a launch sees it: a writer that checks a value against the declared type and puts it into
// the parameter block. Writers are made once a kernel and device; sizes are those of the device's data model.

import type { CType, Parameter } from "../cdecl/ast.js";
import { formatType } from "../cdecl/format.js";
import { type DataModel, layoutOf, type TypeLayout } from "../cdecl/layout.js";
import type { Place } from "../ffi/converter.js";
import { bytesWriter } from "./bytes-parameter.js";
import type { ParameterWriter } from "./parameter-writer.js";
import { addressWriter, pointerWriter } from "./pointer-parameter.js";
import { scalarWriter } from "./scalar-parameter.js";
import { vectorWriter } from "./vector-parameter.js";

/** A parameter, ready to be written. */
export interface KernelParameter {
  readonly place: Place;
  readonly type: CType;
  /** Its size and alignment; undefined for a type that only the compiler knows. */
  readonly layout: TypeLayout | undefined;
  readonly write: ParameterWriter;
}

/** Prepares a parameter of a kernel for a data model; `index` counts from 0. */
export function kernelParameter(
  parameter: Parameter,
  index: number,
  kernel: string,
  model: DataModel,
): KernelParameter {
  const name = parameter.name === undefined ? "" : ` (${parameter.name})`;
  const place: Place = {
    what: `argument ${index + 1}${name} of ${kernel}`,
    type: formatType(parameter.type),
  };
  const { type } = parameter;
  const layout = isKnown(type) ? layoutOf(type, model) : undefined;
  return { place, type, layout, write: writerOf(type, model, place) };
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
