// Types of LLVM IR. Two types that print alike are one object, so types are compared with `===`.

import { missedCase } from "../../core/missed-case.js";

export type Type =
  | VoidType
  | IntType
  | FloatType
  | PointerType
  | VectorType
  | ArrayType
  | StructType
  | NamedType
  | OtherType;

interface Printed {
  /** The type as LLVM prints it. */
  readonly text: string;
}
export interface VoidType extends Printed {
  readonly kind: "void";
}
export interface IntType extends Printed {
  readonly kind: "int";
  readonly bits: number;
}
export interface FloatType extends Printed {
  readonly kind: "float";
  readonly bits: number;
}
export interface PointerType extends Printed {
  readonly kind: "pointer";
  readonly space: number;
}
export interface VectorType extends Printed {
  readonly kind: "vector";
  readonly count: number;
  readonly element: Type;
}
export interface ArrayType extends Printed {
  readonly kind: "array";
  readonly count: number;
  readonly element: Type;
}
export interface StructType extends Printed {
  readonly kind: "struct";
  readonly members: readonly Type[];
  readonly isPacked: boolean;
}
/** A struct that the module defines by name, such as `%struct.S`; the module's layout knows its body. */
export interface NamedType extends Printed {
  readonly kind: "named";
  readonly name: string;
}
/** `label`, `metadata`, `token`, and the type of a function. None of them has a size. */
export interface OtherType extends Printed {
  readonly kind: "other";
}

const interned = new Map<string, Type>();

function intern<T extends Type>(type: T): T {
  const known = interned.get(type.text);
  if (known !== undefined) return known as T;
  interned.set(type.text, type);
  return type;
}

/** Whether an object of a module is a type. */
export function isType(data: object): data is Type {
  return "text" in data && typeof data.text === "string" && interned.get(data.text) === data;
}

export const voidType: VoidType = intern({ kind: "void", text: "void" });

export function intType(bits: number): IntType {
  return intern({ kind: "int", bits, text: `i${bits}` });
}

export function pointerType(space: number): PointerType {
  return intern({ kind: "pointer", space, text: space === 0 ? "ptr" : `ptr addrspace(${space})` });
}

export function vectorType(count: number, element: Type): VectorType {
  return intern({ kind: "vector", count, element, text: `<${count} x ${element.text}>` });
}

export function arrayType(count: number, element: Type): ArrayType {
  return intern({ kind: "array", count, element, text: `[${count} x ${element.text}]` });
}

export function structType(members: readonly Type[], isPacked = false): StructType {
  const inner = members.length === 0 ? "{}" : `{ ${members.map(({ text }) => text).join(", ")} }`;
  return intern({ kind: "struct", members, isPacked, text: isPacked ? `<${inner}>` : inner });
}

export function namedType(name: string): NamedType {
  return intern({ kind: "named", name, text: name });
}

export function otherType(text: string): OtherType {
  return intern({ kind: "other", text });
}

const FLOAT_BITS = {
  half: 16,
  bfloat: 16,
  float: 32,
  double: 64,
  fp128: 128,
  x86_fp80: 80,
  ppc_fp128: 128,
} as const;
const floats = new Map<string, FloatType>(
  Object.entries(FLOAT_BITS).map(([text, bits]) => [text, intern({ kind: "float", bits, text })]),
);

/** The type of floating-point numbers with this name; undefined where there is none. */
export function floatType(name: string): FloatType | undefined {
  return floats.get(name);
}

export const i1 = intType(1);
export const i8 = intType(8);
export const i32 = intType(32);
export const i64 = intType(64);
export const ptr = pointerType(0);
export const metadata = otherType("metadata");

/** What an array or a vector is made of; undefined for all other types. */
export function elementOf(type: Type): Type | undefined {
  return type.kind === "vector" || type.kind === "array" ? type.element : undefined;
}

/** The type of a comparison's result: a truth value, or one for each lane of vectors. */
export function truthType(operand: Type): Type {
  return operand.kind === "vector" ? vectorType(operand.count, i1) : i1;
}

/** A type whose parts are others; `change` gets the innermost parts first. */
export function mapType(type: Type, change: (type: Type) => Type): Type {
  switch (type.kind) {
    case "array":
      return change(arrayType(type.count, mapType(type.element, change)));
    case "vector":
      return change(vectorType(type.count, mapType(type.element, change)));
    case "struct":
      return change(
        structType(
          type.members.map((member) => mapType(member, change)),
          type.isPacked,
        ),
      );
    case "void":
    case "int":
    case "float":
    case "pointer":
    case "named":
    case "other":
      return change(type);
    default:
      return missedCase(type);
  }
}
