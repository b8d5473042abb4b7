// The least that a backend can be: the core of the port and no capability. Memory is typed arrays, all work is done at once on the
// calling thread, and a kernel is a JavaScript function that is registered by name in place of a compiler. It is registered
// from outside of src/, as the backend of somebody else would be.

import type { Backend, BackendKernel, BackendLaunch, BackendModule } from "../../src/backend/backend.js";
import type { Allocation, BackendEvent, BackendStream, Work } from "../../src/backend/backend.js";
import { warpTuning } from "../../src/backend/tuning.js";
import { isBlocked } from "../../src/backend/work.js";
import { CudaError, UnsupportedError } from "../../src/core/errors.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";

/** A kernel: it does the work of the whole grid. `parameters` lie as C lays them out, pointers with 8 bytes. */
export type StubKernel = (memory: StubMemory, parameters: DataView, launch: BackendLaunch) => void;

const TOTAL_BYTES = 256 * 1024 * 1024;
const ALIGNMENT = 256;

/** Memory by address. No address is given twice. */
export class StubMemory {
  readonly #live = new Map<number, Uint8Array<ArrayBuffer>>();
  #next = ALIGNMENT;
  liveBytes = 0;

  allocate(byteLength: number): Allocation {
    if (this.liveBytes + byteLength > TOTAL_BYTES) {
      throw new CudaError(
        "CUTS_OUT_OF_MEMORY",
        `Cannot allocate ${byteLength} bytes: ${this.liveBytes} of ${TOTAL_BYTES} are in use (cudaErrorMemoryAllocation)`,
      );
    }
    const address = this.#next;
    this.#next += Math.ceil((byteLength + 1) / ALIGNMENT) * ALIGNMENT;
    this.#live.set(address, new Uint8Array(byteLength));
    this.liveBytes += byteLength;
    return { address, byteLength, isReady: true, hostBytes: () => undefined };
  }

  free({ address, byteLength }: Allocation): void {
    if (!this.#live.delete(address)) throw new Error(`freed twice: ${address}`);
    this.liveBytes -= byteLength;
  }

  /** Bytes at an address. */
  at(address: number, byteLength: number): Uint8Array<ArrayBuffer> {
    for (const [start, bytes] of this.#live) {
      const offset = address - start;
      if (offset >= 0 && offset + byteLength <= bytes.byteLength)
        return bytes.subarray(offset, offset + byteLength);
    }
    if (byteLength === 0) return new Uint8Array(0);
    throw new Error(`no memory of ${byteLength} bytes at ${address}`);
  }
}

/** Registers the device `stub`, whose sources have these kernels. */
export function registerStub(kernels: Readonly<Record<string, StubKernel>>): void {
  const open = (): Backend => openStub(new Map(Object.entries(kernels)));
  registerBackend(oneDevice("stub", open));
}

function openStub(kernels: ReadonlyMap<string, StubKernel>): Backend {
  const memory = new StubMemory();
  let streams = 1;
  const now = (work: Work, run: () => void): void => {
    if (isBlocked(work)) return;
    run();
    work.done();
  };
  const readSync = (address: number, bytes: Uint8Array, _: BackendStream, work: Work): void => {
    const obstacle = work.obstacle();
    if (obstacle !== undefined) throw obstacle;
    bytes.set(memory.at(address, bytes.byteLength));
    work.done();
  };
  return {
    id: "stub",
    properties: {
      name: "stub",
      totalMemoryBytes: TOTAL_BYTES,
      maxThreadsPerBlock: 1024,
      maxBlockDim: [1024, 1024, 64],
      maxGridDim: [2147483647, 65535, 65535],
      maxSharedBytesPerBlock: 48 * 1024,
      multiprocessors: 1,
      warpSize: 32,
    },
    dataModel: "LP64",
    addressBits: 64,
    tuning: warpTuning,
    defaultStream: { id: 0 },
    failure: undefined,
    generation: 0,
    graphs: null,
    hostMemory: null,
    sharing: null,
    exchange: null,
    processMemory: null,
    nativeStreams: null,
    watch: null,
    routines: null,
    machineCode: null,
    assembler: null,
    shipped: null,
    transport: null,
    allocate: (byteLength) => memory.allocate(byteLength),
    free: (allocation, _, over) => {
      memory.free(allocation);
      over?.();
    },
    memory: () => ({
      liveBytes: memory.liveBytes,
      cachedBytes: 0,
      totalBytes: TOTAL_BYTES,
      hostBytes: 0,
    }),
    trim: () => {},
    write: (address, bytes, _, work) => now(work, () => memory.at(address, bytes.byteLength).set(bytes)),
    read: async (address, bytes, stream, work) => readSync(address, bytes, stream, work),
    readSync,
    copy: (to, from, byteLength, _, work) =>
      now(work, () => memory.at(to, byteLength).set(memory.at(from, byteLength))),
    fill: (address, pattern, count, _, work) =>
      now(work, () => {
        const target = memory.at(address, pattern.byteLength * count);
        for (let i = 0; i < count; i++) target.set(pattern, i * pattern.byteLength);
      }),
    compile: (source) => moduleOf(source),
    launch: (_, name, launch, parameters, __, work) =>
      now(work, () => {
        const run = kernels.get(name);
        if (run === undefined)
          throw new UnsupportedError("CUTS_CAPABILITY", `the stub has no kernel ${name}`);
        run(memory, new DataView(parameters.slice().buffer), launch);
      }),
    fail: (error, _, work) => {
      if (!isBlocked(work)) work.fail(error);
    },
    createStream: () => ({ id: streams++ }),
    destroyStream: () => {},
    synchronize: () => Promise.resolve(),
    synchronizeSync: () => {},
    record: eventNow,
    waitFor: () => {},
    reset: () => {},
  };
}

function eventNow(): BackendEvent {
  const time = performance.now();
  return { isDone: () => true, done: Promise.resolve(), timeMs: () => time, dispose: () => {} };
}

/** A module of a source, with every kernel that is asked for. */
function moduleOf(source: string): BackendModule {
  const names = [...source.matchAll(/__global__\s+void\s+(\w+)/g)].map(([, name = ""]) => name);
  const kernel = (name: string): BackendKernel | undefined =>
    names.includes(name)
      ? {
          name,
          parameters: undefined,
          parameterBytes: 0,
          staticSharedBytes: 0,
          maxThreadsPerBlock: 1024,
          preferredThreadsPerBlock: undefined,
        }
      : undefined;
  return {
    ready: Promise.resolve(),
    isReady: () => true,
    readySync: () => {},
    kernel,
    kernelNames: () => names,
    global: () => undefined,
    dispose: () => {},
  };
}
