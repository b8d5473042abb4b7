// The memory layout and the constants of DLPack (dlpack.h 1.x) on machines with 8-byte pointers. Offsets in DLTensor: data 0,
// device type 8, device id 12, ndim 16, dtype code 20, bits 21, lanes 22, shape 24, strides 32, byte offset 40. DLManagedTensor
// begins with it and has its deleter at 56. DLManagedTensorVersioned has the version at 0, the deleter at 16, flags at 24, and the
// DLTensor at 32.

import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";

/** The layout of one of the two structs. */
export interface StructForm {
  readonly name: "dltensor" | "dltensor_versioned";
  readonly byteLength: number;
  /** The offset of its DLTensor, */
  readonly tensor: number;
  /** and the offset of its deleter. */
  readonly deleter: number;
}

export const unversionedForm: StructForm = { name: "dltensor", byteLength: 64, tensor: 0, deleter: 56 };
export const versionedForm: StructForm = {
  name: "dltensor_versioned",
  byteLength: 80,
  tensor: 32,
  deleter: 16,
};

export const FLAGS = 24;
export const READ_ONLY = 1n;
export const IS_COPIED = 2n;

/** The version that is written: 1.0. Every 1.x can be read. The deleter needs the minor version 0 (export-struct.ts). */
export const VERSION = 1;

/** More axes than any library supports: NumPy's limit is 64. */
export const MAX_AXES = 64;

/** Device types. */
export const DL_CPU = 1;
export const DL_CUDA = 2;
export const DL_CUDA_HOST = 3;
export const DL_CUDA_MANAGED = 13;

const kindCodes = { int: 0, uint: 1, float: 2, complex: 5, bool: 6 } as const;
const BFLOAT = 4;

/** A dtype as DLPack encodes it. */
export interface DlpackType {
  readonly code: number;
  readonly bits: number;
}

export function dlpackType(dtype: DType): DlpackType {
  const { kind, byteLength } = dtypes[dtype];
  return { code: dtype === "bfloat16" ? BFLOAT : kindCodes[kind], bits: 8 * byteLength };
}

const byCode = new Map(dtypeNames.map((name) => [keyOf(dlpackType(name)), name]));

/** The dtype that DLPack's numbers mean; undefined for types that CuTS does not have: 8-bit floats and 128-bit integers. */
export function dtypeOfDlpack(type: DlpackType): DType | undefined {
  return byCode.get(keyOf(type));
}

function keyOf({ code, bits }: DlpackType): number {
  return code * 256 + bits;
}
