// Functions that use LU: linear systems, inverses and determinants.

import { broadcastShapes } from "../../../core/broadcast.js";
import type { DType } from "../../../core/dtype.js";
import { ArgumentRangeError } from "../../../core/errors.js";
import { formatShape } from "../../../core/shape.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import { full } from "../../creation.js";
import type { RealOf } from "../../elementwise/types.js";
import type { Promote } from "../../promotion.js";
import { expandDims } from "../../views.js";
import {
  checkArray,
  matricesOf,
  type MatrixInput,
  type MatrixOf,
  matrixType,
  reshaped,
  squaresOf,
  workingCopy,
} from "./arguments.js";
import { checkNames, type CheckOptions, checkLater } from "./check.js";
import type { LuFactors, MatrixEngine } from "./engine.js";
import { engineOf } from "./engine-of.js";
import { kernelsOf } from "./groups.js";
import { type MatrixType, realTypes } from "./matrix-types.js";
import { launchMatrices, type Matrices } from "./launch.js";
import { checkOptions } from "../../../core/options.js";

export function solveOf<A extends DType, B extends DType>(
  a: NDArray<A>,
  b: NDArray<B>,
  options: CheckOptions = {},
): NDArray<MatrixOf<Promote<A, B>>> {
  const action = "solve a linear system";
  checkOptions(options, checkNames, action);
  const left = squaresOf(action, a);
  const isVector = checkArray(action, b).ndim === 1;
  const dtype = matrixType(action, a.dtype, b.dtype);
  using column = isVector ? expandDims(b, 1) : undefined;
  const right = matricesOf(action, column ?? b);
  if (right.m !== left.n) {
    throw new ArgumentRangeError(
      "CUTS_MATRIX",
      `Cannot ${action}: B must have as many rows as A (got ${formatShape(a.shape)} and ${formatShape(b.shape)})`,
    );
  }
  const lead = broadcastShapes([left.lead, right.lead]);
  const given = workingCopy(right, dtype, lead);
  const solveFor = (engine: MatrixEngine, factors: LuFactors): Matrices => {
    const made = engine.solve(left.stream, factors, given);
    if (made !== given) given.dispose();
    return made;
  };
  const x = given.size === 0 ? given : solved(left, lead, dtype, solveFor, options, action);
  const shape = isVector ? [...lead, left.n] : [...lead, left.n, right.n];
  return reshaped(x, shape) as NDArray<MatrixOf<Promote<A, B>>>;
}

export function invOf<D extends DType>(a: NDArray<D>, options: CheckOptions = {}): NDArray<MatrixOf<D>> {
  const action = "invert a matrix";
  checkOptions(options, checkNames, action);
  const input = squaresOf(action, a);
  const { stream, dtype, batch, n, lead } = input;
  if (batch * n === 0) return allocateArray(stream, dtype, a.shape) as NDArray as NDArray<MatrixOf<D>>;
  const invert = (engine: MatrixEngine, factors: LuFactors): Matrices => engine.inverse(stream, factors);
  const x = solved(input, lead, dtype, invert, options, action);
  return reshaped(x, a.shape) as NDArray<MatrixOf<D>>;
}

export function detOf<D extends DType>(a: NDArray<D>): NDArray<MatrixOf<D>> {
  const { determinant, sign, logabsdet } = determinants("compute a determinant", a);
  sign.dispose();
  logabsdet.dispose();
  return determinant as NDArray<MatrixOf<D>>;
}

/** The result of {@link slogdet}. */
export interface SlogdetResult<D extends DType> {
  /** 1, -1 or 0, or a complex number of magnitude 1. */
  readonly sign: NDArray<D>;
  /** The logarithm of the magnitude; -Infinity if that is 0. */
  readonly logabsdet: NDArray<RealOf<D>>;
}

export function slogdetOf<D extends DType>(a: NDArray<D>): SlogdetResult<MatrixOf<D>> {
  const { determinant, ...rest } = determinants("compute a determinant", a);
  determinant.dispose();
  return rest as unknown as SlogdetResult<MatrixOf<D>>;
}

function solved(
  a: MatrixInput,
  lead: readonly number[],
  dtype: MatrixType,
  solveBy: (engine: MatrixEngine, factors: LuFactors) => Matrices,
  options: CheckOptions,
  action: string,
): Matrices {
  const { stream } = a;
  const engine = engineOf(stream.device);
  using working = workingCopy(a, dtype, lead);
  const factors = engine.lu(stream, working);
  const x = solveBy(engine, factors);
  factors.pivots.dispose();
  checkLater(stream, factors.info, options, "singular", action, lead, [x]);
  return x;
}

function determinants(
  action: string,
  a: NDArray,
): { readonly determinant: NDArray; readonly sign: NDArray; readonly logabsdet: NDArray } {
  const input = squaresOf(action, a);
  const { stream, dtype, batch, n, lead } = input;
  const real = realTypes[dtype];
  if (batch * n === 0) {
    const make = (value: number, of: DType): NDArray => full(lead, value, { dtype: of, device: a.device });
    return { determinant: make(1, dtype), sign: make(1, dtype), logabsdet: make(0, real) };
  }
  using working = workingCopy(input, dtype, lead);
  const { lu, pivots, base, info } = engineOf(stream.device).lu(stream, working);
  const sign = allocateArray(stream, dtype, lead);
  const logabsdet = allocateArray(stream, real, lead);
  const determinant = allocateArray(stream, dtype, lead);
  launchMatrices(kernelsOf(dtype).determinant, stream, batch, [1, 1], {
    signs: { into: sign },
    logarithms: { into: logabsdet },
    determinants: { into: determinant },
    lu: { from: lu },
    pivots: { from: pivots },
    n,
    base,
  });
  pivots.dispose();
  info.dispose();
  return { determinant, sign, logabsdet };
}
