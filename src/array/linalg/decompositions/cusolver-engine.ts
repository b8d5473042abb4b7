// Decompositions by cuSOLVER, one call for each matrix of a batch. cuSOLVER has matrices in column order, so ours are to it
// their transposes; each function says what it makes of that. Batches of small matrices go to the built-in kernels, a
// thread for each matrix, where a call for each would take longer than its work.

import { fillBytes } from "../../../runtime/storage-bytes.js";
import type { StreamCore } from "../../../runtime/stream-core.js";
import { dtypes } from "../../../core/dtype.js";
import { check } from "../../../native/check.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import { absolute } from "../../elementwise/functions.js";
import { max } from "../../reduction/functions.js";
import { cusolverOn } from "./cusolver-handle.js";
import type { Info, LuFactors, MatrixEngine } from "./engine.js";
import { realTypes } from "./groups.js";
import { kernelEngine } from "./kernel-engine.js";
import { type Matrices, pack } from "./launch.js";

/** Decompositions on a GPU of NVIDIA's. */
export const cusolverEngine: MatrixEngine = {
  lu: (stream, a) => (isSmall(a) ? kernelEngine : library).lu(stream, a),
  // Pivots that count from 0 are the kernels' own.
  solve: (stream, factors, b) => (factors.base === 0 ? kernelEngine : library).solve(stream, factors, b),
  cholesky: (stream, a) => (isSmall(a) ? kernelEngine : library).cholesky(stream, a),
  qr: (stream, a, columns) => (isSmall(a) ? kernelEngine : library).qr(stream, a, columns),
  eigh: (stream, a, wants) => (isSmall(a) ? kernelEngine : library).eigh(stream, a, wants),
  svd: (stream, a, vectors) => (isSmall(a) ? kernelEngine : library).svd(stream, a, vectors),
};

const library: MatrixEngine = { lu, solve, cholesky, qr, eigh, svd };

const SMALL_SIZE = 32;
const SMALL_BATCH = 8;

function isSmall(a: Matrices): boolean {
  const [batch = 0, m = 0, n = 0] = a.shape;
  return batch >= SMALL_BATCH && Math.max(m, n) <= SMALL_SIZE;
}

/** cuSOLVER's letter of a dtype. */
const letters = { float32: "S", float64: "D", complex64: "C", complex128: "Z" } as const;
const UPPER = 1;
const TRANSPOSED = 1;

/** LU of the transposes. */
function lu(stream: StreamCore, a: Matrices): LuFactors {
  const [batch = 0, n = 0] = a.shape;
  const cusolver = cusolverOn(stream);
  const size = cusolver.api[`cusolverDn${letters[a.dtype]}getrf_bufferSize`];
  const call = cusolver.api[`cusolverDn${letters[a.dtype]}getrf`];
  const pivots = allocateArray(stream, "int32", [batch, n]);
  const info = infoOf(stream, [batch]);
  const count = cusolver.sizeOf("cusolverDngetrf_bufferSize", (handle, answer) =>
    size(handle, n, n, a.start, n, answer),
  );
  using work = allocateArray(stream, a.dtype, [Math.max(count, 1)]);
  cusolver.work(stream, "getrf of cuSOLVER", [a, pivots, info, work], (handle) => {
    for (let index = 0; index < batch; index++) {
      const [own, pivot, code] = [at(a, index), at(pivots, index), at(info, index)];
      check(call(handle, n, n, own, n, at(work, 0), pivot, code), "cusolverDngetrf");
    }
  });
  return { lu: a, pivots, base: 1, info };
}

/** The factors are those of transposes: what is solved with is their transpose again. X and B pass in column order. */
function solve(stream: StreamCore, { lu: a, pivots }: LuFactors, b: Matrices): Matrices {
  const [batch = 0, n = 0, columns = 0] = b.shape;
  const cusolver = cusolverOn(stream);
  const call = cusolver.api[`cusolverDn${letters[a.dtype]}getrs`];
  using info = infoOf(stream, [batch]);
  const turned = columns === 1 ? undefined : pack(stream, b, { transposed: true });
  const x = turned ?? b;
  cusolver.work(stream, "getrs of cuSOLVER", [x, a, pivots, info], (handle) => {
    for (let index = 0; index < batch; index++) {
      const [own, pivot, right, code] = [at(a, index), at(pivots, index), at(x, index), at(info, index)];
      check(call(handle, TRANSPOSED, n, columns, own, n, pivot, right, n, code), "cusolverDngetrs");
    }
  });
  if (turned === undefined) return b;
  const result = pack(stream, turned, { transposed: true });
  turned.dispose();
  return result;
}

/** U of A' = U^H U in column order is L of A in C order. */
function cholesky(stream: StreamCore, a: Matrices): ReturnType<MatrixEngine["cholesky"]> {
  const [batch = 0, n = 0] = a.shape;
  const cusolver = cusolverOn(stream);
  const size = cusolver.api[`cusolverDn${letters[a.dtype]}potrf_bufferSize`];
  const call = cusolver.api[`cusolverDn${letters[a.dtype]}potrf`];
  const info = infoOf(stream, [2, batch]);
  const count = cusolver.sizeOf("cusolverDnpotrf_bufferSize", (handle, answer) =>
    size(handle, UPPER, n, a.start, n, answer),
  );
  using work = allocateArray(stream, a.dtype, [Math.max(count, 1)]);
  cusolver.work(stream, "potrf of cuSOLVER", [a, info, work], (handle) => {
    for (let index = 0; index < batch; index++) {
      const code = at(info, 1) + 4 * index;
      check(call(handle, UPPER, n, at(a, index), n, at(work, 0), count, code), "cusolverDnpotrf");
    }
  });
  return { l: pack(stream, a, { mode: "lower", flags: info }), info };
}

/** QR wants columns: A is transposed before, Q and R after. */
function qr(stream: StreamCore, a: Matrices, columns: number): ReturnType<MatrixEngine["qr"]> {
  const [batch = 0, m = 0, n = 0] = a.shape;
  const { dtype } = a;
  const k = Math.min(m, n);
  const cusolver = cusolverOn(stream);
  const { api } = cusolver;
  const letter = letters[dtype];
  const form = letter === "S" || letter === "D" ? (`${letter}orgqr` as const) : (`${letter}ungqr` as const);
  const turned = pack(stream, a, { transposed: true });
  using taus = allocateArray(stream, dtype, [batch, k]);
  using info = infoOf(stream, [batch]);
  const first = cusolver.sizeOf("cusolverDngeqrf_bufferSize", (handle, answer) =>
    api[`cusolverDn${letter}geqrf_bufferSize`](handle, m, n, at(turned, 0), m, answer),
  );
  using work = allocateArray(stream, dtype, [Math.max(first, 1)]);
  cusolver.work(stream, "geqrf of cuSOLVER", [turned, taus, info, work], (handle) => {
    const call = api[`cusolverDn${letter}geqrf`];
    for (let index = 0; index < batch; index++) {
      const [own, tau, code] = [at(turned, index), at(taus, index), at(info, index)];
      check(call(handle, m, n, own, m, tau, at(work, 0), first, code), "cusolverDngeqrf");
    }
  });
  const r = pack(stream, turned, { transposed: true, mode: "upper", rows: columns === m ? m : k });
  if (columns === 0) {
    turned.dispose();
    return { q: undefined, r };
  }
  const basis = columns > n ? allocateArray(stream, dtype, [batch, columns, m]) : turned;
  if (basis !== turned) {
    pack(stream, turned, { into: basis });
    turned.dispose();
  }
  const second = cusolver.sizeOf("cusolverDnorgqr_bufferSize", (handle, answer) =>
    api[`cusolverDn${form}_bufferSize`](handle, m, columns, k, at(basis, 0), m, at(taus, 0), answer),
  );
  using more = allocateArray(stream, dtype, [Math.max(second, 1)]);
  cusolver.work(stream, "orgqr of cuSOLVER", [basis, taus, info, more], (handle) => {
    const call = api[`cusolverDn${form}`];
    for (let index = 0; index < batch; index++) {
      const [own, tau, code] = [at(basis, index), at(taus, index), at(info, index)];
      check(call(handle, m, columns, k, own, m, tau, at(more, 0), second, code), "cusolverDnorgqr");
    }
  });
  const q = pack(stream, basis, { transposed: true, rows: m, columns });
  basis.dispose();
  return { q, r };
}

/** In column order A is its conjugate: so are its vectors. cuSOLVER does not scale elements whose squares vanish, LAPACK does. */
function eigh(stream: StreamCore, a: Matrices, wantsVectors: boolean): ReturnType<MatrixEngine["eigh"]> {
  const [batch = 0, n = 0] = a.shape;
  const { dtype } = a;
  const cusolver = cusolverOn(stream);
  const letter = letters[dtype];
  const name = letter === "S" || letter === "D" ? (`${letter}syevd` as const) : (`${letter}heevd` as const);
  const job = wantsVectors ? 1 : 0;
  const info = infoOf(stream, [2, batch]);
  using sizes = absolute(a as NDArray);
  using largest = max(sizes, { axis: [1, 2] });
  using finite = pack(stream, a, { flags: info, scaling: { by: largest, how: "divide" } });
  using scaled = allocateArray(stream, realTypes[dtype], [batch, 1, n]);
  const count = cusolver.sizeOf("cusolverDnsyevd_bufferSize", (handle, answer) =>
    cusolver.api[`cusolverDn${name}_bufferSize`](
      handle,
      job,
      UPPER,
      n,
      at(finite, 0),
      n,
      at(scaled, 0),
      answer,
    ),
  );
  using work = allocateArray(stream, dtype, [Math.max(count, 1)]);
  cusolver.work(stream, "syevd of cuSOLVER", [finite, scaled, info, work], (handle) => {
    const call = cusolver.api[`cusolverDn${name}`];
    for (let index = 0; index < batch; index++) {
      const [own, value, code] = [at(finite, index), at(scaled, index), at(info, 1) + 4 * index];
      check(call(handle, job, UPPER, n, own, n, value, at(work, 0), count, code), "cusolverDnsyevd");
    }
  });
  const values = pack(stream, scaled, { scaling: { by: largest, how: "multiply" } });
  const vectors = wantsVectors ? pack(stream, finite, { transposed: true, conjugated: true }) : undefined;
  return { values, vectors, info };
}

/** A' = U S V^H in column order: U is V^H of A in C order, and V the conjugate of U of A. */
function svd(
  stream: StreamCore,
  a: Matrices,
  vectors: "none" | "reduced" | "full",
): ReturnType<MatrixEngine["svd"]> {
  const [batch = 0, m = 0, n = 0] = a.shape;
  const { dtype } = a;
  const k = Math.min(m, n);
  const cusolver = cusolverOn(stream);
  const { api, jacobi } = cusolver;
  const job = vectors === "none" ? 0 : 1;
  const isThin = vectors === "full" ? 0 : 1;
  const info = infoOf(stream, [2, batch]);
  using finite = pack(stream, a, { flags: info });
  const values = allocateArray(stream, realTypes[dtype], [batch, k]);
  // cuSOLVER writes to both whether they are wanted or not.
  const vh = allocateArray(stream, dtype, [batch, isThin === 1 ? k : n, n]);
  using turned = allocateArray(stream, dtype, [batch, isThin === 1 ? k : m, m]);
  const argumentsOf = (
    index: number,
  ): readonly [number, number, number, number, number, number, number, number, number] => [
    ...([n, m, at(finite, index), n, at(values, index)] as const),
    ...([at(vh, index), n, at(turned, index), m] as const),
  ];
  const count = cusolver.sizeOf("cusolverDngesvdj_bufferSize", (handle, answer) =>
    api[`cusolverDn${letters[dtype]}gesvdj_bufferSize`](
      handle,
      job,
      isThin,
      ...argumentsOf(0),
      answer,
      jacobi,
    ),
  );
  using work = allocateArray(stream, dtype, [Math.max(count, 1)]);
  cusolver.work(stream, "gesvdj of cuSOLVER", [finite, values, vh, turned, info, work], (handle) => {
    const call = api[`cusolverDn${letters[dtype]}gesvdj`];
    for (let index = 0; index < batch; index++) {
      const code = at(info, 1) + 4 * index;
      check(
        call(handle, job, isThin, ...argumentsOf(index), at(work, 0), count, code, jacobi),
        "cusolverDngesvdj",
      );
    }
  });
  if (job === 1) return { values, u: pack(stream, turned, { transposed: true, conjugated: true }), vh, info };
  vh.dispose();
  return { values, u: undefined, vh: undefined, info };
}

/** Zeros for what cuSOLVER finds, and before it for what is wrong with the elements. */
function infoOf(stream: StreamCore, shape: readonly number[]): Info {
  const info = allocateArray(stream, "int32", shape);
  fillBytes(info.storage, 0, new Uint8Array(4), info.size, stream);
  return info;
}

/** The address of the part of an array with this first index. */
function at(array: NDArray, index: number): number {
  const { start, shape, size, dtype } = array;
  return start + (index * size * dtypes[dtype].byteLength) / (shape[0] as number);
}
