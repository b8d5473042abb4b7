// A device without hardware, for tests of the runtime: its memory is real bytes, its streams do everything at once, and
// it writes down what it is asked for. Compilations end at once, or when the test says so.

import type {
  Allocation,
  Backend,
  BackendEvent,
  BackendKernel,
  BackendLaunch,
  BackendModule,
  BackendStream,
  CompileOptions,
  DeviceProperties,
  MachineCodeLoader,
  MemoryUse,
  ParameterPlace,
  Work,
} from "../../src/backend/backend.js";
import { warpTuning } from "../../src/backend/tuning.js";
import { isBlocked } from "../../src/backend/work.js";
import type { DataModel } from "../../src/cdecl/layout.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";

/** What a test can choose. */
export interface FakeOptions {
  readonly dataModel?: DataModel;
  /** Compilations wait for `finish()` or `fail()`. */
  readonly slowCompiler?: boolean;
  /** What the compiler says of a kernel's parameters, by name. */
  readonly parameters?: Readonly<Record<string, readonly ParameterPlace[]>>;
  readonly maxThreadsPerBlock?: number;
  readonly preferredThreadsPerBlock?: number;
  /** Module variables: name to bytes. */
  readonly globals?: Readonly<Record<string, number>>;
  /** Whether the host sees the memory. */
  readonly isHostVisible?: boolean;
  /** Whether it takes PTX and machine code. */
  readonly loadsMachineCode?: boolean;
}

/** One launch as the backend got it. */
export interface FakeLaunch {
  readonly kernel: string;
  readonly launch: BackendLaunch;
  readonly parameters: Uint8Array;
  readonly stream: number;
  readonly module: FakeModule;
}

const baseAddress = 0x1_0000;

/** Registers a fake device under an id such as `fake:0`, and returns it. */
export function registerFake(id: string, options: FakeOptions = {}): FakeBackend {
  const backend = new FakeBackend(id, options);
  registerBackend(oneDevice(id, () => backend));
  return backend;
}

export class FakeBackend implements Backend {
  readonly id: string;
  readonly tuning = warpTuning;
  readonly generation = 0;
  readonly failure = undefined;
  readonly dataModel: DataModel;
  readonly addressBits = 64;
  readonly options: FakeOptions;
  readonly properties: DeviceProperties;
  readonly defaultStream: BackendStream = { id: 0 };
  readonly graphs = null;
  readonly hostMemory = null;
  readonly sharing = null;
  readonly exchange = null;
  readonly processMemory = null;
  readonly nativeStreams = null;
  readonly watch = null;
  readonly routines = null;
  readonly machineCode: MachineCodeLoader | null;
  readonly assembler = null;
  readonly shipped = null;
  readonly transport = null;
  /** What happened, in words: "launch add on 0", "wait 1 for 0". */
  readonly log: string[] = [];
  readonly launches: FakeLaunch[] = [];
  readonly modules: FakeModule[] = [];
  /** The errors of kernels that fail, by name. */
  readonly failing = new Map<string, Error>();
  readonly memoryBytes = new Uint8Array(1 << 20);
  readonly live = new Map<number, number>();
  /** What a reset took. */
  lost = new Set<number>();
  /** Called with the parameters of each launch, as they were given. */
  onLaunch: (parameters: Uint8Array) => void = () => {};
  #end = baseAddress;
  #streams = 1;
  #clock = 0;

  constructor(id: string, options: FakeOptions) {
    this.id = id;
    this.options = options;
    this.dataModel = options.dataModel ?? "LP64";
    this.machineCode =
      options.loadsMachineCode === true ? { load: (code, how) => this.#module(code, how) } : null;
    this.properties = {
      name: "a fake",
      totalMemoryBytes: this.memoryBytes.byteLength,
      maxThreadsPerBlock: 1024,
      maxBlockDim: [1024, 1024, 64],
      maxGridDim: [2147483647, 65535, 65535],
      maxSharedBytesPerBlock: 48 * 1024,
      multiprocessors: 1,
      warpSize: 32,
    };
  }

  /** Forgets what happened so far. */
  clearLog(): void {
    this.log.length = 0;
    this.launches.length = 0;
  }

  fail(error: unknown, _stream: BackendStream, work: Work): void {
    if (!isBlocked(work)) work.fail(error);
  }

  allocate(byteLength: number, stream: BackendStream): Allocation {
    const address = this.reserve(byteLength);
    this.live.set(address, byteLength);
    this.log.push(`allocate ${byteLength} on ${stream.id}`);
    const host = (): Uint8Array | undefined =>
      this.options.isHostVisible ? this.memoryBytes.subarray(address, address + byteLength) : undefined;
    return { address, byteLength, isReady: true, hostBytes: host };
  }

  /** Memory that nobody frees. */
  reserve(byteLength: number): number {
    const address = this.#end;
    this.#end += Math.ceil(byteLength / 256) * 256;
    return address;
  }

  free(allocation: Allocation, stream: BackendStream, over?: () => void): void {
    over?.();
    if (this.lost.delete(allocation.address)) this.live.delete(allocation.address);
    else if (!this.live.delete(allocation.address)) throw new Error("freed twice");
    this.log.push(`free ${allocation.byteLength} on ${stream.id}`);
  }

  memory(): MemoryUse {
    const liveBytes = [...this.live.values()].reduce((sum, bytes) => sum + bytes, 0);
    return { liveBytes, cachedBytes: 0, totalBytes: this.memoryBytes.byteLength, hostBytes: 0 };
  }

  trim(): void {
    this.log.push("trim");
  }

  write(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    if (isBlocked(work)) return;
    this.log.push(`write ${bytes.byteLength} on ${stream.id}`);
    this.memoryBytes.set(bytes, address);
    work.done();
  }

  async read(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): Promise<void> {
    this.readSync(address, bytes, stream, work);
  }

  readSync(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void {
    this.log.push(`read ${bytes.byteLength} on ${stream.id}`);
    const loss = work.obstacle();
    if (loss !== undefined) throw loss;
    bytes.set(this.memoryBytes.subarray(address, address + bytes.byteLength));
  }

  copy(to: number, from: number, byteLength: number, stream: BackendStream, work: Work): void {
    if (isBlocked(work)) return;
    this.log.push(`copy ${byteLength} on ${stream.id}`);
    this.memoryBytes.copyWithin(to, from, from + byteLength);
    work.done();
  }

  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream, work: Work): void {
    if (isBlocked(work)) return;
    this.log.push(`fill ${pattern.byteLength}x${count} on ${stream.id}`);
    for (let i = 0; i < count; i++) this.memoryBytes.set(pattern, address + i * pattern.byteLength);
    work.done();
  }

  compile(source: string, options: CompileOptions): BackendModule {
    return this.#module(source, options);
  }

  #module(source: string | Uint8Array, options: CompileOptions): BackendModule {
    const module = new FakeModule(this, source, options);
    this.modules.push(module);
    return module;
  }

  launch(
    module: BackendModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void {
    if (!module.isReady()) throw new Error("a module that is not ready reached the backend");
    if (isBlocked(work)) return;
    this.log.push(`launch ${kernelName} on ${stream.id}`);
    const kept = { kernel: kernelName, launch, parameters: parameters.slice(), stream: stream.id };
    this.launches.push({ ...kept, module: module as FakeModule });
    this.onLaunch(parameters);
    const failure = this.failing.get(kernelName);
    if (failure === undefined) work.done();
    else work.fail(failure);
  }

  createStream(options: { readonly priority?: number | undefined }): BackendStream {
    const stream = { id: this.#streams++ };
    this.log.push(`create ${stream.id}${options.priority === undefined ? "" : ` (${options.priority})`}`);
    return stream;
  }

  destroyStream(stream: BackendStream): void {
    this.log.push(`destroy ${stream.id}`);
  }

  async synchronize(): Promise<void> {}

  synchronizeSync(): void {}

  record(stream: BackendStream): BackendEvent {
    const time = this.#clock++;
    const event = {
      stream: stream.id,
      isDone: () => true,
      done: Promise.resolve(),
      timeMs: () => time,
      dispose: () => {},
    };
    return event;
  }

  waitFor(event: BackendEvent, stream: BackendStream): void {
    this.log.push(`wait ${stream.id} for ${(event as unknown as { stream: number }).stream}`);
  }

  reset(): void {
    this.log.push("reset");
    this.lost = new Set(this.live.keys());
    this.failing.clear();
  }
}

export class FakeModule implements BackendModule {
  readonly ready: Promise<void>;
  readonly source: string | Uint8Array;
  readonly options: CompileOptions;
  isDisposed = false;
  readonly #backend: FakeBackend;
  readonly #globals = new Map<string, { readonly address: number; readonly byteLength: number }>();
  #state: "compiling" | "ready" | Error = "compiling";
  #resolve: () => void = () => {};
  #reject: (error: Error) => void = () => {};

  constructor(backend: FakeBackend, source: string | Uint8Array, options: CompileOptions) {
    this.#backend = backend;
    this.source = source;
    this.options = options;
    this.ready = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.ready.catch(() => {});
    if (!backend.options.slowCompiler) this.finish();
  }

  finish(): void {
    if (this.#state !== "compiling") return;
    this.#state = "ready";
    for (const [name, byteLength] of Object.entries(this.#backend.options.globals ?? {})) {
      this.#globals.set(name, { address: this.#backend.reserve(byteLength), byteLength });
    }
    this.#resolve();
  }

  fail(error: Error): void {
    this.#state = error;
    this.#reject(error);
  }

  isReady(): boolean {
    return this.#state === "ready";
  }

  readySync(): void {
    if (this.#state instanceof Error) throw this.#state;
    this.finish();
  }

  kernel(name: string): BackendKernel | undefined {
    const { parameters, maxThreadsPerBlock = 1024, preferredThreadsPerBlock } = this.#backend.options;
    return {
      name,
      parameters: parameters?.[name],
      parameterBytes: 0,
      staticSharedBytes: 0,
      maxThreadsPerBlock,
      preferredThreadsPerBlock,
    };
  }

  kernelNames(): readonly string[] {
    return this.options.nameExpressions ?? [];
  }

  global(name: string): { readonly address: number; readonly byteLength: number } | undefined {
    return this.#globals.get(name);
  }

  dispose(): void {
    this.isDisposed = true;
  }
}
