// The full description of a matrix product: C = A B for every pair of a batch. C is contiguous in C order; A and B may have any
// strides.

import type { MatrixProduct, MatrixSteps, ProductAxis, ProductPart } from "../../../backend/routines.js";
import { broadcastStrides } from "../../../core/broadcast.js";
import { dtypes } from "../../../core/dtype.js";
import type { Shape } from "../../../core/shape.js";
import { cStrides } from "../../../core/strides.js";
import type { NDArray } from "../../ndarray.js";
import { joinAxes } from "../../kernels/axes.js";
import type { RowArgument } from "../../kernels/launch-rows.js";
import type { ProductType } from "./product-kernels.js";

/** The precision of float32 products on a GPU: full, or with factors rounded to 11 bits, which is several times faster. */
export type MatmulPrecision = MatrixProduct["precision"];

/** An operand: matrices in the last two axes of `shape`; a vector is given two axes as well. */
export interface MatrixOperand extends RowArgument {
  /** The array whose memory it is; its elements in C order are those of `shape`. */
  readonly array: NDArray;
  readonly shape: Shape;
}

/** An operand with its row and column strides. */
export interface Factor extends RowArgument, MatrixSteps {}

/** A batch of products. */
export interface Product extends MatrixProduct {
  readonly type: ProductType;
  readonly into: NDArray;
  readonly a: Factor;
  readonly b: Factor;
}

/** Describes the product of two operands. */
export function productOf(
  type: ProductType,
  precision: MatmulPrecision,
  into: NDArray,
  a: MatrixOperand,
  b: MatrixOperand,
  batch: Shape,
): Product {
  const left = factorOf(a);
  const right = factorOf(b);
  const k = a.shape.at(-1) as number;
  const n = b.shape.at(-1) as number;
  let m = a.shape.at(-2) as number;
  if (batch.length === 0) {
    const parts = [{ c: into.start, a: a.start, b: b.start, x: noAxis, y: noAxis }];
    return { type, precision, m, n, k, into, a: left, b: right, parts };
  }
  if (batch.length === 1 && a.shape.length === 3 && b.shape.length === 3) {
    const [size = 1] = batch;
    const x: ProductAxis = { size, a: stepOf(a), b: stepOf(b) };
    // One B for all is what the general way makes one product of.
    if (x.b !== 0 || size === 1) {
      const parts = [{ c: into.start, a: a.start, b: b.start, x, y: noAxis }];
      return { type, precision, m, n, k, into, a: left, b: right, parts };
    }
  }
  const ofBatch = (one: MatrixOperand): number[] =>
    broadcastStrides(one.shape.slice(0, -2), one.strides.slice(0, -2), batch);
  const strides = [cStrides([...batch, m, n]).slice(0, -2), ofBatch(a), ofBatch(b)];
  let { shape, strides: joined } = joinAxes(batch, strides);
  const last = shape.length - 1;
  // Many products with one B, and with rows of A that go on from one to the next, are one product with many rows.
  if ((shape[last] as number) > 1 && joined[2]?.[last] === 0 && joined[1]?.[last] === m * left.byRow) {
    m *= shape[last] as number;
    shape = shape.slice(0, -1);
    joined = joined.map((own) => own.slice(0, -1));
  }
  const parts = partsOf(shape, joined, { c: into.start, a: a.start, b: b.start }, dtypes[type].byteLength);
  return { type, precision, m, n, k, into, a: left, b: right, parts };
}

const noAxis: ProductAxis = { size: 1, a: 0, b: 0 };

/** Elements between the matrices of the one axis of a batch; 0 where there is one for all. */
function stepOf({ shape, strides }: MatrixOperand): number {
  return shape[0] === 1 ? 0 : (strides[0] as number);
}

function factorOf({ storage, dtype, start, strides }: MatrixOperand): Factor {
  return { storage, dtype, start, strides, byRow: strides.at(-2) ?? 0, byColumn: strides.at(-1) ?? 0 };
}

/** The grid has two axes for the batch: what is left is walked through here. */
function partsOf(
  shape: readonly number[],
  strides: readonly (readonly number[])[],
  at: { readonly c: number; readonly a: number; readonly b: number },
  bytes: number,
): ProductPart[] {
  const [c = [], a = [], b = []] = strides;
  if (shape.length <= 2 && (shape.at(-2) ?? 1) <= MAX_GRID_Y) {
    const axis = (index: number): ProductAxis => ({
      size: shape.at(index) ?? 1,
      a: a.at(index) ?? 0,
      b: b.at(index) ?? 0,
    });
    return [{ ...at, x: axis(-1), y: shape.length === 2 ? axis(-2) : noAxis }];
  }
  const parts: ProductPart[] = [];
  const step = shape.length > 2 ? 1 : MAX_GRID_Y;
  for (let from = 0; from < (shape[0] as number); from += step) {
    const moved = {
      c: at.c + from * (c[0] as number) * bytes,
      a: at.a + from * (a[0] as number) * bytes,
      b: at.b + from * (b[0] as number) * bytes,
    };
    const rest = Math.min(step, (shape[0] as number) - from);
    parts.push(
      ...(shape.length > 2
        ? partsOf(
            shape.slice(1),
            strides.map((own) => own.slice(1)),
            moved,
            bytes,
          )
        : partsOf([rest, shape[1] as number], strides, moved, bytes)),
    );
  }
  return parts;
}

const MAX_GRID_Y = 65_535;
