// Builds a type from specifiers and a declarator. C writes declarators inside out: modifiers are listed from the name outwards, and
// the type is built from the far end. Arrays and functions are not CTypes by themselves, so they are kept until a pointer, a
// parameter or a field uses them.

import type { CType, LengthExpression, Parameter } from "./ast.js";
import type { WrittenLength } from "./length.js";
import type { Token } from "./lexer.js";
import type { Reader } from "./reader.js";
import type { Specifiers } from "./specifiers.js";

/** One step of a declarator: a star, brackets, or a parameter list. */
export type Modifier =
  | { readonly kind: "pointer"; readonly readonly: boolean; readonly device: boolean; readonly token: Token }
  /** `token` is the closing bracket. */
  | { readonly kind: "array"; readonly length: WrittenLength | undefined; readonly token: Token }
  | { readonly kind: "function"; readonly parameters: readonly Parameter[]; readonly token: Token };

/** A type under construction. */
export interface BuiltType {
  readonly type: CType;
  /** True if the value itself, or the element of the array, is const. */
  readonly readonly: boolean;
  /** The dimensions of an array, outermost first. */
  readonly dimensions: readonly Dimension[] | undefined;
  /** True for a function itself, not a pointer to one. */
  readonly isFunction: boolean;
  /** True if every pointer in the type points to GPU memory. */
  readonly device: boolean;
}

/** One pair of brackets; the length is absent in `a[]`. */
interface Dimension {
  readonly length: LengthExpression | undefined;
  readonly token: Token;
}

/**
 * Builds a type; `resolveLength` checks the names in a length. Throws if the combination is not a C type, such as an array of
 * functions.
 */
export function buildType(
  reader: Reader,
  specifiers: Specifiers,
  modifiers: readonly Modifier[],
  resolveLength: (length: WrittenLength) => LengthExpression,
): BuiltType {
  const { type, readonly, count } = specifiers;
  const dimensions: Dimension[] | undefined =
    count === undefined ? undefined : [{ length: { kind: "number", value: count }, token: specifiers.named }];
  // `__device__` is about the pointers of its own level: in `__device__ float* (*get)(int)` about what is returned.
  const device = specifiers.device !== undefined || hasDevice(modifiers, modifiers.length - 1);
  let built: BuiltType = { type, readonly, dimensions, isFunction: false, device };
  for (let at = modifiers.length - 1; at >= 0; at--) {
    const modifier = modifiers[at];
    if (modifier === undefined) break;
    if (modifier.kind === "pointer") built = addPointer(reader, built, modifier.readonly);
    else if (modifier.kind === "array") {
      built = addArray(reader, built, modifier.length && resolveLength(modifier.length), modifier.token);
    } else {
      requireDevicePointer(reader, built, specifiers);
      built = addFunction(reader, built, modifier.parameters, modifier.token, hasDevice(modifiers, at - 1));
    }
  }
  requireDevicePointer(reader, built, specifiers);
  return built;
}

/** Whether a star says `__device__` between the modifier at `from` and the next function. */
function hasDevice(modifiers: readonly Modifier[], from: number): boolean {
  for (let at = from; at >= 0; at--) {
    const modifier = modifiers[at];
    if (modifier?.kind === "pointer" && modifier.device) return true;
    if (modifier?.kind === "function") return false;
  }
  return false;
}

function requireDevicePointer(reader: Reader, built: BuiltType, specifiers: Specifiers): void {
  const { type, dimensions, device } = built;
  if (specifiers.device === undefined || !device || type.kind === "pointer" || dimensions !== undefined)
    return;
  const rule = "only a pointer or an array can point to the memory of a device";
  throw reader.error(specifiers.device, "CUTS_DECLARATION_TYPE", rule, "leave `__device__` out");
}

/** The type of a parameter: an array becomes a pointer with a length, a function a callback, as in C. */
export function parameterType(reader: Reader, built: BuiltType, specifiers: Specifiers): CType {
  requireComplete(reader, built, specifiers);
  if (built.dimensions === undefined) return built.type;
  const lengths = built.dimensions.flatMap((dimension) => dimension.length ?? []);
  const isOpen = lengths.length < built.dimensions.length;
  const { type: to, readonly, device } = built;
  const pointer = { kind: "pointer", to, readonly, device } as const;
  return isOpen ? pointer : { ...pointer, length: lengths.reduce(multiply) };
}

/** Throws if the type is an undeclared struct that is passed, returned or contained by value. */
export function requireComplete(reader: Reader, built: BuiltType, specifiers: Specifiers): void {
  const { type } = built;
  if (type.kind !== "struct" || reader.scope.types.structs.has(type.name)) return;
  const at = specifiers.tag ?? specifiers.named;
  const rule = `a struct that is not behind a pointer must be declared (got "${type.name}")`;
  throw reader.error(at, "CUTS_DECLARATION_UNKNOWN_TYPE", rule, `declare it: struct ${type.name} { … };`);
}

function multiply(left: LengthExpression, right: LengthExpression): LengthExpression {
  return { kind: "binary", operator: "*", left, right };
}

function addPointer(reader: Reader, built: BuiltType, readonly: boolean): BuiltType {
  const { type, device, dimensions } = built;
  // A pointer to a function is what a callback is.
  if (built.isFunction) return { type, readonly, dimensions: undefined, isFunction: false, device };
  const isText = type.kind === "scalar" && type.name === "char" && built.readonly && dimensions === undefined;
  const isString = isText && !device && reader.scope.language === "c";
  const pointer: CType = isString
    ? { kind: "string" }
    : { kind: "pointer", to: type, readonly: built.readonly, device };
  return { type: pointer, readonly, dimensions: undefined, isFunction: false, device };
}

function addArray(
  reader: Reader,
  built: BuiltType,
  length: LengthExpression | undefined,
  token: Token,
): BuiltType {
  if (built.isFunction || built.type.kind === "void") {
    const rule = `an array cannot hold ${built.isFunction ? "functions" : "void"}`;
    throw reader.error(token, "CUTS_DECLARATION_TYPE", rule);
  }
  const inner = built.dimensions ?? [];
  const open = inner.find((dimension) => dimension.length === undefined);
  if (open !== undefined && reader.scope.language === "c") {
    const rule = "only the first dimension of an array can be left open";
    throw reader.error(open.token, "CUTS_DECLARATION_LENGTH", rule);
  }
  const { type, readonly, device } = built;
  return { type, readonly, dimensions: [{ length, token }, ...inner], isFunction: false, device };
}

function addFunction(
  reader: Reader,
  built: BuiltType,
  parameters: readonly Parameter[],
  token: Token,
  device: boolean,
): BuiltType {
  if (built.isFunction || built.dimensions !== undefined) {
    const rule = `a function cannot return ${built.isFunction ? "a function" : "an array"}`;
    throw reader.error(token, "CUTS_DECLARATION_TYPE", rule, "return a pointer to it");
  }
  const type = { kind: "callback", result: built.type, parameters } as const;
  return { type, readonly: false, dimensions: undefined, isFunction: true, device };
}
