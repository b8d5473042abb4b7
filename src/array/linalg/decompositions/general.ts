// Eigenvalues of general square matrices, always complex. A built-in kernel computes them on every device, with one thread for
// each matrix; on a GPU this suits only batches of small matrices.

import type { DType } from "../../../core/dtype.js";
import { UnsupportedError } from "../../../core/errors.js";
import { allocateArray } from "../../allocate.js";
import type { NDArray } from "../../ndarray.js";
import { tuningOf } from "../../kernels/builtin-kernel.js";
import { promoteTypes } from "../../promotion.js";
import { type MatrixInput, squaresOf, workingCopy } from "./arguments.js";
import { checkLater, checkNames, type CheckOptions } from "./check.js";
import { generalKernelOf } from "./groups.js";
import { launchMatrices } from "./launch.js";
import { checkOptions } from "../../../core/options.js";

/** The complex dtype of eigenvalues. */
export type ComplexOf<D extends DType> = D extends "float32" | "complex64" ? "complex64" : "complex128";

/** The result of {@link eig}. */
export interface EigResult<D extends DType> {
  /** In no particular order. */
  readonly eigenvalues: NDArray<D>;
  /** One in each column, of length 1. */
  readonly eigenvectors: NDArray<D>;
}

export function eigOf<D extends DType>(a: NDArray<D>, options: CheckOptions = {}): EigResult<ComplexOf<D>> {
  const { values, vectors } = eigenvalues(a, options, true);
  return { eigenvalues: values, eigenvectors: vectors } as unknown as EigResult<ComplexOf<D>>;
}

export function eigvalsOf<D extends DType>(a: NDArray<D>, options: CheckOptions = {}): NDArray<ComplexOf<D>> {
  return eigenvalues(a, options, false).values as NDArray<ComplexOf<D>>;
}

function eigenvalues(
  a: NDArray,
  options: CheckOptions,
  wantsVectors: boolean,
): { readonly values: NDArray; readonly vectors: NDArray | undefined } {
  const action = "compute eigenvalues";
  checkOptions(options, checkNames, action);
  const input = squaresOf(action, a);
  const { stream, lead, batch, n } = input;
  refuseLarge(input, action);
  const dtype = promoteTypes(input.dtype, "complex64");
  using working = workingCopy(input, dtype, lead);
  const values = allocateArray(stream, dtype, [...lead, n]);
  const vectors = wantsVectors ? allocateArray(stream, dtype, a.shape) : undefined;
  if (working.size === 0) return { values, vectors };
  using work = allocateArray(stream, dtype, [batch, n + 3, n]);
  const info = allocateArray(stream, "int32", [batch]);
  launchMatrices(generalKernelOf(dtype), stream, batch, [1, 1], {
    all: { into: working },
    values: { into: values },
    vectors: { into: vectors ?? values },
    works: { into: work },
    info: { into: info },
    n,
    wants: wantsVectors ? 1 : 0,
  });
  checkLater(stream, info, options, "unconverged", action, lead, [values, vectors]);
  return { values, vectors };
}

function refuseLarge({ stream: { device }, n }: MatrixInput, action: string): void {
  const { serialRows } = tuningOf(device);
  if (n <= serialRows) return;
  throw new UnsupportedError(
    "CUTS_EIG",
    `Cannot ${action} on ${device.id}: matrices that are not symmetric may have ${serialRows} rows there (got ${n})` +
      '\nTry: linalg.eig(x.to("cpu")), or linalg.eigh for symmetric matrices',
  );
}
