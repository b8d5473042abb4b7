// The C++ types of each dtype in built-in kernels: its type in memory, and the type used for computing. 16-bit floats are computed
// as float, every other dtype as itself.

import type { DType } from "../../core/dtype.js";
import type { ParameterKind } from "../../compiler/elements/parameters.js";

/** The C++ names of a dtype in a kernel. */
export interface KernelType {
  /** The type of an element in memory. */
  readonly stored: string;
  /** The type that expressions see: `cuts_load(stored)` gives it, `cuts_store<stored>(computed)` takes it. */
  readonly computed: string;
  /** How a value of the computed type is passed as a parameter. */
  readonly parameter: Exclude<ParameterKind, "pointer" | "size" | "stride">;
}

/** The C++ names of all dtypes. */
export const kernelTypes: { readonly [D in DType]: KernelType } = {
  bool: { stored: "bool", computed: "bool", parameter: "int32" },
  int8: { stored: "signed char", computed: "signed char", parameter: "int32" },
  uint8: { stored: "unsigned char", computed: "unsigned char", parameter: "int32" },
  int16: { stored: "short", computed: "short", parameter: "int32" },
  uint16: { stored: "unsigned short", computed: "unsigned short", parameter: "int32" },
  int32: { stored: "int", computed: "int", parameter: "int32" },
  uint32: { stored: "unsigned", computed: "unsigned", parameter: "uint32" },
  int64: { stored: "long long", computed: "long long", parameter: "int64" },
  uint64: { stored: "unsigned long long", computed: "unsigned long long", parameter: "uint64" },
  float16: { stored: "cuts_half", computed: "float", parameter: "float32" },
  bfloat16: { stored: "cuts_bfloat", computed: "float", parameter: "float32" },
  float32: { stored: "float", computed: "float", parameter: "float32" },
  float64: { stored: "double", computed: "double", parameter: "float64" },
  complex64: { stored: "cuts_complex<float>", computed: "cuts_complex<float>", parameter: "complex64" },
  complex128: { stored: "cuts_complex<double>", computed: "cuts_complex<double>", parameter: "complex128" },
};

/** The C++ type of a parameter. */
export const parameterTypes: { readonly [P in Exclude<ParameterKind, "pointer">]: string } = {
  size: "cuts_size",
  stride: "cuts_stride",
  int32: "int",
  uint32: "unsigned",
  int64: "long long",
  uint64: "unsigned long long",
  float32: "float",
  float64: "double",
  complex64: "cuts_complex<float>",
  complex128: "cuts_complex<double>",
};
