// Dtypes in the spelling of npy files: byte order, kind and size, `<f4`. Only plain numbers are read. Other types that NumPy
// writes (objects, which are pickles, records, text, dates, 80-bit floats) are refused by name.

import { isLittleEndian } from "../../core/byte-order.js";
import { type DType, dtypeNames, dtypes } from "../../core/dtype.js";
import { UnsupportedError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";

/** The format of elements in a file. */
export interface FileType {
  readonly dtype: DType;
  /** Bytes of a number that must be reversed after reading: 1 where none are. */
  readonly swapBytes: 1 | 2 | 4 | 8;
}

/** The spelling of a dtype, in the byte order of this machine. */
export function descrOf(dtype: DType): string {
  // NumPy knows no bfloat16: this is what it writes for that of ml_dtypes, 2 bytes of no type.
  if (dtype === "bfloat16") return `${hostOrder}V2`;
  const { kind, byteLength } = dtypes[dtype];
  return `${byteLength === 1 ? "|" : hostOrder}${letters[kind]}${byteLength}`;
}

/**
 * Parses a spelling. `V2`, 2 bytes without a type, is bfloat16 if that is `wanted`.
 * @throws UnsupportedError `CUTS_NPY_DTYPE`; `what` names the file.
 */
export function readDescr(descr: string, wanted: DType | undefined, what: string): FileType {
  const [, order, kind, size] = /^([<>|=]?)([a-zA-Z?])(\d*)/.exec(descr) ?? [];
  if (kind === "V" && size === "2" && descr.length <= 3) {
    if (wanted === "bfloat16") return { dtype: wanted, swapBytes: order === otherOrder ? 2 : 1 };
    throw unsupported(
      what,
      "2 bytes of no type, which NumPy writes for bfloat16",
      descr,
      '{ dtype: "bfloat16" }',
    );
  }
  const dtype = dtypeNames.find(
    (name) => name !== "bfloat16" && descrOf(name).slice(1) === descr.replace(/^[<>|=]/, ""),
  );
  if (dtype !== undefined) {
    const { byteLength, lanes } = dtypes[dtype];
    return { dtype, swapBytes: order === otherOrder ? ((byteLength / lanes) as FileType["swapBytes"]) : 1 };
  }
  throw unsupported(what, others[kind ?? ""] ?? "of a type that is not known here", descr, undefined);
}

/** The error for elements that are not plain numbers. */
export function unsupported(
  what: string,
  found: string,
  descr: unknown,
  hint: string | undefined,
): UnsupportedError {
  return new UnsupportedError(
    "CUTS_NPY_DTYPE",
    `Cannot read ${what}: its elements must be booleans or numbers, and are ${found} (got ${formatValue(descr)})` +
      (hint === undefined ? "" : `\nTry: ${hint}`),
  );
}

const letters = { bool: "b", int: "i", uint: "u", float: "f", complex: "c" } as const;
const [hostOrder, otherOrder] = isLittleEndian ? ["<", ">"] : [">", "<"];

const others: Readonly<Record<string, string>> = {
  O: "Python objects: a pickle, which is a program, and is never run",
  V: "records or bytes of no type",
  U: "text",
  S: "text",
  a: "text",
  T: "text",
  M: "dates",
  m: "times",
  f: "floats of a size that is not known here",
  c: "complex numbers of a size that is not known here",
};
