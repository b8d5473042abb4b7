// Graphs as wholes: structure, instantiation, launch.

import type { Implementations } from "../bind-function.js";
import { ERROR_CODES } from "../error-codes.js";
import { fail } from "../error-state.js";
import { Graph, type GraphExec, type GraphNode } from "../graph.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { structAt } from "../structs.js";
import { NODE_TYPES, type Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import type { GRAPHS } from "../signatures/graphs.js";

/** cudaGraphExecUpdateResult. */
const UPDATE = { success: 0, topologyChanged: 2, nodeTypeChanged: 3 } as const;

export function graphFunctions(rt: Runtime): Implementations<typeof GRAPHS> {
  const { guest } = rt;
  const { nodes } = rt.streams;
  const instantiate = (exec = 0, graph = 0): undefined => {
    if (exec === 0) fail("cudaErrorInvalidValue");
    guest.setWord(exec, rt.execs.add(makeExec(rt.graphs.get(graph))));
  };
  // Lists are asked for twice: with no place for the count, then with a place for so many.
  const list = (found: readonly GraphNode[], places: number, count: number): void => {
    const room = places === 0 ? 0 : guest.word(count);
    found.slice(0, room).forEach((node, i) => guest.setWord(places + POINTER_BYTES * i, node.handle));
    guest.setWord(count, found.length);
  };
  const nodeAt = (places: number, i: number): GraphNode => nodes.get(guest.word(places + POINTER_BYTES * i));
  const link = (change: (from: GraphNode, to: GraphNode) => void) => {
    return (graph = 0, from = 0, to = 0, count = 0): undefined => {
      rt.graphs.get(graph);
      for (let i = 0; i < count; i++) change(nodeAt(from, i), nodeAt(to, i));
    };
  };
  return {
    cudaGraphCreate: (graph = 0, flags = 0) => {
      if (graph === 0 || flags !== 0) fail("cudaErrorInvalidValue");
      guest.setWord(graph, rt.graphs.add(new Graph()));
    },
    cudaGraphDestroy: (graph = 0) => {
      for (const node of rt.graphs.remove(graph).nodes) nodes.remove(node.handle);
    },
    cudaGraphClone: (clone = 0, graph = 0) => {
      guest.setWord(clone, rt.graphs.add(cloneGraph(rt, rt.graphs.get(graph))));
    },
    cudaGraphGetNodes: (graph = 0, places = 0, count = 0) => {
      list([...rt.graphs.get(graph).nodes], places, count);
    },
    cudaGraphGetRootNodes: (graph = 0, places = 0, count = 0) => {
      const roots = [...rt.graphs.get(graph).nodes].filter((node) => node.after.size === 0);
      list(roots, places, count);
    },
    cudaGraphGetEdges: (graph = 0, from = 0, to = 0, count = 0) => {
      const edges = rt.graphs.get(graph).edges();
      const room = from === 0 ? 0 : guest.word(count);
      edges.slice(0, room).forEach(([a, b], i) => {
        guest.setWord(from + POINTER_BYTES * i, a.handle);
        guest.setWord(to + POINTER_BYTES * i, b.handle);
      });
      guest.setWord(count, edges.length);
    },
    cudaGraphNodeGetType: (node = 0, type = 0) => {
      guest.setU32(type, NODE_TYPES[nodes.get(node).operation.type]);
    },
    cudaGraphNodeGetDependencies: (node = 0, places = 0, count = 0) => {
      list([...nodes.get(node).after], places, count);
    },
    cudaGraphNodeGetDependentNodes: (node = 0, places = 0, count = 0) => {
      const target = nodes.get(node);
      list(
        [...target.graph.nodes].filter((other) => other.after.has(target)),
        places,
        count,
      );
    },
    cudaGraphAddDependencies: link((from, to) => to.after.add(from)),
    cudaGraphRemoveDependencies: link((from, to) => to.after.delete(from)),
    cudaGraphDestroyNode: (node = 0) => {
      const removed = nodes.remove(node);
      removed.graph.remove(removed);
    },
    cudaGraphInstantiate: instantiate,
    cudaGraphInstantiateWithFlags: instantiate,
    cudaGraphExecDestroy: (exec = 0) => {
      rt.execs.remove(exec);
    },
    cudaGraphUpload: (exec = 0) => {
      rt.execs.get(exec);
    },
    cudaGraphLaunch: (exec = 0, stream = 0) => {
      const found = rt.execs.get(exec);
      rt.streams.submit(stream, { type: "graph", run: () => runGraph(found) });
    },
    cudaGraphExecUpdate: (exec = 0, graph = 0, result = 0) => {
      const outcome = updateExec(rt.execs.get(exec), rt.graphs.get(graph));
      const struct = structAt(guest, "cudaGraphExecUpdateResultInfo", result);
      struct.set("result", outcome);
      struct.set("errorNode", 0);
      struct.set("errorFromNode", 0);
      return outcome === UPDATE.success ? 0 : ERROR_CODES.cudaErrorGraphExecUpdateFailure;
    },
  };
}

/** A graph as it is now, ready to run. Fails with cudaErrorInvalidValue when nodes wait in a circle. */
export function makeExec(graph: Graph): GraphExec {
  const order = graph.order() ?? fail("cudaErrorInvalidValue");
  const operations = new Map(order.map((node) => [node, ready(node)]));
  return { order, operations, first: [...graph.first] };
}

function ready({ operation }: GraphNode): Operation {
  return operation.instantiated?.() ?? operation;
}

/** Gives all work of a graph to the device. */
export function runGraph(exec: GraphExec): void {
  for (const begin of exec.first) begin();
  runNodes(exec);
}

/** Gives all work of a graph to the device, which has begun already. */
export function runNodes({ order, operations }: GraphExec): void {
  for (const node of order) (operations.get(node) as Operation).run();
}

/** A graph of the same shape with nodes of its own. */
export function cloneGraph(rt: Runtime, graph: Graph): Graph {
  const clone = new Graph();
  clone.first.push(...graph.first);
  const twins = new Map<GraphNode, GraphNode>();
  for (const node of graph.order() ?? []) {
    const after = [...node.after].map((before) => twins.get(before) as GraphNode);
    twins.set(node, rt.streams.addNode(clone, node.operation, after));
  }
  return clone;
}

// Takes over the operations of a graph of the same shape.
function updateExec(exec: GraphExec, graph: Graph): number {
  const order = graph.order() ?? [];
  if (order.length !== exec.order.length) return UPDATE.topologyChanged;
  const number = (nodes: readonly GraphNode[], node: GraphNode): number => nodes.indexOf(node);
  for (const [i, node] of order.entries()) {
    const old = exec.order[i] as GraphNode;
    const links = [...node.after].map((n) => number(order, n)).sort((a, b) => a - b);
    const oldLinks = [...old.after].map((n) => number(exec.order, n)).sort((a, b) => a - b);
    if (links.join() !== oldLinks.join()) return UPDATE.topologyChanged;
    if (node.operation.type !== old.operation.type) return UPDATE.nodeTypeChanged;
  }
  order.forEach((node, i) => exec.operations.set(exec.order[i] as GraphNode, ready(node)));
  return UPDATE.success;
}
