// The cpu device: CUDA C++ compiled to WebAssembly, run by worker threads over one shared memory.

import { availableParallelism, totalmem } from "node:os";
import { RELAXED_SIMD } from "../../compiler/clang/relaxed-simd.js";
import { readEnvironmentNumber } from "../../core/environment.js";
import { discardPages } from "../../ffi/discard-pages.js";
import type {
  Allocation,
  Backend,
  BackendEvent,
  BackendLaunch,
  BackendModule,
  BackendStream,
  CompileOptions,
  DeviceProperties,
  MemoryUse,
} from "../backend.js";
import { openSource } from "./compile.js";
import { CpuGraphs } from "./cpu-graphs.js";
import { cpuHostMemory } from "./cpu-host-memory.js";
import { LaunchCommand, type LaunchHost } from "./cpu-launch.js";
import { CpuModule, type ModuleHost, type ObjectSource } from "./cpu-module.js";
import type { CpuObject } from "./cpu-object.js";
import { InlineThread } from "./inline-thread.js";
import { checkLaunch } from "./launch-errors.js";
import { LinearMemory } from "./machine/linear-memory.js";
import { WorkerPool } from "./machine/worker-pool.js";
import { hasRelaxedSimd } from "./relaxed-simd.js";
import type { CpuStream, HostWork } from "./work-queue.js";
import { WorkQueue } from "./work-queue.js";

const MAX_SHARED_BYTES = 227 * 1024;
const MAX_THREADS = 1024;
const DEFAULT_TIMEOUT_MS = 120_000;

/** What a whole program asks of the device that it runs on. */
export interface CpuBackendOptions {
  /** Where printf of kernels goes. Default: standard output. */
  readonly print?: (bytes: Uint8Array) => void;
  /** How long a kernel may run if its launch does not say; 0 for no limit. */
  readonly timeoutMs?: number;
}

/** The cpu device, with what only it has: its memory is the host's too, and code can be put there that was compiled before. */
export interface CpuDevice extends Backend {
  readonly linearMemory: WebAssembly.Memory;
  /** Memory for good, at the lowest address that has room for it. */
  reserve(byteLength: number): number;
  /** A module from compiled code; it is ready at once. */
  load(object: CpuObject): BackendModule;
}

/** Makes the cpu device; nothing starts before the first launch. */
export function createCpuBackend(options: CpuBackendOptions = {}): CpuDevice {
  return new CpuBackend(options);
}

interface CpuEvent extends BackendEvent {
  /** What stopped the stream before the event. */
  failure(): { readonly error: unknown } | undefined;
}

class CpuBackend implements CpuDevice {
  readonly id = "cpu";
  readonly dataModel = "ILP32";
  readonly tuning = {
    unit: "group",
    blockThreads: 1024,
    elementsPerThread: 1,
    threadsTakeTurns: true,
    fusing: hasRelaxedSimd() ? [RELAXED_SIMD] : [],
  } as const;
  readonly properties: DeviceProperties;
  readonly defaultStream: CpuStream = { id: 0, error: undefined };
  readonly #memory = new LinearMemory();
  readonly graphs: CpuGraphs;
  readonly hostMemory = cpuHostMemory({
    allocate: (byteLength) => this.allocate(byteLength),
    inOrder: (stream, action) => this.#do(stream, "memory", action),
    view: (address, byteLength) => this.#memory.view(address, byteLength),
  });
  readonly #pool: WorkerPool;
  readonly #queue: WorkQueue;
  readonly #host: LaunchHost;
  /** Bytes that were freed while work before used them. */
  #leavingBytes = 0;
  #nextStream = 1;
  #nextModule = 1;

  constructor(options: CpuBackendOptions) {
    const threads = readEnvironmentNumber("CUTS_CPU_THREADS") ?? availableParallelism();
    const write = options.print ?? ((bytes: Uint8Array): void => void process.stdout.write(bytes));
    const print = (text: string): void => write(Buffer.from(text, "latin1"));
    this.#pool = new WorkerPool(this.#memory, print, threads);
    this.#queue = new WorkQueue(this.#pool);
    this.graphs = new CpuGraphs(this.#queue);
    this.#pool.onProgress = () => this.#queue.progress();
    this.#host = {
      memory: this.#memory,
      pool: this.#pool,
      inline: new InlineThread({ memory: this.#memory, pool: this.#pool, print }),
      maxSharedBytes: MAX_SHARED_BYTES,
      defaultTimeoutMs: readEnvironmentNumber("CUTS_TIMEOUT_MS") ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      print,
    };
    this.properties = {
      name: `cpu (${this.#pool.size} ${this.#pool.size === 1 ? "thread" : "threads"}, WebAssembly SIMD)`,
      totalMemoryBytes: Math.min(totalmem(), this.#memory.maxBytes),
      maxThreadsPerBlock: MAX_THREADS,
      maxBlockDim: [1024, 1024, 64],
      maxGridDim: [2147483647, 65535, 65535],
      maxSharedBytesPerBlock: MAX_SHARED_BYTES,
      multiprocessors: this.#pool.size,
      warpSize: 32,
    };
  }

  get linearMemory(): WebAssembly.Memory {
    return this.#memory.memory;
  }

  reserve(byteLength: number): number {
    return this.#memory.allocate(byteLength);
  }

  allocate(byteLength: number): Allocation {
    const found = this.#memory.tryAllocateArray(byteLength);
    if (found !== undefined) return found;
    // Work that is under way may be all that keeps memory which was freed.
    this.#queue.drainSync();
    return this.#memory.allocateArray(byteLength);
  }

  free({ address, byteLength }: Allocation, stream: BackendStream): void {
    if (this.#queue.isEmpty && !this.graphs.isRecording(stream)) this.#memory.free(address);
    else {
      this.#leavingBytes += byteLength;
      this.#do(stream, "release", () => {
        this.#leavingBytes -= byteLength;
        this.#memory.free(address);
      });
    }
  }

  memory(): MemoryUse {
    const { liveBytes, cachedBytes, maxBytes } = this.#memory;
    const leaving = this.#leavingBytes;
    return { liveBytes: liveBytes - leaving, cachedBytes: cachedBytes + leaving, totalBytes: maxBytes };
  }

  trim(): void {
    this.#queue.drainSync();
    this.#memory.trim(discardPages);
  }

  write(address: number, bytes: Uint8Array, stream: BackendStream): void {
    // The caller may change its bytes at once, so what cannot be written now is kept.
    const kept = this.#queue.isEmpty && !this.graphs.isRecording(stream) ? bytes : bytes.slice();
    this.#do(stream, "memory", () => this.#memory.bytes().set(kept, address));
  }

  read(address: number, bytes: Uint8Array, stream: BackendStream): Promise<void> {
    return this.#observed(stream, "memory", () => bytes.set(this.#memory.view(address, bytes.byteLength)));
  }

  readSync(address: number, bytes: Uint8Array, stream: BackendStream): void {
    this.synchronizeSync(stream);
    bytes.set(this.#memory.view(address, bytes.byteLength));
  }

  copy(to: number, from: number, byteLength: number, stream: BackendStream): void {
    this.#do(stream, "memory", () => this.#memory.bytes().copyWithin(to, from, from + byteLength));
  }

  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream): void {
    const kept = pattern.slice();
    this.#do(stream, "memory", () => fillBytes(this.#memory.view(address, kept.length * count), kept));
  }

  compile(source: string, options: CompileOptions): BackendModule {
    return this.#module((only) => openSource(source, only ? { ...options, only } : options));
  }

  load(object: CpuObject): BackendModule {
    return this.#module((only) => compiledBefore(only ? undefined : object));
  }

  #module(open: ModuleHost["open"]): CpuModule {
    return new CpuModule({
      memory: this.#memory,
      maxThreadsPerBlock: MAX_THREADS,
      open,
      nextModuleId: () => this.#nextModule++,
      register: (id, image) => this.#pool.addModule(id, image),
      // Launches that were given before may still need it.
      forget: (id) =>
        this.#queue.add({
          kind: "host",
          stream: this.defaultStream,
          always: true,
          effect: "release",
          run: () => {
            this.#pool.removeModule(id);
            this.#host.inline.forget(id);
          },
        }),
    });
  }

  launch(
    module: BackendModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
  ): void {
    const own = module as CpuModule;
    if (this.#runNow(own, kernelName, launch, parameters, stream as CpuStream)) return;
    this.graphs.addLaunch(
      stream,
      parameters.slice(),
      (on, packed) => new LaunchCommand(this.#host, own, kernelName, launch, packed, on),
    );
  }

  // The short way of what is brief and has nothing before it: no command, no copy of the parameters.
  #runNow(
    module: CpuModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: CpuStream,
  ): boolean {
    const isClear =
      stream.error === undefined &&
      module.isReady() &&
      this.#queue.isEmpty &&
      !this.graphs.isRecording(stream);
    if (!isClear) return false;
    try {
      const info = module.kernelInfo(kernelName);
      if (info === undefined) return false;
      checkLaunch(kernelName, info, launch, MAX_SHARED_BYTES);
      return this.#host.inline.run(module, kernelName, info, launch, parameters);
    } catch (error) {
      stream.error = error;
      return true;
    }
  }

  createStream(): BackendStream {
    return { id: this.#nextStream++, error: undefined } as CpuStream;
  }

  destroyStream(): void {
    // Nothing is held for a stream but its name.
  }

  synchronize(stream: BackendStream): Promise<void> {
    return this.#observed(stream, "note", () => {});
  }

  synchronizeSync(stream: BackendStream): void {
    this.#queue.drainSync();
    const own = stream as CpuStream;
    if (own.error === undefined) return;
    const { error } = own;
    own.error = undefined;
    throw error;
  }

  record(stream: BackendStream): BackendEvent {
    const own = stream as CpuStream;
    let time: number | undefined;
    let failure: { readonly error: unknown } | undefined;
    const done = new Promise<void>((resolve, reject) => {
      this.#do(
        stream,
        "note",
        (timeMs) => {
          if (own.error === undefined) {
            time = timeMs;
            resolve();
          } else {
            // The error stays: it is for whoever waits for the stream.
            failure = { error: own.error };
            reject(own.error);
          }
        },
        true,
      );
    });
    done.catch(() => {});
    const event: CpuEvent = {
      isDone: () => {
        if (time === undefined) this.#queue.progress();
        return time !== undefined;
      },
      done,
      failure: () => failure,
      timeMs: () => {
        if (time === undefined) throw new Error("internal: the event has not happened yet");
        return time;
      },
      dispose: () => {},
    };
    return event;
  }

  waitFor(event: BackendEvent, stream: BackendStream): void {
    // Work runs in the order it was given, so whatever the event stands for is before what comes now. What is left to
    // do is to stop this stream too where that work has failed.
    const own = stream as CpuStream;
    this.#do(stream, "release", () => {
      const failure = (event as CpuEvent).failure();
      if (failure !== undefined) own.error ??= failure.error;
    });
  }

  reset(): void {
    this.#pool.reset();
    this.#queue.progress();
  }

  #do(
    stream: BackendStream,
    effect: HostWork["effect"],
    run: (timeMs: number) => void,
    always = effect === "release",
  ): void {
    this.graphs.add(stream, (on) => ({ kind: "host", stream: on, always, effect, run }));
  }

  // A promise for work: it rejects with the error that stopped the stream and so lets the stream go on.
  #observed(stream: BackendStream, effect: HostWork["effect"], action: () => void): Promise<void> {
    const own = stream as CpuStream;
    return new Promise((resolve, reject) => {
      const run = (): void => {
        if (own.error !== undefined) {
          const { error } = own;
          own.error = undefined;
          reject(error);
          return;
        }
        action();
        resolve();
      };
      this.#do(stream, effect, run, true);
    });
  }
}

// Code without its source: there is what there is.
function compiledBefore(object: CpuObject | undefined): ObjectSource {
  const refuse = (): never => {
    throw new Error("internal: code that was loaded cannot be compiled again");
  };
  return { ready: object, compile: () => new Promise(() => {}), compileSync: refuse };
}

function fillBytes(target: Uint8Array, pattern: Uint8Array): void {
  if (pattern.every((b) => b === pattern[0])) {
    target.fill(pattern[0] as number);
    return;
  }
  target.set(pattern.subarray(0, Math.min(pattern.length, target.length)));
  // Doubling what is there already keeps this at memcpy speed.
  for (let done = pattern.length; done < target.length; done *= 2) {
    target.copyWithin(done, 0, Math.min(done, target.length - done));
  }
}
