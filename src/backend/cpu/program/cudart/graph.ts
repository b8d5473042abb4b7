// Graphs of work: nodes and what each waits for. A launch runs the nodes one after the other in an order that respects
// that; of several such orders, the one in which nodes were added.

import type { Operation } from "./operation.js";

export interface GraphNode {
  /** By which the program knows it. */
  handle: number;
  readonly graph: Graph;
  operation: Operation;
  readonly after: Set<GraphNode>;
}

export class Graph {
  readonly nodes = new Set<GraphNode>();
  /** Done first at each launch: the values that conditions begin with. */
  readonly first: (() => void)[];

  /** A body of a conditional node is part of the graph that has the node, and launched with it. */
  constructor(owner?: Graph) {
    this.first = owner?.first ?? [];
  }

  add(operation: Operation, after: Iterable<GraphNode>): GraphNode {
    const node: GraphNode = { handle: 0, graph: this, operation, after: new Set(after) };
    this.nodes.add(node);
    return node;
  }

  remove(node: GraphNode): void {
    this.nodes.delete(node);
    for (const other of this.nodes) other.after.delete(node);
  }

  /** The nodes in an order in which each comes after those it waits for; undefined when they wait in a circle. */
  order(): GraphNode[] | undefined {
    const ordered: GraphNode[] = [];
    const done = new Set<GraphNode>();
    let waiting = [...this.nodes];
    while (waiting.length > 0) {
      const later: GraphNode[] = [];
      for (const node of waiting) {
        if ([...node.after].every((before) => done.has(before))) {
          done.add(node);
          ordered.push(node);
        } else later.push(node);
      }
      if (later.length === waiting.length) return undefined;
      waiting = later;
    }
    return ordered;
  }

  edges(): [from: GraphNode, to: GraphNode][] {
    return [...this.nodes].flatMap((to) => [...to.after].map((from): [GraphNode, GraphNode] => [from, to]));
  }
}

/** A graph that is ready to be launched: the operations as they were when it was made. */
export interface GraphExec {
  readonly order: readonly GraphNode[];
  /** Operations by node; updates change them here, not in the graph. */
  readonly operations: Map<GraphNode, Operation>;
  readonly first: readonly (() => void)[];
}

/** Work of a stream that is recorded instead of done. */
export interface Capture {
  readonly id: number;
  readonly graph: Graph;
  /** By which the program knows the graph, where it does. */
  handle: number | undefined;
  /** The stream that began it. */
  readonly origin: object;
  /** True after a call that cannot be recorded. */
  isInvalid: boolean;
}
