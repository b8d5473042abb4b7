// The implementation of Cholesky and QR.

import type { DType } from "../../../core/dtype.js";
import { ArgumentTypeError } from "../../../core/errors.js";
import { formatValue } from "../../../core/text.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import { type MatrixOf, matricesOf, reshaped, squaresOf, workingCopy } from "./arguments.js";
import { type CheckOptions, checkLater } from "./check.js";
import { engineOf } from "./engine-of.js";
import { identity, pack } from "./launch.js";
import { checkOptions, optionNames } from "../../../core/options.js";

/** Options of {@link cholesky}. */
export interface CholeskyOptions extends CheckOptions {
  /** Whether the upper triangle U of A = U^H U is computed, from the upper triangle of A; the lower one by default. */
  readonly upper?: boolean | undefined;
}

const choleskyNames = optionNames<CholeskyOptions>({ check: true, upper: true });

export function choleskyOf<D extends DType>(
  a: NDArray<D>,
  options: CholeskyOptions = {},
): NDArray<MatrixOf<D>> {
  const action = "compute a Cholesky decomposition";
  checkOptions(options, choleskyNames, action);
  const input = squaresOf(action, a);
  const { stream, dtype, lead } = input;
  using given = workingCopy(input, dtype, lead);
  if (given.size === 0) return allocateArray(stream, dtype, a.shape) as NDArray as NDArray<MatrixOf<D>>;
  const adjoint = { transposed: true, conjugated: true } as const;
  using lower = options.upper === true ? pack(stream, given, adjoint) : undefined;
  const { l, info } = engineOf(stream.device).cholesky(stream, lower ?? given);
  checkLater(stream, info, options, "indefinite", action, lead, [l]);
  const result = options.upper === true ? pack(stream, l, adjoint) : l;
  if (result !== l) l.dispose();
  return reshaped(result, a.shape) as NDArray as NDArray<MatrixOf<D>>;
}

/** The result of {@link qr}. */
export interface QrResult<D extends DType> {
  readonly q: NDArray<D>;
  readonly r: NDArray<D>;
}

/** Options of {@link qr}. */
export interface QrOptions {
  /** The columns of Q: as many as needed ("reduced"), or all ("complete"). */
  readonly mode?: "reduced" | "complete" | undefined;
}

const qrNames = optionNames<QrOptions>({ mode: true });

export function qrOf<D extends DType>(a: NDArray<D>, options?: QrOptions): QrResult<MatrixOf<D>>;
export function qrOf<D extends DType>(a: NDArray<D>, options: { readonly mode: "r" }): NDArray<MatrixOf<D>>;
export function qrOf(
  a: NDArray,
  options: { readonly mode?: "reduced" | "complete" | "r" | undefined } = {},
): QrResult<DType> | NDArray {
  checkOptions(options, qrNames, "compute a QR decomposition");
  const { mode = "reduced" } = options;
  if (!["reduced", "complete", "r"].includes(mode)) {
    throw new ArgumentTypeError(
      "CUTS_QR_MODE",
      `Cannot compute a QR decomposition: the mode must be "reduced", "complete" or "r" (got ${formatValue(mode)})`,
    );
  }
  const input = matricesOf("compute a QR decomposition", a);
  const { stream, dtype, lead, batch, m, n } = input;
  const columns = mode === "complete" ? m : Math.min(m, n);
  using working = workingCopy(input, dtype, lead);
  const { q, r } =
    working.size === 0
      ? {
          q: identity(stream, dtype, batch, m, columns),
          r: allocateArray(stream, dtype, [batch, columns, n]),
        }
      : engineOf(stream.device).qr(stream, working, mode === "r" ? 0 : columns);
  const triangle = reshaped(r, [...lead, columns, n]);
  if (mode !== "r" && q !== undefined) return { q: reshaped(q, [...lead, m, columns]), r: triangle };
  q?.dispose();
  return triangle;
}
