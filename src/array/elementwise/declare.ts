// Declares operations (operations/*.ts). One declaration gives the function that users call, its method, its types, its kernels,
// its row in the documentation and the tolerance of its tests.

import { type DTypeKind, dtypes } from "../../core/dtype.js";
import { astype } from "../copy.js";
import { copyOf } from "./copy-of.js";
import type { KernelSource } from "../kernels/kernel-definition.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { promoteScalar, promoteTypes } from "../promotion.js";
import { type GradientOf, operator } from "../operators/operator.js";
import { Applicator, type OutOptions } from "./apply.js";
import { type FamilyGroups, familyGroups } from "./operation-kernels.js";
import type { Operation } from "./operation.js";
import type { Tolerances } from "./tolerance.js";
import type {
  AngleFunction,
  BinaryFunction,
  FloatBinaryFunction,
  FloatFunction,
  NumericBinaryFunction,
  NumericFunction,
  Operand,
  PredicateFunction,
  QuestionFunction,
  QuotientFunction,
  Refusing,
  SameFunction,
  SizeFunction,
} from "./types.js";

/** How each kind of number is computed. A kind that is left out is computed as another one (operation.ts) or refused. */
export type Kinds<F> = { readonly [K in DTypeKind]?: Way<F> };

/** An expression over `a` and `b`, one that is needed seldom, or another function. */
type Way<F> = string | Rare | F;

/** An expression whose kernels are among those of functions that are used less. */
interface Rare {
  readonly rare: string;
}

/** Optional parts of a declaration. */
export interface Traits extends Partial<Omit<Operation, "name" | "arity" | "expressions">> {
  /** How exact it is; exact by default. */
  readonly tolerance?: Tolerances;
  /** How gradients go back through it (gradient.ts). Every operation says it, or its family does. */
  readonly gradient?: GradientOf;
}

/** A declared operation, for tests and documentation. */
export interface Declaration {
  readonly name: string;
  readonly arity: 1 | 2;
  /** The kinds of numbers that it takes as they are. */
  readonly kinds: readonly DTypeKind[];
  readonly refusesBool: boolean;
  readonly result: Operation["result"];
  readonly tolerance: Tolerances;
  readonly gradient: GradientOf;
}

/** The parts of an operation, for fusion, which computes several operations in one kernel. */
export interface OperationForm {
  /** How most kinds of numbers are computed, and the file that its expressions use. */
  readonly usual: Operation;
  readonly source: KernelSource;
  /** How those are that are needed seldom. */
  readonly rare: { readonly operation: Operation; readonly source: KernelSource } | undefined;
  /** Kinds of numbers that it leaves as they are. */
  readonly kept: readonly DTypeKind[];
  /** Kinds that are computed by other functions. */
  readonly others: readonly DTypeKind[];
}

type Unary = (a: NDArray, options?: OutOptions) => NDArray;
type Binary = (a: Operand, b: Operand, options?: OutOptions) => NDArray;

/**
 * The type of an operation of one operand: integers stay what they are where there is a way to compute them, and bool where
 * there is one for it or where it is refused.
 */
type UnaryFunction<K, T> = Refusing<
  Refused<K> | (T extends { readonly refusesBool: true } ? "bool" : never),
  T extends { readonly result: "bool" }
    ? QuestionFunction
    : T extends { readonly result: "real" }
      ? K extends { readonly int: unknown }
        ? SizeFunction
        : AngleFunction
      : K extends { readonly int: unknown }
        ? KeepsBool<K, T> extends true
          ? SameFunction
          : NumericFunction
        : FloatFunction
>;

/** The same for two operands; bool that is refused becomes a number beside one. */
type AnyBinaryFunction<K, T> = Refusing<
  Refused<K>,
  T extends { readonly result: "bool" }
    ? PredicateFunction
    : T extends { readonly integersAs: "float64" }
      ? QuotientFunction
      : K extends { readonly int: unknown }
        ? KeepsBool<K, T> extends true
          ? BinaryFunction
          : NumericBinaryFunction
        : FloatBinaryFunction
>;

type KeepsBool<K, T> = K extends { readonly bool: unknown }
  ? true
  : T extends { readonly refusesBool: true }
    ? true
    : false;

/** The dtypes that there is no way for. */
type Refused<K> = K extends { readonly complex: unknown }
  ? K extends { readonly float: unknown }
    ? never
    : FloatDType
  : K extends { readonly float: unknown }
    ? ComplexDType
    : InexactDType;

type FloatDType = "float16" | "bfloat16" | "float32" | "float64";
type ComplexDType = "complex64" | "complex128";
type InexactDType = FloatDType | ComplexDType;

/** What a family is made of. */
interface FamilyDefinition {
  /** The name of its groups of kernels: `arithmetic.float32`. */
  readonly name: string;
  /** The .cuh file that its expressions use. */
  readonly source: KernelSource;
  /** What all its operations say. */
  readonly traits?: Traits;
  /** Where the kernels of rare expressions are, by the number of operands. */
  readonly rare?: { readonly 1: Family; readonly 2: Family };
}

/** Operations whose kernels for the same dtype form one group. */
export class Family {
  readonly name: string;
  readonly source: KernelSource;
  readonly operations: Operation[] = [];
  readonly declarations: Declaration[] = [];
  readonly groups: FamilyGroups = familyGroups(this);
  /** What its operations are made of, by name. */
  readonly forms = new Map<string, OperationForm>();
  readonly #traits: Traits;
  readonly #rare: FamilyDefinition["rare"];

  constructor({ name, source, traits = {}, rare }: FamilyDefinition) {
    this.name = name;
    this.source = source;
    this.#traits = traits;
    this.#rare = rare;
  }

  /** Declares an operation of one operand, which must be exported under its name. */
  unary<K extends Kinds<Unary>, T extends Traits>(name: string, kinds: K, traits?: T): UnaryFunction<K, T> {
    const bind =
      (applicator: Applicator): Unary =>
      (a, options) =>
        applicator.one(a, options);
    const { usual, others, gradient } = this.#declare(name, 1, kinds, traits, bind);
    if (others === undefined) return operator(name, usual, gradient) as never;
    const dispatch: Unary = (a, options) => {
      const other = isNDArray(a) ? others[dtypes[a.dtype].kind] : undefined;
      return (other ?? usual)(a, options);
    };
    return operator(name, dispatch, gradient) as never;
  }

  /** The same for two operands; the kind is the one that both promote to. */
  binary<K extends Kinds<Binary>, T extends Traits>(
    name: string,
    kinds: K,
    traits?: T,
  ): AnyBinaryFunction<K, T> {
    const bind =
      (applicator: Applicator): Binary =>
      (a, b, options) =>
        applicator.two(a, b, options);
    const { usual, others, gradient } = this.#declare(name, 2, kinds, traits, bind);
    if (others === undefined) return operator(name, usual, gradient) as never;
    const dispatch: Binary = (a, b, options) => {
      const kind = kindOf(a, b);
      const other = kind === undefined ? undefined : others[kind];
      return (other ?? usual)(a, b, options);
    };
    return operator(name, dispatch, gradient) as never;
  }

  /** The function for most kinds, and those for others where there are any. */
  #declare<F extends Unary | Binary>(
    name: string,
    arity: 1 | 2,
    kinds: Kinds<F>,
    own: Traits = {},
    bind: (applicator: Applicator) => F,
  ): {
    readonly usual: F;
    readonly others: { readonly [K in DTypeKind]?: F } | undefined;
    readonly gradient: GradientOf;
  } {
    const { tolerance = {}, gradient, ...traits } = { ...this.#traits, ...own };
    if (gradient === undefined) throw new Error(`internal: ${name} says nothing of its gradient`);
    const all = Object.entries(kinds) as [DTypeKind, Way<F>][];
    const { refusesBool = false, result = "same" } = traits;
    this.declarations.push({
      name,
      arity,
      kinds: all.map(([kind]) => kind),
      refusesBool,
      result,
      tolerance,
      gradient,
    });
    const operation = { name, arity, ...traits, result } as const;
    const expressions = all.filter(([, way]) => typeof way === "string") as [DTypeKind, string][];
    const main = { ...operation, expressions: Object.fromEntries(expressions) };
    const usual = bind(this.#add(main));
    let seldomOne: OperationForm["rare"];
    const others = Object.fromEntries(all.filter(([, way]) => typeof way === "function"));
    const rare = all.filter(([, way]) => typeof way === "object") as [DTypeKind, Rare][];
    if (rare.length > 0 && this.#rare !== undefined) {
      const rarely = Object.fromEntries(rare.map(([kind, way]) => [kind, way.rare]));
      const own = { ...operation, ...seldom, expressions: rarely };
      seldomOne = { operation: own, source: this.#rare[arity].source };
      const apply = bind(this.#rare[arity].#add(own));
      for (const [kind] of rare) others[kind] = apply;
      // Which is computed as int8.
      if (rarely["int"] !== undefined && kinds.bool === undefined) others["bool"] = apply;
    }
    const ofFunctions = all.filter(([, way]) => typeof way === "function");
    this.forms.set(name, {
      usual: main,
      source: this.source,
      rare: seldomOne,
      kept: ofFunctions.flatMap(([kind, way]) => (way === copyOf ? [kind] : [])),
      others: ofFunctions.flatMap(([kind, way]) => (way === copyOf ? [] : [kind])),
    });
    const whole = kinds.int;
    if (arity === 1 && typeof whole === "function" && kinds.bool === undefined && !refusesBool)
      others["bool"] = asInt8(whole as Unary) as F;
    return {
      usual,
      others: Object.keys(others).length === 0 ? undefined : others,
      gradient,
    };
  }

  #add(operation: Operation): Applicator {
    this.operations.push(operation);
    return new Applicator(operation, this.groups);
  }
}

/** What is left out for bool is that of int8. */
function asInt8(apply: Unary): Unary {
  return (a, options) => {
    using whole = astype(a, "int8");
    return apply(whole, options);
  };
}

function kindOf(a: Operand, b: Operand): DTypeKind | undefined {
  if (!isNDArray(a)) return isNDArray(b) ? dtypes[promoteScalar(b.dtype, a)].kind : undefined;
  return dtypes[isNDArray(b) ? promoteTypes(a.dtype, b.dtype) : promoteScalar(a.dtype, b)].kind;
}

/** An expression for rarely used dtypes: it gets a kernel only for the widest dtype of its kind, or for float32 and float64. */
export function rare<E extends string>(expression: E): { readonly rare: E } {
  return { rare: expression };
}

/** The same expression for all kinds except bool. */
export function numbers<E extends string>(expression: E) {
  return { int: expression, uint: expression, float: expression, complex: expression } as const;
}

/** The same expression for signed and unsigned integers. */
export function integers<W>(way: W) {
  return { int: way, uint: way } as const;
}

/** The same expression for all kinds. */
export function everything<E extends string>(expression: E) {
  return { ...numbers(expression), bool: expression } as const;
}

export const commutative = { isCommutative: true } as const;
export const signless = { isSignless: true } as const;
export const both = { isCommutative: true, isSignless: true } as const;
/** For rarely used operations: a kernel each for float32, float64 and complex128, and no others. */
export const seldom = { isWidened: true, hasNoScalars: true } as const;
