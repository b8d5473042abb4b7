// A runtime over a device of its own, for tests: functions are called as WebAssembly calls them, with memory that the
// test lays out. The device runs "kernels" that are functions of the test; it does work when somebody waits.

import type {
  Allocation,
  Backend,
  BackendEvent,
  BackendKernel,
  BackendLaunch,
  BackendModule,
} from "../../src/backend/backend.js";
import { CompileError, CutsError } from "../../src/core/errors.js";
import { POINTER_BYTES } from "../../src/compiler/clang/pointer-size.js";
import { createCudaRuntime } from "../../src/backend/cpu/program/cudart/cuda-runtime.js";
import { CUDA_ERRORS } from "../../src/backend/cpu/program/cudart/error-codes.js";
import { GuestMemory } from "../../src/backend/cpu/program/cudart/guest-memory.js";
import { structAt, type StructName, structPlaces } from "../../src/backend/cpu/program/cudart/structs.js";

/** A kernel of a test: gets its parameters as numbers. */
export interface TestKernel {
  readonly pointers?: readonly boolean[];
  readonly staticSharedBytes?: number;
  run(parameters: number[], launch: BackendLaunch): void;
}

/** Host memory of a test lies below this address, the device's above. */
const DEVICE_START = 1 << 20;
const MEMORY_PAGES = 64;

export class TestRuntime {
  readonly memory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES, shared: true });
  readonly guest = new GuestMemory(this.memory);
  readonly warnings: string[] = [];
  /** What the device was asked to do. */
  readonly log: string[] = [];
  readonly functions = new Map<number, (...args: (number | bigint)[]) => void>();
  readonly #imports: ReturnType<typeof createCudaRuntime>["imports"];
  readonly finish: () => void;
  #next = 65_536;

  constructor(
    kernels: Readonly<Record<string, TestKernel>> = {},
    globals: Readonly<Record<string, number>> = {},
  ) {
    const backend = new TestBackend(this);
    const module = testModule(kernels, globals, backend);
    backend.compiled = module;
    const runtime = createCudaRuntime({
      backend: backend as unknown as Backend,
      memory: this.memory,
      module: () => module,
      warn: (text) => this.warnings.push(text),
      functionAt: (pointer) => this.functions.get(pointer) ?? null,
      isHostAddress: (address) => address < DEVICE_START,
    });
    this.#imports = runtime.imports;
    this.finish = () => runtime.finish();
    this.#register(kernels, globals);
  }

  /** Calls a function of the runtime; the status comes back by CUDA's name. */
  call(name: string, ...args: (number | bigint)[]): string {
    const status = this.value(name, ...args);
    return (
      (CUDA_ERRORS as Readonly<Record<number, readonly [string, string]>>)[status]?.[0] ?? String(status)
    );
  }

  /** Calls a function whose result is no status. */
  value(name: string, ...args: (number | bigint)[]): number {
    const target = this.#imports[name];
    if (!target) throw new Error(`no function ${name}`);
    return Number(target(...args));
  }

  /** Host memory for a test, zero. */
  place(byteLength = 8): number {
    const address = this.#next;
    this.#next += Math.ceil(byteLength / 16) * 16;
    return address;
  }

  /** A host place with 32-bit words. */
  words(...values: number[]): number {
    const address = this.place(4 * values.length);
    values.forEach((value, i) => this.guest.setU32(address + 4 * i, value));
    return address;
  }

  /** A host place with pointers, handles or sizes. */
  pointers(...values: number[]): number {
    const address = this.place(POINTER_BYTES * values.length);
    values.forEach((value, i) => this.guest.setWord(address + POINTER_BYTES * i, value));
    return address;
  }

  /** A structure of the runtime API with these values; arrays are fields of a structure in it, or words. */
  struct(name: StructName, values: Readonly<Record<string, number | readonly number[]>>): number {
    const { byteLength } = structPlaces(name);
    const address = this.place(byteLength);
    const { at, set } = structAt(this.guest, name, address);
    for (const [field, value] of Object.entries(values)) {
      if (typeof value === "number") set(field, value);
      else if (field.endsWith("Dim")) value.forEach((word, i) => this.guest.setU32(at(field) + 4 * i, word));
      else value.forEach((word, i) => this.guest.setWord(at(field) + POINTER_BYTES * i, word));
    }
    return address;
  }

  text(value: string): number {
    const address = this.place(value.length + 1);
    this.guest.setText(address, value);
    return address;
  }

  /** Calls a function that writes a handle or pointer to its first argument. */
  make(name: string, ...args: (number | bigint)[]): number {
    const place = this.place();
    const status = this.call(name, place, ...args);
    if (status !== "cudaSuccess") throw new Error(`${name}: ${status}`);
    return this.guest.word(place);
  }

  /** The stub of the n-th kernel. */
  stub(index = 0): number {
    return 100 + index;
  }

  /** The host's variable of the n-th global. */
  readonly shadows: number[] = [];

  /** Launches the n-th kernel. */
  launch(
    index: number,
    grid: number[],
    block: number[],
    args: readonly number[],
    shared = 0,
    stream = 0,
  ): string {
    const pointers = this.pointers(...args.map((arg) => this.pointers(arg)));
    return this.call(
      "cudaLaunchKernel",
      this.stub(index),
      this.words(...grid),
      this.words(...block),
      pointers,
      shared,
      stream,
    );
  }

  #register(kernels: object, globals: Readonly<Record<string, number>>): void {
    const wrapper = this.place(8 + 2 * POINTER_BYTES);
    this.guest.setWord(wrapper + 8, this.text("module:0"));
    const handle = this.value("__cudaRegisterFatBinary", wrapper);
    Object.keys(kernels).forEach((name, i) => {
      this.value("__cudaRegisterFunction", handle, this.stub(i), 0, this.text(name), -1, 0, 0, 0, 0, 0);
    });
    for (const [name, byteLength] of Object.entries(globals)) {
      const shadow = this.place(byteLength);
      this.shadows.push(shadow);
      this.value("__cudaRegisterVar", handle, shadow, 0, this.text(name), 0, byteLength, 0, 0);
    }
  }
}

class TestBackend {
  readonly properties = {
    name: "test device",
    totalMemoryBytes: 2 ** 32,
    maxThreadsPerBlock: 1024,
    maxBlockDim: [1024, 1024, 64],
    maxGridDim: [2147483647, 65535, 65535],
    maxSharedBytesPerBlock: 227 * 1024,
    multiprocessors: 4,
    warpSize: 32,
  };
  readonly defaultStream = { id: 0 };
  readonly kernels = new Map<string, TestKernel>();
  /** What every source is compiled to. */
  compiled: BackendModule | undefined;
  readonly #test: TestRuntime;
  readonly #sizes = new Map<number, number>();
  #end = DEVICE_START;
  #queue: (() => void)[] = [];
  #clock = 0;

  constructor(test: TestRuntime) {
    this.#test = test;
  }

  /** The kernels of the test; a source with "mistake" in it does not compile. */
  compile(source: string): BackendModule {
    if (!this.compiled) throw new Error("nothing is compiled");
    const readySync = (): void => {
      if (source.includes("mistake"))
        throw new CompileError(
          "CUTS_COMPILE",
          "Cannot compile a.cu: a mistake",
          "a.cu:1:1: error: a mistake",
        );
    };
    return { ...this.compiled, readySync };
  }

  allocate(byteLength: number): Allocation {
    const address = this.#end;
    if (address + byteLength > this.#test.memory.buffer.byteLength)
      throw new CutsError("CUTS_OUT_OF_MEMORY", "Cannot allocate: no memory");
    this.#end += Math.ceil(byteLength / 256) * 256;
    this.#sizes.set(address, byteLength);
    return { address, byteLength, isReady: true, hostBytes: () => undefined };
  }

  free({ address }: Allocation): void {
    if (!this.#sizes.delete(address)) throw new Error(`${address} is not allocated`);
  }

  memory(): object {
    const liveBytes = [...this.#sizes.values()].reduce((a, b) => a + b, 0);
    return { liveBytes, cachedBytes: 0, totalBytes: 2 ** 32 };
  }

  write(to: number, bytes: Uint8Array): void {
    const kept = bytes.slice();
    this.#queue.push(() => this.#test.guest.set(to, kept));
  }

  copy(to: number, from: number, byteLength: number): void {
    this.#queue.push(() => this.#test.guest.copy(to, from, byteLength));
  }

  fill(address: number, pattern: Uint8Array, count: number): void {
    this.#queue.push(() => {
      for (let i = 0; i < count; i++) this.#test.guest.set(address + i * pattern.length, pattern);
    });
  }

  launch(_module: unknown, name: string, launch: BackendLaunch, parameters: Uint8Array): void {
    const words = Array.from(new BigUint64Array(parameters.slice().buffer), Number);
    this.#queue.push(() => {
      this.#clock += 5;
      this.#test.log.push(name);
      this.kernels.get(name)?.run(words, launch);
    });
  }

  record(): BackendEvent {
    let time = Number.NaN;
    this.#queue.push(() => {
      time = this.#clock;
    });
    return {
      isDone: () => !Number.isNaN(time),
      done: Promise.resolve(),
      timeMs: () => time,
      dispose: () => {},
    };
  }

  synchronizeSync(): void {
    const work = this.#queue;
    this.#queue = [];
    for (const action of work) action();
  }
}

function testModule(
  kernels: Readonly<Record<string, TestKernel>>,
  globals: Readonly<Record<string, number>>,
  backend: TestBackend,
): BackendModule {
  for (const [name, kernel] of Object.entries(kernels)) backend.kernels.set(name, kernel);
  const addresses = new Map(
    Object.entries(globals).map(([name, size]) => [name, backend.allocate(size).address]),
  );
  const kernelOf = (name: string): BackendKernel | undefined => {
    const kernel = kernels[name];
    const pointers = kernel?.pointers ?? [];
    return (
      kernel && {
        name,
        parameters: pointers.map((isPointer, i) => ({
          offset: POINTER_BYTES * i,
          size: POINTER_BYTES,
          isPointer,
        })),
        parameterBytes: POINTER_BYTES * pointers.length,
        staticSharedBytes: kernel.staticSharedBytes ?? 0,
        maxThreadsPerBlock: 1024,
        preferredThreadsPerBlock: undefined,
      }
    );
  };
  return {
    ready: Promise.resolve(),
    isReady: () => true,
    readySync: () => {},
    kernel: kernelOf,
    kernelNames: () => Object.keys(kernels),
    global: (name) => {
      const address = addresses.get(name);
      return address === undefined ? undefined : { address, byteLength: globals[name] ?? 0 };
    },
    dispose: () => {},
  };
}
