// The kernels of decompositions in groups: what is shipped compiled. There are four dtypes; the rotations of eigenvalues and
// singular values are real, whatever the matrices are.

import { BuiltinKernel } from "../../kernels/builtin-kernel.js";
import { kernelTypes } from "../../kernels/c-types.js";
import { type KernelGroup, lazyGroup } from "../../kernels/kernel-group.js";
import { generalKernel, generalSource } from "./general-source.js";
import { packKernel, productKernel, productSource, scalarSource } from "./matrix-source.js";
import { reflectorKernels, reflectorSource } from "./reflector-source.js";
import { rotationKernels, rotationSource } from "./rotation-source.js";
import { spectralKernels, spectralSource } from "./spectral-source.js";
import { determinantKernel, triangularKernels } from "./triangular-source.js";

/** The dtypes that matrices are decomposed in. */
export type MatrixType = "float32" | "float64" | "complex64" | "complex128";
/** The real ones. */
export type RealType = "float32" | "float64";
/** The complex ones. */
export type ComplexType = "complex64" | "complex128";

/** The real dtype of the parts of a dtype. */
export const realTypes: { readonly [D in MatrixType]: RealType } = {
  float32: "float32",
  float64: "float64",
  complex64: "float32",
  complex128: "float64",
};

const matrixTypes = Object.keys(realTypes) as readonly MatrixType[];

/** Names of kernels by the group that they are in. */
const members = {
  matrix: ["pack", "determinant"],
  triangular: ["product", "lu_panel", "swap_rows", "triangular", "cholesky_panel"],
  orthogonal: ["qr_panel", "block_triangle"],
  spectral: ["tridiagonal", "bidiagonal"],
} as const;

/** The kernels of one dtype. */
export type MatrixKernels = Readonly<Record<(typeof members)[keyof typeof members][number], BuiltinKernel>>;
/** The kernels of one real dtype. */
export type RotationKernels = Readonly<Record<"eigenvalues" | "singular_values", BuiltinKernel>>;

const kernels = new Map<MatrixType, MatrixKernels>();
const rotations = new Map<RealType, RotationKernels>();
const generals = new Map<ComplexType, BuiltinKernel>();
const groups = new Map<string, () => KernelGroup>();

/** The kernels of a dtype. */
export function kernelsOf(dtype: MatrixType): MatrixKernels {
  let found = kernels.get(dtype);
  if (found === undefined) {
    const all = Object.entries(members).flatMap(([family, names]) =>
      names.map((name) => [
        name,
        new BuiltinKernel(() => groupOf(family as keyof typeof members, dtype), `la_${name}`),
      ]),
    );
    kernels.set(dtype, (found = Object.fromEntries(all) as MatrixKernels));
  }
  return found;
}

/** The kernels of rotations. */
export function rotationsOf(dtype: RealType): RotationKernels {
  let found = rotations.get(dtype);
  if (found === undefined) {
    found = {
      eigenvalues: new BuiltinKernel(() => rotationGroup(dtype), "la_eigenvalues"),
      singular_values: new BuiltinKernel(() => rotationGroup(dtype), "la_singular_values"),
    };
    rotations.set(dtype, found);
  }
  return found;
}

/** The kernel of eigenvalues of any matrix. */
export function generalKernelOf(dtype: ComplexType): BuiltinKernel {
  let found = generals.get(dtype);
  if (found === undefined)
    generals.set(dtype, (found = new BuiltinKernel(() => generalGroup(dtype), "la_eigen")));
  return found;
}

/** All groups, for the catalogue. */
export function decompositionGroups(): readonly (() => KernelGroup)[] {
  return [
    ...matrixTypes.flatMap((dtype) =>
      (Object.keys(members) as (keyof typeof members)[]).map((family) => () => groupOf(family, dtype)),
    ),
    () => rotationGroup("float32"),
    () => rotationGroup("float64"),
    () => generalGroup("complex64"),
    () => generalGroup("complex128"),
  ];
}

function groupOf(family: keyof typeof members, dtype: MatrixType): KernelGroup {
  return group(`${family}.${dtype}`, () => {
    const T = kernelTypes[dtype].stored;
    const R = kernelTypes[realTypes[dtype]].stored;
    if (family === "matrix")
      return { helpers: scalarSource(), kernels: [packKernel(T, R), determinantKernel(T, R)] };
    if (family === "triangular")
      return {
        helpers: scalarSource() + productSource(),
        kernels: [productKernel(T, R), ...triangularKernels(T, R)],
      };
    if (family === "orthogonal")
      return { helpers: scalarSource() + reflectorSource(), kernels: reflectorKernels(T, R) };
    return { helpers: scalarSource() + reflectorSource() + spectralSource(), kernels: spectralKernels(T, R) };
  });
}

function generalGroup(dtype: ComplexType): KernelGroup {
  return group(`general.${dtype}`, () => ({
    helpers: scalarSource() + reflectorSource() + spectralSource() + generalSource(),
    kernels: [generalKernel(kernelTypes[dtype].stored, kernelTypes[realTypes[dtype]].stored)],
  }));
}

function rotationGroup(dtype: RealType): KernelGroup {
  return group(`rotation.${dtype}`, () => ({
    helpers: scalarSource() + rotationSource(),
    kernels: rotationKernels(kernelTypes[dtype].stored),
  }));
}

function group(
  name: string,
  define: () => {
    readonly helpers: string;
    readonly kernels: KernelGroup["kernels"] extends ReadonlyMap<string, infer K> ? readonly K[] : never;
  },
): KernelGroup {
  let found = groups.get(name);
  if (found === undefined) groups.set(name, (found = lazyGroup(() => ({ name, ...define() }))));
  return found();
}
