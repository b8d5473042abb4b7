// Which built-in kernels ship as machine code for GPUs: what the first operations of most programs need. All others are
// compiled when they are first used, and kept by the disk cache.

import { builtinGroups } from "../../src/array/catalogue.js";
import { builtinOptions } from "../../src/array/kernels/builtin-kernel.js";
import { teamGroups } from "../../src/array/team-catalogue.js";
import { unitKey } from "../../src/backend/cuda/compile/shipped-kernels.js";
import { dtypeNames } from "../../src/core/dtype.js";

/** Kernels that are compiled together. */
export interface Unit {
  readonly group: string;
  readonly kernels: readonly string[];
  readonly source: string;
  readonly options: readonly string[];
  readonly key: string;
}

/** Sums and products of int32 and int64 are those of the unsigned ones. */
const dtypes = ["bool", "int32", "uint32", "int64", "uint64", "float32", "float64"];
/** Groups by the beginning of their names: those where a library does the work, and those that few programs begin with. */
const leftOutGroups = [
  ..."fft products matrix triangular orthogonal spectral rotation general conv correlate".split(" "),
  ..."special isclose keys sort search member logic.int logic.uint logic.float cast.uint comparison.uint64".split(
    " ",
  ),
];
/** A number with an array that is not in C order, functions of such arrays, elements of rare sizes, sorts of the shortest rows. */
const leftOutKernels = [
  /_[sr]_x$/,
  /^(ceil|cos|exp|floor|gelu|log|relu|sigmoid|silu|sin|sqrt|tanh|power)_x$/,
  /^(sweep|select|join|block_sort)\w*_(1|2|16)$/,
  /^block_sort\w*_(1|2|8)_\d+$/,
];

/** As cuda-backend.ts asks for it. */
const tuning = { elementsPerThread: 4, fusing: [] };

/** All that are shipped. */
export function cudaUnits(): readonly Unit[] {
  return [...builtinGroups(), ...teamGroups()].flatMap((group) => {
    const [, dtype] = group.name.split(".");
    const isLeftOut = leftOutGroups.some((start) => group.name.startsWith(start));
    if (isLeftOut || (dtype !== undefined && !dtypes.includes(dtype))) return [];
    const kernels = group.names.filter((name) => isShipped(name));
    if (kernels.length === 0) return [];
    const source = group.sourceOf(kernels);
    const { options } = builtinOptions(group, 32, tuning);
    return [{ group: group.name, kernels, source, options, key: unitKey(source, options) }];
  });
}

function isShipped(kernel: string): boolean {
  const others = dtypeNames.filter((dtype) => !dtypes.includes(dtype));
  const isOther = others.some((dtype) => new RegExp(`(^|_)${dtype}(_|$)`).test(kernel));
  return !isOther && !leftOutKernels.some((one) => one.test(kernel));
}
