// The kernels of reductions, and the dtypes they exist for; reduce.ts casts other dtypes to one of these. Each reduction has three
// kernels (rows, columns, join), made from the templates of reduce.cuh; those of one dtype form one group.

import type { DType } from "../../core/dtype.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { kernelTypes } from "../kernels/c-types.js";
import { kernelText, type KernelText } from "../kernels/kernel-definition.js";
import { type KernelGroup, lazyGroup } from "../kernels/kernel-group.js";
import {
  reduceAround,
  type ReduceAroundArguments,
  reduceColumns,
  type ReduceColumnsArguments,
  reduceJoin,
  type ReduceJoinArguments,
  reduceRows,
  type ReduceRowsArguments,
} from "./kernels.gen.js";

/** How elements are accumulated. `squares` and `exps` are sums of (x - shift)² and exp(x - shift). */
export type ReduceOperation = "sum" | "prod" | "min" | "max" | "squares" | "exps";

/** How a reduction is computed in one dtype. */
interface Computation {
  readonly lane: string;
  readonly total: string;
  /** The dtype of totals, which is where partial results are kept. */
  readonly totals: DType;
  readonly result: DType;
}

/** The kernels of a reduction for one dtype. */
export interface ReduceKernels {
  readonly rows: BuiltinKernel<ReduceRowsArguments>;
  readonly columns: BuiltinKernel<ReduceColumnsArguments>;
  readonly join: BuiltinKernel<ReduceJoinArguments>;
  /** Axes on both sides of those that stay, for teams; for most operations they are reduced one side after the other. */
  readonly around: BuiltinKernel<ReduceAroundArguments> | undefined;
  readonly totals: DType;
  readonly result: DType;
  /** Columns that a thread takes on the cpu. */
  readonly columnsPerThread: number;
}

/** The kernels of a reduction over elements of a dtype; undefined if the elements must be cast first. */
export function reduceKernels(operation: ReduceOperation, dtype: DType): ReduceKernels | undefined {
  const ofOperation = known[operation];
  let found = ofOperation.get(dtype);
  if (found !== undefined) return found;
  const how = computations[operation][dtype];
  const group = groups.get(dtype);
  if (how !== undefined && group !== undefined) {
    found = {
      rows: new BuiltinKernel(group, `${operation}_rows`, reduceRows),
      columns: new BuiltinKernel(group, `${operation}_columns`, reduceColumns),
      join: new BuiltinKernel(group, `${operation}_join`, reduceJoin),
      around:
        operation === AROUND ? new BuiltinKernel(group, `${operation}_around`, reduceAround) : undefined,
      totals: how.totals,
      result: how.result,
      columnsPerThread: COLUMN_BYTES / laneBytes(how.lane),
    };
    ofOperation.set(dtype, found);
  }
  return found;
}

/** Sums and means, which training has for every channel of pictures. */
const AROUND: ReduceOperation = "sum";

/** All groups of reductions, for the catalogue. */
export function reduceGroups(): readonly (() => KernelGroup)[] {
  return [...groups.values()];
}

const known: Readonly<Record<ReduceOperation, Map<DType, ReduceKernels>>> = {
  sum: new Map(),
  prod: new Map(),
  min: new Map(),
  max: new Map(),
  squares: new Map(),
  exps: new Map(),
};

/** CUTS_COLUMNS of reduce.cuh. */
const COLUMN_BYTES = 2048;

function laneBytes(lane: string): number {
  if (lane === "cuts_complex<double>") return 16;
  if (lane === "unsigned char") return 1;
  return lane === "float" || lane === "int" || lane === "unsigned" ? 4 : 8;
}

type Computations = { readonly [D in DType]?: Computation };

// Integers are added as unsigned ones: they wrap, and a sign makes no difference to the bits.
const wrapped = { total: "unsigned long long", totals: "int64", result: "int64" } as const;
const narrow = { lane: "float", total: "double", totals: "float64" } as const;
const real: Computations = {
  float32: { ...narrow, result: "float32" },
  float64: { ...narrow, lane: "double", result: "float64" },
};
const complex = {
  complex64: {
    lane: "cuts_complex<float>",
    total: "cuts_complex<double>",
    totals: "complex128",
    result: "complex64",
  },
  complex128: {
    lane: "cuts_complex<double>",
    total: "cuts_complex<double>",
    totals: "complex128",
    result: "complex128",
  },
} as const satisfies Computations;

const extremes: Computations = Object.fromEntries(
  (["uint8", "int32", "int64", "uint64", "float32", "float64", "complex128"] as const).map((dtype) => {
    const { computed } = kernelTypes[dtype];
    return [dtype, { lane: computed, total: computed, totals: dtype, result: dtype }];
  }),
);

const computations: { readonly [O in ReduceOperation]: Computations } = {
  sum: {
    uint8: { ...wrapped, lane: "unsigned" },
    int32: { ...wrapped, lane: "long long" },
    uint32: { ...wrapped, lane: "unsigned long long" },
    int64: { ...wrapped, lane: "unsigned long long" },
    float16: { ...narrow, result: "float16" },
    bfloat16: { ...narrow, result: "bfloat16" },
    ...real,
    ...complex,
  },
  // A product in double does not overflow where the one in float would not, whatever the order.
  prod: {
    int64: { ...wrapped, lane: "unsigned long long" },
    float32: { ...narrow, lane: "double", result: "float32" },
    float64: { ...narrow, lane: "double", result: "float64" },
    complex64: { ...complex.complex64, lane: "cuts_complex<double>" },
    complex128: complex.complex128,
  },
  min: extremes,
  max: extremes,
  squares: real,
  exps: real,
};

const operations = Object.keys(computations) as readonly ReduceOperation[];

const groups: ReadonlyMap<DType, () => KernelGroup> = new Map(
  [...new Set(operations.flatMap((one) => Object.keys(computations[one]) as DType[]))].map((dtype) => [
    dtype,
    lazyGroup(() => ({
      name: `reduce.${dtype}`,
      kernels: operations.flatMap((operation) => kernelsOf(operation, dtype)),
    })),
  ]),
);

/** The struct of reduce.cuh for an operation on elements of a dtype; undefined if they must be cast first. */
export function reduceStruct(operation: ReduceOperation, dtype: DType): string | undefined {
  const how = computations[operation][dtype];
  if (how === undefined) return undefined;
  const { stored } = kernelTypes[dtype];
  return `cuts_by_${operation}<${stored}, ${how.lane}, ${how.total}, ${kernelTypes[how.result].stored}>`;
}

function kernelsOf(operation: ReduceOperation, dtype: DType): readonly KernelText[] {
  const Op = reduceStruct(operation, dtype);
  if (Op === undefined) return [];
  return [
    kernelText(reduceRows, `${operation}_rows`, { Op }),
    kernelText(reduceColumns, `${operation}_columns`, { Op }),
    kernelText(reduceJoin, `${operation}_join`, { Op }),
    ...(operation === AROUND
      ? [{ ...kernelText(reduceAround, `${operation}_around`, { Op }), isForTeams: true }]
      : []),
  ];
}
