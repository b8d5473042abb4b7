// Builds converters and results from the types of a declaration. It is the only place that knows every kind of C type.

import type { CType, Parameter, PointerType, ScalarName, TypeTable } from "../cdecl/ast.js";
import { UnsupportedError } from "../core/errors.js";
import { arrayConverter } from "./array-converter.js";
import type { ElementRule } from "./check-memory.js";
import {
  type CallbackSignature,
  type CallbackType,
  callbackConverter,
  refuseStringResult,
} from "./callback.js";
import { type Converter, type Place, withoutMemory, wrongType } from "./converter.js";
import { handleConverter } from "./handle-converter.js";
import type { KoffiType } from "./koffi.js";
import { functionPointer } from "./koffi-types.js";
import { memoryDTypes, scalarConverter, scalarKoffiType, scalarResult } from "./scalar-converter.js";
import { pointerListConverter } from "./pointer-list-converter.js";
import { stringConverter, stringListConverter } from "./string-converter.js";
import { StructCodecs, vectorCodec } from "./struct-codec.js";
import { structConverter, structPointerConverter } from "./struct-converter.js";
import { zeroValue } from "./zero-value.js";
import { formatType } from "../cdecl/format.js";

/** The named types of a library, and their codecs. */
export interface TypeContext {
  readonly types: TypeTable;
  readonly structs: StructCodecs;
}

/** Makes the context of a type table. */
export function typeContext(types: TypeTable): TypeContext {
  return { types, structs: new StructCodecs(types) };
}

/** The result of a native function: koffi's type, and the conversion of koffi's value. */
export interface Result {
  readonly koffiType: KoffiType;
  readonly fromNative: (value: unknown) => unknown;
}

/** The most parameters that koffi can pass. */
const MAX_PARAMETERS = 64;

/** Refuses a function with more parameters than can be passed. */
export function checkParameterCount(count: number, what: string): void {
  if (count <= MAX_PARAMETERS) return;
  throw new UnsupportedError(
    "CUTS_UNSUPPORTED_PARAMETERS",
    `Cannot declare ${what}: a function can have at most ${MAX_PARAMETERS} parameters (got ${count})\nTry: a pointer to a struct`,
  );
}

/** The converter of one parameter. */
export function parameterConverter(
  type: CType,
  parameters: readonly Parameter[],
  place: Place,
  context: TypeContext,
): Converter {
  switch (type.kind) {
    case "scalar":
      return scalarConverter(type.name, place);
    case "enum":
      return scalarConverter(enumStorage(type.name, context), place);
    case "string":
      return stringConverter(place);
    case "vector":
      return structConverter(vectorCodec(type, context.structs, context.types), place);
    case "struct": {
      const codec = context.structs.get(type.name);
      if (codec === undefined) throw unsupported(type);
      return structConverter(codec, place);
    }
    case "callback":
      return callbackConverter(callbackSignature(type, place.what, context), place);
    case "pointer":
      return pointerConverter(type, parameters, place, context);
    default:
      throw unsupported(type);
  }
}

/** The result type of a function. */
export function functionResult(type: CType, what: string, context: TypeContext): Result {
  switch (type.kind) {
    case "void":
      return { koffiType: "void", fromNative: () => undefined };
    case "scalar":
      return { koffiType: scalarKoffiType(type.name), fromNative: scalarResult(type.name, what) };
    case "enum": {
      const storage = enumStorage(type.name, context);
      return { koffiType: scalarKoffiType(storage), fromNative: scalarResult(storage, what) };
    }
    case "string":
      return { koffiType: "str", fromNative: same };
    case "pointer":
    case "callback":
      return { koffiType: "void *", fromNative: same };
    case "vector":
      return vectorCodec(type, context.structs, context.types);
    case "struct": {
      const codec = context.structs.get(type.name);
      if (codec === undefined) throw unsupported(type);
      return codec;
    }
    default:
      throw unsupported(type);
  }
}

/** The conversions of a callback type. */
export function callbackSignature(type: CallbackType, what: string, context: TypeContext): CallbackSignature {
  checkParameterCount(type.parameters.length, what);
  const parameters = type.parameters.map((parameter, index) =>
    functionResult(parameter.type, `argument ${index + 1} of ${what}`, context),
  );
  const result = callbackResult(type.result, `the result of ${what}`, context);
  return {
    koffiType: functionPointer(
      result.koffiType,
      parameters.map(({ koffiType }) => koffiType),
    ),
    parameters: parameters.map(({ fromNative }) => fromNative),
    result: result.convert,
    nothing: zeroValue(type.result, context.types),
  };
}

function callbackResult(type: CType, what: string, context: TypeContext): Converter {
  if (type.kind === "void") return { koffiType: "void", ...withoutMemory(() => undefined) };
  if (type.kind === "string") return refuseStringResult();
  const place: Place = { what, type: formatType(type) };
  if (type.kind !== "pointer" && type.kind !== "callback")
    return parameterConverter(type, [], place, context);
  return { koffiType: "void *", ...withoutMemory((value) => checkAddress(value, place)) };
}

function checkAddress(value: unknown, place: Place): bigint | null {
  if (value === null || (typeof value === "bigint" && value >= 0n && value < 1n << 64n)) return value;
  throw wrongType("CUTS_ARGUMENT_TYPE", place, "it must be an address or null", value);
}

function pointerConverter(
  pointer: PointerType,
  parameters: readonly Parameter[],
  place: Place,
  context: TypeContext,
): Converter {
  const { to } = pointer;
  switch (to.kind) {
    case "void":
      return arrayConverter(pointer, { dtypes: [], lanes: 1 }, parameters, place);
    case "scalar":
      return arrayConverter(pointer, { dtypes: memoryDTypes(to.name), lanes: 1 }, parameters, place);
    case "enum":
      return arrayConverter(
        pointer,
        { dtypes: memoryDTypes(enumStorage(to.name, context)), lanes: 1 },
        parameters,
        place,
      );
    case "vector":
      return arrayConverter(
        pointer,
        { dtypes: memoryDTypes(to.element), lanes: to.lanes },
        parameters,
        place,
      );
    case "string":
      return pointer.device
        ? arrayConverter(pointer, ADDRESSES, parameters, place)
        : stringListConverter(pointer, ADDRESSES, parameters, place);
    case "pointer":
    case "callback":
      return pointer.device
        ? arrayConverter(pointer, ADDRESSES, parameters, place)
        : pointerListConverter(pointer, ADDRESSES, elementConverter(to, place, context), parameters, place);
    case "struct": {
      const codec = pointer.device ? undefined : context.structs.get(to.name);
      // A struct that is only named is a handle: its address comes from the library and goes back to it.
      if (codec === undefined) {
        const memory = arrayConverter(pointer, { dtypes: [], lanes: 1 }, parameters, place);
        return handleConverter(to.name, memory, place);
      }
      return structPointerConverter(pointer, codec, parameters, place);
    }
    default:
      throw unsupported(to);
  }
}

/** The converter of one element of `T**`: memory as for `T*`, but no functions, which would live only until the call ends. */
function elementConverter(to: CType, place: Place, context: TypeContext): Converter {
  const element: Place = { what: `an element of ${place.what}`, type: formatType(to) };
  if (to.kind === "pointer" && to.to.kind !== "struct") return pointerConverter(to, [], element, context);
  return { koffiType: "void *", ...withoutMemory((value) => checkAddress(value, element)) };
}

/** Memory of pointers: an array of addresses. */
const ADDRESSES: ElementRule = { dtypes: ["uint64"], lanes: 1 };

function enumStorage(name: string, { types }: TypeContext): ScalarName {
  return types.enums.get(name)?.underlying ?? "int32";
}

function unsupported(type: CType): UnsupportedError {
  return new UnsupportedError(
    "CUTS_UNSUPPORTED_TYPE",
    `Cannot pass this type to a C function: its layout must be known (got ${formatType(type)})\n` +
      "Try: declare it in options.types, or use a pointer to it",
  );
}

function same(value: unknown): unknown {
  return value;
}
