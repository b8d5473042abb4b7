// A graph as CUDA C++: one statement for an element, which the kernels of rows (array/kernels/row-kernel.ts) are made around.

import { type DType, dtypes } from "../../../core/dtype.js";
import { kernelTypes } from "../../../array/kernels/c-types.js";
import { conversion } from "../../../array/kernels/cast-kernels.js";
import type { KernelSource } from "../../../array/kernels/kernel-definition.js";
import { castSource } from "../../../array/kernels/kernels.gen.js";
import { argumentsOf, type Graph, inOrder, type Node, type OperationNode, type Plain } from "../node.js";
import { formOf } from "../typed.js";

/** The element of an output in a statement. */
export function outputName(index: number): string {
  return index === 0 ? "z" : `z${index}`;
}

/** The statement of a graph: `z = …`, from elements `x0`, `x1` and so on and numbers `value0`, `value1` and so on. */
export function statementOf({ outputs }: Graph): string {
  const nodes = inOrder(outputs);
  const names = new Map(nodes.map((node, at) => [node, `v${at}`]));
  const nameOf = (node: Node): string => names.get(node) as string;
  const lines = nodes.map((node) => {
    const { computed } = kernelTypes[node.dtype];
    return `const ${computed} ${nameOf(node)} = ${valueOf(node, argumentsOf(node).map(nameOf))};`;
  });
  const stores = outputs.map(
    (node, at) => `${outputName(at)} = cuts_store<${kernelTypes[node.dtype].stored}>(${nameOf(node)});`,
  );
  return [...lines, ...stores].join(" ");
}

/** Functions that the statement calls: one for each operation, which sees its operands as `a` and `b`. */
export function helpersOf({ outputs }: Graph): string {
  const texts = inOrder(outputs).flatMap((node) => (node.kind === "operation" ? [functionText(node)] : []));
  return [...new Set(texts)].join("\n");
}

/** The files that the statement uses. */
export function sourcesOf({ outputs }: Graph): readonly KernelSource[] {
  const sources = new Set<KernelSource>([castSource]);
  for (const node of inOrder(outputs)) {
    const form = node.kind === "operation" ? formOf(node.name) : undefined;
    if (form === undefined) continue;
    sources.add(form.source);
    if (form.rare !== undefined) sources.add(form.rare.source);
  }
  return [...sources];
}

function valueOf(node: Node, args: readonly string[]): string {
  const { stored, computed } = kernelTypes[node.dtype];
  if (node.kind === "gather") throw new Error("internal: kernels in CUDA C++ gather nothing");
  if (node.kind === "input") return `cuts_load(x${node.index})`;
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

/** What an operation gives is rounded to its dtype, as if it were stored. */
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
