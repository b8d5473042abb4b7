// Makes single instructions as data, with a given name for the result, so that no pass writes LLVM's text. code.ts writes them one after the other.

import type {
  Alloca,
  Atomic,
  Binary,
  BinaryOp,
  Branch,
  Call,
  Case,
  Cast,
  CastOp,
  Compare,
  ExtractElement,
  ExtractValue,
  Fence,
  Flags,
  Freeze,
  GetElementPtr,
  Incoming,
  InsertValue,
  Instruction,
  Jump,
  Load,
  Phi,
  Return,
  Select,
  Shuffle,
  Store,
  Switch,
  Unreachable,
} from "./instruction.js";
import type { IrFunction, IrGlobal, Parameter } from "./module.js";
import { i32, pointerType, type Type, vectorType } from "./type.js";
import { globalRef, int, literal, type Value } from "./value.js";

const none: readonly never[] = [];
const plain = { result: undefined, metadata: none } as const;

/** What a load or a store has beside its operands. */
export interface AccessOptions {
  readonly align?: number;
  readonly isVolatile?: boolean;
  readonly atomic?: Atomic;
}

export function load(result: string, type: Type, pointer: Value, options: AccessOptions = {}): Load {
  return { op: "load", result, type, pointer, ...accessOf(options), metadata: none };
}

export function store(value: Value, pointer: Value, options: AccessOptions = {}): Store {
  return { op: "store", ...plain, value, pointer, ...accessOf(options) };
}

function accessOf({
  align,
  isVolatile = false,
  atomic,
}: AccessOptions): Pick<Load, "align" | "isVolatile" | "atomic"> {
  return { align, isVolatile, atomic };
}

export function fence(ordering: string, scope?: string): Fence {
  return { op: "fence", ...plain, atomic: { ordering, scope } };
}

/** The address of a part: `source` is what the first index counts. */
export function elementPtr(
  result: string,
  source: Type,
  base: Value,
  indices: readonly Value[],
  flags: Flags = none,
): GetElementPtr {
  return { op: "getelementptr", result, flags, source, base, indices, metadata: none };
}

export function phi(result: string, type: Type, incoming: readonly Incoming[]): Phi {
  return { op: "phi", result, flags: none, type, incoming, metadata: none };
}

/** What a call has beside its function and its arguments. */
interface CallOptions {
  /** Attributes of the call, such as `#3`. */
  readonly attributes?: readonly string[];
  readonly flags?: Flags;
  /** The parameters with an ellipsis, of a function with any number of arguments. */
  readonly variadic?: string;
}

/** `callee` is a name such as `@f`, or an address. */
export function call(
  result: string | undefined,
  type: Type,
  callee: string | Value,
  args: readonly Value[],
  { attributes = none, flags = none, variadic }: CallOptions = {},
): Call {
  return {
    op: "call",
    result,
    tail: undefined,
    flags,
    convention: undefined,
    resultAttributes: none,
    type,
    variadic,
    callee: typeof callee === "string" ? globalRef(callee) : callee,
    args: args.map((value) => ({ value, attributes: none })),
    attributes,
    bundles: none,
    metadata: none,
  };
}

export function jump(to: string): Jump {
  return { op: "jump", ...plain, to };
}

export function branch(condition: Value, ifTrue: string, ifFalse: string): Branch {
  return { op: "branch", ...plain, condition, ifTrue, ifFalse };
}

export function switchOver(value: Value, otherwise: string, cases: readonly Case[]): Switch {
  return { op: "switch", ...plain, value, otherwise, cases };
}

export function ret(value?: Value): Return {
  return { op: "ret", ...plain, value };
}

export function unreachable(): Unreachable {
  return { op: "unreachable", ...plain };
}

export function icmp(result: string, predicate: string, left: Value, right: Value): Compare {
  return { op: "icmp", result, flags: none, predicate, left, right, metadata: none };
}

export function binary(result: string, op: BinaryOp, left: Value, right: Value, flags: Flags = none): Binary {
  return { op, result, flags, left, right, metadata: none };
}

export function cast(result: string, op: CastOp, value: Value, type: Type, flags: Flags = none): Cast {
  return { op, result, flags, value, type, metadata: none };
}

export function select(
  result: string,
  condition: Value,
  ifTrue: Value,
  ifFalse: Value,
  flags: Flags = none,
): Select {
  return { op: "select", result, flags, condition, ifTrue, ifFalse, metadata: none };
}

/** Room on the stack for one `allocated`, or for `count` of them. */
export function alloca(result: string, allocated: Type, align?: number, count?: Value, space = 0): Alloca {
  return { op: "alloca", result, allocated, count, align, type: pointerType(space), metadata: none };
}

export function extractValue(result: string, aggregate: Value, path: readonly number[]): ExtractValue {
  return { op: "extractvalue", result, aggregate, path, metadata: none };
}

export function insertValue(
  result: string,
  aggregate: Value,
  value: Value,
  path: readonly number[],
): InsertValue {
  return { op: "insertvalue", result, aggregate, value, path, metadata: none };
}

export function extractElement(result: string, vector: Value, index: Value): ExtractElement {
  return { op: "extractelement", result, vector, index, metadata: none };
}

/** Lanes of two vectors by their numbers. */
export function shuffle(result: string, left: Value, right: Value, lanes: readonly number[]): Shuffle {
  const mask: Value = {
    kind: "aggregate",
    type: vectorType(lanes.length, i32),
    elements: lanes.map((lane) => int(i32, lane)),
  };
  return { op: "shufflevector", result, left, right, mask, metadata: none };
}

export function freeze(result: string, value: Value): Freeze {
  return { op: "freeze", result, value, metadata: none };
}

/** An instruction with metadata added to it, such as `!llvm.loop !7`. */
export function withMetadata<I extends Instruction>(i: I, kind: string, node: string): I {
  return { ...i, metadata: [...i.metadata, { kind, node }] };
}

/** The head of a function that others may call and that has nothing beside its parameters. */
export function functionHead(
  name: string,
  type: Type,
  parameters: readonly Pick<Parameter, "name" | "type">[],
): Omit<IrFunction, "blocks"> {
  return {
    name,
    linkage: undefined,
    specifiers: none,
    resultAttributes: none,
    type,
    parameters: parameters.map(({ name: own, type: its }) => ({ name: own, type: its, attributes: none })),
    isVariadic: false,
    attributes: none,
    comdat: undefined,
    personality: undefined,
    metadata: none,
  };
}

/** A variable of the module without anything special about it; `given` has what is. */
export function variable(given: Pick<IrGlobal, "name" | "type" | "value"> & Partial<IrGlobal>): IrGlobal {
  return {
    linkage: undefined,
    specifiers: none,
    space: 0,
    isFilledOutside: false,
    isConstant: false,
    section: undefined,
    comdat: undefined,
    align: undefined,
    metadata: none,
    ...given,
  };
}

/** The value of zero bits of a type. */
export function zeroOf(type: Type): Value {
  switch (type.kind) {
    case "int":
      return int(type, 0);
    case "float":
      return literal(type, "0.000000e+00");
    case "pointer":
      return literal(type, "null");
    default:
      return literal(type, "zeroinitializer");
  }
}
