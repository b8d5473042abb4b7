import { describe, expect, it } from "vitest";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";
import { structAt, structPlaces } from "./structs.js";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

const DEVICE_TO_DEVICE = 3;
const NO_WORK = [[1, 1, 1], [1, 1, 1], []] as const;

/** Of the test that runs. */
let t: TestRuntime;

function runtime(): TestRuntime {
  const run = (): void => {};
  return new TestRuntime({
    a: { run },
    b: { run },
    c: { pointers: [false], run: ([x = 0]) => void t.log.push(`x${x}`) },
  });
}

const launch = (index: number, stream: number, args: readonly number[] = []): string =>
  t.launch(index, [...NO_WORK[0]], [...NO_WORK[1]], args, 0, stream);
const nodesOf = (graph: number): number[] => {
  const count = t.pointers(0);
  t.call("cudaGraphGetNodes", graph, 0, count);
  const places = t.place(POINTER_BYTES * t.guest.word(count));
  t.call("cudaGraphGetNodes", graph, places, count);
  return Array.from({ length: t.guest.word(count) }, (_, i) => t.guest.word(places + POINTER_BYTES * i));
};
const countOf = (name: string, ...before: number[]): number => {
  const count = t.pointers(0);
  expect(t.call(name, ...before, count)).toBe("cudaSuccess");
  return t.guest.u32(count);
};
const kernelParams = (index: number, ...args: number[]): number =>
  t.struct("cudaKernelNodeParams", {
    func: t.stub(index),
    gridDim: [1, 1, 1],
    blockDim: [1, 1, 1],
    kernelParams: t.pointers(...args.map((arg) => t.pointers(arg))),
  });
const fillParams = (dst: number, value: number, elementSize: number, width: number): number =>
  t.struct("cudaMemsetParams", { dst, value, elementSize, width, height: 1 });

describe("capture", () => {
  it("records instead of doing, and replays", () => {
    t = runtime();
    const s = t.make("cudaStreamCreate");
    const p = t.make("cudaMalloc", 8);
    expect(t.call("cudaStreamBeginCapture", s, 0)).toBe("cudaSuccess");
    t.call("cudaMemsetAsync", p, 1, 8, s);
    launch(0, s);
    launch(2, s, [5]);
    t.functions.set(9, (data) => t.log.push(`host ${data}`));
    t.call("cudaLaunchHostFunc", s, 9, 3);
    const status = t.place(8);
    t.call("cudaStreamIsCapturing", s, status);
    expect(t.guest.u32(status)).toBe(1);
    const graph = makeFrom("cudaStreamEndCapture", s);
    t.call("cudaStreamGetCaptureInfo", s, status, status + 4);
    expect(t.guest.u32(status)).toBe(0);
    t.call("cudaDeviceSynchronize");
    expect(t.log).toEqual([]);
    expect(nodesOf(graph).map(typeOf)).toEqual([2, 0, 0, 3]);
    const exec = t.make("cudaGraphInstantiate", graph, 0n);
    expect(t.call("cudaGraphUpload", exec, s)).toBe("cudaSuccess");
    expect(t.call("cudaGraphLaunch", exec, s)).toBe("cudaSuccess");
    expect(t.call("cudaGraphLaunch", exec, 0)).toBe("cudaSuccess");
    t.call("cudaDeviceSynchronize");
    expect(t.log).toEqual(["a", "c", "x5", "host 3", "a", "c", "x5", "host 3"]);
    expect(t.guest.u32(p)).toBe(0x01010101);
    expect(t.call("cudaGraphExecDestroy", exec)).toBe("cudaSuccess");
    expect(t.call("cudaGraphDestroy", graph)).toBe("cudaSuccess");
    expect(t.call("cudaGraphDestroy", graph)).toBe("cudaErrorInvalidValue");
  });

  it("follows events into other streams and back", () => {
    t = runtime();
    const [s, other] = [t.make("cudaStreamCreate"), t.make("cudaStreamCreate")];
    const [fork, join] = [t.make("cudaEventCreate"), t.make("cudaEventCreate")];
    t.call("cudaStreamBeginCapture", s, 0);
    launch(0, s);
    t.call("cudaEventRecord", fork, s);
    t.call("cudaStreamWaitEvent", other, fork, 0);
    launch(1, other);
    launch(0, s);
    t.call("cudaEventRecord", join, other);
    t.call("cudaStreamWaitEvent", s, join, 0);
    launch(1, s);
    const graph = makeFrom("cudaStreamEndCapture", s);
    expect(nodesOf(graph).length).toBe(4);
    expect(countOf("cudaGraphGetEdges", graph, 0, 0)).toBe(4);
    expect(countOf("cudaGraphGetRootNodes", graph, 0)).toBe(1);
    expect(t.call("cudaEventElapsedTime", t.place(), fork, join)).toBe("cudaErrorCapturedEvent");
  });

  it("refuses what cannot be recorded, and is then invalid", () => {
    t = runtime();
    const s = t.make("cudaStreamCreate");
    const place = t.place();
    expect(t.call("cudaStreamBeginCapture", 0, 0)).toBe("cudaErrorStreamCaptureUnsupported");
    expect(t.call("cudaStreamEndCapture", s, place)).toBe("cudaErrorIllegalState");
    t.call("cudaStreamBeginCapture", s, 0);
    expect(t.call("cudaStreamBeginCapture", s, 0)).toBe("cudaErrorIllegalState");
    expect(t.call("cudaStreamSynchronize", s)).toBe("cudaErrorStreamCaptureUnsupported");
    expect(launch(0, s)).toBe("cudaErrorStreamCaptureInvalidated");
    expect(t.call("cudaStreamEndCapture", s, place)).toBe("cudaErrorStreamCaptureInvalidated");
    t.call("cudaStreamBeginCapture", s, 0);
    expect(launch(0, 0)).toBe("cudaErrorStreamCaptureImplicit");
    t.call("cudaStreamEndCapture", s, place);
    const mode = t.words(2);
    expect(t.call("cudaThreadExchangeStreamCaptureMode", mode)).toBe("cudaSuccess");
    expect(t.guest.u32(mode)).toBe(0);
  });

  it("wants streams that joined to be waited for", () => {
    t = runtime();
    const [s, other] = [t.make("cudaStreamCreate"), t.make("cudaStreamCreate")];
    const fork = t.make("cudaEventCreate");
    t.call("cudaStreamBeginCapture", s, 0);
    t.call("cudaEventRecord", fork, s);
    t.call("cudaStreamWaitEvent", other, fork, 0);
    launch(0, other);
    expect(t.call("cudaStreamEndCapture", other, t.place())).toBe("cudaErrorStreamCaptureUnmatched");
    expect(t.call("cudaStreamEndCapture", s, t.place())).toBe("cudaErrorStreamCaptureUnjoined");
  });
});

describe("a conditional node", () => {
  const CONDITIONAL = 13;
  const [IF, WHILE, SWITCH] = [0, 1, 2];
  const UNION = 16;
  const NODE_PARAMETERS = 256;
  const ASSIGN_DEFAULT = 1;

  // The node's bodies.
  const addConditional = (graph: number, handle: number, type: number, size: number): number[] => {
    const parameters = t.place(NODE_PARAMETERS);
    t.guest.setU32(parameters, CONDITIONAL);
    const struct = structAt(t.guest, "cudaConditionalNodeParams", parameters + UNION);
    struct.set("handle", handle);
    struct.set("type", type);
    struct.set("size", size);
    const node = t.make("cudaGraphAddNode", graph, 0, 0, 0, parameters);
    expect(typeOf(node)).toBe(CONDITIONAL);
    const bodies = struct.get("phGraph_out");
    return Array.from({ length: size }, (_, i) => t.guest.word(bodies + POINTER_BYTES * i));
  };
  const condition = (graph: number, value = 0, flags = 0): number => {
    const handle = t.place();
    expect(t.call("cudaGraphConditionalHandleCreate", handle, graph, value, flags)).toBe("cudaSuccess");
    return t.guest.u64(handle);
  };
  const capture = (body: number, ...kernels: number[]): void => {
    const s = t.make("cudaStreamCreate");
    expect(t.call("cudaStreamBeginCaptureToGraph", s, body, 0, 0, 0, 0)).toBe("cudaSuccess");
    for (const kernel of kernels) launch(kernel, s);
    expect(t.call("cudaStreamEndCapture", s, 0)).toBe("cudaSuccess");
  };
  const logOf = (exec: number): string[] => {
    t.log.length = 0;
    expect(t.call("cudaGraphLaunch", exec, 0)).toBe("cudaSuccess");
    t.call("cudaDeviceSynchronize");
    return [...t.log];
  };

  it("runs the body that its condition chooses", () => {
    t = runtime();
    const graph = t.make("cudaGraphCreate", 0);
    const handle = condition(graph, 2);
    const [first = 0, second = 0] = addConditional(graph, handle, IF, 2);
    capture(first, 0);
    capture(second, 1, 1);
    const exec = t.make("cudaGraphInstantiate", graph, 0n);
    expect(logOf(exec)).toEqual(["a"]);
    t.guest.setU32(handle, 0);
    expect(logOf(exec)).toEqual(["b", "b"]);
    const other = t.make("cudaGraphCreate", 0);
    const chosen = condition(other, 1);
    addConditional(other, chosen, SWITCH, 2).forEach((body, i) => capture(body, i));
    const switched = t.make("cudaGraphInstantiate", other, 0n);
    t.call("cudaGraphDestroy", other);
    expect(logOf(switched)).toEqual(["b"]);
    t.guest.setU32(chosen, 2);
    expect(logOf(switched)).toEqual([]);
  });

  it("begins each launch with the default, and loops", () => {
    let rounds = 0;
    t = new TestRuntime({
      a: {
        run: () => {
          if (++rounds % 3 === 0) t.guest.setU32(handle, 0);
        },
      },
    });
    const graph = t.make("cudaGraphCreate", 0);
    const handle = condition(graph, 1, ASSIGN_DEFAULT);
    const [body = 0] = addConditional(graph, handle, WHILE, 1);
    capture(body, 0);
    const exec = t.make("cudaGraphInstantiate", graph, 0n);
    expect(logOf(exec)).toEqual(["a", "a", "a"]);
    expect(logOf(exec)).toEqual(["a", "a", "a"]);
  });

  it("goes into a captured stream by the capture's graph", () => {
    t = runtime();
    const s = t.make("cudaStreamCreate");
    t.call("cudaStreamBeginCapture", s, 0);
    launch(0, s);
    const [status, id, place, nodes, edges, count] = Array.from({ length: 6 }, () => t.place()) as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    expect(t.call("cudaStreamGetCaptureInfo_v3", s, status, id, place, nodes, edges, count)).toBe(
      "cudaSuccess",
    );
    expect([t.guest.u32(status), t.guest.word(edges), t.guest.word(count)]).toEqual([1, 0, 1]);
    const graph = t.guest.word(place);
    const first = t.guest.word(t.guest.word(nodes));
    expect(nodesOf(graph)).toEqual([first]);
    const parameters = t.place(NODE_PARAMETERS);
    t.guest.setU32(parameters, 5);
    const empty = t.make("cudaGraphAddNode", graph, t.guest.word(nodes), 0, 1, parameters);
    expect(t.call("cudaStreamUpdateCaptureDependencies", s, t.pointers(empty), 0, 1, 1)).toBe("cudaSuccess");
    launch(1, s);
    expect(makeFrom("cudaStreamEndCapture", s)).toBe(graph);
    expect(countOf("cudaGraphGetEdges", graph, 0, 0)).toBe(2);
    expect(t.call("cudaStreamUpdateCaptureDependencies", s, t.pointers(empty), 0, 1, 1)).toBe(
      "cudaErrorIllegalState",
    );
  });

  it("is refused where it makes no sense", () => {
    t = runtime();
    const graph = t.make("cudaGraphCreate", 0);
    const parameters = t.place(NODE_PARAMETERS);
    t.guest.setU32(parameters, CONDITIONAL);
    const struct = structAt(t.guest, "cudaConditionalNodeParams", parameters + UNION);
    struct.set("handle", condition(graph));
    struct.set("type", WHILE);
    struct.set("size", 2);
    expect(t.call("cudaGraphAddNode", t.place(), graph, 0, 0, 0, parameters)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaGraphConditionalHandleCreate", t.place(), graph, 0, 4)).toBe("cudaErrorInvalidValue");
  });
});

describe("a graph built by hand", () => {
  const add = (name: string, graph: number, after: readonly number[], ...rest: (number | bigint)[]): number =>
    t.make(name, graph, t.pointers(...after), after.length, ...rest);

  it("runs nodes after those they wait for", () => {
    t = runtime();
    const graph = t.make("cudaGraphCreate", 0);
    const [from, to] = [t.make("cudaMalloc", 4), t.make("cudaMalloc", 4)];
    t.functions.set(9, (data) => t.log.push(`host ${data}`));
    const event = t.make("cudaEventCreate");
    const last = add("cudaGraphAddKernelNode", graph, [], kernelParams(2, 7));
    const fill = add("cudaGraphAddMemsetNode", graph, [], fillParams(from, 0x0102, 2, 2));
    const copy = add("cudaGraphAddMemcpyNode1D", graph, [fill], to, from, 4, DEVICE_TO_DEVICE);
    const host = add("cudaGraphAddHostNode", graph, [copy], t.pointers(9, 1));
    const empty = add("cudaGraphAddEmptyNode", graph, [host]);
    const record = add("cudaGraphAddEventRecordNode", graph, [empty], event);
    const wait = add("cudaGraphAddEventWaitNode", graph, [record], event);
    expect(t.call("cudaGraphAddDependencies", graph, t.pointers(wait), t.pointers(last), 1)).toBe(
      "cudaSuccess",
    );
    expect(nodesOf(graph).map(typeOf)).toEqual([0, 2, 1, 3, 5, 7, 6]);
    expect(countOf("cudaGraphNodeGetDependencies", last, 0)).toBe(1);
    expect(countOf("cudaGraphNodeGetDependentNodes", fill, 0)).toBe(1);
    const exec = t.make("cudaGraphInstantiateWithFlags", graph, 0n);
    t.call("cudaGraphLaunch", exec, 0);
    t.call("cudaDeviceSynchronize");
    expect(t.log).toEqual(["host 1", "c", "x7"]);
    expect(t.guest.u32(to)).toBe(0x01020102);
  });

  it("with a circle cannot be instantiated", () => {
    t = runtime();
    const graph = t.make("cudaGraphCreate", 0);
    const a = add("cudaGraphAddEmptyNode", graph, []);
    const b = add("cudaGraphAddEmptyNode", graph, [a]);
    t.call("cudaGraphAddDependencies", graph, t.pointers(b), t.pointers(a), 1);
    expect(t.call("cudaGraphInstantiate", t.place(), graph, 0n)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaGraphRemoveDependencies", graph, t.pointers(b), t.pointers(a), 1)).toBe("cudaSuccess");
    expect(t.call("cudaGraphInstantiate", t.place(), graph, 0n)).toBe("cudaSuccess");
    expect(t.call("cudaGraphDestroyNode", a)).toBe("cudaSuccess");
    expect(nodesOf(graph)).toEqual([b]);
  });

  it("holds other graphs, and can be cloned", () => {
    t = runtime();
    const child = t.make("cudaGraphCreate", 0);
    add("cudaGraphAddKernelNode", child, [], kernelParams(0));
    const graph = t.make("cudaGraphCreate", 0);
    add("cudaGraphAddChildGraphNode", graph, [], child);
    t.call("cudaGraphDestroy", child);
    const clone = t.make("cudaGraphClone", graph);
    t.call("cudaGraphLaunch", t.make("cudaGraphInstantiate", clone, 0n), 0);
    t.call("cudaDeviceSynchronize");
    expect(t.log).toEqual(["a"]);
    expect(nodesOf(clone).map(typeOf)).toEqual([4]);
  });

  it("gives and takes parameters of nodes, before and after instantiation", () => {
    t = runtime();
    const graph = t.make("cudaGraphCreate", 0);
    const node = add("cudaGraphAddKernelNode", graph, [], kernelParams(2, 1));
    const params = t.struct("cudaKernelNodeParams", {});
    expect(t.call("cudaGraphKernelNodeGetParams", node, params)).toBe("cudaSuccess");
    const { get } = structAt(t.guest, "cudaKernelNodeParams", params);
    expect([get("func"), t.guest.u32(t.guest.word(get("kernelParams")))]).toEqual([t.stub(2), 1]);
    expect(t.call("cudaGraphKernelNodeSetParams", node, kernelParams(2, 2))).toBe("cudaSuccess");
    const exec = t.make("cudaGraphInstantiate", graph, 0n);
    t.call("cudaGraphLaunch", exec, 0);
    expect(t.call("cudaGraphExecKernelNodeSetParams", exec, node, kernelParams(2, 3))).toBe("cudaSuccess");
    t.call("cudaGraphLaunch", exec, 0);
    t.call("cudaDeviceSynchronize");
    expect(t.log).toEqual(["c", "x2", "c", "x3"]);
  });

  it("takes other copies, fills and functions after instantiation", () => {
    t = runtime();
    const [from, to] = [t.make("cudaMalloc", 4), t.make("cudaMalloc", 8)];
    const graph = t.make("cudaGraphCreate", 0);
    t.functions.set(9, (data) => t.log.push(`host ${data}`));
    const fill = add("cudaGraphAddMemsetNode", graph, [], fillParams(from, 1, 4, 1));
    const copy = add("cudaGraphAddMemcpyNode1D", graph, [fill], to, from, 4, DEVICE_TO_DEVICE);
    const host = add("cudaGraphAddHostNode", graph, [copy], t.pointers(9, 1));
    const boxCopy = t.struct("cudaMemcpy3DParms", {
      srcPtr: [from, 4, 4, 1],
      dstPtr: [to, 4, 4, 1],
      extent: [4, 1, 1],
      kind: DEVICE_TO_DEVICE,
    });
    add("cudaGraphAddMemcpyNode", graph, [host], boxCopy);
    const exec = t.make("cudaGraphInstantiate", graph, 0n);
    expect(t.call("cudaGraphExecMemsetNodeSetParams", exec, fill, fillParams(from, 2, 4, 1))).toBe(
      "cudaSuccess",
    );
    expect(t.call("cudaGraphExecMemcpyNodeSetParams1D", exec, copy, to + 4, from, 4, DEVICE_TO_DEVICE)).toBe(
      "cudaSuccess",
    );
    expect(t.call("cudaGraphExecHostNodeSetParams", exec, host, t.pointers(9, 2))).toBe("cudaSuccess");
    expect(t.call("cudaGraphExecHostNodeSetParams", exec, copy, t.pointers(9, 2))).toBe(
      "cudaErrorInvalidValue",
    );
    t.call("cudaGraphLaunch", exec, 0);
    t.call("cudaDeviceSynchronize");
    expect([t.guest.u32(to), t.guest.u32(to + 4), t.log]).toEqual([2, 2, ["host 2"]]);
  });

  it("updates an instance of the same shape, and no other", () => {
    t = runtime();
    const build = (value: number, extra = false): number => {
      const graph = t.make("cudaGraphCreate", 0);
      const node = add("cudaGraphAddKernelNode", graph, [], kernelParams(2, value));
      if (extra) add("cudaGraphAddEmptyNode", graph, [node]);
      return graph;
    };
    const exec = t.make("cudaGraphInstantiate", build(1), 0n);
    const result = t.place(24);
    expect(t.call("cudaGraphExecUpdate", exec, build(2), result)).toBe("cudaSuccess");
    t.call("cudaGraphLaunch", exec, 0);
    t.call("cudaDeviceSynchronize");
    expect(t.log).toEqual(["c", "x2"]);
    expect(t.call("cudaGraphExecUpdate", exec, build(3, true), result)).toBe(
      "cudaErrorGraphExecUpdateFailure",
    );
    expect(t.guest.u32(result)).toBe(2);
  });
});

function typeOf(node: number): number {
  const place = t.place();
  expect(t.call("cudaGraphNodeGetType", node, place)).toBe("cudaSuccess");
  return t.guest.u32(place);
}

function makeFrom(name: string, first: number): number {
  const place = t.place();
  expect(t.call(name, first, place)).toBe("cudaSuccess");
  return t.guest.word(place);
}

describe("memory of graphs", () => {
  it("has one address in all launches, and is no error to free, inside or outside", () => {
    t = runtime();
    const graph = t.make("cudaGraphCreate", 0);
    const { offset, byteLength } = structPlaces("cudaMemAllocNodeParams");
    const parameters = t.place(byteLength);
    t.guest.setU32(parameters + (offset["bytesize"] ?? 0), 400);
    const allocation = t.make("cudaGraphAddMemAllocNode", graph, 0, 0, parameters);
    const address = t.guest.u32(parameters + (offset["dptr"] ?? 0));
    expect(address).toBeGreaterThan(0);
    const free = t.make("cudaGraphAddMemFreeNode", graph, t.words(allocation), 1, address);
    expect(countOf("cudaGraphNodeGetType", allocation)).toBe(10);
    expect(countOf("cudaGraphNodeGetType", free)).toBe(11);
    const copy = t.place(byteLength);
    expect(t.call("cudaGraphMemAllocNodeGetParams", allocation, copy)).toBe("cudaSuccess");
    expect(t.guest.u32(copy + (offset["dptr"] ?? 0))).toBe(address);
    expect(countOf("cudaGraphMemFreeNodeGetParams", free)).toBe(address);
    expect(t.call("cudaGraphMemFreeNodeGetParams", allocation, copy)).toBe("cudaErrorInvalidValue");
    const exec = t.make("cudaGraphInstantiate", graph, 0n);
    for (let i = 0; i < 2; i++) expect(t.call("cudaGraphLaunch", exec, 0)).toBe("cudaSuccess");
    expect(t.call("cudaMemset", address, 1, 400)).toBe("cudaSuccess");
    expect(t.call("cudaFree", address)).toBe("cudaSuccess");
    expect(t.call("cudaFreeAsync", address, 0)).toBe("cudaSuccess");
    expect(t.call("cudaGraphLaunch", exec, 0)).toBe("cudaSuccess");
  });

  it("is counted, and other memory is refused", () => {
    t = runtime();
    const graph = t.make("cudaGraphCreate", 0);
    const { offset, byteLength } = structPlaces("cudaMemAllocNodeParams");
    const parameters = t.place(byteLength);
    expect(t.call("cudaGraphAddMemAllocNode", t.place(), graph, 0, 0, parameters)).toBe(
      "cudaErrorInvalidValue",
    );
    t.guest.setU32(parameters + (offset["bytesize"] ?? 0), 400);
    t.make("cudaGraphAddMemAllocNode", graph, 0, 0, parameters);
    const value = t.place(8);
    expect(t.call("cudaDeviceGetGraphMemAttribute", 0, 0, value)).toBe("cudaSuccess");
    expect(t.guest.u64(value)).toBe(400);
    expect(t.call("cudaDeviceGetGraphMemAttribute", 0, 4, value)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaDeviceSetGraphMemAttribute", 0, 1, value)).toBe("cudaSuccess");
    expect(t.call("cudaDeviceSetGraphMemAttribute", 0, 0, value)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaDeviceGraphMemTrim", 0)).toBe("cudaSuccess");
    expect(t.call("cudaDeviceGraphMemTrim", 1)).toBe("cudaErrorInvalidDevice");
    const plain = t.make("cudaMalloc", 16);
    expect(t.call("cudaGraphAddMemFreeNode", t.place(), graph, 0, 0, plain)).toBe("cudaErrorInvalidValue");
  });
});
