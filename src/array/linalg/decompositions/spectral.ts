// Eigenvalues of Hermitian matrices, and singular values of general matrices.

import type { DType } from "../../../core/dtype.js";
import { ArgumentTypeError } from "../../../core/errors.js";
import { formatValue } from "../../../core/text.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import type { RealOf } from "../../elementwise/types.js";
import { type MatrixOf, matricesOf, reshaped, squaresOf, workingCopy } from "./arguments.js";
import { checkLater, checkNames, type CheckOptions } from "./check.js";
import { engineOf } from "./engine-of.js";
import { realTypes } from "./matrix-types.js";
import { identity, pack } from "./launch.js";
import { checkOptions, optionNames } from "../../../core/options.js";

/** Options of {@link eigh}. */
export interface EighOptions extends CheckOptions {
  /** Which triangle is read: the lower one ("L") by default. */
  readonly uplo?: "L" | "U" | undefined;
}

const eighNames = optionNames<EighOptions>({ check: true, uplo: true });

/** The result of {@link eigh}. */
export interface EighResult<D extends DType> {
  /** In ascending order. */
  readonly eigenvalues: NDArray<RealOf<D>>;
  /** One in each column. */
  readonly eigenvectors: NDArray<D>;
}

export function eighOf<D extends DType>(a: NDArray<D>, options: EighOptions = {}): EighResult<MatrixOf<D>> {
  const { values, vectors } = eigenvalues(a, options, true);
  return { eigenvalues: values, eigenvectors: vectors } as unknown as EighResult<MatrixOf<D>>;
}

export function eigvalshOf<D extends DType>(
  a: NDArray<D>,
  options: EighOptions = {},
): NDArray<RealOf<MatrixOf<D>>> {
  return eigenvalues(a, options, false).values as NDArray<RealOf<MatrixOf<D>>>;
}

/** Options of {@link svd}. */
export interface SvdOptions extends CheckOptions {
  /** Whether U and V^H are square; true by default. Otherwise they have as many columns and rows as there are singular values. */
  readonly fullMatrices?: boolean | undefined;
}

const svdNames = optionNames<SvdOptions & { computeUv: boolean }>({
  check: true,
  fullMatrices: true,
  computeUv: true,
});

/** The result of {@link svd}. */
export interface SvdResult<D extends DType> {
  readonly u: NDArray<D>;
  /** In descending order. */
  readonly s: NDArray<RealOf<D>>;
  readonly vh: NDArray<D>;
}

export function svdOf<D extends DType>(
  a: NDArray<D>,
  options?: SvdOptions & { readonly computeUv?: true | undefined },
): SvdResult<MatrixOf<D>>;
export function svdOf<D extends DType>(
  a: NDArray<D>,
  options: SvdOptions & { readonly computeUv: false },
): NDArray<RealOf<MatrixOf<D>>>;
export function svdOf(
  a: NDArray,
  options: SvdOptions & { readonly computeUv?: boolean | undefined } = {},
): SvdResult<DType> | NDArray {
  checkOptions(options, svdNames, "compute singular values");
  const { computeUv = true, fullMatrices = true } = options;
  const { u, s, vh } = singularValues(a, computeUv ? (fullMatrices ? "full" : "reduced") : "none", options);
  return u === undefined || vh === undefined ? s : ({ u, s, vh } as SvdResult<DType>);
}

export function svdvalsOf<D extends DType>(
  a: NDArray<D>,
  options: CheckOptions = {},
): NDArray<RealOf<MatrixOf<D>>> {
  checkOptions(options, checkNames, "compute singular values");
  return singularValues(a, "none", options).s as NDArray<RealOf<MatrixOf<D>>>;
}

function eigenvalues(
  a: NDArray,
  options: EighOptions,
  wantsVectors: boolean,
): { readonly values: NDArray; readonly vectors: NDArray | undefined } {
  const action = "compute eigenvalues";
  checkOptions(options, eighNames, action);
  const { uplo = "L" } = options;
  if (uplo !== "L" && uplo !== "U") {
    throw new ArgumentTypeError(
      "CUTS_UPLO",
      `Cannot ${action}: uplo must be "L" or "U" (got ${formatValue(uplo)})`,
    );
  }
  const input = squaresOf(action, a);
  const { stream, dtype, lead, n } = input;
  using given = workingCopy(input, dtype, lead);
  if (given.size === 0) {
    const vectors = wantsVectors ? allocateArray(stream, dtype, a.shape) : undefined;
    return { values: allocateArray(stream, realTypes[dtype], [...lead, n]), vectors };
  }
  using whole = pack(stream, given, { mode: uplo === "L" ? "fromLower" : "fromUpper" });
  const { values, vectors, info } = engineOf(stream.device).eigh(stream, whole, wantsVectors);
  checkLater(stream, info, options, "unconverged", action, lead, [values, vectors]);
  return {
    values: reshaped(values, [...lead, n]),
    vectors: vectors && reshaped(vectors as NDArray, a.shape),
  };
}

function singularValues(
  a: NDArray,
  vectors: "none" | "reduced" | "full",
  options: CheckOptions,
): { readonly u: NDArray | undefined; readonly s: NDArray; readonly vh: NDArray | undefined } {
  const action = "compute singular values";
  const input = matricesOf(action, a);
  const { stream, dtype, lead, batch, m, n } = input;
  const count = Math.min(m, n);
  const [columns, rows] = vectors === "full" ? [m, n] : [count, count];
  if (batch * count === 0) {
    const unit = (height: number, width: number): NDArray | undefined =>
      vectors === "none"
        ? undefined
        : reshaped(identity(stream, dtype, batch, height, width), [...lead, height, width]);
    const s = allocateArray(stream, realTypes[dtype], [...lead, count]);
    return { u: unit(m, columns), s, vh: unit(rows, n) };
  }
  using working = workingCopy(input, dtype, lead);
  const { values, u, vh, info } = engineOf(stream.device).svd(stream, working, vectors);
  checkLater(stream, info, options, "unconverged", action, lead, [values, u, vh]);
  return {
    u: u && reshaped(u as NDArray, [...lead, m, columns]),
    s: reshaped(values as NDArray, [...lead, count]),
    vh: vh && reshaped(vh as NDArray, [...lead, rows, n]),
  };
}
