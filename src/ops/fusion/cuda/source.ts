// The CUDA C++ of a graph: one statement for each element, which array/kernels/row-kernel.ts makes row kernels of.

import { type DType, dtypes } from "../../../core/dtype.js";
import { indexSource } from "../../../array/indexing/kernels.gen.js";
import { type KernelType, kernelTypes } from "../../../array/kernels/c-types.js";
import { conversion } from "../../../array/kernels/cast-kernels.js";
import type { KernelSource } from "../../../array/kernels/kernel-definition.js";
import { castSource } from "../../../array/kernels/kernels.gen.js";
import type { RowOperand } from "../../../array/kernels/row-kernel.js";
import {
  argumentsOf,
  GATHER_NUMBERS,
  type GatherNode,
  type Graph,
  indexModes,
  inOrder,
  type Node,
  type OperationNode,
  type Plain,
} from "../../../compiler/elements/graph.js";
import { formOf } from "../typed.js";

/** The name of an output's element in the statement. */
export function outputName(index: number): string {
  return index === 0 ? "z" : `z${index}`;
}

/** The statement of a graph: `z = …`, over elements `x0`, `x1`… and numbers `value0`, `value1`…. */
export function statementOf(graph: Graph): string {
  const { text, names } = valuesOf(graph);
  const stores = graph.outputs.map(
    (node, at) => `${outputName(at)} = cuts_store<${kernelTypes[node.dtype].stored}>(${names[at]});`,
  );
  return [text, ...stores].join(" ");
}

/** The values of a graph as declarations, and the names of its outputs. */
export function valuesOf({ outputs }: Graph): { readonly text: string; readonly names: readonly string[] } {
  const nodes = inOrder(outputs);
  const own = new Map(nodes.map((node, at) => [node, `v${at}`]));
  const nameOf = (node: Node): string => own.get(node) as string;
  const lines = nodes.map((node) => {
    const { computed } = kernelTypes[node.dtype];
    return `const ${computed} ${nameOf(node)} = ${valueOf(node, argumentsOf(node).map(nameOf))};`;
  });
  return { text: lines.join(" "), names: outputs.map(nameOf) };
}

/** The inputs of a graph, named `x0`, `x1` and so on; a gathered input is read at the index that another input holds. */
export function operandsOf({ inputs, scalars, outputs, gathers = 0 }: Graph): readonly RowOperand[] {
  const first = scalars.length - gathers * GATHER_NUMBERS;
  const own = new Map<number, RowOperand["moved"]>();
  for (const node of inOrder(outputs)) {
    if (node.kind !== "gather") continue;
    const [size, step, report, axis] = Array.from(
      { length: GATHER_NUMBERS },
      (_, at) => `value${first + node.number * GATHER_NUMBERS + at}`,
    );
    own.set(node.index, {
      by: `x${placesOf(node)}`,
      bytes: (by) =>
        `cuts_place((long long)${by}, ${size}, ${indexModes[node.mode]}, (long long*)${report}, ${axis}) * ${step}`,
    });
  }
  return inputs.map((dtype, at) => {
    const moved = own.get(at);
    return { name: `x${at}`, stored: kernelTypes[dtype].stored, ...(moved && { moved }) };
  });
}

/** The parameter kinds of a graph's numbers, by name; a gather adds a size, a step in bytes, an address and an axis. */
export function scalarKindsOf({ scalars, gathers = 0 }: Graph): Readonly<Record<string, ScalarKind>> {
  const first = scalars.length - gathers * GATHER_NUMBERS;
  return Object.fromEntries(
    scalars.map((dtype, at) => [
      `value${at}`,
      at < first ? kernelTypes[dtype].parameter : (gatherKinds[(at - first) % GATHER_NUMBERS] as ScalarKind),
    ]),
  );
}

type ScalarKind = KernelType["parameter"];
const gatherKinds: readonly ScalarKind[] = ["int64", "int64", "uint64", "int32"];

/** The input that has the places of a gather: it may be of another dtype. */
function placesOf({ args: [place] }: GatherNode): number {
  const own = place.kind === "cast" ? place.arg : place;
  if (own.kind !== "input") throw new Error("internal: places that are computed");
  return own.index;
}

/** One C++ function for each operation that the statement calls, with operands named `a` and `b`. */
export function helpersOf({ outputs }: Graph): string {
  const texts = inOrder(outputs).flatMap((node) => (node.kind === "operation" ? [functionText(node)] : []));
  return [...new Set(texts)].join("\n");
}

/** The source files that the statement includes. */
export function sourcesOf(graph: Graph): readonly KernelSource[] {
  const sources = new Set<KernelSource>([castSource]);
  for (const node of inOrder(graph.outputs)) {
    const form = node.kind === "operation" ? formOf(node.name) : undefined;
    if (form === undefined) continue;
    sources.add(form.source);
    if (form.rare !== undefined) sources.add(form.rare.source);
  }
  if (graph.gathers !== undefined) sources.add(indexSource);
  return [...sources];
}

function valueOf(node: Node, args: readonly string[]): string {
  const { stored, computed } = kernelTypes[node.dtype];
  if (node.kind === "input" || node.kind === "gather") return `cuts_load(x${node.index})`;
  if (node.kind === "scalar") return `(${computed})value${node.index}`;
  if (node.kind === "constant") return literal(node.value, node.dtype);
  if (node.kind === "cast")
    return `cuts_load((${stored})${conversion(node.arg.dtype, node.dtype, args[0] as string)})`;
  if (node.kind === "choice") return `${args[0]} ? ${args[1]} : ${args[2]}`;
  return `${functionName(node)}(${args.join(", ")})`;
}

function functionName({ name, computed }: OperationNode): string {
  return `cuts_fused_${name}_${computed}`;
}

/** The C++ function of an operation; its result is rounded to its dtype, as if it were stored. */
function functionText(node: OperationNode): string {
  const { stored: operandStored, computed: operand } = kernelTypes[node.computed];
  const { stored, computed } = kernelTypes[node.dtype];
  const names = node.args.length === 1 ? ["a"] : ["a", "b"];
  const expression = expressionOf(node);
  // Few look at their operands as they are stored.
  const asStored = /\b[ab]_in\b/.test(expression)
    ? names.map((one) => `const ${operandStored} ${one}_in = cuts_store<${operandStored}>(${one}); `).join("")
    : "";
  return `CUTS_INLINE ${computed} ${functionName(node)}(${names.map((one) => `const ${operand} ${one}`).join(", ")}) { ${asStored}return cuts_load(cuts_store<${stored}>(${expression})); }`;
}

function expressionOf({ name, computed }: OperationNode): string {
  const form = formOf(name);
  const { kind } = dtypes[computed];
  const expression = form?.usual.expressions[kind] ?? form?.rare?.operation.expressions[kind];
  if (expression === undefined) throw new Error(`internal: ${name} has no expression for ${computed}`);
  return expression;
}

function literal(value: Plain, dtype: DType): string {
  const { computed } = kernelTypes[dtype];
  if (typeof value === "object") {
    const real = dtype === "complex64" ? "float32" : "float64";
    return `cuts_make(${literal(value.re, real)}, ${literal(value.im, real)})`;
  }
  if (typeof value === "boolean") return `(${computed})${value ? 1 : 0}`;
  if (dtypes[dtype].kind !== "float") {
    const whole = BigInt.asUintN(64, BigInt(value));
    return `(${computed})${whole}ull`;
  }
  const float = Number(value);
  if (Number.isNaN(float)) return `(${computed})(0.0 / 0.0)`;
  if (!Number.isFinite(float)) return `(${computed})(${float < 0 ? "-" : ""}1e308 * 10)`;
  const text = Object.is(float, -0) ? "-0.0" : String(float);
  return `(${computed})${/[.e]/.test(text) ? text : `${text}.0`}`;
}
