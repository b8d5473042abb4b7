// Decompositions by the routines of a device. These use column-major order and see our matrices as their transposes; each function
// says how it deals with that. Cases without a routine go to the built-in kernels.

import type {
  BatchOperands,
  BatchPlace,
  FactorizationRoutine,
  FactorizationRoutines,
  ListedPlace,
} from "../../../backend/routines.js";
import { dtypes } from "../../../core/dtype.js";
import { refuseInGraph } from "../../../runtime/graphs/recording.js";
import { fillBytes } from "../../../runtime/memory/storage-bytes.js";
import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { allocateArray } from "../../allocate.js";
import { arange } from "../../creation-ranges.js";
import type { NDArray } from "../../ndarray.js";
import { absolute } from "../../elementwise/functions.js";
import { max } from "../../reduction/functions.js";
import type { Info, LuFactors, MatrixEngine } from "./engine.js";
import { realTypes } from "./matrix-types.js";
import { kernelEngine } from "./kernel-engine.js";
import { identity, type Matrices, pack } from "./launch.js";
import { SMALL_ROWS, smallEngine } from "./small-engine.js";

/** Decompositions on a device that has routines for them. */
export const routineEngine: MatrixEngine = {
  lu: (stream, a) => squareEngine(a).lu(stream, a),
  solve: (stream, factors, b) => squareEngine(factors.lu).solve(stream, factors, b),
  inverse: (stream, factors) => squareEngine(factors.lu).inverse(stream, factors),
  cholesky: (stream, a) => squareEngine(a).cholesky(stream, a),
  qr: (stream, a, columns) => engineFor(stream, a).qr(stream, a, columns),
  eigh: (stream, a, wants) => squareEngine(a).eigh(stream, a, wants),
  svd: (stream, a, vectors) => engineFor(stream, a).svd(stream, a, vectors),
};

const routines: MatrixEngine = { lu, solve, inverse, cholesky, qr, eigh, svd };

/** Small matrices have kernels, which begin sooner than a routine and do many at a time. */
function squareEngine({ shape: [, n = 0] }: Matrices): MatrixEngine {
  return n <= SMALL_ROWS ? smallEngine : routines;
}

function engineFor({ backend }: StreamCore, { shape: [batch = 0, m = 0, n = 0] }: Matrices): MatrixEngine {
  return backend.routines?.factorizations?.takes(batch, m, n) === true ? routines : kernelEngine;
}

/** LU of the transposes. */
function lu(stream: StreamCore, a: Matrices): LuFactors {
  const [batch = 0, n = 0] = a.shape;
  const routine = routinesOf(stream).lu;
  const pivots = allocateArray(stream, "int32", [batch, n]);
  const info = infoOf(stream, [batch]);
  using list = addressesOf(stream, a);
  const operands = { ...matrices(a), n, a: listed(a, list), pivots: placeOf(pivots), info: placeOf(info) };
  give(stream, routine, operands, [a, pivots, info]);
  return { lu: a, pivots, base: 1, info };
}

/** The factors are those of transposes: what is solved with is their transpose again. X and B pass in column order. */
function solve(stream: StreamCore, { lu: a, pivots }: LuFactors, b: Matrices): Matrices {
  const [batch = 0, n = 0, columns = 0] = b.shape;
  const routine = routinesOf(stream).luSolve;
  using info = infoOf(stream, [batch]);
  const turned = columns === 1 ? undefined : pack(stream, b, { transposed: true });
  const x = turned ?? b;
  using ofA = addressesOf(stream, a);
  using ofX = addressesOf(stream, x);
  const places = { a: listed(a, ofA), pivots: placeOf(pivots), b: listed(x, ofX), info: placeOf(info) };
  give(stream, routine, { ...matrices(a), n, columns, isTransposed: true, ...places }, [x, a, pivots, info]);
  if (turned === undefined) return b;
  const result = pack(stream, turned, { transposed: true });
  turned.dispose();
  return result;
}

/** The inverse of the transpose in column order is the inverse in C order. */
function inverse(stream: StreamCore, { lu: a, pivots }: LuFactors): Matrices {
  const [batch = 0, n = 0] = a.shape;
  const routine = routinesOf(stream).luSolve;
  using info = infoOf(stream, [batch]);
  const x = identity(stream, a.dtype, batch, n, n);
  using ofA = addressesOf(stream, a);
  using ofX = addressesOf(stream, x);
  const places = { a: listed(a, ofA), pivots: placeOf(pivots), b: listed(x, ofX), info: placeOf(info) };
  const operands = { ...matrices(a), n, columns: n, isTransposed: false, ...places };
  give(stream, routine, operands, [x, a, pivots, info]);
  return x;
}

/** The routine is faster with lower triangles, so A is transposed before and L after. */
function cholesky(stream: StreamCore, a: Matrices): ReturnType<MatrixEngine["cholesky"]> {
  const [batch = 0, n = 0] = a.shape;
  const routine = routinesOf(stream).cholesky;
  const info = infoOf(stream, [2, batch]);
  using turned = pack(stream, a, { transposed: true });
  using list = addressesOf(stream, turned);
  const places = { a: listed(turned, list), info: found(info) };
  give(stream, routine, { ...matrices(turned), n, ...places }, [turned, info]);
  return { l: pack(stream, turned, { transposed: true, mode: "lower", flags: info }), info };
}

/** QR wants columns: A is transposed before, Q and R after. */
function qr(stream: StreamCore, a: Matrices, columns: number): ReturnType<MatrixEngine["qr"]> {
  const [batch = 0, m = 0, n = 0] = a.shape;
  const { dtype } = a;
  const k = Math.min(m, n);
  const own = routinesOf(stream);
  const turned = pack(stream, a, { transposed: true });
  using taus = allocateArray(stream, dtype, [batch, k]);
  using info = infoOf(stream, [batch]);
  const places = { taus: placeOf(taus), info: placeOf(info) };
  give(stream, own.qr, { ...matrices(turned), m, n, ...places }, [turned, taus, info]);
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
  give(stream, own.qrColumns, { ...matrices(basis), m, columns, k, ...places }, [basis, taus, info]);
  const q = pack(stream, basis, { transposed: true, rows: m, columns });
  basis.dispose();
  return { q, r };
}

/** In column order A is its conjugate: so are its vectors. cuSOLVER does not scale elements whose squares vanish, LAPACK does. */
function eigh(stream: StreamCore, a: Matrices, wantsVectors: boolean): ReturnType<MatrixEngine["eigh"]> {
  const [batch = 0, n = 0] = a.shape;
  const { dtype } = a;
  const routine = routinesOf(stream).eigh;
  const info = infoOf(stream, [2, batch]);
  using sizes = absolute(a as NDArray);
  using largest = max(sizes, { axis: [1, 2] });
  using finite = pack(stream, a, { flags: info, scaling: { by: largest, how: "divide" } });
  using scaled = allocateArray(stream, realTypes[dtype], [batch, 1, n]);
  const places = { values: placeOf(scaled), info: found(info) };
  give(stream, routine, { ...matrices(finite), n, wantsVectors, ...places }, [finite, scaled, info]);
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
  const routine = routinesOf(stream).svd;
  const wantsVectors = vectors !== "none";
  const isThin = vectors !== "full";
  const info = infoOf(stream, [2, batch]);
  using finite = pack(stream, a, { flags: info });
  const values = allocateArray(stream, realTypes[dtype], [batch, k]);
  // Both are written whether they are wanted or not.
  const vh = allocateArray(stream, dtype, [batch, isThin ? k : n, n]);
  using turned = allocateArray(stream, dtype, [batch, isThin ? k : m, m]);
  const places = { values: placeOf(values), u: placeOf(vh), v: placeOf(turned), info: found(info) };
  const operands = { ...matrices(finite), m: n, n: m, wantsVectors, isThin, ...places };
  give(stream, routine, operands, [finite, values, vh, turned, info]);
  if (wantsVectors)
    return { values, u: pack(stream, turned, { transposed: true, conjugated: true }), vh, info };
  vh.dispose();
  return { values, u: undefined, vh: undefined, info };
}

/** The routines of a stream's device, which will be used. @throws UnsupportedError `CUTS_IN_GRAPH`, or without a library. */
function routinesOf({ backend }: StreamCore): FactorizationRoutines {
  const own = backend.routines?.factorizations;
  if (own === undefined || own === null)
    throw new Error("internal: a device without routines was asked for them");
  if (own.notInGraph !== undefined) refuseInGraph("decompose a matrix", own.notInGraph);
  own.open();
  return own;
}

/** Gives a routine to a stream, with memory to work in. The arrays are those it writes. */
function give<Operands extends BatchOperands>(
  stream: StreamCore,
  routine: FactorizationRoutine<Operands>,
  operands: Operands,
  arrays: readonly NDArray[],
): void {
  const elements = routine.prepare(operands);
  using work =
    elements === undefined ? undefined : allocateArray(stream, operands.dtype, [Math.max(elements, 1)]);
  for (const { storage } of arrays) storage.use(stream, "write");
  work?.storage.use(stream, "write");
  stream.submitBeside(() => routine.run(operands, work?.start ?? 0, elements ?? 0, stream.backendStream));
}

/** Zeros for what is found, and before it for what is wrong with the elements. */
function infoOf(stream: StreamCore, shape: readonly number[]): Info {
  const info = allocateArray(stream, "int32", shape);
  fillBytes(info.storage, 0, new Uint8Array(4), info.size, stream);
  return info;
}

/** The second row of codes: what a routine finds. */
function found({ start, shape: [, batch = 0] }: Info): BatchPlace {
  return { first: start + 4 * batch, step: 4 };
}

/** Where the parts of an array with each first index are. */
function placeOf({ start, shape: [batch = 1], size, dtype }: NDArray): BatchPlace {
  return { first: start, step: (size * dtypes[dtype].byteLength) / batch };
}

/** The addresses of all matrices of a batch, on the device; none are needed for one. */
function addressesOf(stream: StreamCore, a: Matrices): NDArray<"int64"> | undefined {
  const { first, step } = placeOf(a);
  const [batch = 0] = a.shape;
  if (batch === 1) return undefined;
  const list = arange(first, first + batch * step, step, { dtype: "int64", device: a.device });
  list.storage.use(stream, "read");
  return list;
}

function listed(a: Matrices, list: NDArray<"int64"> | undefined): ListedPlace {
  return { ...placeOf(a), list: list?.start };
}

function matrices(a: Matrices): {
  readonly dtype: Matrices["dtype"];
  readonly batch: number;
  readonly a: BatchPlace;
} {
  return { dtype: a.dtype, batch: a.shape[0] ?? 0, a: placeOf(a) };
}
