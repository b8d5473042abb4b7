// The nodes of ../ast.ts at the type level, which the type-level parser builds. Each has the same shape as its run-time counterpart
// and is assignable to it, so that both parsers are tested with the same tables.

import type { CType, LengthExpression, Parameter, ScalarName } from "../ast.js";

/** `void`. */
export interface VoidNode {
  readonly kind: "void";
}

/** An arithmetic type by its canonical name. */
export interface ScalarNode<Name extends ScalarName> {
  readonly kind: "scalar";
  readonly name: Name;
}

/** `float4`, `dim3` and their like. */
export interface VectorNode<Name extends string, Element extends ScalarName, Lanes extends 1 | 2 | 3 | 4> {
  readonly kind: "vector";
  readonly name: Name;
  readonly element: Element;
  readonly lanes: Lanes;
}

/** A pointer without a declared length. */
export interface PointerNode<To extends CType, Readonly extends boolean, Device extends boolean> {
  readonly kind: "pointer";
  readonly to: To;
  readonly readonly: Readonly;
  readonly device: Device;
}

/** An array parameter with a length, `a[n]`. */
export interface SizedPointerNode<
  To extends CType,
  Readonly extends boolean,
  Device extends boolean,
  Length extends LengthExpression,
> extends PointerNode<To, Readonly, Device> {
  readonly length: Length;
}

/** `const char*`. */
export interface StringNode {
  readonly kind: "string";
}

/** A struct by its name. */
export interface StructNode<Name extends string> {
  readonly kind: "struct";
  readonly name: Name;
}

/** An enum by its name. */
export interface EnumNode<Name extends string> {
  readonly kind: "enum";
  readonly name: Name;
}

/** A pointer to a function. */
export interface CallbackNode<Result extends CType, Parameters extends readonly Parameter[]> {
  readonly kind: "callback";
  readonly result: Result;
  readonly parameters: Parameters;
}

/** A type of CUDA source that only the compiler knows. */
export interface OpaqueNode<Text extends string> {
  readonly kind: "opaque";
  readonly text: Text;
}

/** A number in a length. */
export interface NumberNode<Value extends number> {
  readonly kind: "number";
  readonly value: Value;
}

/** A parameter in a length. */
export interface ParameterReferenceNode<Name extends string> {
  readonly kind: "parameter";
  readonly name: Name;
}

/** A binary operation on two lengths. */
export interface BinaryNode<
  Operator extends "+" | "-" | "*" | "/",
  Left extends LengthExpression,
  Right extends LengthExpression,
> {
  readonly kind: "binary";
  readonly operator: Operator;
  readonly left: Left;
  readonly right: Right;
}

/** A parameter without a name. */
export interface ParameterNode<Type extends CType> {
  readonly type: Type;
}

/** A parameter with a name. */
export interface NamedParameterNode<Name extends string, Type extends CType> extends ParameterNode<Type> {
  readonly name: Name;
}

/** A parameter with a default argument. */
export interface OptionalParameterNode<Name extends string, Type extends CType>
  extends NamedParameterNode<Name, Type> {
  readonly optional: true;
}

/** A function without a name. */
export interface FunctionNode<Result extends CType, Parameters extends readonly Parameter[]> {
  readonly result: Result;
  readonly parameters: Parameters;
}

/** A function with a name. */
export interface NamedFunctionNode<
  Name extends string,
  Result extends CType,
  Parameters extends readonly Parameter[],
> extends FunctionNode<Result, Parameters> {
  readonly name: Name;
}

/** A member of a struct. */
export interface FieldNode<Name extends string, Type extends CType> {
  readonly name: Name;
  readonly type: Type;
}

/** A member of a struct that is an array. */
export interface ArrayFieldNode<Name extends string, Type extends CType, Count extends number>
  extends FieldNode<Name, Type> {
  readonly count: Count;
}
