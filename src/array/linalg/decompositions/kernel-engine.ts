// Decompositions by built-in kernels, for devices without a library: blocked LU, Cholesky and QR; eigenvalues by reduction to
// tridiagonal form and implicit QL; singular values by reduction to bidiagonal form and implicit QR, after a QR of matrices that
// are not square.

import { fillBytes } from "../../../runtime/memory/storage-bytes.js";
import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import type { DType } from "../../../core/dtype.js";
import type { Shape } from "../../../core/shape.js";
import type { LuFactors, MatrixEngine } from "./engine.js";
import { kernelsOf, rotationsOf } from "./groups.js";
import { realTypes } from "./matrix-types.js";
import {
  applyReflectors,
  blocksOf,
  formReflectors,
  multiplyBlocks,
  type Reflectors,
} from "./kernel-blocks.js";
import { cholesky, lu, solveFactored } from "./kernel-triangular.js";
import { identity, launchMatrices, type Matrices, pack } from "./launch.js";

/** Decompositions on any device that runs kernels; designed for the cpu device. */
export const kernelEngine: MatrixEngine = {
  lu,
  solve: solveFactored,
  inverse: (stream, factors) => inverseBy(solveFactored, stream, factors),
  cholesky,
  qr,
  eigh,
  svd,
};

/** An inverse, computed by solving for the identity. */
export function inverseBy(solve: MatrixEngine["solve"], stream: StreamCore, factors: LuFactors): Matrices {
  const { dtype, shape } = factors.lu;
  const [batch = 0, n = 0] = shape;
  return solve(stream, factors, identity(stream, dtype, batch, n, n));
}

function qr(stream: StreamCore, a: Matrices, columns: number): ReturnType<MatrixEngine["qr"]> {
  const [, m = 0, n = 0] = a.shape;
  const reflectors = reduceToTriangle(stream, a);
  const q = columns === 0 ? undefined : formReflectors(stream, reflectors, columns);
  const r = pack(stream, a, { mode: "upper", rows: columns === m ? m : Math.min(m, n) });
  release(reflectors);
  return { q, r };
}

/** Makes A upper triangular, in place, by reflectors. */
function reduceToTriangle(stream: StreamCore, a: Matrices): Reflectors {
  const [batch = 0, m = 0, n = 0] = a.shape;
  const count = Math.min(m, n);
  const vectors = allocateArray(stream, a.dtype, [batch, m, count]);
  const taus = allocateArray(stream, a.dtype, [batch, count]);
  const reflectors: Reflectors = { vectors, taus, offset: 0 };
  for (const [from, to] of blocksOf(count)) {
    launchMatrices(kernelsOf(a.dtype).qr_panel, stream, batch, [1, 1], {
      all: { into: a },
      vectors: { into: vectors },
      taus: { into: taus },
      m,
      n,
      count,
      from,
      to,
    });
    applyReflectors(stream, reflectors, [from, to], { of: a, at: from * n + to, row: n }, n - to, true);
  }
  return reflectors;
}

function eigh(stream: StreamCore, a: Matrices, wantsVectors: boolean): ReturnType<MatrixEngine["eigh"]> {
  const [batch = 0, n = 0] = a.shape;
  const { dtype } = a;
  const real = realTypes[dtype];
  const info = allocateArray(stream, "int32", [batch]);
  using d = allocateArray(stream, real, [batch, n]);
  using e = allocateArray(stream, real, [batch, n]);
  const reflectors: Reflectors = {
    vectors: zeros(stream, dtype, [batch, n, n]),
    taus: allocateArray(stream, dtype, [batch, n]),
    offset: 1,
  };
  using work = allocateArray(stream, dtype, [batch, 4, n]);
  const { vectors, taus } = reflectors;
  launchMatrices(kernelsOf(dtype).tridiagonal, stream, batch, [1, 1], {
    all: { into: a },
    diagonals: { into: d },
    besides: { into: e },
    vectors: { into: vectors },
    taus: { into: taus },
    works: { into: work },
    info: { into: info },
    n,
  });
  const rows = wantsVectors ? turnedRows(stream, reflectors, false) : undefined;
  release(reflectors);
  const values = allocateArray(stream, real, [batch, n]);
  const { parts, part, columns } = partsOf(stream, rows, 1);
  using own = allocateArray(stream, real, [batch, parts, 2 * n]);
  launchMatrices(rotationsOf(real).eigenvalues, stream, batch, [parts, 1], {
    values: { into: values },
    d: { from: d },
    e: { from: e },
    z: { into: rows ?? own },
    works: { into: own },
    info: { into: info },
    n,
    columns,
    part,
  });
  const found = rows && pack(stream, rows, { transposed: true });
  rows?.dispose();
  return { values, vectors: found, info };
}

function svd(
  stream: StreamCore,
  a: Matrices,
  vectors: "none" | "reduced" | "full",
): ReturnType<MatrixEngine["svd"]> {
  const [, m = 0, n = 0] = a.shape;
  if (m === n) return squareSvd(stream, a, vectors !== "none");
  const adjoint = { transposed: true, conjugated: true } as const;
  if (m < n) {
    using turned = pack(stream, a, adjoint);
    const { u, vh, ...rest } = svd(stream, turned, vectors);
    const result = { ...rest, u: vh && pack(stream, vh, adjoint), vh: u && pack(stream, u, adjoint) };
    u?.dispose();
    vh?.dispose();
    return result;
  }
  const reflectors = reduceToTriangle(stream, a);
  using r = pack(stream, a, { mode: "upper", rows: n });
  const columns = vectors === "full" ? m : n;
  const q = vectors === "none" ? undefined : formReflectors(stream, reflectors, columns);
  release(reflectors);
  const { u: small, ...rest } = squareSvd(stream, r, q !== undefined);
  if (q === undefined || small === undefined) return { ...rest, u: undefined };
  const u = pack(stream, q);
  const block = { at: 0, row: columns };
  const inner = { of: small, at: 0, row: n };
  multiplyBlocks(stream, [m, n, n], { of: u, ...block }, { of: q, ...block }, inner, { mode: "set" });
  q.dispose();
  small.dispose();
  return { ...rest, u };
}

function squareSvd(stream: StreamCore, a: Matrices, wantsVectors: boolean): ReturnType<MatrixEngine["svd"]> {
  const [batch = 0, n = 0] = a.shape;
  const { dtype } = a;
  const real = realTypes[dtype];
  const info = allocateArray(stream, "int32", [batch]);
  using d = allocateArray(stream, real, [batch, n]);
  using e = allocateArray(stream, real, [batch, n]);
  const reflectors = (offset: 0 | 1): Reflectors => ({
    vectors: zeros(stream, dtype, [batch, n, n]),
    taus: allocateArray(stream, dtype, [batch, n]),
    offset,
  });
  const left = reflectors(0);
  const right = reflectors(1);
  using work = allocateArray(stream, dtype, [batch, 6, n]);
  launchMatrices(kernelsOf(dtype).bidiagonal, stream, batch, [1, 1], {
    all: { into: a },
    diagonals: { into: d },
    besides: { into: e },
    lefts: { into: left.vectors },
    left_taus: { into: left.taus },
    rights: { into: right.vectors },
    right_taus: { into: right.taus },
    works: { into: work },
    info: { into: info },
    n,
  });
  const leftRows = wantsVectors ? turnedRows(stream, left, false) : undefined;
  const vh = wantsVectors ? turnedRows(stream, right, true) : undefined;
  release(left);
  release(right);
  const values = allocateArray(stream, real, [batch, n]);
  const { parts, part, columns } = partsOf(stream, vh, 2);
  using own = allocateArray(stream, real, [batch, 2 * parts, 2 * n]);
  launchMatrices(rotationsOf(real).singular_values, stream, batch, [parts, wantsVectors ? 2 : 1], {
    values: { into: values },
    d: { from: d },
    e: { from: e },
    left: { into: leftRows ?? own },
    right: { into: vh ?? own },
    works: { into: own },
    info: { into: info },
    n,
    columns,
    part,
  });
  const u = leftRows && pack(stream, leftRows, { transposed: true });
  leftRows?.dispose();
  return { values, u, vh, info };
}

/** The product of reflectors with its vectors in rows, for rotations. */
function turnedRows(stream: StreamCore, reflectors: Reflectors, conjugated: boolean): Matrices {
  const [, n = 0] = reflectors.vectors.shape;
  using q = formReflectors(stream, reflectors, n);
  return pack(stream, q, { transposed: true, conjugated });
}

/** How the columns of vectors, as real numbers, are dealt to threads; each computes all rotations for itself. */
function partsOf(
  stream: StreamCore,
  rows: Matrices | undefined,
  sides: number,
): { readonly parts: number; readonly part: number; readonly columns: number } {
  if (rows === undefined) return { parts: 1, part: 0, columns: 0 };
  const [batch = 1, n = 0] = rows.shape;
  const columns = rows.dtype === realTypes[rows.dtype] ? n : 2 * n;
  const wanted = Math.ceil(stream.device.backend.properties.multiprocessors / (batch * sides));
  const parts = Math.max(1, Math.min(wanted, Math.floor(columns / 64)));
  const part = Math.ceil(columns / parts);
  return { parts: Math.ceil(columns / part), part, columns };
}

function zeros<D extends DType>(stream: StreamCore, dtype: D, shape: Shape): NDArray<D> {
  const made = allocateArray(stream, dtype, shape);
  const { storage, byteLength } = made;
  fillBytes(storage, 0, new Uint8Array(4), byteLength / 4, stream);
  return made;
}

function release({ vectors, taus }: Reflectors): void {
  vectors.dispose();
  taus.dispose();
}
