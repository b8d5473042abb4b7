// einsum: sums of products in Einstein notation. Operands are contracted in pairs, beginning with the pair whose result is
// smallest compared with its operands. A pair that shares a summed axis is contracted by matmul, others are multiplied element by
// element.

import type { DType } from "../../../core/dtype.js";
import { ArgumentTypeError } from "../../../core/errors.js";
import { formatShape, shapesEqual, sizeOf } from "../../../core/shape.js";
import { makeView } from "../../allocate.js";
import type { JoinedOf } from "../../joining/concatenate.js";
import { isNDArray, type NDArray } from "../../ndarray.js";
import { copyInto } from "../../copy.js";
import { multiply } from "../../elementwise/functions.js";
import type { Promote } from "../../promotion.js";
import { any, sum } from "../../reduction/functions.js";
import { operandOf } from "../../core/operand.js";
import { reshape, transpose } from "../../views.js";
import { type Label, readSubscripts } from "./einsum-subscripts.js";
import { matmulNames, type MatmulOptions, product } from "./matmul.js";
import { checkOptions } from "../../../core/options.js";
import { operator } from "../../operators/operator.js";
import type { GradientCall } from "../../operators/step.js";
import { deferred } from "../../operators/deferred.js";

/**
 * The sum of products that the subscripts describe, as in NumPy: one letter for each axis, "..." for axes that broadcast. An axis
 * that the result does not name is summed over, and one that a term names twice is a diagonal. If nothing is summed or multiplied,
 * the result is a view. Options come last.
 * @throws TypeError or RangeError `CUTS_EINSUM`.
 * @example cu.einsum("ij,jk->ik", a, b); cu.einsum("ii", a); cu.einsum("b...i,bi->b...", x, y);
 */
export const einsum = operator(
  "einsum",
  sumOfProducts,
  { saves: ["arguments"], gradient: ofOperands },
  { isVariadic: true },
);

function sumOfProducts<T extends readonly NDArray[]>(
  subscripts: string,
  ...operands: T
): NDArray<ProductOf<T>>;
function sumOfProducts<T extends readonly NDArray[]>(
  subscripts: string,
  ...operandsAndOptions: readonly [...T, MatmulOptions<ProductOf<T>>]
): NDArray<ProductOf<T>>;
function sumOfProducts(
  subscripts: string,
  ...operands: readonly NDArray[] | readonly [...NDArray[], MatmulOptions]
): NDArray {
  const last = operands.at(-1);
  const options = last === undefined || isNDArray(last) ? {} : last;
  const arrays = (isNDArray(last) ? operands : operands.slice(0, -1)) as readonly NDArray[];
  checkOptions(options, matmulNames, "compute einsum");
  for (const one of arrays) operandOf("einsum", one);
  if (options.out === undefined) {
    const made = plainProduct(subscripts, arrays, options);
    if (made !== undefined) return made;
  }
  return new Contraction(subscripts, arrays, options).run();
}

/** A batch of matrix products as they lie, which needs no plan; undefined for all else, and for what is wrong. */
function plainProduct(
  subscripts: string,
  arrays: readonly NDArray[],
  { precision }: MatmulOptions,
): NDArray | undefined {
  const [a, b] = arrays;
  if (a === undefined || b === undefined || arrays.length !== 2 || !isPlainProduct(subscripts))
    return undefined;
  const rank = subscripts.indexOf(",");
  if (a.ndim !== rank || b.ndim !== rank) return undefined;
  for (let axis = 0; axis < rank - 2; axis++) if (a.shape[axis] !== b.shape[axis]) return undefined;
  if (a.shape[rank - 1] !== b.shape[rank - 2]) return undefined;
  return product("einsum", a, b, { precision });
}

/** Whether subscripts are those of such products, as "ij,jk->ik" and "bij,bjk->bik" are. */
function isPlainProduct(subscripts: string): boolean {
  let found = plain.get(subscripts);
  if (found === undefined) {
    const [, batch = "", i, k, same, again, j, ...rest] = PRODUCT.exec(subscripts) ?? [];
    const letters = `${batch}${i}${k}${j}`;
    found =
      same === batch &&
      again === k &&
      rest.join("") === `${batch}${i}${j}` &&
      new Set(letters).size === letters.length;
    if (plain.size < MOST_KEPT) plain.set(subscripts, found);
  }
  return found;
}

const PRODUCT = /^([a-z]*)([a-z])([a-z]),([a-z]*)([a-z])([a-z])->([a-z]+)$/i;
/** What was found of subscripts, of which a program has few. */
const plain = new Map<string, boolean>();
const MOST_KEPT = 256;

/** The dtype of a product of arrays: the promoted one for two arrays; for more, the common one if all are equal, else unknown. */
export type ProductOf<T extends readonly NDArray[]> = T extends readonly [
  NDArray<infer D extends DType>,
  NDArray<infer E extends DType>,
]
  ? Promote<D, E>
  : T extends readonly NDArray<infer D extends DType>[]
    ? JoinedOf<D>
    : DType;

/** An array with the names of its axes. */
interface Term {
  readonly array: NDArray;
  readonly labels: readonly Label[];
}

class Contraction {
  readonly #output: readonly Label[];
  readonly #sizes: ReadonlyMap<Label, number>;
  readonly #options: MatmulOptions;
  readonly #given: ReadonlySet<NDArray>;
  #terms: Term[];

  constructor(subscripts: string, arrays: readonly NDArray[], options: MatmulOptions) {
    const { inputs, output, sizes } = readSubscripts(
      subscripts,
      arrays.map(({ shape }) => shape),
    );
    this.#output = output;
    this.#sizes = sizes;
    this.#options = options;
    this.#given = new Set(arrays);
    this.#terms = arrays.map((array, index) => ({ array, labels: inputs[index] as readonly Label[] }));
  }

  run(): NDArray {
    this.#terms = this.#terms.map((term) => this.#replaced(term, this.#diagonal(term)));
    this.#terms = this.#terms.map((term) => this.#replaced(term, this.#summed(term)));
    while (this.#terms.length > 1) {
      const [i, j] = this.#nextPair();
      const [a, b] = [this.#terms[i] as Term, this.#terms[j] as Term];
      const rest = this.#terms.filter((_, index) => index !== i && index !== j);
      const kept = new Set([...this.#output, ...rest.flatMap(({ labels }) => labels)]);
      const joined = this.#pair(a, b, kept);
      this.#end(a);
      this.#end(b);
      this.#terms = [...rest, joined];
    }
    return this.#finish(this.#terms[0] as Term);
  }

  /** Ends what a step has replaced, unless it is the user's. */
  #replaced(before: Term, after: Term): Term {
    if (after.array !== before.array) this.#end(before);
    return after;
  }

  #end({ array }: Term): void {
    if (!this.#given.has(array)) array.dispose();
  }

  /** One axis for each label: those of one name become their diagonal, those of size 1 that stretch go. */
  #diagonal({ array, labels }: Term): Term {
    const strides = new Map<Label, number>();
    for (const [axis, label] of labels.entries()) {
      const isStretched = array.shape[axis] === 1 && this.#sizes.get(label) !== 1;
      if (!isStretched) strides.set(label, (strides.get(label) ?? 0) + (array.strides[axis] as number));
    }
    if (strides.size === labels.length) return { array, labels };
    const kept = [...strides.keys()];
    const shape = kept.map((label) => this.#sizes.get(label) as number);
    return { array: makeView(array, shape, [...strides.values()], array.offset), labels: kept };
  }

  /** Without axes that only this term has and that the result does not. */
  #summed({ array, labels }: Term): Term {
    const elsewhere = new Set(this.#output);
    for (const other of this.#terms) {
      if (other.array !== array || other.labels !== labels)
        for (const label of other.labels) elsewhere.add(label);
    }
    return sumOver(array, labels, (label) => elsewhere.has(label));
  }

  /** The pair whose result is smallest beside its operands, and of equals that with the least work. */
  #nextPair(): readonly [number, number] {
    let best: readonly [number, number] = [0, 1];
    let bestCost: readonly [number, number] = [Number.POSITIVE_INFINITY, 0];
    const size = (labels: Iterable<Label>): number =>
      sizeOf(Array.from(labels, (label) => this.#sizes.get(label) as number));
    for (let i = 0; i < this.#terms.length; i++) {
      for (let j = i + 1; j < this.#terms.length; j++) {
        const [a, b] = [this.#terms[i] as Term, this.#terms[j] as Term];
        const kept = new Set(this.#output);
        for (const [index, term] of this.#terms.entries())
          if (index !== i && index !== j) for (const label of term.labels) kept.add(label);
        const all = new Set([...a.labels, ...b.labels]);
        const result = [...all].filter((label) => kept.has(label));
        const cost = [size(result) - size(a.labels) - size(b.labels), size(all)] as const;
        if (cost[0] < bestCost[0] || (cost[0] === bestCost[0] && cost[1] < bestCost[1])) {
          best = [i, j];
          bestCost = cost;
        }
      }
    }
    return best;
  }

  /** Multiplies two terms and sums over the axes that both have and nobody keeps. */
  #pair(a: Term, b: Term, kept: ReadonlySet<Label>): Term {
    const shared = a.labels.filter((label) => b.labels.includes(label));
    const summed = shared.filter((label) => !kept.has(label));
    const batch = shared.filter((label) => kept.has(label));
    const onlyA = a.labels.filter((label) => !shared.includes(label));
    const onlyB = b.labels.filter((label) => !shared.includes(label));
    const labels = [...batch, ...onlyA, ...onlyB];
    const sizes = (list: readonly Label[]): number[] => list.map((label) => this.#sizes.get(label) as number);
    if (summed.length === 0) {
      using left = turned(a, [...batch, ...onlyA]);
      using right = turned(b, [...batch, ...onlyB]);
      using spread = reshape(left, [...sizes(batch), ...sizes(onlyA), ...onlyB.map(() => 1)]);
      using across = reshape(right, [...sizes(batch), ...onlyA.map(() => 1), ...sizes(onlyB)]);
      return { array: multiply(spread, across), labels };
    }
    using left = turned(a, [...batch, ...onlyA, ...summed]);
    using right = turned(b, [...batch, ...summed, ...onlyB]);
    const k = sizeOf(sizes(summed));
    using rows = reshape(left, [...sizes(batch), sizeOf(sizes(onlyA)), k]);
    using columns = reshape(right, [...sizes(batch), k, sizeOf(sizes(onlyB))]);
    const { precision } = this.#options;
    using made = product("einsum", rows, columns, { precision });
    return { array: reshape(made, sizes(labels)), labels };
  }

  /** Sums over what is left, and brings axes into the order of the result. */
  #finish(term: Term): NDArray {
    const rest = this.#replaced(
      term,
      sumOver(term.array, term.labels, (label) => this.#output.includes(label)),
    );
    const result = turned(rest, this.#output);
    this.#end(rest);
    const { out } = this.#options;
    if (out === undefined) return result;
    const [own, into] = [result, out];
    if (own.dtype !== into.dtype || !shapesEqual(own.shape, into.shape)) {
      throw new ArgumentTypeError(
        "CUTS_OUT",
        `Cannot compute einsum into an array: \`out\` must be ${own.dtype}${formatShape(own.shape)} (got ${into.dtype}${formatShape(into.shape)})`,
      );
    }
    copyInto(result, out);
    result.dispose();
    return out;
  }
}

/** Sums over the axes that are not kept, in the dtype of the elements: any of booleans. */
function sumOver(array: NDArray, labels: readonly Label[], isKept: (label: Label) => boolean): Term {
  const axis = labels.flatMap((label, index) => (isKept(label) ? [] : [index]));
  if (axis.length === 0) return { array, labels };
  const summed = array.dtype === "bool" ? any(array, { axis }) : sum(array, { axis, dtype: array.dtype });
  return { array: summed, labels: labels.filter(isKept) };
}

/** A view of a term with its axes in the order of `labels`, which are its own. */
function turned({ array, labels }: Term, order: readonly Label[]): NDArray {
  return transpose(
    array,
    order.map((label) => labels.indexOf(label)),
  );
}

/** The gradient of an operand: the product of that of the result with all other operands, along the axes of the operand. */
function ofOperands({
  grad,
  args: [subscripts, ...operands],
  needs,
}: GradientCall<readonly [string, ...NDArray[]]>): (NDArray | null)[] {
  const arrays = operands.filter(isNDArray);
  const { inputs, output, sizes } = readSubscripts(
    subscripts,
    arrays.map(({ shape }) => shape),
  );
  const letters = new Map([...sizes.keys()].map((label, at) => [label, LETTERS[at] as string]));
  const write = (labels: readonly Label[]): string => labels.map((one) => letters.get(one)).join("");
  const gradients = arrays.map((array, at) => {
    if (!needs(at + 1)) return null;
    const own = inputs[at] as readonly Label[];
    const labels = [...new Set(own)];
    const isStretched = (label: Label): boolean =>
      sizes.get(label) !== 1 && own.every((other, axis) => other !== label || array.shape[axis] === 1);
    const terms = [output, ...inputs.filter((_, other) => other !== at)];
    // Axes of size 1 that stretched are summed over. Those that only this operand has are the same all along.
    const known = labels.filter((label) => !isStretched(label) && terms.some((term) => term.includes(label)));
    const factors = arrays
      .filter((_, other) => other !== at)
      .map((one) => (one.dtype.startsWith("complex") ? one.conjugate() : one));
    const summed: NDArray = einsum(`${terms.map(write).join()}->${write(known)}`, grad, ...factors);
    const open = labels.map((label) => (known.includes(label) ? summed.shape[known.indexOf(label)] : 1));
    const shape = labels.map((label) => (isStretched(label) ? 1 : (sizes.get(label) as number)));
    const whole = summed.reshape(open as number[]).broadcastTo(shape);
    if (labels.length === own.length) return whole;
    return deferred.movedBack(whole, array, (numbers) => einsum(`${write(own)}->${write(labels)}`, numbers));
  });
  return [null, ...gradients];
}

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
