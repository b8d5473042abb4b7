// Formats types and declarations as C text, for messages. parseDeclaration reads the text back to the same declaration.

import type { CType, FunctionDeclaration, Parameter, PointerType } from "./ast.js";
import { formatLength } from "./length.js";
import { scalars } from "./scalars.js";

/**
 * A type as C text, around a name if one is given.
 * @example formatType(type, "a") // "const float a[n]"
 */
export function formatType(type: CType, name = ""): string {
  return write(type, name, false);
}

/** A function as C text: `double norm(const double* x, size_t n)`. */
export function formatDeclaration(declaration: FunctionDeclaration): string {
  const list = `(${formatParameters(declaration.parameters)})`;
  return write(declaration.result, `${declaration.name ?? ""}${list}`, false);
}

/** A parameter list as C text, without the parentheses. */
export function formatParameters(parameters: readonly Parameter[]): string {
  return parameters.map((parameter) => formatType(parameter.type, parameter.name)).join(", ");
}

/** Writes `type` around `inner`, the declarator so far; `isConst` when the type itself is const. */
function write(type: CType, inner: string, isConst: boolean): string {
  switch (type.kind) {
    case "void":
      return base("void", inner, isConst);
    case "scalar":
      return base(scalars[type.name].text, inner, isConst);
    case "vector":
      return base(type.name, inner, isConst);
    case "struct":
    case "enum":
      return base(`${type.kind} ${type.name}`, inner, isConst);
    case "opaque":
      return base(type.text, inner, isConst);
    case "string":
      return base("const char*", constPrefix(inner, isConst), false);
    case "callback": {
      const list = formatParameters(type.parameters);
      return write(type.result, `(*${constPrefix(inner, isConst)})(${list})`, false);
    }
    default:
      return writePointer(type, inner, isConst);
  }
}

function writePointer(type: PointerType, inner: string, isConst: boolean): string {
  // `const char*` would read as a string.
  const isBytes = type.to.kind === "scalar" && type.to.name === "char" && type.readonly && !type.device;
  if (type.length !== undefined || (isBytes && !isConst)) {
    const length = type.length === undefined ? "" : formatLength(type.length);
    return devicePrefix(type) + write(type.to, `${inner}[${length}]`, type.readonly);
  }
  // Before a callback, `__device__` would be about what it returns.
  const star = type.device && type.to.kind === "callback" ? "*__device__ " : "*";
  return devicePrefix(type) + write(type.to, `${star}${constPrefix(inner, isConst)}`, type.readonly);
}

/** `__device__`, once, before the innermost of the pointers it is about. */
function devicePrefix({ device, to }: PointerType): string {
  const isInner = to.kind !== "callback" && !(to.kind === "pointer" && to.device);
  return device && isInner ? "__device__ " : "";
}

function constPrefix(inner: string, isConst: boolean): string {
  return isConst ? (inner === "" ? "const" : `const ${inner}`) : inner;
}

function base(text: string, inner: string, isConst: boolean): string {
  const before = `${isConst ? "const " : ""}${text}`;
  // Stars hug the type (`const float* a`), brackets and lists the name.
  const [, stars = "", rest = ""] = /^(\**)(.*)$/s.exec(inner) ?? [];
  if (rest === "") return before + stars;
  return `${before}${stars}${/^[[(]/.test(rest) && !rest.startsWith("(*") ? "" : " "}${rest}`;
}
