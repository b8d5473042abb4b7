// The nodes of ../ast.ts at the type level: what the type-level parser builds. Each is assignable to its run-time
// counterpart and has the same shape, so that both parsers are compared on the same table.

import type { CType, LengthExpression, Parameter, ScalarName } from "../ast.js";

export interface VoidNode {
  readonly kind: "void";
}

export interface ScalarNode<Name extends ScalarName> {
  readonly kind: "scalar";
  readonly name: Name;
}

export interface VectorNode<Name extends string, Element extends ScalarName, Lanes extends 1 | 2 | 3 | 4> {
  readonly kind: "vector";
  readonly name: Name;
  readonly element: Element;
  readonly lanes: Lanes;
}

export interface PointerNode<To extends CType, Readonly extends boolean, Device extends boolean> {
  readonly kind: "pointer";
  readonly to: To;
  readonly readonly: Readonly;
  readonly device: Device;
}

export interface SizedPointerNode<
  To extends CType,
  Readonly extends boolean,
  Device extends boolean,
  Length extends LengthExpression,
> extends PointerNode<To, Readonly, Device> {
  readonly length: Length;
}

export interface StringNode {
  readonly kind: "string";
}

export interface StructNode<Name extends string> {
  readonly kind: "struct";
  readonly name: Name;
}

export interface EnumNode<Name extends string> {
  readonly kind: "enum";
  readonly name: Name;
}

export interface CallbackNode<Result extends CType, Parameters extends readonly Parameter[]> {
  readonly kind: "callback";
  readonly result: Result;
  readonly parameters: Parameters;
}

export interface OpaqueNode<Text extends string> {
  readonly kind: "opaque";
  readonly text: Text;
}

export interface NumberNode<Value extends number> {
  readonly kind: "number";
  readonly value: Value;
}

export interface ParameterReferenceNode<Name extends string> {
  readonly kind: "parameter";
  readonly name: Name;
}

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

export interface ParameterNode<Type extends CType> {
  readonly type: Type;
}

export interface NamedParameterNode<Name extends string, Type extends CType> extends ParameterNode<Type> {
  readonly name: Name;
}

export interface OptionalParameterNode<Name extends string, Type extends CType>
  extends NamedParameterNode<Name, Type> {
  readonly optional: true;
}

export interface FunctionNode<Result extends CType, Parameters extends readonly Parameter[]> {
  readonly result: Result;
  readonly parameters: Parameters;
}

export interface NamedFunctionNode<
  Name extends string,
  Result extends CType,
  Parameters extends readonly Parameter[],
> extends FunctionNode<Result, Parameters> {
  readonly name: Name;
}

export interface FieldNode<Name extends string, Type extends CType> {
  readonly name: Name;
  readonly type: Type;
}

export interface ArrayFieldNode<Name extends string, Type extends CType, Count extends number>
  extends FieldNode<Name, Type> {
  readonly count: Count;
}
