// What a fused kernel computes: a graph of values, element by element. It knows nothing of shapes, strides or devices; the same
// graph becomes CUDA C++ (cuda/) or WebAssembly (wasm/).

import type { Complex, DType } from "../../core/dtype.js";

/** A plain number as a dtype takes it. */
export type Plain = number | bigint | boolean | Complex;

/** One value of a graph. */
export type Node = InputNode | GatherNode | ScalarNode | ConstantNode | OperationNode | CastNode | ChoiceNode;

/** The element of an array. */
export interface InputNode {
  readonly kind: "input";
  readonly index: number;
  readonly dtype: DType;
}

/** The element of an array at a place along one axis, which another array names. */
export interface GatherNode {
  readonly kind: "gather";
  /** The array: an input whose strides are 0 along the axes of the places. */
  readonly index: number;
  /** The place, int64. */
  readonly args: readonly [Node];
  /** Which of the gathers of the graph it is: each has numbers of its own at the end of a launch's ({@link GATHER_NUMBERS}). */
  readonly number: number;
  readonly mode: GatherMode;
  readonly dtype: DType;
}

/** What becomes of a place outside of the axis, as `take` has it. */
export type GatherMode = "raise" | "wrap" | "clip";

/** The modes as kernels take them. `sure` is for places that need no look. */
export const indexModes = { raise: 0, wrap: 1, clip: 2, sure: 3 } as const;

/** Numbers of a gather at the end of those of a launch: the size of the axis, bytes from place to place, where to report, the axis. */
export const GATHER_NUMBERS = 4;

/** A number that a launch is given: its value is no part of the code. */
export interface ScalarNode {
  readonly kind: "scalar";
  readonly index: number;
  readonly dtype: DType;
}

/** A number that is written into the code. */
export interface ConstantNode {
  readonly kind: "constant";
  readonly value: Plain;
  readonly dtype: DType;
}

/** An element-wise operation; `args` have the dtype that it is computed in. */
export interface OperationNode {
  readonly kind: "operation";
  readonly name: string;
  readonly args: readonly Node[];
  /** The dtype that it is computed in. */
  readonly computed: DType;
  readonly dtype: DType;
}

/** A value as another dtype. */
export interface CastNode {
  readonly kind: "cast";
  readonly arg: Node;
  readonly dtype: DType;
}

/** The second value where the first is true, else the third. */
export interface ChoiceNode {
  readonly kind: "choice";
  readonly args: readonly [Node, Node, Node];
  readonly dtype: DType;
}

/** What a kernel computes of which arrays and numbers. */
export interface Graph {
  readonly inputs: readonly DType[];
  /** Of numbers, those of gathers last. */
  readonly scalars: readonly DType[];
  readonly outputs: readonly Node[];
  /** How many gathers it has. */
  readonly gathers?: number;
}

/** The values that a node is computed from. */
export function argumentsOf(node: Node): readonly Node[] {
  if (node.kind === "cast") return [node.arg];
  return node.kind === "operation" || node.kind === "choice" || node.kind === "gather" ? node.args : [];
}

/** All nodes of a graph, each after those that it is computed from. */
export function inOrder(outputs: readonly Node[]): readonly Node[] {
  const done = new Set<Node>();
  const pending: Node[] = outputs.toReversed();
  for (let node = pending.at(-1); node !== undefined; node = pending.at(-1)) {
    const missing = done.has(node) ? [] : argumentsOf(node).filter((one) => !done.has(one));
    if (missing.length > 0) pending.push(...missing);
    else {
      done.add(node);
      pending.pop();
    }
  }
  return [...done];
}

const keys = new WeakMap<Graph, string>();

/** A text that two graphs share if and only if one kernel computes both. */
export function keyOf(graph: Graph): string {
  let key = keys.get(graph);
  if (key === undefined) keys.set(graph, (key = writeKey(graph)));
  return key;
}

function writeKey({ outputs }: Graph): string {
  const nodes = inOrder(outputs);
  const places = new Map(nodes.map((node, at) => [node, at]));
  const own = (node: Node): string => {
    const args = argumentsOf(node).map((one) => places.get(one));
    if (node.kind === "input") return `i${node.index}:${node.dtype}`;
    if (node.kind === "gather")
      return `g${node.index}.${node.number}.${node.mode}:${node.dtype}(${args.join()})`;
    if (node.kind === "scalar") return `s${node.index}:${node.dtype}`;
    if (node.kind === "constant") return `${textOf(node.value)}:${node.dtype}`;
    if (node.kind === "operation") return `${node.name}.${node.computed}(${args.join()})`;
    return `${node.kind === "cast" ? "" : "?"}${node.dtype}(${args.join()})`;
  };
  return `${nodes.map(own).join(";")}>${outputs.map((one) => places.get(one)).join()}`;
}

/** Nodes of one graph, of which those that compute the same are one. */
export class NodeTable {
  readonly #known = new Map<string, Node>();
  readonly #places = new Map<Node, number>();

  input(index: number, dtype: DType): Node {
    return this.#only(`i${index}`, { kind: "input", index, dtype });
  }

  gather(index: number, place: Node, number: number, mode: GatherMode, dtype: DType): Node {
    return this.#only(`g${number}`, { kind: "gather", index, args: [place], number, mode, dtype });
  }

  scalar(index: number, dtype: DType): Node {
    return this.#only(`s${index} ${dtype}`, { kind: "scalar", index, dtype });
  }

  constant(value: Plain, dtype: DType): Node {
    return this.#only(`c${textOf(value)} ${dtype}`, { kind: "constant", value, dtype });
  }

  operation(name: string, args: readonly Node[], computed: DType, dtype: DType): Node {
    const key = `o${name} ${computed} ${dtype} ${this.#list(args)}`;
    return this.#only(key, { kind: "operation", name, args, computed, dtype });
  }

  cast(arg: Node, dtype: DType): Node {
    if (arg.dtype === dtype) return arg;
    return this.#only(`t${dtype} ${this.#list([arg])}`, { kind: "cast", arg, dtype });
  }

  choice(condition: Node, a: Node, b: Node): Node {
    const args = [condition, a, b] as const;
    return this.#only(`w${this.#list(args)}`, { kind: "choice", args, dtype: a.dtype });
  }

  #list(args: readonly Node[]): string {
    return args.map((one) => this.#places.get(one)).join();
  }

  #only(key: string, node: Node): Node {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, node);
    this.#places.set(node, this.#places.size);
    return node;
  }
}

function textOf(value: Plain): string {
  if (typeof value === "object") return `${textOf(value.re)}+${textOf(value.im)}i`;
  if (typeof value === "bigint") return `${value}`;
  return Object.is(value, -0) ? "-0" : String(value);
}
