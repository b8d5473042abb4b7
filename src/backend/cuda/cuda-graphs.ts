// Graphs of a GPU, recorded by capturing a stream. As long as a graph's shape does not change, it is updated in place: all of it by
// cuGraphExecUpdate, or the arguments of one launch.

import { numberAddressOf } from "../../ffi/memory.js";
import type { RawHandle } from "../../native/raw-call.js";
import type { BackendGraph, BackendGraphs, BackendStream, Work } from "../backend.js";
import { isBlocked } from "../work.js";
import { Capture, type CapturedLaunch } from "./capture.js";
import type { CudaStream } from "./cuda-stream.js";
import type { DeviceContext } from "./device-context.js";

/** The capture mode that does not restrict other calls of the process. */
const RELAXED = 2;
const KERNEL_NODE = 0;
const PARAM_BUFFER_POINTER = 1;
const PARAM_BUFFER_SIZE = 2;
/** The most kernel names in an error message. */
const NAMES = 32;

// Places in CUDA_KERNEL_NODE_PARAMS, in 4-byte words, and behind it the list that leads to the parameters.
const GRID = 2;
const BLOCK = 5;
const SHARED = 8;
const KERNEL_PARAMS = 10;
const EXTRA = 12;
const EXTRA_LIST = 32;
const PARAMETER_SIZE = 48;
const WORDS = 64;

export class CudaGraphs implements BackendGraphs {
  readonly #context: DeviceContext;
  readonly #words = new Uint32Array(WORDS);
  readonly #address = numberAddressOf(this.#words);

  constructor(context: DeviceContext) {
    this.#context = context;
  }

  begin(stream: BackendStream): void {
    const context = this.#context;
    const own = stream as CudaStream;
    context.checkAlive();
    context.activate();
    context.check(context.api.cuStreamBeginCapture_v2(own.handle, RELAXED), "cuStreamBeginCapture");
    own.capture = new Capture();
  }

  end(stream: BackendStream, previous?: BackendGraph): CudaGraph {
    const { graph, capture } = this.#endCapture(stream as CudaStream);
    const before = previous as CudaGraph | undefined;
    if (before?.isCurrent === true && this.#update(before, graph)) {
      this.#context.api.cuGraphDestroy(graph);
      before.become(capture);
      return before;
    }
    before?.dispose();
    const { api, driver } = this.#context;
    const status = api.cuGraphInstantiateWithFlags(driver.out(0), graph, 0);
    if (status !== 0) {
      api.cuGraphDestroy(graph);
      disposeAll(capture);
      throw this.#context.error(status, "cuGraphInstantiate");
    }
    return new CudaGraph(this.#context, graph, driver.number(0) as RawHandle<"CUgraphExec">, capture);
  }

  cancel(stream: BackendStream): void {
    const own = stream as CudaStream;
    const { api, driver } = this.#context;
    const { capture } = own;
    own.capture = undefined;
    if (api.cuStreamEndCapture(own.handle, driver.out(0)) === 0 && driver.number(0) !== 0) {
      api.cuGraphDestroy(driver.number(0) as RawHandle<"CUgraph">);
    }
    if (capture !== undefined) disposeAll(capture);
  }

  launch(graph: BackendGraph, stream: BackendStream, work: Work): void {
    const context = this.#context;
    if (context.failure !== undefined || isBlocked(work)) return;
    context.activate();
    (graph as CudaGraph).launch(stream as CudaStream);
    work.done();
  }

  setArguments(graph: BackendGraph, index: number, parameters: Uint8Array): boolean {
    const own = graph as CudaGraph;
    const context = this.#context;
    if (!own.isCurrent || context.failure !== undefined) return false;
    context.activate();
    const nodes = own.kernelNodes();
    const node = nodes?.[index];
    const launch = own.launches[index];
    if (node === undefined || launch === undefined) return false;
    // Kernels of libraries have nodes but no launches of ours, so nodes cannot be matched to launches then.
    if (nodes?.length !== own.launches.length) return false;
    const { api } = context;
    const words = this.#words;
    if (api.cuGraphKernelNodeGetParams_v2(node, this.#address) !== 0) return false;
    // The sizes are those of the newest update, which the node does not have. The kernel is that of the node.
    words.set(launch.launch.grid, GRID);
    words.set(launch.launch.block, BLOCK);
    words[SHARED] = launch.launch.sharedBytes;
    setAddress(words, KERNEL_PARAMS, 0);
    setAddress(words, EXTRA, this.#address + 4 * EXTRA_LIST);
    words.fill(0, EXTRA_LIST);
    words[EXTRA_LIST] = PARAM_BUFFER_POINTER;
    setAddress(words, EXTRA_LIST + 2, numberAddressOf(parameters));
    words[EXTRA_LIST + 4] = PARAM_BUFFER_SIZE;
    setAddress(words, EXTRA_LIST + 6, this.#address + 4 * PARAMETER_SIZE);
    words[PARAMETER_SIZE] = parameters.byteLength;
    return api.cuGraphExecKernelNodeSetParams_v2(own.exec, node, this.#address) === 0;
  }

  #endCapture(stream: CudaStream): { readonly graph: RawHandle<"CUgraph">; readonly capture: Capture } {
    const { api, driver } = this.#context;
    const { capture } = stream;
    if (capture === undefined) throw new Error("internal: the stream is not being captured");
    stream.capture = undefined;
    const status = api.cuStreamEndCapture(stream.handle, driver.out(0));
    if (status !== 0) {
      disposeAll(capture);
      throw this.#context.error(status, "cuStreamEndCapture");
    }
    return { graph: driver.number(0) as RawHandle<"CUgraph">, capture };
  }

  /** Updates the executable graph to a new graph of the same shape; false if the shape differs. */
  #update(before: CudaGraph, graph: RawHandle<"CUgraph">): boolean {
    const { api, driver } = this.#context;
    return api.cuGraphExecUpdate_v2(before.exec, graph, driver.out(8)) === 0;
  }
}

/** An executable graph. */
class CudaGraph implements BackendGraph {
  readonly exec: RawHandle<"CUgraphExec">;
  launches: readonly CapturedLaunch[];
  readonly #context: DeviceContext;
  readonly #generation: number;
  /** The graph that `exec` was made from. Its nodes identify the launches for the driver. */
  readonly #graph: RawHandle<"CUgraph">;
  #capture: Capture;
  /** The captures of earlier versions, which pending launches may still read. */
  readonly #older: Capture[] = [];
  #names: readonly string[];
  #nodes: readonly RawHandle<"CUgraphNode">[] | undefined;
  #isDisposed = false;

  constructor(
    context: DeviceContext,
    graph: RawHandle<"CUgraph">,
    exec: RawHandle<"CUgraphExec">,
    capture: Capture,
  ) {
    this.exec = exec;
    this.#context = context;
    this.#generation = context.generation;
    this.#graph = graph;
    this.#capture = capture;
    this.launches = capture.launches;
    this.#names = namesOf(capture);
  }

  /** Whether it still exists; a reset destroys all graphs. */
  get isCurrent(): boolean {
    return !this.#isDisposed && this.#generation === this.#context.generation;
  }

  /** Notes that `exec` was updated to a new capture. */
  become(capture: Capture): void {
    if (this.#capture.owned.length > 0) this.#older.push(this.#capture);
    this.#capture = capture;
    this.launches = capture.launches;
    this.#names = namesOf(capture);
  }

  launch(stream: CudaStream): void {
    const context = this.#context;
    if (!this.isCurrent) throw new Error("internal: a graph of before a reset");
    const status = context.api.cuGraphLaunch(this.exec, stream.handle);
    if (status !== 0) {
      const error = context.error(status, "cuGraphLaunch");
      // This call also returns errors of earlier work, which waiting for the work throws.
      if (context.failure !== undefined) return;
      throw error;
    }
    for (const name of this.#names) stream.noteLaunch(name);
    for (const block of this.#capture.blocks) block.usedOn(stream);
  }

  /** The nodes of its launches in order; undefined if the graph is not a plain sequence. */
  kernelNodes(): readonly RawHandle<"CUgraphNode">[] | undefined {
    return (this.#nodes ??= this.#readNodes());
  }

  dispose(): void {
    if (this.#isDisposed) return;
    const { api } = this.#context;
    if (this.isCurrent && this.#context.failure === undefined) {
      this.#context.activate();
      // Pending launches still run.
      api.cuGraphExecDestroy(this.exec);
      api.cuGraphDestroy(this.#graph);
    }
    this.#isDisposed = true;
    for (const capture of [...this.#older, this.#capture]) disposeAll(capture);
  }

  #readNodes(): readonly RawHandle<"CUgraphNode">[] | undefined {
    const { api, driver } = this.#context;
    if (api.cuGraphGetNodes(this.#graph, 0, driver.out(0)) !== 0) return undefined;
    const count = driver.number(0);
    const nodes = new BigUint64Array(Math.max(16, count));
    if (api.cuGraphGetNodes(this.#graph, numberAddressOf(nodes), driver.out(0)) !== 0) return undefined;
    const from = new BigUint64Array(Math.max(16, count));
    const to = new BigUint64Array(Math.max(16, count));
    driver.setNumber(0, count);
    if (count > 1) {
      const status = api.cuGraphGetEdges(
        this.#graph,
        numberAddressOf(from),
        numberAddressOf(to),
        driver.out(0),
      );
      if (status !== 0 || driver.number(0) !== count - 1) return undefined;
    }
    return inOrder([...nodes.subarray(0, count)], from, to)
      ?.map((node) => Number(node) as RawHandle<"CUgraphNode">)
      .filter((node) => api.cuGraphNodeGetType(node, driver.out(0)) === 0 && driver.int(0) === KERNEL_NODE);
  }
}

/** The nodes of a sequence from first to last. */
function inOrder(
  nodes: readonly bigint[],
  from: BigUint64Array,
  to: BigUint64Array,
): readonly bigint[] | undefined {
  const edges = nodes.slice(1).map((_, i) => [from[i] ?? 0n, to[i] ?? 0n] as const);
  const next = new Map(edges);
  const followers = new Set(edges.map(([, follower]) => follower));
  const ordered: bigint[] = [];
  for (let at = nodes.find((node) => !followers.has(node)); at !== undefined; at = next.get(at)) {
    ordered.push(at);
  }
  return ordered.length === nodes.length ? ordered : undefined;
}

function namesOf({ launches }: Capture): readonly string[] {
  return [...new Set(launches.map(({ kernel }) => kernel.name))].slice(0, NAMES);
}

function disposeAll({ owned }: Capture): void {
  for (const one of owned) one.dispose();
}

function setAddress(words: Uint32Array, at: number, address: number): void {
  words[at] = address >>> 0;
  words[at + 1] = Math.floor(address / 2 ** 32);
}
