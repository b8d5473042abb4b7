// Makes instructions, blocks and functions as data, so that no pass writes LLVM's text. `FunctionBuilder` and `BlockBuilder` name results
// themselves, by names that the function does not have yet. The functions beside them make single instructions with a given name.

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
import type { Layout } from "./layout.js";
import type { Block, IrFunction, Parameter } from "./module.js";
import { resultTypeOf } from "./result-type.js";
import { i32, pointerType, ptr, type Type, vectorType } from "./type.js";
import { int, literal, local, type Local, type Value } from "./value.js";

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
export interface CallOptions {
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
    callee: typeof callee === "string" ? { kind: "global", name: callee, type: ptr } : callee,
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

function fcmp(result: string, predicate: string, left: Value, right: Value, flags: Flags = none): Compare {
  return { op: "fcmp", result, flags, predicate, left, right, metadata: none };
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

/** Names of values and blocks that a function does not have yet. */
export class FreshNames {
  readonly #taken: Set<string>;
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  /** Those of a function: its parameters, blocks and results are taken. */
  static of(f: Pick<IrFunction, "parameters" | "blocks">): FreshNames {
    const names = new FreshNames(f.parameters.map(({ name }) => name));
    for (const { label, instructions } of f.blocks) {
      names.#taken.add(label);
      for (const { result } of instructions) if (result !== undefined) names.#taken.add(result);
    }
    return names;
  }

  /** `hint` itself where it is free, and with a number behind it elsewhere. */
  name(hint: string): string {
    if (!this.#taken.has(hint)) {
      this.#taken.add(hint);
      return hint;
    }
    for (let n = this.#next.get(hint) ?? 1; ; n++) {
      const name = hint.endsWith('"') ? `${hint.slice(0, -1)}.${n}"` : `${hint}.${n}`;
      if (this.#taken.has(name)) continue;
      this.#taken.add(name);
      this.#next.set(hint, n + 1);
      return name;
    }
  }
}

/** Appends instructions to a list and gives their results. The name of a result is `hint`, or one that is derived from it. */
export class BlockBuilder {
  readonly label: string;
  readonly instructions: Instruction[] = [];
  readonly #names: FreshNames;
  readonly #layout: Layout;

  constructor(label: string, names: FreshNames, layout: Layout) {
    this.label = label;
    this.#names = names;
    this.#layout = layout;
  }

  /** Appends any instruction; `make` gets a fresh name for its result. */
  push(make: (result: string) => Instruction, hint = "%cuts"): Local {
    const i = make(this.#names.name(hint));
    this.instructions.push(i);
    return local(i.result as string, resultTypeOf(i, this.#layout));
  }

  /** Appends an instruction without a result. */
  append(i: Instruction): void {
    this.instructions.push(i);
  }

  load(type: Type, pointer: Value, options?: AccessOptions, hint?: string): Local {
    return this.push((result) => load(result, type, pointer, options), hint);
  }

  store(value: Value, pointer: Value, options?: AccessOptions): void {
    this.append(store(value, pointer, options));
  }

  elementPtr(source: Type, base: Value, indices: readonly Value[], flags?: Flags, hint?: string): Local {
    return this.push((result) => elementPtr(result, source, base, indices, flags), hint);
  }

  binary(op: BinaryOp, left: Value, right: Value, flags?: Flags, hint?: string): Local {
    return this.push((result) => binary(result, op, left, right, flags), hint);
  }

  icmp(predicate: string, left: Value, right: Value, hint?: string): Local {
    return this.push((result) => icmp(result, predicate, left, right), hint);
  }

  fcmp(predicate: string, left: Value, right: Value, hint?: string): Local {
    return this.push((result) => fcmp(result, predicate, left, right), hint);
  }

  cast(op: CastOp, value: Value, type: Type, flags?: Flags, hint?: string): Local {
    return this.push((result) => cast(result, op, value, type, flags), hint);
  }

  select(condition: Value, ifTrue: Value, ifFalse: Value, hint?: string): Local {
    return this.push((result) => select(result, condition, ifTrue, ifFalse), hint);
  }

  phi(type: Type, incoming: readonly Incoming[], hint?: string): Local {
    return this.push((result) => phi(result, type, incoming), hint);
  }

  /** The result of a call; `append(call(…))` is for functions without one. */
  call(
    type: Type,
    callee: string | Value,
    args: readonly Value[],
    options?: CallOptions,
    hint?: string,
  ): Local {
    return this.push((result) => call(result, type, callee, args, options), hint);
  }

  extractValue(aggregate: Value, path: readonly number[], hint?: string): Local {
    return this.push((result) => extractValue(result, aggregate, path), hint);
  }

  jump(to: string): void {
    this.append(jump(to));
  }

  branch(condition: Value, ifTrue: string, ifFalse: string): void {
    this.append(branch(condition, ifTrue, ifFalse));
  }

  ret(value?: Value): void {
    this.append(ret(value));
  }
}

/** Makes a function block by block. */
export class FunctionBuilder {
  readonly names: FreshNames;
  readonly #layout: Layout;
  readonly #head: Omit<IrFunction, "blocks">;
  readonly #blocks: BlockBuilder[] = [];

  constructor(head: Omit<IrFunction, "blocks">, layout: Layout) {
    this.#head = head;
    this.#layout = layout;
    this.names = new FreshNames(head.parameters.map(({ name }) => name));
  }

  /** A block at the end. Its label is `hint`, or one that is derived from it. */
  block(hint: string): BlockBuilder {
    const block = new BlockBuilder(this.names.name(hint), this.names, this.#layout);
    this.#blocks.push(block);
    return block;
  }

  finish(): IrFunction {
    const blocks: Block[] = this.#blocks.map(({ label, instructions }) => ({ label, instructions }));
    return { ...this.#head, blocks };
  }
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
