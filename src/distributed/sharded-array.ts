// ShardedArray: an array split along one axis, with one part on each rank. Element-wise work on the parts needs no other rank;
// reductions along the split axis communicate. Every rank makes the same calls in the same order.

import { inspect } from "node:util";
import { add, divide as quotient, multiply, subtract } from "../array/elementwise/functions.js";
import { describeArray, type NDArray, usableArray } from "../array/ndarray.js";
import { inside } from "../array/operators/watching.js";
import { matmul as product } from "../array/linalg/products/matmul.js";
import { max, min, sum } from "../array/reduction/functions.js";
import { moveaxis, reshape, subarray } from "../array/views.js";
import { type DType, dtypes } from "../core/dtype.js";
import { ArgumentRangeError } from "../core/errors.js";
import { checkOptions, optionNames } from "../core/options.js";
import { formatShape, type Shape, toAxis } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import type { PartOptions } from "./call-options.js";
import type { Communicator } from "./communicator.js";
import { divide, offsetsOf } from "./parts.js";

const shardNames = optionNames<PartOptions>({ axis: true });

/** An operand next to a sharded array: another with the same parts, an array that all ranks have, or a number. */
type Operand = ShardedArray | NDArray | number;

/**
 * Makes a sharded array of an array that all ranks have: each rank keeps its part, as a view. The parts are those of NumPy's
 * `array_split`.
 * @throws RangeError for an axis that is not there.
 * @example
 * const x = dist.shard(samples, world, { axis: 0 });
 * const norms = x.map((part) => part.square().sum(1).sqrt());
 * const total = await norms.sum();
 */
export function shard<D extends DType>(
  x: NDArray<D>,
  world: Communicator,
  options: PartOptions = {},
): ShardedArray<D> {
  const action = "shard an array";
  checkOptions(options, shardNames, action);
  usableArray(x, action);
  if (x.ndim === 0) throw refuse(action, "it must have at least one axis", describeArray(x));
  const axis = toAxis(options.axis ?? 0, x.ndim);
  return new ShardedArray(partOf(x, axis, world), x.shape, axis, world);
}

/** An array split along one axis, with one part on each rank. */
export class ShardedArray<D extends DType = DType> {
  /** This rank's part. */
  readonly part: NDArray<D>;
  /** The shape of the whole array. */
  readonly shape: Shape;
  /** The axis along which the array is split. */
  readonly axis: number;
  readonly world: Communicator;

  /** @internal */
  constructor(part: NDArray<D>, shape: Shape, axis: number, world: Communicator) {
    this.part = part;
    this.shape = shape;
    this.axis = axis;
    this.world = world;
  }

  get dtype(): D {
    return this.part.dtype;
  }

  /**
   * Applies a function to each part. It must keep the length along the axis, as element-wise functions and sums over another axis do. If the
   * axis is another one in its results, `axis` says which.
   * @throws RangeError `CUTS_COMMUNICATOR` if results have another length along it.
   */
  map<R extends DType>(body: (part: NDArray<D>) => NDArray<R>, options: PartOptions = {}): ShardedArray<R> {
    const action = "map the parts of a sharded array";
    checkOptions(options, shardNames, action);
    const result = body(this.part);
    usableArray(result, action);
    const given = options.axis ?? this.axis;
    const axis = given < 0 ? given + result.ndim : given;
    if (result.shape[axis] !== this.part.shape[this.axis]) {
      throw refuse(
        action,
        `results must have length ${this.part.shape[this.axis]} along axis ${axis}, as the part has`,
        describeArray(result),
        "{ axis } if it is another axis of the results; sum() for a sum along it",
      );
    }
    const shape = result.shape.map((size, at) => (at === axis ? (this.shape[this.axis] as number) : size));
    return new ShardedArray(result, shape, axis, this.world);
  }

  /** Adds element-wise: a sharded array with the same parts, an array that all ranks have, or a number. */
  add(other: Operand): ShardedArray {
    return this.#with(other, add);
  }

  sub(other: Operand): ShardedArray {
    return this.#with(other, subtract);
  }

  mul(other: Operand): ShardedArray {
    return this.#with(other, multiply);
  }

  div(other: Operand): ShardedArray {
    return this.#with(other, quotient);
  }

  /** The sum of all elements, or along the sharded axis; the same on all ranks. */
  sum(axis?: number): Promise<NDArray> {
    return this.#reduce("sum", (part, along) => sum(part, along), axis);
  }

  /** The mean of all elements, or along the sharded axis. */
  async mean(axis?: number): Promise<NDArray> {
    const total = await this.sum(axis);
    const count = (axis === undefined ? this.shape : [this.shape[this.axis] as number]).reduce(
      (all, size) => all * size,
      1,
    );
    return quotient(total, count);
  }

  /** The largest element, or the largest elements along the sharded axis. */
  max(axis?: number): Promise<NDArray> {
    this.#checkFilled("max");
    return this.#reduce("max", (part, along) => max(part, along), axis);
  }

  min(axis?: number): Promise<NDArray> {
    this.#checkFilled("min");
    return this.#reduce("min", (part, along) => min(part, along), axis);
  }

  /** The whole array, on all ranks. */
  gather(): Promise<NDArray<D>> {
    const length = this.shape[this.axis] as number;
    return this.world.allGather(this.part, { axis: this.axis, equal: length % this.world.size === 0 });
  }

  dispose(): void {
    this.part.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** @internal */
  [inspect.custom](): string {
    const { rank, size } = this.world;
    return `ShardedArray ${this.dtype}${formatShape(this.shape)} along axis ${this.axis}, part ${rank} of ${size}: ${formatShape(this.part.shape)}`;
  }

  #with(other: Operand, apply: Binary): ShardedArray {
    // From the end, as operands are broadcast: the other may have more axes.
    const axis = this.axis - this.shape.length;
    return this.map((part) => apply(part, this.#own(other)), { axis });
  }

  /** The part of an operand that belongs to this rank's part. */
  #own(other: Operand): NDArray | number {
    const action = "compute with a sharded array";
    if (typeof other === "number") return other;
    if (other instanceof ShardedArray) {
      checkSameRanks(action, this, other);
      // From the end, as operands are broadcast.
      const sameAxis = other.axis - other.shape.length === this.axis - this.shape.length;
      if (sameAxis && other.shape[other.axis] === this.shape[this.axis]) return other.part;
      throw refuse(
        action,
        `the other must be sharded in the same parts as ${formatShape(this.shape)} along axis ${this.axis}`,
        `${formatShape(other.shape)} along axis ${other.axis}`,
        "await other.gather()",
      );
    }
    usableArray(other, action);
    const axis = other.ndim - this.shape.length + this.axis;
    if (axis < 0 || other.shape[axis] === 1) return other;
    // Here on all ranks: by the lengths of parts some of them would see nothing wrong.
    const length = this.shape[this.axis];
    if (other.shape[axis] !== length) {
      const lengths = length === 1 ? "1" : `${length} or 1`;
      throw refuse(
        action,
        `the length along axis ${axis} must be ${lengths} for a sharded array ${formatShape(this.shape)}`,
        describeArray(other),
      );
    }
    return partOf(other, axis, this.world);
  }

  #reduce(
    op: "sum" | "max" | "min",
    local: (part: NDArray, axis?: number) => NDArray,
    axis: number | undefined,
  ): Promise<NDArray> {
    if (axis !== undefined && toAxis(axis, this.shape.length) !== this.axis) {
      throw refuse(
        `take the ${op} of a sharded array`,
        `it must be over all elements, or along axis ${this.axis}, the axis of the parts`,
        formatValue(axis),
        `x.map((part) => part.${op}(${axis})), which asks no other rank`,
      );
    }
    const own = inside(() => local(this.part, axis));
    const { kind } = dtypes[own.dtype];
    return op !== "sum" && kind === "float" ? this.#ofAll(own, local) : this.world.allReduce(own, { op });
  }

  /** Gathers the results of all ranks and reduces them with the array function, because MPI and NCCL treat NaN differently. */
  async #ofAll(own: NDArray, local: (part: NDArray, axis?: number) => NDArray): Promise<NDArray> {
    using row = inside(() => reshape(own, [1, ...own.shape]));
    using all = await this.world.allGather(row, { equal: true });
    own.dispose();
    return inside(() => local(all, 0));
  }

  /** All ranks know whether one has nothing. */
  #checkFilled(op: string): void {
    const length = this.shape[this.axis] as number;
    if (length >= this.world.size) return;
    throw refuse(
      `take the ${op} of a sharded array`,
      `each of the ${this.world.size} ranks must have at least one element`,
      `${length} along axis ${this.axis}`,
      "gather()",
    );
  }
}

type Binary = (a: NDArray, b: NDArray | number) => NDArray;

/**
 * The product of two matrices, at least one of which is sharded. If the first is split by rows or the second by columns, each rank
 * multiplies its part; if the parts lie along the axis that is summed over, the ranks add up their results. The result is split by
 * rows, or by columns if the second matrix is.
 * @throws RangeError `CUTS_COMMUNICATOR` where none is in parts, or both in a way that does not fit.
 * @example const y = await (await dist.matmul(x, weights)).gather();
 */
export async function matmul(a: ShardedArray | NDArray, b: ShardedArray | NDArray): Promise<ShardedArray> {
  const action = "multiply sharded matrices";
  const world = a instanceof ShardedArray ? a.world : b instanceof ShardedArray ? b.world : undefined;
  const got = `${formatShape(a.shape)} and ${formatShape(b.shape)}`;
  if (world === undefined) throw refuse(action, "at least one of them must be sharded", got, "a.matmul(b)");
  if (a.shape.length !== 2 || b.shape.length !== 2 || a.shape[1] !== b.shape[0]) {
    throw refuse(action, "they must be matrices m x k and k x n", got);
  }
  if (a instanceof ShardedArray && b instanceof ShardedArray) checkSameRanks(action, a, b);
  const [aAxis, bAxis] = [axisOf(a), axisOf(b)];
  if (a instanceof ShardedArray && aAxis === 0 && bAxis === undefined) {
    return a.map((part) => product(part, b as NDArray));
  }
  if (b instanceof ShardedArray && bAxis === 1 && aAxis === undefined) {
    return b.map((part) => product(a as NDArray, part));
  }
  if (aAxis === 0 || bAxis === 1) {
    throw refuse(
      action,
      "rows of the first and the second, or the first and columns of the second, cannot both be sharded",
      got,
      "gather() of one",
    );
  }
  // Along the axis that is summed over: each rank has a term of the sum.
  const left = a instanceof ShardedArray ? a.part : partOf(a, 1, world);
  const right = b instanceof ShardedArray ? b.part : partOf(b, 0, world);
  const term = product(left, right);
  const part = await world.reduceScatter(term, { op: "sum", axis: 0 });
  return new ShardedArray(part, term.shape, 0, world);
}

/** Throws unless both arrays belong to communicators with the same ranks. */
function checkSameRanks(action: string, { world: own }: ShardedArray, { world: other }: ShardedArray): void {
  if (own.rank === other.rank && own.size === other.size) return;
  throw refuse(
    action,
    "both must be sharded over the same ranks",
    `rank ${own.rank} of ${own.size} and rank ${other.rank} of ${other.size}`,
    "await other.gather()",
  );
}

function axisOf(x: ShardedArray | NDArray): number | undefined {
  return x instanceof ShardedArray ? x.axis : undefined;
}

/** A rank's part of an array, as a view. */
function partOf<D extends DType>(x: NDArray<D>, axis: number, { rank, size }: Communicator): NDArray<D> {
  const lengths = divide(x.shape[axis] as number, size);
  const first = offsetsOf(lengths)[rank] as number;
  const end = first + (lengths[rank] as number);
  if (axis === 0) return subarray(x, first, end);
  const front = moveaxis(x, axis, 0);
  return moveaxis(subarray(front, first, end), 0, axis);
}

function refuse(action: string, rule: string, got: string, hint?: string): RangeError {
  return new ArgumentRangeError(
    "CUTS_COMMUNICATOR",
    `Cannot ${action}: ${rule} (got ${got})${hint === undefined ? "" : `\nTry: ${hint}`}`,
  );
}
