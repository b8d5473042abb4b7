// The cpu device: CUDA C++ compiled to WebAssembly, run by worker threads over one shared memory. This puts its parts together and
// is what the port asks of a device: memory (device-allocator.ts, device-copies.ts), modules (module-loader.ts), launches
// (launcher.ts) and streams. Nothing starts before the first launch.

import { assemble, canAssemble } from "./fused/assemble.js";
import { CPU_DATA_MODEL } from "../../compiler/clang/device-target.js";
import { closePages } from "../../ffi/close-pages.js";
import { toNumberAddress } from "../../ffi/memory.js";
import { readEnvironmentNumber } from "../../host/environment-number.js";
import { coreCount, totalMemoryBytes } from "../../host/environment.js";
import { writeOutput } from "../../host/own-process.js";
import type {
  Backend,
  BackendGraphs,
  BackendHostMemory,
  BackendModule,
  BackendWatch,
  ProcessMemory,
} from "../backend.js";
import { isBlocked, unwatched } from "../work.js";
import { addressWidth } from "./address-width.js";
import { BlasProducts } from "./blas/blas-products.js";
import type { Checker } from "./checking/checker.js";
import { cpuExchange } from "./cpu-exchange.js";
import { CpuGraphs } from "./cpu-graphs.js";
import { cpuHostMemory } from "./cpu-host-memory.js";
import type { CpuModule } from "./cpu-module.js";
import type { CpuObject } from "./cpu-object.js";
import { DeviceAllocator } from "./device-allocator.js";
import { DeviceConstants } from "./device-constants.js";
import { DeviceCopies } from "./device-copies.js";
import { InlineThread } from "./inline-thread.js";
import { resetError } from "./launch-errors.js";
import { Launcher } from "./launcher.js";
import { LinearMemory, pagesOf } from "./machine/linear-memory.js";
import { WorkerPool } from "./machine/worker-pool.js";
import { ModuleLoader } from "./module-loader.js";
import { ProcessAddress } from "./process-address.js";
import { StreamEvent } from "./stream-event.js";
import type { StreamQueue } from "./stream-queue.js";
import { WatchedLaunches } from "./watched-launches.js";
import { WorkQueue } from "./work-queue.js";

/** More than machines have: a number above is a slip. */
const MAX_WORKERS = 1024;
const MAX_SHARED_BYTES = 227 * 1024;
const MAX_THREADS = 1024;
const DEFAULT_TIMEOUT_MS = 120_000;

/** What a whole program asks of the device that it runs on. */
export interface CpuBackendOptions {
  /** Where printf of kernels goes. Default: standard output. */
  readonly print?: (bytes: Uint8Array) => void;
  /** How long a kernel may run if its launch does not say; 0 for no limit. */
  readonly timeoutMs?: number;
  /** Whether code of the host that uses a null pointer is to be stopped, as a process is. Default: false. */
  readonly stopsAtNull?: boolean;
  /** How much memory there may be; 4 GiB by default. More needs an engine with wide memory (machine/wide-memory.js). */
  readonly memoryBytes?: number;
}

/** The cpu device, with what only it has: its memory is the host's too, and code can be put there that was compiled before. */
export interface CpuDevice extends Backend {
  readonly graphs: BackendGraphs;
  readonly hostMemory: BackendHostMemory;
  readonly linearMemory: WebAssembly.Memory;
  readonly processMemory: ProcessMemory;
  readonly watch: BackendWatch;
  /** Memory for good, at the lowest address that has room for it. */
  reserve(byteLength: number): number;
  /** What knows all of its memory, in a process that is checked. */
  readonly checker: Checker | undefined;
  /** A module from compiled code; it is ready at once. */
  load(object: CpuObject): BackendModule;
}

/** Makes the cpu device; nothing starts before the first launch. */
export function createCpuBackend(options: CpuBackendOptions = {}): CpuDevice {
  const memory = new LinearMemory(options.memoryBytes && pagesOf(options.memoryBytes));
  const width = addressWidth(memory.isWide);
  const threads = readEnvironmentNumber("CUTS_CPU_THREADS", { least: 1, most: MAX_WORKERS }) ?? coreCount();
  const write = options.print ?? writeOutput;
  const print = (text: string): void => write(Buffer.from(text, "latin1"));
  const pool = new WorkerPool(memory, print, threads);
  if (options.stopsAtNull === true && memory.closeLowest(closePages)) pool.lowestIsClosed();
  const queue = new WorkQueue(pool);
  pool.onProgress = () => queue.progressAll();
  const parts = {
    memory,
    width,
    pool,
    print,
    queue,
    graphs: new CpuGraphs(queue),
    constants: new DeviceConstants(memory),
    process: new ProcessAddress(memory),
    watched: new WatchedLaunches(memory),
    totalBytes: Math.min(totalMemoryBytes(), memory.maxBytes),
    maxThreadsPerBlock: MAX_THREADS,
    maxSharedBytes: MAX_SHARED_BYTES,
    defaultTimeoutMs: readEnvironmentNumber("CUTS_TIMEOUT_MS") ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  };
  const { graphs, process, watched } = parts;
  const inline = new InlineThread(parts);
  const loader = new ModuleLoader({ ...parts, inline });
  const allocator = new DeviceAllocator(parts);
  const copies = new DeviceCopies({ ...parts, memoryModuleId: () => loader.memoryModuleId() });
  const launcher = new Launcher({ ...parts, inline, copies });
  const products = new BlasProducts({
    control: () => pool.control,
    threads: () => pool.size,
    memoryBase: () => toNumberAddress(process.base()),
    progressed: () => queue.progressAll(),
    opened: (beside) => {
      pool.beside = beside;
    },
    add: (stream, work, make) => graphs.add(stream, work, make),
  });
  return {
    id: "cpu",
    failure: undefined,
    // A reset ends work and keeps memory.
    generation: 0,
    sharing: null,
    nativeStreams: null,
    machineCode: null,
    shipped: null,
    transport: "mpi",
    dataModel: CPU_DATA_MODEL,
    addressBits: width.bits,
    tuning: width.tuning,
    properties: {
      name: `cpu (${pool.size} ${pool.size === 1 ? "thread" : "threads"}, WebAssembly SIMD)`,
      totalMemoryBytes: parts.totalBytes,
      maxThreadsPerBlock: MAX_THREADS,
      maxBlockDim: [1024, 1024, 64],
      maxGridDim: [2147483647, 65535, 65535],
      maxSharedBytesPerBlock: MAX_SHARED_BYTES,
      multiprocessors: pool.size,
      warpSize: 32,
    },
    defaultStream: queue.createStream(),
    graphs,
    hostMemory: cpuHostMemory({ memory, allocator, copies }),
    exchange: cpuExchange({ memory, process, allocator, copies, graphs }),
    processMemory: process,
    watch: {
      compile: loader.compileWatched.bind(loader),
      reorder: launcher.reorder.bind(launcher),
    },
    routines: { factorizations: null, transforms: null, products },
    assembler: width.takesAssembled
      ? { canAssemble, load: (kernel) => loader.assemble(assemble(kernel)) }
      : null,
    get checker() {
      return watched.checker;
    },
    get linearMemory() {
      return process.share();
    },
    reserve: allocator.reserve.bind(allocator),
    allocate: allocator.allocate.bind(allocator),
    free: allocator.free.bind(allocator),
    memory: allocator.use.bind(allocator),
    trim: allocator.trim.bind(allocator),
    write: copies.write.bind(copies),
    read: copies.read.bind(copies),
    readSync: copies.readSync.bind(copies),
    copy: copies.copy.bind(copies),
    fill: copies.fill.bind(copies),
    // No code of the cpu device waits by itself.
    compile: (source, { waitsItself: _waitsItself, ...own }) => loader.compile(source, own),
    load: loader.load.bind(loader),
    launch: (module, kernelName, launch, parameters, stream, work) => {
      launcher.launch(module as CpuModule, kernelName, launch, parameters, stream, work);
    },
    fail: (error, stream, work) => {
      if (graphs.isIdle(stream)) {
        if (!isBlocked(work)) work.fail(error);
        return;
      }
      const run = (): never => {
        throw error;
      };
      queue.add(stream as StreamQueue, { kind: "host", work: work.keep(), effect: "memory", run });
    },
    createStream: () => queue.createStream(),
    destroyStream: () => {
      // A stream without work holds nothing.
    },
    synchronize: (stream) => {
      if ((stream as StreamQueue).isIdle()) return Promise.resolve();
      return new Promise((resolve) => graphs.note(stream, "note", () => resolve()));
    },
    synchronizeSync: (stream) => queue.drainSync(stream as StreamQueue),
    record: (stream) => {
      const event = new StreamEvent(stream as StreamQueue);
      graphs.note(stream, "note", (timeMs) => event.happen(timeMs));
      return event;
    },
    waitFor: (event, stream) => {
      const own = event as StreamEvent;
      // What is before it in the same stream is before what comes now.
      if (own.isOver || own.stream === stream) return;
      graphs.add(stream, unwatched, () => ({ kind: "wait", event: own }));
    },
    reset: () => {
      const error = resetError();
      products.doom(error);
      queue.doomAll(error);
      pool.reset();
      queue.progressAll();
    },
  };
}
