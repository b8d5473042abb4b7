// Nodes of graphs that are built by hand.

import type { Implementations } from "../bind-function.js";
import { boxFill } from "../box-copy.js";
import { fail } from "../error-state.js";
import type { Graph, GraphNode } from "../graph.js";
import { type KernelOperation, kernelOperation } from "../kernel-launch.js";
import { NODE_TYPES, type Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import type { GRAPH_NODES } from "../signatures/graphs.js";
import { POINTER_BYTES } from "../../../../../compiler/clang/pointer-size.js";
import { structAt } from "../structs.js";
import { conditionalOperation, createCondition } from "./conditional-nodes.js";
import { copyOperation } from "./copies.js";
import { recordOperation } from "./events.js";
import { cloneGraph, makeExec, runGraph } from "./graphs.js";
import { copy3d } from "./pitched.js";
import { allocateOperation, freeOperation, graphMemoryFunctions } from "./graph-memory.js";
import { hostOperation } from "./streams.js";

/** Where the parameters lie in a cudaGraphNodeParams, and those of a copy in its part of them. */
const NODE_UNION = 16;
const COPY_PARAMETERS = 16;

const EMPTY: Operation = { type: "empty", run: () => {} };

export function graphNodeFunctions(rt: Runtime): Implementations<typeof GRAPH_NODES> {
  const { guest } = rt;
  const { nodes } = rt.streams;
  const add = (args: readonly number[], make: (...rest: number[]) => Operation): undefined => {
    const [place = 0, graph = 0, after = 0, count = 0, ...rest] = args;
    if (place === 0) fail("cudaErrorInvalidValue");
    const before = Array.from({ length: count }, (_, i) => nodes.get(guest.word(after + POINTER_BYTES * i)));
    guest.setWord(place, rt.streams.addNode(rt.graphs.get(graph), make(...rest), before).handle);
  };
  // A node of any type, by its parameters.
  const make = (graph: Graph, parameters: number): Operation => {
    const type = guest.u32(parameters);
    const union = parameters + NODE_UNION;
    if (type === NODE_TYPES.kernel) return kernel(union);
    if (type === NODE_TYPES.memcpy) return copy3d(rt, union + COPY_PARAMETERS);
    if (type === NODE_TYPES.memset) return fill(union);
    if (type === NODE_TYPES.host) return host(union);
    if (type === NODE_TYPES.graph) return child(guest.word(union));
    if (type === NODE_TYPES.empty) return EMPTY;
    if (type === NODE_TYPES.waitEvent) return waitEvent(guest.word(union));
    if (type === NODE_TYPES.eventRecord) return recordEvent(guest.word(union));
    if (type === NODE_TYPES.memAlloc) return allocateOperation(rt, union);
    if (type === NODE_TYPES.memFree) return freeOperation(rt, guest.word(union));
    if (type === NODE_TYPES.conditional) return conditionalOperation(rt, graph, union);
    return fail("cudaErrorInvalidValue");
  };
  const replace = (exec: number, node: number, operation: Operation): undefined => {
    const { operations } = rt.execs.get(exec);
    const target = nodes.get(node);
    if (!operations.has(target) || target.operation.type !== operation.type) fail("cudaErrorInvalidValue");
    operations.set(target, operation);
  };
  const kernel = (parameters = 0): KernelOperation => kernelFrom(rt, parameters);
  const copy = (to = 0, from = 0, bytes = 0, kind = 0): Operation => copyOperation(rt, to, from, bytes, kind);
  const fill = (parameters = 0): Operation => fillFrom(rt, parameters);
  const host = (parameters = 0): Operation =>
    hostOperation(rt, guest.word(parameters), guest.word(parameters + POINTER_BYTES));
  const child = (graph = 0): Operation => {
    const exec = makeExec(cloneGraph(rt, rt.graphs.get(graph)));
    return { type: "graph", run: () => runGraph(exec) };
  };
  const recordEvent = (event = 0): Operation => {
    rt.events.get(event);
    return recordOperation(rt, event);
  };
  const waitEvent = (event = 0): Operation => {
    rt.events.get(event);
    return { type: "waitEvent", run: () => {} };
  };
  const kernelNode = (node: number): GraphNode & { operation: KernelOperation } => {
    const found = nodes.get(node);
    if (found.operation.type !== "kernel") fail("cudaErrorInvalidValue");
    return found as GraphNode & { operation: KernelOperation };
  };
  return {
    ...graphMemoryFunctions(rt),
    cudaGraphAddMemAllocNode: (...args) => add(args, (parameters = 0) => allocateOperation(rt, parameters)),
    cudaGraphAddMemFreeNode: (...args) => add(args, (pointer = 0) => freeOperation(rt, pointer)),
    cudaGraphAddKernelNode: (...args) => add(args, kernel),
    cudaGraphAddMemcpyNode: (...args) => add(args, (parameters = 0) => copy3d(rt, parameters)),
    cudaGraphAddMemcpyNode1D: (...args) => add(args, copy),
    cudaGraphAddMemsetNode: (...args) => add(args, fill),
    cudaGraphAddHostNode: (...args) => add(args, host),
    cudaGraphAddChildGraphNode: (...args) => add(args, child),
    cudaGraphAddEmptyNode: (...args) => add(args, () => EMPTY),
    cudaGraphAddEventRecordNode: (...args) => add(args, recordEvent),
    cudaGraphAddEventWaitNode: (...args) => add(args, waitEvent),
    cudaGraphAddNode: (place = 0, graph = 0, after = 0, _edges = 0, count = 0, parameters = 0) =>
      add([place, graph, after, count], () => make(rt.graphs.get(graph), parameters)),
    cudaGraphConditionalHandleCreate: (handle = 0, graph = 0, value = 0, flags = 0) => {
      if (handle === 0) fail("cudaErrorInvalidValue");
      guest.setU64(handle, createCondition(rt, rt.graphs.get(graph), value, flags));
    },
    cudaGraphKernelNodeGetParams: (node = 0, parameters = 0) => {
      const { request } = kernelNode(node).operation;
      const struct = structAt(guest, "cudaKernelNodeParams", parameters);
      struct.set("func", request.stub);
      guest.setTriple(struct.at("gridDim"), [...request.grid]);
      guest.setTriple(struct.at("blockDim"), [...request.block]);
      struct.set("sharedMemBytes", request.sharedBytes);
      struct.set("kernelParams", argumentPointers(rt, kernelNode(node).operation));
      struct.set("extra", 0);
    },
    cudaGraphKernelNodeSetParams: (node = 0, parameters = 0) => {
      kernelNode(node).operation = kernel(parameters);
    },
    cudaGraphExecKernelNodeSetParams: (exec = 0, node = 0, parameters = 0) =>
      replace(exec, node, kernel(parameters)),
    cudaGraphExecMemcpyNodeSetParams1D: (exec = 0, node = 0, ...rest) => replace(exec, node, copy(...rest)),
    cudaGraphExecMemsetNodeSetParams: (exec = 0, node = 0, parameters = 0) =>
      replace(exec, node, fill(parameters)),
    cudaGraphExecHostNodeSetParams: (exec = 0, node = 0, parameters = 0) =>
      replace(exec, node, host(parameters)),
  };
}

function kernelFrom(rt: Runtime, parameters: number): KernelOperation {
  const { guest } = rt;
  const struct = structAt(guest, "cudaKernelNodeParams", parameters);
  const request = {
    stub: struct.get("func"),
    grid: guest.triple(struct.at("gridDim")),
    block: guest.triple(struct.at("blockDim")),
    sharedBytes: struct.get("sharedMemBytes"),
    cooperative: false,
  };
  return kernelOperation(rt, request, struct.get("kernelParams"));
}

function fillFrom(rt: Runtime, parameters: number): Operation {
  const { guest } = rt;
  const { get: field } = structAt(guest, "cudaMemsetParams", parameters);
  const elementSize = field("elementSize");
  if (elementSize !== 1 && elementSize !== 2 && elementSize !== 4) fail("cudaErrorInvalidValue");
  const pattern = new Uint8Array(Uint32Array.of(field("value")).buffer).slice(0, elementSize);
  const height = Math.max(1, field("height"));
  const place = { address: field("dst"), pitch: field("pitch"), slicePitch: 0 };
  return boxFill(rt, place, [field("width") * elementSize, height, 1], pattern);
}

// The arguments of a node as a program may read and change them: a copy that stays valid.
function argumentPointers(rt: Runtime, { request, parameters }: KernelOperation): number {
  const places = rt.modules.kernel(request.stub).kernel.parameters ?? [];
  const table = rt.allocate(Math.max(1, places.length) * POINTER_BYTES, "pinned");
  const block = rt.allocate(Math.max(1, parameters.byteLength), "pinned");
  rt.guest.set(block, parameters);
  places.forEach(({ offset }, i) => rt.guest.setWord(table + POINTER_BYTES * i, block + offset));
  return table;
}
