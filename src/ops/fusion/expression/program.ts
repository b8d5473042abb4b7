// The one kernel that computes an expression for operands of given dtypes, or undefined where it must be computed operation by
// operation.

import { type DType, isDType } from "../../../core/dtype.js";
import { integerRange, isIntegerDType } from "../../../core/dtype-value.js";
import type { Scalar } from "../../../array/promotion.js";
import { type Graph, type Node, NodeTable, type Plain } from "../../../compiler/elements/graph.js";
import { type NumberValue, TypedNodes, type Value } from "../typed.js";
import { operationName } from "./functions.js";
import type { CallPart, Part } from "./parse.js";

/** An interpolated value: the dtype of an array, or a number. */
type Given = DType | { readonly scalar: Scalar };

/** Where an input of a kernel comes from: an interpolated value, or the indices along an axis. */
export type Source = { readonly slot: number } | { readonly axis: number };

/** The graph that one kernel computes for an expression, and where its inputs come from. */
export interface Program {
  readonly graph: Graph;
  readonly sources: readonly Source[];
  /** The numbers of a launch, from those of the call. */
  numbers(values: readonly unknown[]): readonly Plain[];
}

/** The program of an expression for values of some dtypes; undefined where no kernel can compute it. */
export function programOf(part: Part, given: readonly Given[]): Program | undefined {
  return new Builder(given).program(part);
}

class Builder {
  readonly #given: readonly Given[];
  readonly #table = new NodeTable();
  readonly #nodes = new TypedNodes(this.#table);
  readonly #inputs: { readonly source: Source; readonly dtype: DType }[] = [];

  constructor(given: readonly Given[]) {
    this.#given = given;
  }

  program(part: Part): Program | undefined {
    const value = this.#value(part);
    if (value === undefined || value.kind === "number") return undefined;
    const { scalars } = this.#nodes;
    return {
      graph: {
        inputs: this.#inputs.map(({ dtype }) => dtype),
        scalars: scalars.map(({ dtype }) => dtype),
        outputs: [value],
      },
      sources: this.#inputs.map(({ source }) => source),
      numbers: (values) => this.#nodes.numbersOf(values),
    };
  }

  #value(part: Part): Value | undefined {
    if (part.kind === "number") return { kind: "number", value: part.value, slot: undefined };
    if (part.kind === "slot") return this.#slot(part.slot);
    if (part.kind === "index") return this.#input({ axis: part.axis }, "int64");
    if (part.kind === "list" || part.named.size > 0) return undefined;
    return this.#call(part);
  }

  #slot(slot: number): Value {
    const given = this.#given[slot] as Given;
    if (typeof given === "string") return this.#input({ slot }, given);
    return { kind: "number", value: given.scalar, slot };
  }

  #input(source: Source, dtype: DType): Node {
    const isOwn = (one: Source): boolean =>
      "slot" in one
        ? "slot" in source && one.slot === source.slot
        : "axis" in source && one.axis === source.axis;
    let index = this.#inputs.findIndex((one) => isOwn(one.source));
    if (index < 0) index = this.#inputs.push({ source, dtype }) - 1;
    return this.#table.input(index, dtype);
  }

  #call({ name, args }: CallPart): Value | undefined {
    const values = args.map((one) => this.#value(one));
    if (values.some((one) => one === undefined)) return undefined;
    const known = values as Value[];
    if (known.every((one): one is NumberValue => one.kind === "number")) return folded(name, known);
    if (isDType(name)) return known.length === 1 ? this.#table.cast(known[0] as Node, name) : undefined;
    if (name === "clip") return this.#clip(known);
    return this.#nodes.operation(operationName(name), known);
  }

  #clip([a, low, high, ...rest]: readonly Value[]): Value | undefined {
    if (a === undefined || a.kind === "number" || low === undefined || high === undefined || rest.length > 0)
      return undefined;
    if ([low, high].some((bound) => isBeyond(bound, a.dtype))) return undefined;
    const raised = this.#nodes.operation("maximum", [a, low]);
    return raised && this.#nodes.operation("minimum", [raised, high]);
  }
}

/** Whether a bound is a whole number that no element of an integer dtype can be. */
function isBeyond(bound: Value, dtype: DType): boolean {
  if (bound.kind !== "number" || !isIntegerDType(dtype)) return false;
  const { value } = bound;
  if (typeof value !== "bigint" && !(typeof value === "number" && Number.isInteger(value))) return false;
  const { min, max } = integerRange(dtype);
  return value < min || value > max;
}

/** Numbers of the text among themselves are numbers of JavaScript; what a call is given may be another the next time. */
function folded(name: string, values: readonly NumberValue[]): NumberValue | undefined {
  if (values.some(({ slot, value }) => slot !== undefined || typeof value !== "number")) return undefined;
  const fold = folds[name];
  if (fold === undefined) return undefined;
  const [a = 0, b = 0] = values.map(({ value }) => value as number);
  return { kind: "number", value: fold(a, b), slot: undefined };
}

/** Operators on two literals, computed at compile time. */
export const folds: Readonly<Record<string, (a: number, b: number) => number>> = {
  add: (a, b) => a + b,
  subtract: (a, b) => a - b,
  multiply: (a, b) => a * b,
  divide: (a, b) => a / b,
  power: (a, b) => a ** b,
  negative: (a) => -a,
  positive: (a) => a,
  sqrt: (a) => Math.sqrt(a),
  exp: (a) => Math.exp(a),
  log: (a) => Math.log(a),
  sin: (a) => Math.sin(a),
  cos: (a) => Math.cos(a),
};
