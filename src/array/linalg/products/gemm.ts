// Launches the matrix product kernel. On the cpu device, where one thread computes a block, tiles are sized so that all workers
// have the same amount of work.

import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { byWorker } from "../../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../../kernels/launch-rows.js";
import { type ProductKernels, productKernels } from "./product-kernels.js";
import type { Product } from "./product.js";

/** Multiplies with the kernel of the product's dtype. */
export function launchGemm({ type, m, n, k, into, a, b, parts }: Product, stream: StreamCore): void {
  const { device } = stream;
  const kernels = productKernels(type);
  const { tileOf, block } = byWorker(device, forms);
  useStorages([into, a, b], stream);
  const own = kernels.gemm.on(device, widthOf(device, [into, a, b]));
  for (const { c: toC, a: fromA, b: fromB, x, y } of parts) {
    const workers = Math.ceil(device.properties.multiprocessors / (x.size * y.size));
    const { rows, columns } = tileOf(m, n, workers, kernels);
    own.set({
      c: { start: toC },
      a: { start: fromA },
      b: { start: fromB },
      m,
      n,
      k,
      am: a.byRow,
      ak: a.byColumn,
      bk: b.byRow,
      bn: b.byColumn,
      batch: x.size,
      a_x: x.a,
      b_x: x.b,
      a_y: y.a,
      b_y: y.b,
      mb: rows,
      nb: columns,
    });
    own.launch(
      {
        grid: [Math.ceil(m / rows) * Math.ceil(n / columns) * x.size, y.size, 1],
        block,
        sharedBytes: 0,
        cooperative: false,
        cluster: undefined,
        timeoutMs: undefined,
        watch: undefined,
        // A product and a sum take a fraction of what one element of other kernels does.
        work: Math.ceil((x.size * y.size * m * n * k) / 8),
      },
      stream,
    );
  }
}

/** A tile of C that one block computes. */
interface TileSize {
  readonly rows: number;
  readonly columns: number;
}

/** What gemm.cuh has of C in a block, and the threads of a block. */
const forms = {
  thread: { tileOf: tileFor, block: [1, 1, 1] },
  team: { tileOf: (): TileSize => ({ rows: 64, columns: 64 }), block: [16, 16, 1] },
} as const;

/** Rows that registers hold at a time. */
const ROWS = 8;

/** A worker that has several tiles makes up for another one that is late; smaller ones than this cost too much packing. */
const TILES_EACH = 3;
const SMALL_TILE = 128;

/** The largest tiles that still give every worker work, with the same number of tiles for each. */
export function tileFor(
  m: number,
  n: number,
  workers: number,
  { maxRows, maxColumns, columns: step }: Pick<ProductKernels, "maxRows" | "maxColumns" | "columns">,
): TileSize {
  let down = Math.ceil(m / maxRows);
  let across = Math.ceil(n / maxColumns);
  while (down * across < workers) {
    if (m / down >= n / across && down * ROWS < m) down++;
    else if (across * step < n) across++;
    else if (down * ROWS < m) down++;
    else break;
  }
  const enough = workers === 1 ? 1 : TILES_EACH * workers;
  while (down * across < enough) {
    if (m / down >= n / across && m / (down + 1) >= SMALL_TILE) down++;
    else if (n / (across + 1) >= SMALL_TILE) across++;
    else break;
  }
  // With many tiles for each worker it makes no difference who gets one more.
  for (let tries = 0; tries < workers && down * across < 8 * workers; tries++) {
    if ((down * across) % workers === 0 || down * ROWS >= m) break;
    down++;
  }
  const even = (size: number, count: number, multiple: number): number =>
    Math.ceil(Math.ceil(size / count) / multiple) * multiple;
  return { rows: even(m, down, ROWS), columns: even(n, across, step) };
}
