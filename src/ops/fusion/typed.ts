// Makes graph nodes of operations, with the dtypes that the operations compute in; promotion and conversion follow
// array/elementwise. Some operations get no node, for example with a dtype that they are not defined for. The caller then calls
// the operation itself, which computes the result or throws its error.

import { type DType, type DTypeKind, dtypes } from "../../core/dtype.js";
import { integerRange, isIntegerDType } from "../../core/dtype-value.js";
import { families } from "../../array/elementwise/families.js";
import "../../array/elementwise/functions.js";
import type { OperationForm } from "../../array/elementwise/declare.js";
import {
  computedType,
  computedTypeOfTwo,
  type Operation,
  resultType,
  widenedType,
} from "../../array/elementwise/operation.js";
import { checkScalar } from "../../array/elementwise/scalars.js";
import { promoteScalar, promoteTypes, type Scalar } from "../../array/promotion.js";
import { lazy } from "../../core/lazy.js";
import type { Node, NodeTable, Plain } from "../../compiler/elements/graph.js";

/** An operand: a node or a plain number. */
export type Value = Node | NumberValue;

/** A plain number: a literal of the expression, or an argument of the call, where `slot` is its index. */
export interface NumberValue {
  readonly kind: "number";
  readonly value: Scalar;
  readonly slot: number | undefined;
}

const forms = lazy(() => new Map(families.flatMap((family) => [...family.forms])));

/** The declaration of an element-wise operation; undefined for other names. */
export function formOf(name: string): OperationForm | undefined {
  return forms().get(name);
}

const comparisons: ReadonlySet<string> = new Set(
  "equal notEqual less lessEqual greater greaterEqual".split(" "),
);

/**
 * The part of a number that the generated code depends on: its kind and, for an integer, its sign, its bits and whether it is 2.
 */
export function classOfNumber(value: Scalar): string {
  if (typeof value !== "number" && typeof value !== "bigint") return typeof value;
  if (typeof value === "number" && !Number.isInteger(value)) return "float";
  const size = Math.ceil(Math.log2(Math.abs(Number(value)) + 1));
  return `${value < 0 ? "-" : ""}${size}${Number(value) === 2 ? "=" : ""}`;
}

/** Makes nodes of operations, and collects the numbers that the kernel is passed. */
export class TypedNodes {
  readonly table: NodeTable;
  /** For each number of a launch: its index among the numbers of the call, and the dtype that it is checked as. */
  readonly scalars: { readonly slot: number; readonly dtype: DType; readonly checkedAs: DType }[] = [];

  constructor(table: NodeTable) {
    this.table = table;
  }

  /** The numbers of a launch, from those of a call. @throws where one does not fit. */
  numbersOf(values: readonly unknown[]): readonly Plain[] {
    return this.scalars.map(({ slot, dtype, checkedAs }) =>
      asDtype(checkScalar(checkedAs, values[slot] as Scalar, "a number of the expression"), dtype),
    );
  }

  /** The node of an operation on values, at least one of which is a node; undefined if it has no node. */
  operation(name: string, operands: readonly Value[]): Node | undefined {
    if (name === "power") return this.#power(operands);
    if (name === "where") return this.#where(operands);
    if (comparisons.has(name) && !isPlainComparison(operands)) return undefined;
    return this.#plain(name, operands);
  }

  #plain(name: string, operands: readonly Value[]): Node | undefined {
    const form = formOf(name);
    if (form === undefined || form.usual.arity !== operands.length) return undefined;
    const promoted = promotedType(operands);
    const { kind } = dtypes[promoted];
    if (form.kept.includes(kind)) return operands.length === 1 ? (operands[0] as Node) : undefined;
    if (form.others.includes(kind)) return undefined;
    const operation = operationFor(form, kind);
    const computed = computedOf(operation, promoted, operands);
    if (computed === undefined) return undefined;
    const wide = widenedType(operation, computed);
    const args = operands.map((one) => this.#as(one, computed, wide));
    const node = this.table.operation(name, args, wide, resultType(operation, wide));
    return this.table.cast(node, resultType(operation, computed));
  }

  /** As the function does: the square is its own operation, and a negative power of integers an error. */
  #power(operands: readonly Value[]): Node | undefined {
    const [a, b] = operands;
    if (a !== undefined && b?.kind === "number" && a.kind !== "number") {
      const { value } = b;
      const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
      if (isWhole && value < 0 && isIntegerDType(a.dtype)) return undefined;
      if (value === 2 && a.dtype !== "bool") return this.#plain("square", [a]);
    }
    return this.#plain("power", operands);
  }

  #where([condition, a, b]: readonly Value[]): Node | undefined {
    if (condition === undefined || a === undefined || b === undefined) return undefined;
    if (condition.kind === "number" || (a.kind === "number" && b.kind === "number")) return undefined;
    const dtype = promotedType([a, b]);
    const [first, second] = [a, b].map((one) => this.#as(one, dtype, dtype)) as [Node, Node];
    return this.table.choice(this.table.cast(condition, "bool"), first, second);
  }

  /** An operand in the dtype of the computation. A number is first rounded to the narrow dtype. */
  #as(value: Value, dtype: DType, wide: DType): Node {
    if (value.kind !== "number") return this.table.cast(value, wide);
    const checked = checkScalar(dtype, value.value, "a number of the expression");
    if (value.slot === undefined) return this.table.constant(asDtype(checked, wide), wide);
    let index = this.scalars.findIndex(
      (one) => one.slot === value.slot && one.dtype === wide && one.checkedAs === dtype,
    );
    if (index < 0) index = this.scalars.push({ slot: value.slot, dtype: wide, checkedAs: dtype }) - 1;
    return this.table.scalar(index, wide);
  }
}

/** A number of a dtype in a wider one. */
function asDtype(value: Plain, dtype: DType): Plain {
  const { kind } = dtypes[dtype];
  if (kind === "complex") return typeof value === "object" ? value : { re: Number(value), im: 0 };
  return typeof value === "boolean" && kind !== "bool" ? Number(value) : value;
}

function promotedType(operands: readonly Value[]): DType {
  const arrays = operands.filter((one): one is Node => one.kind !== "number");
  const dtype = arrays.map((one) => one.dtype).reduce((a, b) => promoteTypes(a, b));
  const number = operands.find((one) => one.kind === "number");
  return number === undefined ? dtype : promoteScalar(dtype, number.value);
}

function operationFor({ usual, rare }: OperationForm, kind: DTypeKind): Operation {
  if (rare === undefined) return usual;
  const { expressions } = rare.operation;
  const isBool = kind === "bool" && expressions.int !== undefined && usual.expressions.bool === undefined;
  return expressions[kind] !== undefined || isBool ? rare.operation : usual;
}

function computedOf(operation: Operation, promoted: DType, operands: readonly Value[]): DType | undefined {
  const [a, b] = operands;
  if (a === undefined || b === undefined || a.kind === "number" || b.kind === "number" || a.dtype === b.dtype)
    return computedType(operation, promoted);
  return computedTypeOfTwo(operation, promoted, a.dtype, b.dtype);
}

/** Whether a comparison has operands of a common dtype (elementwise/compare.ts tells those that have not). */
function isPlainComparison(operands: readonly Value[]): boolean {
  const [a, b] = operands;
  if (a === undefined || b === undefined) return false;
  const [array, number] = a.kind === "number" ? [b, a] : [a, b];
  if (array.kind === "number") return false;
  if (number.kind === "number") {
    const { value } = number;
    const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
    if (!isWhole || !isIntegerDType(array.dtype)) return true;
    const { min, max } = integerRange(array.dtype);
    return value >= min && value <= max;
  }
  const isMixed = (x: DType, y: DType): boolean => x === "uint64" && dtypes[y].kind === "int";
  return !isMixed(array.dtype, number.dtype) && !isMixed(number.dtype, array.dtype);
}
