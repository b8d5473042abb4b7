// Launches the kernel for products of a matrix and a vector. A long inner axis is split into parts, whose sums are added
// afterwards.

import type { ProductAxis, ProductPart } from "../../../backend/routines.js";
import { dtypes } from "../../../core/dtype.js";
import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { allocateArray, makeView } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import { copyInto } from "../../copy.js";
import { byWorker, tuningOf } from "../../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../../kernels/launch-rows.js";
import { sum } from "../../reduction/functions.js";
import { productKernels } from "./product-kernels.js";
import type { Factor, Product } from "./product.js";

/** Multiplies where A is a single row or B a single column. */
export function launchGemv(product: Product, stream: StreamCore): void {
  const own = product.n === 1 ? product : flipped(product);
  const { m, k } = own;
  const { chunk } = byWorker(stream.device, forms);
  const parts = Math.ceil(k / chunk);
  if (parts === 1) {
    for (const part of own.parts) launchPart(own, part, undefined, stream);
    return;
  }
  const { partial } = productKernels(own.type);
  for (const part of own.parts) {
    const products = part.x.size * part.y.size;
    using sums = allocateArray(stream, partial, [products, parts, m]);
    launchPart(own, part, sums, stream);
    using total = sum(sums, { axis: 1, dtype: partial });
    writeTotal(own, part, total);
  }
}

/**
 * Rows of a block, and the terms that it adds up of each: a longer run of one thread would cost accuracy, a shorter one of a team
 * time.
 */
const forms = { thread: { rows: 64, chunk: 2048 }, team: { rows: 1, chunk: 16_384 } } as const;

function launchPart(
  { type, m, k, into, a, b }: Product,
  { c: toC, a: fromA, b: fromB, x, y }: ProductPart,
  sums: NDArray | undefined,
  stream: StreamCore,
): void {
  const { device } = stream;
  const { rows, chunk } = byWorker(device, forms);
  useStorages([sums ?? into, a, b], stream);
  const own = productKernels(type).gemv.on(device, widthOf(device, [into, a, b]));
  own.set({
    out: { start: toC },
    partial: sums,
    a: { start: fromA },
    x: { start: fromB },
    m,
    k,
    am: a.byRow,
    ak: a.byColumn,
    xk: b.byRow,
    chunk,
    rows,
    batch: x.size,
    a_x: x.a,
    x_x: x.b,
    a_y: y.a,
    x_y: y.b,
  });
  own.launch(
    {
      grid: [Math.ceil(m / rows) * Math.ceil(k / chunk) * x.size, y.size, 1],
      block: [tuningOf(device).teamThreads, 1, 1],
      sharedBytes: 0,
      cooperative: false,
      cluster: undefined,
      timeoutMs: undefined,
      watch: undefined,
      work: x.size * y.size * m * k,
    },
    stream,
  );
}

/** The same product with its sides exchanged: a row times a matrix is that matrix, turned, times the row as a column. */
function flipped({ a, b, m, n, parts, ...rest }: Product): Product {
  const turn = (factor: Factor): Factor => ({
    ...factor,
    byRow: factor.byColumn,
    byColumn: factor.byRow,
  });
  const swap = ({ size, a: first, b: second }: ProductAxis): ProductAxis => ({ size, a: second, b: first });
  return {
    ...rest,
    m: n,
    n: m,
    a: turn(b),
    b: turn(a),
    parts: parts.map((part) => ({ ...part, a: part.b, b: part.a, x: swap(part.x), y: swap(part.y) })),
  };
}

/** Writes sums of one part of the batch where they belong. */
function writeTotal({ type, into }: Product, { c }: ProductPart, total: NDArray): void {
  const first = (c - into.storage.address) / dtypes[type].byteLength;
  // The kernels take integers of one size for each other, and sums are of their own type.
  const cast = total.dtype === into.dtype ? undefined : total.astype(into.dtype);
  using view = makeView(into, [total.size], [1], first);
  using flat = (cast ?? total).reshape(-1);
  copyInto(flat, view);
  cast?.dispose();
}
