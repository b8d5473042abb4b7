// The cpu device: CUDA C++ compiled to WebAssembly, run by worker threads over one shared memory.

import { CPU_DATA_MODEL } from "../../compiler/clang/device-target.js";
import { RELAXED_SIMD } from "../../compiler/clang/relaxed-simd.js";
import { isCheckedProcess } from "../check-reports.js";
import { UnsupportedError } from "../../core/errors.js";
import { readEnvironmentNumber } from "../../host/environment-number.js";
import { closePages } from "../../ffi/close-pages.js";
import { discardPages } from "../../ffi/discard-pages.js";
import { addressOf, toNumberAddress } from "../../ffi/memory.js";
import { coreCount, totalMemoryBytes } from "../../host/environment.js";
import { writeOutput } from "../../host/own-process.js";
import type {
  Allocation,
  AssembledCode,
  Backend,
  BackendEvent,
  BackendGraphs,
  BackendHostMemory,
  BackendLaunch,
  BackendModule,
  BackendStream,
  BackendWatch,
  CodeAssembler,
  CompileOptions,
  DeviceProperties,
  KernelTuning,
  MemoryUse,
  ProcessMemory,
  Work,
} from "../backend.js";
import { unwatched } from "../work.js";
import { BlasProducts } from "./blas/blas-products.js";
import type { HostWork } from "./commands.js";
import { openSource } from "./compile.js";
import { CpuGraphs } from "./cpu-graphs.js";
import { cpuExchange } from "./cpu-exchange.js";
import { cpuHostMemory } from "./cpu-host-memory.js";
import { LaunchCommand, type LaunchHost } from "./cpu-launch.js";
import { CpuModule, type ModuleHost, type ObjectSource } from "./cpu-module.js";
import type { CpuCompileOptions, CpuObject } from "./cpu-object.js";
import type { Specialisation } from "./passes/simt/lower-module.js";
import { DeviceConstants } from "./device-constants.js";
import { InlineThread } from "./inline-thread.js";
import { CHECKED_GAP_BYTES, type Checker } from "./checking/checker.js";
import { checkLaunch, resetError } from "./launch-errors.js";
import { ASCENDING } from "./machine/block-order.js";
import { blockBytes, LinearMemory, pagesOf } from "./machine/linear-memory.js";
import { WorkerPool } from "./machine/worker-pool.js";
import {
  CopyCommand,
  copyBytes,
  FillCommand,
  fillBytes,
  LARGE_BYTES,
  type MemoryHost,
  pacedCopy,
} from "./memory-commands.js";
import { memoryModule } from "./memory-module.js";
import { hasRelaxedSimd } from "./relaxed-simd.js";
import { StreamEvent } from "./stream-event.js";
import type { StreamQueue } from "./stream-queue.js";
import { ObservedWork } from "./work-kinds.js";
import { WatchedLaunches } from "./watched-launches.js";
import { WorkQueue } from "./work-queue.js";

/** More than machines have: a number above is a slip. */
const MAX_WORKERS = 1024;
const MAX_SHARED_BYTES = 227 * 1024;
const MAX_THREADS = 1024;
const DEFAULT_TIMEOUT_MS = 120_000;
/**
 * With more freed memory than this share of all behind work under way, who can have none of it yet waits for some of it to
 * come back.
 */
const MOST_LEAVING_SHARE = 1 / 8;
/** How long each time: a loop that is ahead of the device is slowed down, and the event loop is not held. */
const LEAVING_PATIENCE_MS = 20;

/** Kernels that were written without a compiler have loops, and neither shared memory nor waits. */
const assembledFacts = {
  staticSharedBytes: 0,
  contextBytesPerThread: 0,
  tier: "loop",
  gridSync: false,
  takesTurns: false,
  loopFree: false,
} as const;

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
  return new CpuBackend(options);
}

class CpuBackend implements CpuDevice {
  readonly id = "cpu";
  readonly failure = undefined;
  /** A reset ends work and keeps memory. */
  readonly generation = 0;
  readonly sharing = null;
  readonly nativeStreams = null;
  readonly machineCode = null;
  readonly shipped = null;
  readonly transport = "mpi";
  readonly dataModel = CPU_DATA_MODEL;
  readonly addressBits: 32 | 64;
  readonly assembler: CodeAssembler | null;
  readonly tuning: KernelTuning = {
    unit: "group",
    blockThreads: 1024,
    blockTile: [64, 16],
    elementsPerThread: 1,
    worker: "thread",
    teamThreads: 1,
    threadsInStep: 1,
    blockElements: 32_768,
    blocksPerProcessor: 4,
    blocksPassOn: false,
    tensorCores: false,
    vectorBytes: 16,
    sharedBytes: Number.POSITIVE_INFINITY,
    // What stays in the nearest caches of a core with what it reads and writes.
    nearBytes: 96 * 1024,
    serialRows: Number.POSITIVE_INFINITY,
    graphsPay: false,
    fusing: hasRelaxedSimd() ? [RELAXED_SIMD] : [],
  };
  readonly properties: DeviceProperties;
  readonly defaultStream: StreamQueue;
  readonly #memory: LinearMemory;
  readonly #constants: DeviceConstants;
  readonly graphs: CpuGraphs;
  readonly hostMemory = cpuHostMemory({
    allocate: (byteLength) => this.#allocateReady(byteLength),
    copyInOrder: (...copy) => this.#copyInOrder(...copy),
    view: (address, byteLength) => this.#memory.view(address, byteLength),
  });
  readonly exchange = cpuExchange({
    id: "cpu",
    fromNative: (pointer) => this.#fromNative(pointer),
    view: (address, byteLength) => this.#memory.view(address, byteLength),
    byteLength: () => this.#memory.bytes().byteLength,
    allocate: (byteLength) => this.#allocateReady(byteLength),
    free: (allocation, stream, over) => this.free(allocation, stream, over),
    afterWork: (stream, action) => (this.#isIdle(stream) ? action() : this.#note(stream, "release", action)),
    copyInOrder: (stream, byteLength, target, source, work) => {
      if (byteLength > LARGE_BYTES || !this.#isIdle(stream)) {
        this.#copyInOrder(stream, byteLength, target, source, work, () => {});
      } else if (isPossible(work)) {
        try {
          target().set(source());
          work.done();
        } catch (error) {
          work.fail(error);
        }
      }
    },
  });
  readonly processMemory: ProcessMemory = {
    toNative: (address) => this.#toNative(address),
    fromNative: (pointer) => this.#fromNative(pointer),
  };
  readonly watch: BackendWatch = {
    compile: (source, options, watch) => this.#compile(source, { ...options, watch }),
    reorder: (seed) => {
      this.#order = seed === undefined ? 0 : seed + ASCENDING;
    },
  };
  readonly routines = {
    factorizations: null,
    transforms: null,
    products: new BlasProducts({
      control: () => this.#pool.control,
      threads: () => this.#pool.size,
      memoryBase: () => toNumberAddress(this.#findNativeBase()),
      progressed: () => this.#queue.progressAll(),
      opened: (beside) => {
        this.#pool.beside = beside;
      },
      add: (stream, work, make) => this.graphs.add(stream, work, make),
    }),
  };
  readonly #pool: WorkerPool;
  readonly #queue: WorkQueue;
  readonly #host: LaunchHost & MemoryHost;
  /** Bytes that were freed while work before used them, and that nobody has again. */
  #leavingBytes = 0;
  #nextModule = 1;
  #memoryModule: number | undefined;
  /** In which order blocks of launches and their warps run (machine/block-order.js); 0 for none. */
  #order = 0;
  readonly #watched: WatchedLaunches;
  /** True when code of the host writes to the memory too. */
  #isMemoryShared = false;
  /** Where the memory is for the process; known when it is asked for. */
  #nativeBase: bigint | undefined;

  constructor(options: CpuBackendOptions) {
    this.#memory = new LinearMemory(options.memoryBytes && pagesOf(options.memoryBytes));
    this.addressBits = this.#memory.isWide ? 64 : 32;
    // No code comes compiled for a wide memory: what is needed is compiled.
    if (this.#memory.isWide) this.tuning = { ...this.tuning, unit: "kernel" };
    // Code that is written here has addresses of 32 bits: a wide memory takes none.
    this.assembler = this.#memory.isWide ? null : { load: (code) => this.#assemble(code) };
    this.#constants = new DeviceConstants(this.#memory);
    this.#watched = new WatchedLaunches(this.#memory);
    const threads = readEnvironmentNumber("CUTS_CPU_THREADS", { least: 1, most: MAX_WORKERS }) ?? coreCount();
    const write = options.print ?? writeOutput;
    const print = (text: string): void => write(Buffer.from(text, "latin1"));
    this.#pool = new WorkerPool(this.#memory, print, threads);
    if (options.stopsAtNull === true && this.#memory.closeLowest(closePages)) this.#pool.lowestIsClosed();
    this.#queue = new WorkQueue(this.#pool);
    this.defaultStream = this.#queue.createStream();
    this.graphs = new CpuGraphs(this.#queue);
    this.#pool.onProgress = () => this.#queue.progressAll();
    this.#host = {
      memory: this.#memory,
      constants: this.#constants,
      pool: this.#pool,
      inline: new InlineThread({
        memory: this.#memory,
        constants: this.#constants,
        pool: this.#pool,
        print,
      }),
      maxSharedBytes: MAX_SHARED_BYTES,
      defaultTimeoutMs: readEnvironmentNumber("CUTS_TIMEOUT_MS") ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      print,
      memoryModuleId: () => this.#openMemoryModule(),
    };
    this.properties = {
      name: `cpu (${this.#pool.size} ${this.#pool.size === 1 ? "thread" : "threads"}, WebAssembly SIMD)`,
      totalMemoryBytes: Math.min(totalMemoryBytes(), this.#memory.maxBytes),
      maxThreadsPerBlock: MAX_THREADS,
      maxBlockDim: [1024, 1024, 64],
      maxGridDim: [2147483647, 65535, 65535],
      maxSharedBytesPerBlock: MAX_SHARED_BYTES,
      multiprocessors: this.#pool.size,
      warpSize: 32,
    };
  }

  get checker(): Checker | undefined {
    return this.#watched.checker;
  }

  get linearMemory(): WebAssembly.Memory {
    this.#isMemoryShared = true;
    return this.#memory.memory;
  }

  #toNative(address: number): bigint {
    this.#isMemoryShared = true;
    return this.#findNativeBase() + BigInt(address);
  }

  #findNativeBase(): bigint {
    // Shared memory stays where it is when it grows.
    return (this.#nativeBase ??= addressOf(new Uint8Array(this.#memory.memory.buffer)));
  }

  #fromNative(pointer: bigint): number | undefined {
    // No process has memory of ours below what an address of the device can be.
    if (pointer < 2n ** 32n) return undefined;
    const address = pointer - this.#toNative(0);
    return address >= 0n && address < this.linearMemory.buffer.byteLength ? Number(address) : undefined;
  }

  reserve(byteLength: number): number {
    const address = this.#memory.allocate(byteLength);
    this.checker?.addHost(address, byteLength);
    return address;
  }

  fail(error: unknown, stream: BackendStream, work: Work): void {
    if (this.#isIdle(stream)) {
      if (isPossible(work)) work.fail(error);
      return;
    }
    const run = (): never => {
      throw error;
    };
    this.#queue.add(stream as StreamQueue, { kind: "host", work: work.keep(), effect: "memory", run });
  }

  allocate(byteLength: number, stream: BackendStream, purpose?: "work"): Allocation {
    const block =
      purpose === "work" && !isCheckedProcess
        ? (stream as StreamQueue).leaving.take(blockBytes(byteLength))
        : undefined;
    if (block === undefined) return this.#allocateReady(byteLength);
    this.#leavingBytes -= block.byteLength;
    return this.#memory.reuseArray(block.address, byteLength, block);
  }

  #allocateReady(byteLength: number): Allocation {
    if (isCheckedProcess) return this.#allocateChecked(byteLength);
    const mostLeaving = this.properties.totalMemoryBytes * MOST_LEAVING_SHARE;
    if (this.#leavingBytes > mostLeaving) {
      this.#queue.waitUntil(() => this.#leavingBytes <= mostLeaving, LEAVING_PATIENCE_MS);
    }
    const found = this.#memory.tryAllocateArray(byteLength);
    if (found !== undefined) return found;
    // Work that is under way may be all that keeps memory which was freed.
    this.#queue.drainAllSync();
    return this.#memory.allocateArray(byteLength);
  }

  // With room behind it, so that one past its end is nothing else.
  #allocateChecked(byteLength: number): Allocation {
    const { address } = this.#memory.allocateArray(byteLength + CHECKED_GAP_BYTES);
    this.checker?.allocated(address, byteLength);
    // Code of the host may write it, and tells nobody.
    if (this.#isMemoryShared) this.checker?.written(address, byteLength);
    const written = (): void => this.checker?.written(address, byteLength);
    return this.#memory.reuseArray(address, byteLength, { isOver: true }, written);
  }

  #release(address: number): void {
    if (isCheckedProcess) this.checker?.freed(address, (old) => this.#memory.free(old));
    else this.#memory.free(address);
  }

  free({ address, byteLength }: Allocation, stream: BackendStream, over?: () => void): void {
    if (this.#isIdle(stream)) {
      this.#release(address);
      over?.();
    } else {
      const { leaving } = stream as StreamQueue;
      const block = leaving.add(address, blockBytes(byteLength));
      this.#leavingBytes += block.byteLength;
      this.#note(stream, "release", () => {
        if (leaving.end(block)) {
          this.#leavingBytes -= block.byteLength;
          this.#release(address);
        }
        over?.();
      });
    }
  }

  memory(): MemoryUse {
    const { liveBytes, cachedBytes, maxBytes } = this.#memory;
    const leaving = this.#leavingBytes;
    return {
      liveBytes: liveBytes - leaving,
      cachedBytes: cachedBytes + leaving,
      totalBytes: maxBytes,
      hostBytes: 0,
    };
  }

  trim(): void {
    this.#queue.drainAllSync();
    this.#memory.trim(discardPages);
  }

  write(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    this.checker?.written(address, bytes.byteLength);
    if (this.#constants.overlap(address, bytes.byteLength)) {
      const kept = bytes.slice();
      const change = this.#constantsChange(address, bytes.byteLength, (target) => target.set(kept));
      this.graphs.add(stream, work, change);
      return;
    }
    if (this.#isIdle(stream)) {
      if (!isPossible(work)) return;
      this.#memory.bytes().set(bytes, address);
      work.done();
      return;
    }
    // The caller may change its bytes at once.
    const kept = bytes.slice();
    const { byteLength } = kept;
    const target = (): Uint8Array => this.#memory.view(address, byteLength);
    this.graphs.add(stream, work, (own) => hostCopy(byteLength, target, () => kept, own));
  }

  read(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): Promise<void> {
    const { byteLength } = bytes;
    const own = stream as StreamQueue;
    if (byteLength <= LARGE_BYTES && own.isIdle()) {
      try {
        this.#readNow(address, bytes, work);
        return Promise.resolve();
      } catch (error) {
        return Promise.reject(error);
      }
    }
    const source = (): Uint8Array => this.#memory.view(address, byteLength);
    return new Promise((resolve, reject) => {
      const observed = new ObservedWork(work.keep(), (error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
      this.#queue.add(
        own,
        hostCopy(byteLength, () => bytes, source, observed),
      );
    });
  }

  readSync(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    this.#queue.drainSync(stream as StreamQueue);
    this.#readNow(address, bytes, work);
  }

  #readNow(address: number, bytes: Uint8Array, work: Work): void {
    const error = work.obstacle();
    if (error !== undefined) {
      work.fail(error);
      throw error;
    }
    bytes.set(this.#memory.view(address, bytes.byteLength));
    work.done();
  }

  copy(to: number, from: number, byteLength: number, stream: BackendStream, work: Work): void {
    this.checker?.written(to, byteLength);
    if (this.#constants.overlap(to, byteLength)) {
      const write = (): void => copyBytes(this.#memory, to, from, byteLength);
      this.graphs.add(stream, work, this.#constantsChange(to, byteLength, write));
      return;
    }
    if (byteLength <= LARGE_BYTES && this.#isIdle(stream)) {
      if (!isPossible(work)) return;
      copyBytes(this.#memory, to, from, byteLength);
      work.done();
      return;
    }
    this.graphs.add(stream, work, (own) => new CopyCommand(this.#host, to, from, byteLength, own));
  }

  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream, work: Work): void {
    this.checker?.written(address, pattern.length * count);
    if (this.#constants.overlap(address, pattern.length * count)) {
      const own = pattern.slice();
      const write = (target: Uint8Array): void => fillBytes(target, own);
      this.graphs.add(stream, work, this.#constantsChange(address, pattern.length * count, write));
      return;
    }
    if (pattern.length * count <= LARGE_BYTES && this.#isIdle(stream)) {
      if (!isPossible(work)) return;
      fillBytes(this.#memory.view(address, pattern.length * count), pattern);
      work.done();
      return;
    }
    const kept = pattern.slice();
    this.graphs.add(stream, work, (own) => new FillCommand(this.#host, address, kept, count, own));
  }

  /** No code of the cpu device waits by itself (`waitsItself`). */
  compile(source: string, options: CompileOptions): BackendModule {
    const { waitsItself: _waitsItself, ...own } = options;
    return this.#compile(source, own);
  }

  #compile(source: string, options: CpuCompileOptions): BackendModule {
    const width = this.#memory.isWide ? ({ addressBits: 64 } as const) : {};
    const openWith = (own: CpuCompileOptions) => (only: Specialisation | undefined) =>
      openSource(source, { ...own, ...width, ...(only && { only }) });
    const isWatched = options.watch !== undefined;
    if (isWatched && this.#memory.isWide) throw cannotWatch();
    return this.#module(
      openWith(options),
      isWatched ? undefined : openWith({ ...options, ordersWarps: true }),
    );
  }

  load(object: CpuObject): BackendModule {
    return this.#module((only) => compiledBefore(only ? undefined : object), undefined);
  }

  #assemble({ image, kernels }: AssembledCode): BackendModule {
    const known = kernels.map(({ symbol, parameters, parameterBytes }) => ({
      symbol,
      parameters: parameters.map(({ offset, size }) => ({ offset, size })),
      parameterBytes,
      ...assembledFacts,
    }));
    return this.load({ image, kernels: known, globals: [], names: new Map(), places: [] });
  }

  /** `openOrdered` is undefined where there is no source to compile once more, or its launches are watched. */
  #module(open: ModuleHost["open"], openOrdered: ModuleHost["open"] | undefined): CpuModule {
    return new CpuModule({
      openOrdered,
      memory: this.#memory,
      constants: this.#constants,
      maxThreadsPerBlock: MAX_THREADS,
      open,
      nextModuleId: () => this.#nextModule++,
      register: (id, image) => this.#pool.addModule(id, image),
      // Launches that were given before may still need it.
      forget: (id, release) =>
        this.#queue.whenOver(() => {
          this.#pool.removeModule(id);
          this.#host.inline.forget(id);
          release();
        }),
    });
  }

  launch(
    module: BackendModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void {
    const own = module as CpuModule;
    // What the host has written through null is not this kernel's.
    if (this.#isMemoryShared && this.#pool.isIdle) this.#pool.guard.nullWrites();
    this.#constants.giveTo(parameters);
    if (own.watched !== undefined) {
      this.graphs.addLaunch(stream, work, parameters.slice(), (kept, packed) => ({
        kind: "host",
        work: kept,
        effect: "memory",
        run: this.#watched.inSteps(this.#host, own, kernelName, launch, packed),
      }));
      return;
    }
    this.checker?.allWritten();
    const order = this.#order;
    if (order !== 0) {
      this.#launchOrdered(own, kernelName, launch, parameters, stream, work);
      return;
    }
    if (this.#isIdle(stream) && this.#runNow(own, kernelName, launch, parameters, work)) return;
    this.graphs.addLaunch(
      stream,
      work,
      parameters.slice(),
      (kept, packed) => new LaunchCommand(this.#host, own, kernelName, launch, packed, kept),
    );
  }

  // The code is another one, with variables of its own, which hold the same before and after.
  #launchOrdered(
    own: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void {
    const module = own.ordered();
    const order = this.#order;
    const share = (from: CpuModule, to: CpuModule): void => {
      if (from === to) return;
      for (const { name, address, byteLength } of from.place().globals) {
        const other = to.global(name);
        if (other !== undefined) this.copy(other.address, address, byteLength, stream, unwatched);
      }
    };
    share(own, module);
    this.graphs.addLaunch(
      stream,
      work,
      parameters.slice(),
      (kept, packed) => new LaunchCommand(this.#host, module, kernelName, launch, packed, kept, order),
    );
    share(module, own);
  }

  // The short way of what is brief and has nothing before it: no command, no copy of the parameters.
  #runNow(
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    work: Work,
  ): boolean {
    let error = work.obstacle();
    if (error === undefined) {
      try {
        const info = module.kernelInfo(kernelName);
        if (info === undefined) return false;
        checkLaunch(kernelName, info, launch, MAX_SHARED_BYTES);
        if (!this.#host.inline.run(module, kernelName, info, launch, parameters)) return false;
      } catch (thrown) {
        error = thrown;
      }
    }
    if (error === undefined) work.done();
    else work.fail(error);
    return true;
  }

  createStream(): BackendStream {
    return this.#queue.createStream();
  }

  destroyStream(): void {
    // Nothing is held for a stream without work but the object.
  }

  synchronize(stream: BackendStream): Promise<void> {
    if ((stream as StreamQueue).isIdle()) return Promise.resolve();
    return new Promise((resolve) => this.#note(stream, "note", () => resolve()));
  }

  synchronizeSync(stream: BackendStream): void {
    this.#queue.drainSync(stream as StreamQueue);
  }

  record(stream: BackendStream): BackendEvent {
    const event = new StreamEvent(stream as StreamQueue);
    this.#note(stream, "note", (timeMs) => event.happen(timeMs));
    return event;
  }

  waitFor(event: BackendEvent, stream: BackendStream): void {
    const own = event as StreamEvent;
    // What is before it in the same stream is before what comes now.
    if (own.isOver || own.stream === stream) return;
    this.graphs.add(stream, unwatched, () => ({ kind: "wait", event: own }));
  }

  reset(): void {
    const error = resetError();
    this.routines.products.doom(error);
    this.#queue.doomAll(error);
    this.#pool.reset();
    this.#queue.progressAll();
  }

  // Whether work can be done inside the call that gives it.
  #isIdle(stream: BackendStream): boolean {
    return !this.graphs.isRecording(stream) && (stream as StreamQueue).isIdle();
  }

  // The main thread does it itself when its turn comes: only it knows what constants must be.
  #constantsChange(
    address: number,
    byteLength: number,
    write: (bytes: Uint8Array) => void,
  ): (work: Work) => HostWork {
    const run = (): true => {
      this.#constants.change(address, byteLength, write);
      return true;
    };
    return (work) => ({ kind: "host", work, effect: "memory", run });
  }

  // What is done whatever has happened before.
  #note(stream: BackendStream, effect: "note" | "release", action: (timeMs: number) => void): void {
    const run = (timeMs: number): boolean => {
      action(timeMs);
      return true;
    };
    this.graphs.add(stream, unwatched, () => ({ kind: "host", work: undefined, effect, run }));
  }

  #copyInOrder(
    stream: BackendStream,
    byteLength: number,
    target: () => Uint8Array,
    source: () => Uint8Array,
    work: Work,
    over: () => void,
  ): void {
    const { buffer, byteOffset } = target();
    const isConstant =
      buffer === this.#memory.bytes().buffer && this.#constants.overlap(byteOffset, byteLength);
    const make = isConstant
      ? this.#constantsChange(byteOffset, byteLength, (bytes) => bytes.set(source()))
      : (own: Work): HostWork => hostCopy(byteLength, target, source, own);
    if (this.graphs.isRecording(stream)) {
      this.graphs.add(stream, work, make);
      over();
      return;
    }
    this.#queue.add(stream as StreamQueue, make(new ObservedWork(work.keep(), over)));
  }

  #openMemoryModule(): number {
    if (this.#memoryModule === undefined) {
      this.#memoryModule = this.#nextModule++;
      this.#pool.addModule(this.#memoryModule, {
        module: memoryModule(this.#memory.isWide),
        constants: undefined,
      });
    }
    return this.#memoryModule;
  }
}

// Asks work whose turn has come whether it can be done; it has failed if not.
function isPossible(work: Work): boolean {
  const error = work.obstacle();
  if (error !== undefined) work.fail(error);
  return error === undefined;
}

function cannotWatch(): UnsupportedError {
  return new UnsupportedError(
    "CUTS_DEVICE_MEMORY",
    "Cannot check or profile a kernel in more than 4 GiB of memory: what watches it uses 32-bit addresses\nTry: without CUTS_MEMORY.",
  );
}

function hostCopy(
  byteLength: number,
  target: () => Uint8Array,
  source: () => Uint8Array,
  work: Work,
): HostWork {
  return { kind: "host", work, effect: "memory", run: pacedCopy(byteLength, target, source) };
}

// Code without its source: there is what there is.
function compiledBefore(object: CpuObject | undefined): ObjectSource {
  const refuse = (): never => {
    throw new Error("internal: code that was loaded cannot be compiled again");
  };
  return { ready: object, compile: () => new Promise(() => {}), compileSync: refuse };
}
