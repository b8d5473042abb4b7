// A device that computes nothing and has no memory: arrays there have shapes, strides and dtypes, and addresses where nothing is.
// What is launched is dropped, so that every operation says what its result would be. What asks for contents is an error.

import { CutsError, UnsupportedError } from "../../core/errors.js";
import type {
  Allocation,
  Backend,
  BackendEvent,
  BackendHostMemory,
  BackendKernel,
  BackendModule,
  BackendStream,
  Work,
} from "../backend.js";
import { warpTuning } from "../tuning.js";

/** The id of the device. */
export const FAKE = "fake";

/** No address is given twice, so no array looks like a view of another. */
const ALIGNMENT = 256;

/** Makes the device. */
export function createFakeBackend(): Backend {
  const streams: BackendStream[] = [{ id: 0 }];
  let next = ALIGNMENT;
  return {
    id: FAKE,
    properties: {
      name: "no device: shapes and dtypes only",
      totalMemoryBytes: Number.MAX_SAFE_INTEGER,
      maxThreadsPerBlock: 1024,
      maxBlockDim: [1024, 1024, 64],
      maxGridDim: [2147483647, 65535, 65535],
      maxSharedBytesPerBlock: 227 * 1024,
      multiprocessors: 1,
      warpSize: 32,
    },
    generation: 0,
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
    failure: undefined,
    dataModel: "LP64",
    addressBits: 64,
    defaultStream: streams[0] as BackendStream,
    graphs: { begin: noGraph, end: noGraph, cancel: noGraph, launch: noGraph, setArguments: noGraph },
    hostMemory,
    // As one thread works: the way that asks least of a device.
    tuning: {
      ...warpTuning,
      worker: "thread",
      teamThreads: 1,
      threadsInStep: 1,
      blocksPassOn: false,
      serialRows: Number.POSITIVE_INFINITY,
      graphsPay: false,
    },
    fail: (error, _, work) => work.fail(error),
    allocate: (byteLength) => {
      const address = next;
      next += Math.ceil(byteLength / ALIGNMENT) * ALIGNMENT;
      return allocation(address, byteLength);
    },
    free: (_, __, over) => over?.(),
    memory: () => ({ liveBytes: 0, cachedBytes: 0, totalBytes: Number.MAX_SAFE_INTEGER, hostBytes: 0 }),
    trim: () => {},
    write: (_, __, ___, work) => work.done(),
    read: () => Promise.reject(noContents()),
    readSync: () => {
      throw noContents();
    },
    copy: (_, __, ___, ____, work) => work.done(),
    fill: (_, __, ___, ____, work: Work) => work.done(),
    compile: () => module,
    launch: (_, __, ___, ____, _____, work) => work.done(),
    createStream: () => {
      const stream = { id: streams.length };
      streams.push(stream);
      return stream;
    },
    destroyStream: () => {},
    synchronize: () => Promise.resolve(),
    synchronizeSync: () => {},
    record: () => event,
    waitFor: () => {},
    reset: () => {},
  };
}

function allocation(address: number, byteLength: number): Allocation {
  return { address, byteLength, isReady: true, hostBytes: () => undefined };
}

const event: BackendEvent = {
  isDone: () => true,
  done: Promise.resolve(),
  timeMs: () => 0,
  dispose: () => {},
};

/** A module that has every kernel. */
const module: BackendModule = {
  ready: Promise.resolve(),
  isReady: () => true,
  readySync: () => {},
  kernel: (name): BackendKernel => ({
    name,
    parameters: undefined,
    parameterBytes: 0,
    staticSharedBytes: 0,
    maxThreadsPerBlock: 1024,
    preferredThreadsPerBlock: undefined,
  }),
  kernelNames: () => [],
  global: () => undefined,
  dispose: () => {},
};

const hostMemory: BackendHostMemory = {
  isConcurrent: true,
  allocate: noHostMemory,
  writeFrom: noHostMemory,
  readInto: noHostMemory,
  allocateManaged: noHostMemory,
  allocatePinned: noHostMemory,
  advise: noHostMemory,
  prefetch: noHostMemory,
};

function noHostMemory(): never {
  throw new UnsupportedError(
    "CUTS_FAKE",
    "Cannot use memory of the host inside fake(): nothing is allocated there",
  );
}

function noGraph(): never {
  throw new UnsupportedError("CUTS_FAKE", "Cannot record a graph inside fake(): nothing is launched there");
}

function noContents(): CutsError {
  return new CutsError(
    "CUTS_FAKE",
    "Cannot read an array inside fake(): only shapes and dtypes are known there, not contents, nor shapes that depend on them" +
      "\nTry: read it outside; x.where(…) in place of what selects by a mask",
  );
}
