// Kernels of graphs of elements, as those who launch them and the device that writes their code agree on them: what becomes of the
// elements, how arrays are walked through, and which parameters a kernel has in which order.

import type { DType } from "../../core/dtype.js";
import type { Graph, Plain } from "./graph.js";
import type { ParameterKind } from "./parameters.js";

/** How the elements of an array lie along the rows of a launch: side by side, one for all, or some distance apart. */
export type Along = "unit" | "same" | "any";

/** How a kernel walks through its arrays, outputs first: along rows, and how many axes rows have. */
export interface Walk {
  readonly along: readonly Along[];
  readonly outerAxes: number;
}

/** What a graph with one output, which has the dtype `gathered`, is reduced to, in whichever order. */
export interface Gathering {
  /** The operation that joins two values. */
  readonly combine: "add" | "multiply" | "maximum" | "minimum" | "logicalOr" | "logicalAnd";
  readonly gathered: DType;
  /** What a result begins with. */
  readonly start: Plain;
}

/** How a kernel that gathers walks through its inputs: along rows, how many axes results have, and how many more are reduced. */
export interface GatherWalk {
  readonly along: readonly Along[];
  readonly keptAxes: number;
  readonly reducedAxes: number;
}

/** A sum or product of floats, which is rounded: its order is that of the reductions (array/reduction). */
export interface OrderedEnd {
  readonly operation: "sum" | "prod";
  /** Of the elements, and of results. */
  readonly dtype: "float32" | "float64";
  /** Whether results are divided by how many elements become one. */
  readonly divides: boolean;
}

/** How a kernel that reduces in order walks through its inputs: how many axes are around what is reduced, are reduced, and are inside. */
export interface OrderedWalk {
  /** Along the last axis of a line: the last that is inside, or that is reduced where none is. */
  readonly along: readonly Along[];
  readonly outerAxes: number;
  readonly reducedAxes: number;
  /** 0 where rows are reduced; else columns are. */
  readonly innerAxes: number;
  /** Columns that are gathered at once. */
  readonly width: number;
  /** Whether results are written; else the totals of parts are, which another kernel joins. */
  readonly isFinal: boolean;
}

/** A kernel that computes a graph: its elements are stored, gathered in any order, or reduced in the order of the reductions. */
export type GraphKernel =
  | { readonly end: "store"; readonly graph: Graph; readonly walk: Walk }
  | {
      readonly end: "gather";
      readonly graph: Graph;
      readonly gathering: Gathering;
      readonly walk: GatherWalk;
    }
  | {
      readonly end: "reduce";
      readonly graph: Graph;
      readonly reduction: OrderedEnd;
      readonly walk: OrderedWalk;
    };

/** The name of the kernel of each graph. */
export const FUSED_KERNEL = "fused";

/** The parameters of a kernel, in order. */
export function parametersOf(kernel: GraphKernel): readonly ParameterKind[] {
  const { graph } = kernel;
  const scalars = graph.scalars.map(scalarKind);
  if (kernel.end === "store") {
    const { outerAxes } = kernel.walk;
    const arrays = graph.outputs.length + graph.inputs.length;
    return [
      ...repeat("pointer", arrays),
      // Elements of a row, rows, elements of a piece, rows of a block, pieces of a row.
      ...repeat("size", 5 + outerAxes),
      // For each array bytes along the row, and along the outer axes.
      ...repeat("stride", arrays * (1 + outerAxes)),
      ...scalars,
    ];
  }
  const inputs = graph.inputs.length;
  // Results and inputs.
  const arrays = repeat("pointer", 1 + inputs);
  if (kernel.end === "gather") {
    const { keptAxes, reducedAxes } = kernel.walk;
    return [
      ...arrays,
      // Elements of a row, results, results of a block, rows that become one.
      ...repeat("size", 4 + keptAxes + reducedAxes),
      // For each input bytes along the row, along the axes of results, and along the others that are reduced.
      ...repeat("stride", inputs * (1 + keptAxes + reducedAxes)),
      ...scalars,
    ];
  }
  const { outerAxes, reducedAxes, innerAxes } = kernel.walk;
  const axes = outerAxes + reducedAxes + innerAxes;
  return [
    ...arrays,
    // Elements that become one, those of a part, parts; results around, those of a block; results inside, tiles of them.
    ...repeat("size", 7 + axes),
    // For each input bytes along all axes.
    ...repeat("stride", inputs * axes),
    ...scalars,
    // By how much results are divided.
    "float64",
  ];
}

function repeat(kind: ParameterKind, count: number): ParameterKind[] {
  return Array.from({ length: count }, () => kind);
}

/** How a number is passed. */
function scalarKind(dtype: DType): ParameterKind {
  if (dtype === "float32" || dtype === "float64" || dtype === "int64") return dtype;
  if (narrow.has(dtype)) return "int32";
  throw new Error(`internal: kernels of graphs have no parameter of ${dtype}`);
}

const narrow: ReadonlySet<DType> = new Set(["bool", "int8", "uint8", "int16", "uint16", "int32"]);
