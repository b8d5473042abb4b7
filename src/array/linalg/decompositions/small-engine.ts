// Decompositions of small matrices on GPUs, by kernels with one block for each matrix. Other cases go to the kernel engine.

import type { StreamCore } from "../../../runtime/order/stream-core.js";
import { allocateArray, makeView } from "../../allocate.js";
import type { LuFactors, MatrixEngine } from "./engine.js";
import { smallKernelsOf } from "./groups.js";
import { inverseBy, kernelEngine } from "./kernel-engine.js";
import { launchBlocks, type Matrices } from "./launch.js";
import { realTypes } from "./matrix-types.js";

/** The most rows and columns of a small matrix, as in small.cuh. */
export const SMALL_ROWS = 32;
/** The threads of a block: a warp, a row for each; rotations have four elements of the matrix for each. */
const THREADS = 32;
const ROTATION_THREADS = 256;

/** Decompositions of matrices of up to {@link SMALL_ROWS} rows and columns. */
export const smallEngine: MatrixEngine = {
  ...kernelEngine,
  lu,
  solve,
  inverse: (stream, factors) => inverseBy(solve, stream, factors),
  cholesky,
  eigh,
};

function lu(stream: StreamCore, a: Matrices): LuFactors {
  const [batch = 0, n = 0] = a.shape;
  const pivots = allocateArray(stream, "int32", [batch, n]);
  const info = allocateArray(stream, "int32", [batch]);
  launchBlocks(
    smallKernelsOf(a.dtype).lu,
    stream,
    batch,
    { tiles: 1, threads: THREADS },
    {
      all: { into: a },
      pivots: { into: pivots },
      info: { into: info },
      n,
    },
  );
  return { lu: a, pivots, base: 0, info };
}

function solve(stream: StreamCore, { lu: a, pivots }: LuFactors, b: Matrices): Matrices {
  const [batch = 0, n = 0, columns = 0] = b.shape;
  const tiles = Math.ceil(columns / SMALL_ROWS);
  launchBlocks(
    smallKernelsOf(a.dtype).solve,
    stream,
    batch,
    { tiles, threads: THREADS },
    {
      x: { into: b },
      lu: { from: a },
      pivots: { from: pivots },
      n,
      columns,
    },
  );
  return b;
}

function cholesky(stream: StreamCore, a: Matrices): ReturnType<MatrixEngine["cholesky"]> {
  const [batch = 0, n = 0] = a.shape;
  const info = allocateArray(stream, "int32", [batch]);
  const l = makeView(a, a.shape, a.strides, a.offset);
  launchBlocks(
    smallKernelsOf(a.dtype).cholesky,
    stream,
    batch,
    { tiles: 1, threads: THREADS },
    {
      all: { into: a },
      info: { into: info },
      n,
    },
  );
  return { l, info };
}

function eigh(stream: StreamCore, a: Matrices, wantsVectors: boolean): ReturnType<MatrixEngine["eigh"]> {
  const [batch = 0, n = 0] = a.shape;
  const { dtype } = a;
  const values = allocateArray(stream, realTypes[dtype], [batch, n]);
  const vectors = wantsVectors ? allocateArray(stream, dtype, [batch, n, n]) : undefined;
  const info = allocateArray(stream, "int32", [batch]);
  launchBlocks(
    smallKernelsOf(dtype).eigh,
    stream,
    batch,
    { tiles: 1, threads: ROTATION_THREADS },
    {
      values: { into: values },
      vectors: { into: vectors ?? values },
      all: { from: a },
      info: { into: info },
      n,
      wants: wantsVectors ? 1 : 0,
    },
  );
  return { values, vectors, info };
}
