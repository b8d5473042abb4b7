// The CUDA C++ of a graph that ends in a reduction, for devices where the threads of a block work together: a struct that computes
// the k-th element of a result, and a kernel that reduces these elements (fused-reduce.cuh).

import { kernelTypes, parameterTypes } from "../../../array/kernels/c-types.js";
import { listSignature } from "../../../array/kernels/kernel-definition.js";
import type { GroupDefinition } from "../../../array/kernels/kernel-group.js";
import type { ParameterKind } from "../../../compiler/elements/parameters.js";
import { elementOf } from "../../../array/kernels/row-kernel.js";
import type { Graph } from "../../../compiler/elements/graph.js";
import type { Along } from "../../../compiler/elements/kernels.js";
import { fusedReduceSource } from "./kernels.gen.js";
import { helpersOf, operandsOf, scalarKindsOf, sourcesOf, valuesOf } from "./source.js";

/** Whether neighboring threads share one result ("rows") or compute neighboring results ("columns"). */
export type TeamForm = "rows" | "columns";

/** The axes that a kernel iterates over. */
export interface TeamWalk {
  readonly form: TeamForm;
  /** The numbers of kept axes, which are visited once for each result, and of reduced axes. */
  readonly kept: number;
  readonly gone: number;
  /** How elements of inputs lie along the last reduced axis. */
  readonly along: readonly Along[];
}

/** The name of the kernel. */
export const TEAM_KERNEL = "fused";

/** How many elements a thread loads at a time; fewer for many arrays, to save registers. */
const AHEAD = { few: 8, many: 4, arrays: 2 } as const;

/** The parameters of a kernel, in order. */
export function teamSignature(graph: Graph, walk: TeamWalk): ReturnType<typeof listSignature> {
  return listSignature(teamParameters(graph, walk));
}

/** The kernel of a graph with one output, which has the dtype that `struct` (reduceStruct) reduces. */
export function teamGroup(name: string, graph: Graph, struct: string, walk: TeamWalk): GroupDefinition {
  const signature = teamSignature(graph, walk);
  const includes = [...sourcesOf(graph), fusedReduceSource];
  return {
    name,
    helpers: helpersOf(graph),
    kernels: [
      {
        name: TEAM_KERNEL,
        signature,
        source: { includes, text: "" },
        text: [elementsText(graph, walk), kernelOf(graph, struct, walk)].join("\n"),
      },
    ],
  };
}

function teamParameters(graph: Graph, walk: TeamWalk): readonly (readonly [string, ParameterKind])[] {
  const { inputs, axes } = namesOf(graph, walk);
  const sizes = ["n", "chunk", "results", ...axes.kept.slice(1), ...axes.gone.slice(1)];
  return [
    ...["out", "parts", "done", ...inputs.map((one) => `${one}_p`)].map((one) => [one, "pointer"] as const),
    ...sizes.map((one) => [one, "size"] as const),
    ...inputs.flatMap((one) => stridesOf(one, walk)).map((one) => [one, "stride"] as const),
    ...Object.entries(scalarKindsOf(graph)),
    ["divisor", "float64"],
  ];
}

function namesOf(graph: Graph, { kept, gone }: TeamWalk) {
  return {
    inputs: graph.inputs.map((_, at) => `x${at}`),
    axes: {
      kept: Array.from({ length: kept }, (_, axis) => `kept${axis}`),
      gone: Array.from({ length: gone }, (_, axis) => `gone${axis}`),
    },
  };
}

/** The names of an input's strides, one for each axis. */
export function stridesOf(input: string, { kept, gone }: Pick<TeamWalk, "kept" | "gone">): readonly string[] {
  return [
    ...Array.from({ length: kept }, (_, axis) => `${input}_kept${axis}`),
    ...Array.from({ length: gone }, (_, axis) => `${input}_gone${axis}`),
  ];
}

/** A struct with what the elements of a result are computed from. */
function elementsText(graph: Graph, walk: TeamWalk): string {
  const { axes } = namesOf(graph, walk);
  const last = walk.gone - 1;
  const place = (name: string): string => {
    const along = walk.along[Number(name.slice(1))];
    const terms = axes.gone.flatMap((axis, at) => {
      const index = `(cuts_stride)cuts_${axis}`;
      if (at < last || along === "any") return [`${index} * ${name}_${axis}`];
      return along === "unit" ? [index] : [];
    });
    return `${name}_p[${terms.length === 0 ? "0" : terms.join(" + ")}]`;
  };
  const operands = operandsOf(graph);
  const { text, names } = valuesOf(graph);
  const { computed } = kernelTypes[graph.outputs[0]?.dtype ?? "float32"];
  return `struct cuts_elements {
  ${membersOf(graph, walk)
    .map(([type, name]) => `${type} ${name};`)
    .join(" ")}
  struct loaded { ${operands.map(({ name, stored }) => `${stored} ${name};`).join(" ")} };
  __device__ __forceinline__ loaded load(cuts_size cuts_k) const {
    ${indicesOf(axes.gone, "cuts_k")}
    return loaded{${operands.map((own) => elementOf(own, place)).join(", ")}};
  }
  __device__ __forceinline__ ${computed} value(loaded cuts_of) const {
    ${operands.map(({ name, stored }) => `const ${stored} ${name} = cuts_of.${name};`).join(" ")}
    ${text}
    return ${names[0]};
  }
};`;
}

/** The members of the struct, by type and name, in the order of initialization. */
function membersOf(graph: Graph, walk: TeamWalk): readonly (readonly [string, string])[] {
  const { axes } = namesOf(graph, walk);
  return [
    ...operandsOf(graph).flatMap(({ name, stored }) => [
      [`const ${stored}*`, `${name}_p`] as const,
      ...axes.gone.map((axis) => ["cuts_stride", `${name}_${axis}`] as const),
    ]),
    ...axes.gone.slice(1).map((axis) => ["cuts_size", axis] as const),
    ...Object.entries(scalarKindsOf(graph)).map(([name, kind]) => [parameterTypes[kind], name] as const),
  ];
}

/** The indices along axes of the place that `from` counts, the last axis first. */
function indicesOf(axes: readonly string[], from: string): string {
  if (axes.length === 1) return `const cuts_size cuts_${axes[0]} = ${from};`;
  const steps = axes.slice(1).toReversed();
  return [
    `cuts_size cuts_rest = ${from};`,
    ...steps.map((axis) => `const cuts_size cuts_${axis} = cuts_rest % ${axis}; cuts_rest /= ${axis};`),
    `const cuts_size cuts_${axes[0]} = cuts_rest;`,
  ].join(" ");
}

function kernelOf(graph: Graph, struct: string, walk: TeamWalk): string {
  const { inputs, axes } = namesOf(graph, walk);
  const stored = new Map(operandsOf(graph).map((own) => [`${own.name}_p`, own.stored]));
  const pointers: Readonly<Record<string, string>> = {
    out: `${struct}::result*`,
    parts: `${struct}::total*`,
    done: "unsigned*",
  };
  const parameters = teamParameters(graph, walk).map(([name, kind]) => {
    if (kind !== "pointer") return `${parameterTypes[kind]} ${name}`;
    return `${pointers[name] ?? `const ${stored.get(name)}*`} ${name}`;
  });
  const isRows = walk.form === "rows";
  const own = isRows
    ? "(cuts_size)blockIdx.x * blockDim.y + threadIdx.y"
    : "(cuts_size)blockIdx.x * blockDim.x + threadIdx.x";
  const moves = inputs.map(
    (name) =>
      `${name}_p += ${axes.kept.map((axis) => `(cuts_stride)cuts_${axis} * ${name}_${axis}`).join(" + ")};`,
  );
  const ahead = graph.inputs.length <= AHEAD.arrays ? AHEAD.few : AHEAD.many;
  const members = membersOf(graph, walk).map(([, name]) => name);
  return `extern "C" __global__ void CUTS_TEAM ${TEAM_KERNEL}(${parameters.join(", ")}) {
  const cuts_size cuts_own = ${own};
  if (cuts_own < results) {
    ${indicesOf(axes.kept, "cuts_own")}
    ${moves.join(" ")}
  }
  const cuts_elements elements = {${members.join(", ")}};
  cuts_fused_${walk.form}<${struct}, ${ahead}>(out, parts, done, elements, n, chunk, results, divisor);
}`;
}
