// LU, Cholesky and linear systems by built-in kernels, with right-looking algorithms on one block of columns at a time.

import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { allocateArray } from "../../allocate.js";
import type { Info, LuFactors } from "./engine.js";
import { kernelsOf } from "./groups.js";
import { blocksOf, multiplyBlocks } from "./kernel-blocks.js";
import { launchMatrices, type Matrices, pack } from "./launch.js";
import { BLOCK } from "./matrix-blocks.js";

/** Up to this size one launch does it all. */
const SMALL = 48;

/** LU with partial pivoting, in place. */
export function lu(stream: StreamCore, a: Matrices): LuFactors {
  const [batch = 0, n = 0] = a.shape;
  const kernels = kernelsOf(a.dtype);
  const pivots = allocateArray(stream, "int32", [batch, n]);
  const info = allocateArray(stream, "int32", [batch]);
  for (const [from, to] of stepsOf(n)) {
    launchMatrices(kernels.lu_panel, stream, batch, [1, 1], {
      all: { into: a },
      pivots: { into: pivots },
      info: { into: info },
      n,
      from,
      to,
    });
    if (to - from === n) break;
    launchMatrices(kernels.swap_rows, stream, batch, [Math.ceil(n / BLOCK), 1], {
      x: { into: a },
      pivots: { from: pivots },
      n,
      m: n,
      from,
      to,
      skip: 1,
    });
    const rest = n - to;
    if (rest === 0) break;
    triangular(stream, { x: a, at: to, columns: rest, ldx: n }, a, [from, to], "lower");
    const below = { of: a, at: to * n + from, row: n };
    const right = { of: a, at: from * n + to, row: n };
    multiplyBlocks(stream, [rest, rest, to - from], { of: a, at: to * n + to, row: n }, below, right, {
      mode: "subtract",
    });
  }
  return { lu: a, pivots, base: 0, info };
}

/** The solution X of A X = B, stored in place of B. */
export function solveFactored(stream: StreamCore, { lu: a, pivots }: LuFactors, b: Matrices): Matrices {
  const [batch = 0, n = 0, columns = 0] = b.shape;
  launchMatrices(kernelsOf(b.dtype).swap_rows, stream, batch, [Math.ceil(columns / BLOCK), 1], {
    x: { into: b },
    pivots: { from: pivots },
    n,
    m: columns,
    from: 0,
    to: n,
    skip: 0,
  });
  const x = { x: b, at: 0, columns, ldx: columns };
  const rowsOf = (row: number): { of: Matrices; at: number; row: number } => ({
    of: b,
    at: row * columns,
    row: columns,
  });
  const steps = stepsOf(n);
  for (const [from, to] of steps) {
    triangular(stream, x, a, [from, to], "lower");
    const below = { of: a, at: to * n + from, row: n };
    multiplyBlocks(stream, [n - to, columns, to - from], rowsOf(to), below, rowsOf(from), {
      mode: "subtract",
    });
  }
  for (const [from, to] of steps.toReversed()) {
    triangular(stream, x, a, [from, to], "upper");
    const above = { of: a, at: from, row: n };
    multiplyBlocks(stream, [from, columns, to - from], rowsOf(0), above, rowsOf(from), { mode: "subtract" });
  }
  return b;
}

/** L of A = L L^H from the lower triangle of A. It computes the adjoint of L, whose rows are contiguous. */
export function cholesky(stream: StreamCore, a: Matrices): { readonly l: Matrices; readonly info: Info } {
  const [batch = 0, n = 0] = a.shape;
  const info = allocateArray(stream, "int32", [batch]);
  using u = pack(stream, a, { transposed: true, conjugated: true });
  for (const [from, to] of stepsOf(n)) {
    launchMatrices(kernelsOf(a.dtype).cholesky_panel, stream, batch, [1, 1], {
      all: { into: u },
      info: { into: info },
      n,
      from,
      to,
    });
    const rest = n - to;
    const right = { of: u, at: from * n + to, row: n };
    const adjoint = { ...right, row: 1, column: n, isConjugated: true };
    multiplyBlocks(stream, [rest, rest, to - from], { of: u, at: to * n + to, row: n }, adjoint, right, {
      mode: "subtract",
      upperOnly: true,
    });
  }
  return { l: pack(stream, u, { transposed: true, conjugated: true, mode: "lower" }), info };
}

function stepsOf(n: number): (readonly [from: number, to: number])[] {
  return n <= SMALL ? [[0, n]] : blocksOf(n);
}

function triangular(
  stream: StreamCore,
  { x, at, columns, ldx }: { x: Matrices; at: number; columns: number; ldx: number },
  a: Matrices,
  [from, to]: readonly [number, number],
  side: "lower" | "upper",
): void {
  const [batch = 0, n = 0] = a.shape;
  launchMatrices(kernelsOf(a.dtype).triangular, stream, batch, [Math.ceil(columns / BLOCK), 1], {
    x: { into: x, at },
    a: { from: a },
    n,
    columns,
    ldx,
    from,
    to,
    upper: side === "upper" ? 1 : 0,
  });
}
