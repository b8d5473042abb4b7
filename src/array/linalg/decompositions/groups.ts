// The kernel groups of decompositions, which are shipped compiled. There are four dtypes; the rotations for eigenvalues and
// singular values are always real.

import { BuiltinKernel } from "../../kernels/builtin-kernel.js";
import { kernelTypes } from "../../kernels/c-types.js";
import { kernelText, type KernelText } from "../../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../../kernels/kernel-group.js";
import * as cuda from "./kernels.gen.js";
import { type ComplexType, type MatrixType, type RealType, realTypes } from "./matrix-types.js";

const matrixTypes = Object.keys(realTypes) as readonly MatrixType[];

/** What a group has, for each dtype of matrices. */
const families = ["matrix", "triangular", "orthogonal", "spectral"] as const;
type Family = (typeof families)[number];

/** The kernels of one dtype. */
type MatrixKernels = ReturnType<typeof matrixKernels>;
/** The kernels of small matrices of one dtype. */
type SmallKernels = ReturnType<typeof smallKernels>;
/** The kernels of one real dtype. */
type RotationKernels = ReturnType<typeof rotationKernels>;

const kernels = new Map<MatrixType, MatrixKernels>();
const smalls = new Map<MatrixType, SmallKernels>();
const rotations = new Map<RealType, RotationKernels>();
const generals = new Map<ComplexType, BuiltinKernel<cuda.LaEigenArguments>>();
const groups = new Map<string, () => KernelGroup>();

/** The kernels of a dtype. */
export function kernelsOf(dtype: MatrixType): MatrixKernels {
  let found = kernels.get(dtype);
  if (found === undefined) kernels.set(dtype, (found = matrixKernels(dtype)));
  return found;
}

function matrixKernels(dtype: MatrixType) {
  const matrix = (): KernelGroup => groupOf("matrix", dtype);
  const triangular = (): KernelGroup => groupOf("triangular", dtype);
  const orthogonal = (): KernelGroup => groupOf("orthogonal", dtype);
  const spectral = (): KernelGroup => groupOf("spectral", dtype);
  return {
    pack: new BuiltinKernel(matrix, "la_pack", cuda.laPack),
    determinant: new BuiltinKernel(matrix, "la_determinant", cuda.laDeterminant),
    product: new BuiltinKernel(triangular, "la_product", cuda.laProduct),
    lu_panel: new BuiltinKernel(triangular, "la_lu_panel", cuda.laLuPanel),
    swap_rows: new BuiltinKernel(triangular, "la_swap_rows", cuda.laSwapRows),
    triangular: new BuiltinKernel(triangular, "la_triangular", cuda.laTriangular),
    cholesky_panel: new BuiltinKernel(triangular, "la_cholesky_panel", cuda.laCholeskyPanel),
    qr_panel: new BuiltinKernel(orthogonal, "la_qr_panel", cuda.laQrPanel),
    block_triangle: new BuiltinKernel(orthogonal, "la_block_triangle", cuda.laBlockTriangle),
    tridiagonal: new BuiltinKernel(spectral, "la_tridiagonal", cuda.laTridiagonal),
    bidiagonal: new BuiltinKernel(spectral, "la_bidiagonal", cuda.laBidiagonal),
  } as const;
}

/**
 * The kernels for small matrices of a dtype, with one block for each matrix. They are not shipped, because only devices that
 * compile kernels themselves use them.
 */
export function smallKernelsOf(dtype: MatrixType): SmallKernels {
  let found = smalls.get(dtype);
  if (found === undefined) smalls.set(dtype, (found = smallKernels(dtype)));
  return found;
}

function smallKernels(dtype: MatrixType) {
  const small = (): KernelGroup => smallGroup(dtype);
  return {
    lu: new BuiltinKernel(small, "la_small_lu", cuda.laSmallLu),
    solve: new BuiltinKernel(small, "la_small_solve", cuda.laSmallSolve),
    cholesky: new BuiltinKernel(small, "la_small_cholesky", cuda.laSmallCholesky),
    eigh: new BuiltinKernel(small, "la_small_eigh", cuda.laSmallEigh),
  } as const;
}

/** The kernels of rotations. */
export function rotationsOf(dtype: RealType): RotationKernels {
  let found = rotations.get(dtype);
  if (found === undefined) rotations.set(dtype, (found = rotationKernels(dtype)));
  return found;
}

function rotationKernels(dtype: RealType) {
  const group = (): KernelGroup => rotationGroup(dtype);
  return {
    eigenvalues: new BuiltinKernel(group, "la_eigenvalues", cuda.laEigenvalues),
    singular_values: new BuiltinKernel(group, "la_singular_values", cuda.laSingularValues),
  } as const;
}

/** The kernel for eigenvalues of general matrices. */
export function generalKernelOf(dtype: ComplexType): BuiltinKernel<cuda.LaEigenArguments> {
  let found = generals.get(dtype);
  if (found === undefined) {
    found = new BuiltinKernel(() => generalGroup(dtype), "la_eigen", cuda.laEigen);
    generals.set(dtype, found);
  }
  return found;
}

/** All groups, for the catalogue. */
export function decompositionGroups(): readonly (() => KernelGroup)[] {
  return [
    ...matrixTypes.flatMap((dtype) => families.map((family) => () => groupOf(family, dtype))),
    () => rotationGroup("float32"),
    () => rotationGroup("float64"),
    () => generalGroup("complex64"),
    () => generalGroup("complex128"),
  ];
}

function groupOf(family: Family, dtype: MatrixType): KernelGroup {
  return group(`${family}.${dtype}`, () => {
    const T = kernelTypes[dtype].stored;
    const R = kernelTypes[realTypes[dtype]].stored;
    if (family === "matrix")
      return [
        kernelText(cuda.laPack, "la_pack", { T, R }),
        kernelText(cuda.laDeterminant, "la_determinant", { T, R }),
      ];
    if (family === "triangular")
      return [
        kernelText(cuda.laProduct, "la_product", { T, R }),
        kernelText(cuda.laLuPanel, "la_lu_panel", { T, R }),
        kernelText(cuda.laSwapRows, "la_swap_rows", { T }),
        kernelText(cuda.laTriangular, "la_triangular", { T }),
        kernelText(cuda.laCholeskyPanel, "la_cholesky_panel", { T, R }),
      ];
    if (family === "orthogonal")
      return [
        kernelText(cuda.laQrPanel, "la_qr_panel", { T, R }),
        kernelText(cuda.laBlockTriangle, "la_block_triangle", { T }),
      ];
    return [
      kernelText(cuda.laTridiagonal, "la_tridiagonal", { T, R }),
      kernelText(cuda.laBidiagonal, "la_bidiagonal", { T, R }),
    ];
  });
}

function smallGroup(dtype: MatrixType): KernelGroup {
  const T = kernelTypes[dtype].stored;
  const R = kernelTypes[realTypes[dtype]].stored;
  return group(`small.${dtype}`, () => [
    kernelText(cuda.laSmallLu, "la_small_lu", { T, R }),
    kernelText(cuda.laSmallSolve, "la_small_solve", { T }),
    kernelText(cuda.laSmallCholesky, "la_small_cholesky", { T, R }),
    kernelText(cuda.laSmallEigh, "la_small_eigh", { T, R }),
  ]);
}

function generalGroup(dtype: ComplexType): KernelGroup {
  const C = kernelTypes[dtype].stored;
  const R = kernelTypes[realTypes[dtype]].stored;
  return group(`general.${dtype}`, () => [kernelText(cuda.laEigen, "la_eigen", { C, R })]);
}

function rotationGroup(dtype: RealType): KernelGroup {
  const R = kernelTypes[dtype].stored;
  return group(`rotation.${dtype}`, () => [
    kernelText(cuda.laEigenvalues, "la_eigenvalues", { R }),
    kernelText(cuda.laSingularValues, "la_singular_values", { R }),
  ]);
}

function group(name: string, define: () => readonly KernelText[]): KernelGroup {
  let found = groups.get(name);
  if (found === undefined) groups.set(name, (found = lazyGroup(() => ({ name, kernels: define() }))));
  return found();
}
