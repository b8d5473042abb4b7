// A GPU behind the port. Work is submitted directly to the driver's streams. Errors of a submission are thrown. An error while work
// runs breaks the device, as in CUDA: later work is dropped, and waiting for it throws the error. A launch's `timeoutMs` has no
// effect, because a GPU cannot stop a running kernel.

import { ArgumentRangeError, CutsError } from "../../core/errors.js";
import { hostDataModel } from "../../cdecl/layout.js";
import { variable } from "../../host/environment.js";
import type {
  Allocation,
  Backend,
  BackendEvent,
  BackendLaunch,
  BackendModule,
  BackendStream,
  CompileOptions,
  DeviceProperties,
  MachineCodeLoader,
  MemoryUse,
  NativeStreams,
  Work,
  ShippedKernels,
} from "../backend.js";
import type { BackendRoutines } from "../routines.js";
import { type KernelTuning, warpTuning } from "../tuning.js";
import { isBlocked } from "../work.js";
import { openCudaSource, settledSource } from "./compile/open-source.js";
import { shippedCode, shippedIndex, unitKey } from "./compile/shipped-kernels.js";
import { CudaEvent, Events } from "./cuda-event.js";
import { CudaExchange } from "./cuda-exchange.js";
import { cudaDriver } from "./cuda-driver.js";
import { CudaGraphs } from "./cuda-graphs.js";
import { CudaHostMemory } from "./cuda-host-memory.js";
import { CudaModule } from "./cuda-module.js";
import { CudaSharing } from "./cuda-sharing.js";
import { CudaStream } from "./cuda-stream.js";
import { DeviceContext } from "./device-context.js";
import { DeviceMemory } from "./device-memory.js";
import { architectureOf, readProperties } from "./device-properties.js";
import { Launcher } from "./launcher.js";
import { CudaLibraryEntry } from "./libraries/library-entry.js";
import { cudaRoutines } from "./libraries/routines.js";
import { Transfers } from "./transfers.js";
import { Waiter } from "./waiter.js";

/**
 * Opens a GPU by its ordinal.
 * @throws LibraryNotFoundError or DeviceUnavailableError if there is none.
 */
export function createCudaBackend(ordinal: number): CudaDevice {
  return new CudaBackend(ordinal);
}

/** A GPU, with the capabilities that every GPU has. */
export interface CudaDevice extends Backend {
  readonly graphs: CudaGraphs;
  readonly hostMemory: CudaHostMemory;
  readonly sharing: CudaSharing;
  readonly exchange: CudaExchange;
  readonly nativeStreams: NativeStreams;
  readonly machineCode: MachineCodeLoader;
}

/** The ids of internal streams: the clock, and the one that fetches data. */
const CLOCK_STREAM = -1;

/** The first architecture with `tensorCores`. */
const TENSOR_ARCHITECTURE = 80;

class CudaBackend implements CudaDevice {
  readonly id: string;
  readonly dataModel = hostDataModel();
  readonly addressBits = 64;
  readonly tuning: KernelTuning;
  readonly properties: DeviceProperties;
  readonly defaultStream: CudaStream;
  readonly graphs: CudaGraphs;
  readonly hostMemory: CudaHostMemory;
  readonly sharing: CudaSharing;
  readonly exchange: CudaExchange;
  readonly routines: BackendRoutines;
  readonly processMemory = null;
  readonly nativeStreams: NativeStreams = { enter: (stream, name) => this.#entry.enter(stream, name) };
  readonly watch = null;
  readonly machineCode: MachineCodeLoader = { load: (code, options) => this.#compile(code, options) };
  readonly assembler = null;
  readonly transport = "nccl";
  readonly shipped: ShippedKernels = {
    kernelsOf: (group) => shippedIndex()[group]?.kernels,
    open: (group, source, options) => this.#openShipped(group, source, options),
  };
  readonly #context: DeviceContext;
  readonly #architecture: number;
  readonly #entry: CudaLibraryEntry;
  readonly #waiter: Waiter;
  readonly #events: Events;
  readonly #memory: DeviceMemory;
  readonly #transfers: Transfers;
  readonly #launcher: Launcher;
  readonly #streams = new Set<CudaStream>();
  #nextStream = 1;

  constructor(ordinal: number) {
    const context = new DeviceContext(cudaDriver(), ordinal);
    this.#context = context;
    this.id = context.id;
    context.activate();
    this.properties = readProperties(context);
    this.#architecture = architectureOf(context);
    this.tuning = {
      ...warpTuning,
      elementsPerThread: 4,
      tensorCores: this.#architecture >= TENSOR_ARCHITECTURE,
    };
    this.defaultStream = new CudaStream(context, 0);
    this.#streams.add(this.defaultStream);
    this.#waiter = new Waiter(context);
    this.#events = new Events(context, this.#waiter, new CudaStream(context, CLOCK_STREAM));
    this.#memory = new DeviceMemory(context, this.#events, this.properties.totalMemoryBytes);
    this.graphs = new CudaGraphs(context);
    this.hostMemory = new CudaHostMemory(context, this.#events);
    this.sharing = new CudaSharing(context, this.#events);
    this.exchange = new CudaExchange(context, this.#events);
    const { totalMemoryBytes } = this.properties;
    this.#entry = new CudaLibraryEntry(context, this.defaultStream, totalMemoryBytes);
    this.routines = cudaRoutines(this.#entry);
    this.#transfers = new Transfers(context, this.#events, this.#memory, this.hostMemory);
    const debug = variable("CUTS_DEBUG");
    this.#launcher = new Launcher(context, {
      debug: debug !== undefined && debug !== "" && debug !== "0",
      multiprocessors: this.properties.multiprocessors,
    });
    context.suspects = () => [...new Set([...this.#streams].flatMap((stream) => stream.unverified()))];
  }

  get failure(): Error | undefined {
    return this.#context.failure;
  }

  get generation(): number {
    return this.#context.generation;
  }

  get #isAlive(): boolean {
    return this.failure === undefined;
  }

  fail(error: unknown, _stream: BackendStream, work: Work): void {
    if (!isBlocked(work)) work.fail(error);
  }

  allocate(byteLength: number, stream: BackendStream): Allocation {
    this.#context.checkAlive();
    return this.#memory.allocate(byteLength, stream as CudaStream);
  }

  free(allocation: Allocation, stream: BackendStream, over?: () => void): void {
    this.#memory.free(allocation, stream as CudaStream);
    over?.();
  }

  memory(): MemoryUse {
    return {
      ...this.#memory.use(),
      hostBytes: this.hostMemory.totalBytes + this.#transfers.staging.totalBytes,
    };
  }

  trim(): void {
    this.#context.checkAlive();
    this.#memory.trim();
    this.hostMemory.trim();
  }

  write(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    if (bytes.byteLength === 0 || !this.#isAlive || isBlocked(work)) return;
    this.#transfers.write(address, bytes, stream as CudaStream);
    work.done();
  }

  async read(
    address: number,
    bytes: Uint8Array,
    stream: BackendStream,
    work: Work,
    isUsers = false,
  ): Promise<void> {
    this.#context.checkAlive();
    const loss = work.obstacle();
    if (loss !== undefined) throw loss;
    if (bytes.byteLength === 0) await this.synchronize(stream);
    else await this.#transfers.read(address, bytes, stream as CudaStream, isUsers);
  }

  readSync(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    this.#context.checkAlive();
    const loss = work.obstacle();
    if (loss !== undefined) throw loss;
    if (bytes.byteLength === 0) this.synchronizeSync(stream);
    else this.#transfers.readSync(address, bytes, stream as CudaStream);
  }

  copy(to: number, from: number, byteLength: number, stream: BackendStream, work: Work): void {
    if (byteLength === 0 || to === from || !this.#isAlive || isBlocked(work)) return;
    this.#transfers.copy(to, from, byteLength, stream as CudaStream);
    work.done();
  }

  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream, work: Work): void {
    if (count === 0 || !this.#isAlive || isBlocked(work)) return;
    this.#transfers.fill(address, pattern, count, stream as CudaStream);
    work.done();
  }

  compile(source: string, options: CompileOptions): BackendModule {
    return this.#compile(source, options);
  }

  #compile(source: string | Uint8Array, options: CompileOptions): BackendModule {
    this.#context.checkAlive();
    return new CudaModule(
      this.#context,
      openCudaSource(source, options, this.#architecture),
      options.waitsItself,
    );
  }

  #openShipped(group: string, source: string, options: readonly string[]): BackendModule | undefined {
    const unit = shippedIndex()[group];
    if (unit === undefined || unit.key !== unitKey(source, options)) return undefined;
    const code = shippedCode(unit, this.#architecture);
    if (code === undefined) return undefined;
    this.#context.checkAlive();
    return new CudaModule(this.#context, settledSource({ code, names: new Map() }), true);
  }

  launch(
    module: BackendModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void {
    const context = this.#context;
    if (context.failure !== undefined || isBlocked(work)) return;
    context.activate();
    const own = module as CudaModule;
    if (!own.isReady()) own.readySync();
    const kernel = own.kernel(kernelName);
    if (kernel === undefined) throw new Error(`internal: the module has no kernel ${kernelName}`);
    this.#launcher.launch(kernel, launch, parameters, stream as CudaStream);
    work.done();
  }

  createStream({ priority }: { readonly priority?: number | undefined }): BackendStream {
    this.#context.checkAlive();
    if (priority !== undefined) this.#checkPriority(priority);
    const stream = new CudaStream(this.#context, this.#nextStream++, priority);
    stream.renew();
    this.#streams.add(stream);
    return stream;
  }

  /** Throws for an unsupported priority, which the driver would silently clamp. */
  #checkPriority(priority: number): void {
    const context = this.#context;
    const { api, driver } = context;
    context.activate();
    context.check(
      api.cuCtxGetStreamPriorityRange(driver.out(0), driver.out(1)),
      "cuCtxGetStreamPriorityRange",
    );
    const [least, greatest] = [driver.int(0), driver.int(1)];
    if (priority >= greatest && priority <= least) return;
    throw new ArgumentRangeError(
      "CUTS_STREAM_PRIORITY",
      `Cannot make a stream: a priority of ${this.id} is from ${greatest}, the first served, to ${least} (got ${priority})`,
    );
  }

  destroyStream(stream: BackendStream): void {
    const own = stream as CudaStream;
    if (own === this.defaultStream || !this.#streams.delete(own)) return;
    if (this.#context.failure === undefined) {
      this.#context.activate();
      this.#memory.forgetStream(own, this.defaultStream);
      this.#transfers.staging.forgetStream(own);
    }
    own.destroy();
  }

  async synchronize(stream: BackendStream): Promise<void> {
    this.#context.checkAlive();
    const end = this.#events.record(stream as CudaStream);
    try {
      await end.done;
    } finally {
      end.dispose();
    }
  }

  synchronizeSync(stream: BackendStream): void {
    this.#context.checkAlive();
    this.#context.activate();
    const own = stream as CudaStream;
    this.#context.check(this.#context.api.cuStreamSynchronize(own.handle), "cuStreamSynchronize");
    own.verified = own.launched;
  }

  record(stream: BackendStream): BackendEvent {
    return this.#events.record(stream as CudaStream);
  }

  waitFor(event: BackendEvent, stream: BackendStream): void {
    if (!this.#isAlive || !(event instanceof CudaEvent) || !event.isCurrent) return;
    this.#context.activate();
    this.#context.check(
      this.#context.api.cuStreamWaitEvent((stream as CudaStream).handle, event.handle, 0),
      "cuStreamWaitEvent",
    );
  }

  reset(): void {
    if (this.#isAlive) this.hostMemory.endViews();
    this.#context.reset();
    this.#waiter.abandon(
      new CutsError("CUTS_DEVICE_RESET", `Cannot finish: the device ${this.id} was reset`),
    );
  }
}
