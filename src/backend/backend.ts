// The port: what the runtime asks of a device. A backend is a folder that implements it (cpu/, cuda/); nothing above
// knows which one it holds. Work is ordered by streams: the verbs that take a stream return at once and happen in
// order there; only `…Sync` verbs block, and only promises wait. Addresses are plain numbers of the device.

import type { DataModel } from "../cdecl/layout.js";
import type { CheckReport } from "../core/check-report.js";
import type { ProfiledLaunch } from "../core/kernel-profile.js";
import type { WasmImage } from "../compiler/clang/wasm-image.js";
import type { BackendStream } from "./backend-stream.js";
import type { Work } from "./backend-work.js";
import type { BackendRoutines } from "./routines.js";
import type { KernelTuning } from "./tuning.js";

export type { BackendStream } from "./backend-stream.js";
export type { Work } from "./backend-work.js";
export type { KernelTuning } from "./tuning.js";

/** A point in a stream's work. */
export interface BackendEvent {
  /** True once the work before it is done. */
  isDone(): boolean;
  /** Settles when the work before it is over, whatever became of it; rejects where the device is broken. */
  readonly done: Promise<void>;
  /** Device time in milliseconds since the epoch of the backend's own clock; valid once done. */
  timeMs(): number;
  dispose(): void;
}

/** Memory of the device. */
export interface Allocation {
  readonly address: number;
  readonly byteLength: number;
  /**
   * Whether all work is over that used the memory before it was allocated. Until then it is there for what its stream does
   * next, and for nobody else: not for the host, and not for a stream that does not wait for that one.
   */
  readonly isReady: boolean;
  /** The same memory as bytes, where the host can see it without a copy; undefined on a GPU. */
  hostBytes(): Uint8Array | undefined;
}

export interface CompileOptions {
  /** Flags as nvcc and NVRTC spell them: -std=c++17, -DNAME=1, -I dir. */
  readonly options?: readonly string[];
  /** Header texts by include name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Template instances the module must contain, such as `scan<float, 256>`. */
  readonly nameExpressions?: readonly string[];
  /** Name for diagnostics; "kernel.cu" if not given. */
  readonly fileName?: string;
  /** Whether each of its kernels first waits, by itself, for what was launched before: it may be started before that is over. Default: no. */
  readonly waitsItself?: boolean;
  /** What the code is to tell while it runs; only the cpu device can. Default: nothing. */
  readonly watch?: Watch;
}

/** What watched code is watched for: "check" finds what is wrong, "profile" counts. */
export type Watch = "check" | "profile";

/** Where a parameter of a compiled kernel lies in its parameter block. */
export interface ParameterPlace {
  readonly offset: number;
  readonly size: number;
  /** True for a pointer, where the device can tell. */
  readonly isPointer?: boolean;
}

/** A compiled kernel. What it is made of is known once its module is ready. */
export interface BackendKernel {
  readonly name: string;
  /** Sizes the compiled code expects, or undefined where the device cannot tell. */
  readonly parameters: readonly ParameterPlace[] | undefined;
  readonly parameterBytes: number;
  readonly staticSharedBytes: number;
  readonly maxThreadsPerBlock: number;
  /** The block that `{ threads: n }` should take, where the device knows better than 256. */
  readonly preferredThreadsPerBlock?: number;
}

/** A compiled module; compilation may still be under way. */
export interface BackendModule {
  /** Settles when compiled; rejects with a CompileError. */
  readonly ready: Promise<void>;
  /** True when compiled, so that `kernel` and `global` answer. */
  isReady(): boolean;
  /** Blocks until compiled. */
  readySync(): void;
  /** A kernel by symbol or by name expression; undefined when there is none. */
  kernel(name: string): BackendKernel | undefined;
  /** Names that `kernel` knows. */
  kernelNames(): readonly string[];
  /** A `__device__` or `__constant__` variable. */
  global(name: string): { readonly address: number; readonly byteLength: number } | undefined;
  dispose(): void;
}

export interface BackendLaunch {
  readonly grid: readonly [number, number, number];
  readonly block: readonly [number, number, number];
  readonly sharedBytes: number;
  readonly cooperative: boolean;
  readonly cluster: readonly [number, number, number] | undefined;
  readonly timeoutMs: number | undefined;
  /**
   * How many elements it works on, told only of kernels that are known to end: a device whose threads are the
   * processor's may run a launch of little work on the calling thread.
   */
  readonly work?: number | undefined;
  /** Gets what is found in code that is checked; by default it is printed. */
  readonly onReports?: ((reports: readonly CheckReport[]) => void) | undefined;
  /** The memory that the arguments name, for code that is checked. */
  readonly arrays?: readonly { readonly address: number; readonly byteLength: number }[] | undefined;
  /** Told of each access to global memory, in code that is checked. */
  readonly onAccess?:
    | ((address: number, byteLength: number, how: "read" | "write" | "atomic") => void)
    | undefined;
  /** Gets what was counted in code that is watched for that. */
  readonly onProfile?: ((profile: ProfiledLaunch) => void) | undefined;
}

/** WebAssembly that was written without a compiler, and its kernels by the places of their parameters. */
export interface AssembledCode {
  readonly image: WasmImage;
  readonly kernels: readonly {
    readonly symbol: string;
    readonly parameters: readonly ParameterPlace[];
    readonly parameterBytes: number;
  }[];
}

/** Limits and facts of a device. */
export interface DeviceProperties {
  readonly name: string;
  readonly totalMemoryBytes: number;
  readonly maxThreadsPerBlock: number;
  readonly maxBlockDim: readonly [number, number, number];
  readonly maxGridDim: readonly [number, number, number];
  readonly maxSharedBytesPerBlock: number;
  readonly multiprocessors: number;
  readonly warpSize: number;
}

/** Memory in use on a device. */
export interface MemoryUse {
  /** In use, in whole blocks, with what the device needs for itself. */
  readonly liveBytes: number;
  /** Freed and kept for later; `device.trim()` gives it back. */
  readonly cachedBytes: number;
  readonly totalBytes: number;
  /** Page-locked and managed memory, live and kept; 0 on the cpu. */
  readonly hostBytes?: number;
}

/** Work that was recorded once and is launched many times; see {@link BackendGraphs}. */
export interface BackendGraph {
  dispose(): void;
}

/** Graphs. Between `begin` and `end` work given to a stream is recorded instead of done; nothing awaits it. */
export interface BackendGraphs {
  begin(stream: BackendStream): void;
  /** Ends the recording. A `previous` graph is taken over: it is changed into the new one where that is cheaper. */
  end(stream: BackendStream, previous?: BackendGraph): BackendGraph;
  /** Ends a recording that went wrong. */
  cancel(stream: BackendStream): void;
  launch(graph: BackendGraph, stream: BackendStream, work: Work): void;
  /**
   * Gives one launch of the graph, counted from 0 among its launches, other arguments from the next launch of the graph
   * on. False where only recording it anew can.
   */
  setArguments(graph: BackendGraph, index: number, parameters: Uint8Array): boolean;
}

/** Host memory that the device copies from and to by itself. */
export interface HostMemory {
  readonly bytes: Uint8Array;
  /** Gives it back when the copies that use it are done; `bytes` is empty then where the engine can do that. */
  dispose(): void;
}

/** How managed memory will be used: mostly read, or mostly by one side, or with nothing known of it. */
export type ManagedAdvice = "read-mostly" | "prefer-device" | "prefer-host" | "none";

/** Memory that host and device share. */
export interface BackendHostMemory {
  /** False where the host must not touch managed memory while the device works. */
  readonly isConcurrent: boolean;
  /** Page-locked memory, where the device has a use for that. */
  allocate(byteLength: number): HostMemory;
  /** Copies to the device; the memory is read when its turn in the stream comes. */
  writeFrom(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void;
  /** Copies from the device when its turn in the stream comes. */
  readInto(
    memory: HostMemory,
    byteOffset: number,
    address: number,
    byteLength: number,
    stream: BackendStream,
    work: Work,
  ): void;
  /** Memory that both sides see and that moves between them; freed by the device's `free`. */
  allocateManaged(byteLength: number): Allocation;
  /** Page-locked memory of the host, at an address at which the device sees it; freed by the device's `free`. */
  allocatePinned(byteLength: number): Allocation;
  advise(address: number, byteLength: number, advice: ManagedAdvice): void;
  /** Moves managed memory to one side ahead of its use. */
  prefetch(address: number, byteLength: number, to: "host" | "device", stream: BackendStream): void;
}

/** Memory that other processes and other devices reach. */
export interface BackendSharing {
  /** Memory that another process can open; freed by the device's `free`. */
  allocate(byteLength: number): Allocation;
  /** What another process needs to open it: 64 bytes. */
  export(allocation: Allocation): Uint8Array;
  /** The memory of another process; given up by the device's `free`. */
  open(handle: Uint8Array, byteLength: number): Allocation;
  /**
   * Copies from another device of the same kind, after the work of `fromStream` and before what comes later there;
   * false where the two know no such way.
   */
  copyFrom(
    peer: Backend,
    fromStream: BackendStream,
    from: number,
    to: number,
    byteLength: number,
    stream: BackendStream,
  ): boolean;
}

/** Memory that somebody else made and frees. */
export interface AdoptedMemory extends Allocation {
  /** `device`, or memory that the host sees too. */
  readonly kind: "device" | "managed" | "pinned";
  /** Where code of the process finds it. */
  readonly pointer: bigint;
  /** Where the device does not see the memory, it works on a copy of its own, at the address. */
  readonly copy?: AdoptedCopy;
}

/** A device's own copy of memory that it does not see. Both verbs happen in the order of the stream. */
export interface AdoptedCopy {
  /** Brings the memory to the copy. */
  refresh(stream: BackendStream, work: Work): void;
  /** Brings the copy back to the memory. */
  writeBack(stream: BackendStream, work: Work): void;
}

/** A device as DLPack numbers it. */
export interface DlpackDevice {
  readonly type: number;
  readonly id: number;
}

/** Streams of others in the process, by their handles. */
export interface ForeignStreams {
  /** What others call a stream; never 0: the legacy default stream is 1. */
  handle(stream: BackendStream): bigint;
  /** Work given to a stream from now on waits for all work of the other's. */
  waitFor(handle: bigint, stream: BackendStream): void;
  /** The other's work given from now on waits for all work of a stream. */
  letWait(handle: bigint, stream: BackendStream): void;
}

/** Memory and streams of others. */
export interface BackendExchange {
  /**
   * Memory that the device sees at `pointer`; undefined where it sees none there.
   * @throws TypeError `CUTS_EXCHANGE_DEVICE` for what is memory of another device.
   */
  see(pointer: bigint, byteLength: number): AdoptedMemory | undefined;
  /** Memory that the device does not see, by a copy; `bytes` where JavaScript has it as such. Left out where it cannot. */
  mirror?(pointer: bigint, byteLength: number, bytes: Uint8Array | undefined): AdoptedMemory;
  /** Ends the use of memory, after the work that is in the stream now: then `over` is called. */
  abandon(memory: AdoptedMemory, stream: BackendStream, over: () => void): void;
  /** Where memory of a kind is. */
  place(kind: AdoptedMemory["kind"]): DlpackDevice;
  /** Left out where others have no streams of the device. */
  readonly streams?: ForeignStreams;
}

/** Built-in kernels whose code comes with the package. */
export interface ShippedKernels {
  /** The kernels of a group that come compiled, in one module; undefined where none do. */
  kernelsOf(group: string): readonly string[] | undefined;
  /** Their module; undefined where it was compiled from another source, or not for this device. */
  open(group: string, source: string, options: readonly string[]): BackendModule | undefined;
}

export interface Backend {
  /** `cpu` or `cuda:0`. */
  readonly id: string;
  readonly properties: DeviceProperties;
  /** Whether its memory is the process's own, so that native functions can follow pointers into it. */
  readonly isHost: boolean;
  /** What broke the device for good, once somebody's call has found it. */
  readonly failure: Error | undefined;
  /** Sizes of C types in kernel parameters. */
  readonly dataModel: DataModel;
  /** How wide addresses are: with 32 bits, an offset of 32 bits leads everywhere. */
  readonly addressBits: 32 | 64;
  readonly defaultStream: BackendStream;
  readonly graphs: BackendGraphs;
  readonly hostMemory: BackendHostMemory;
  /** Undefined where memory is that of one process and device. */
  readonly sharing?: BackendSharing | undefined;
  /** Memory and streams of others in the process; left out where it can use none. */
  readonly exchange?: BackendExchange;
  /** Whether code can be watched while it runs (`CompileOptions.watch`). */
  readonly canWatch: boolean;
  /** Whether machine code can be loaded in place of source. */
  readonly loadsMachineCode?: boolean;
  /** Goes up with each reset that loses what is in memory; left out where none does. */
  readonly generation?: number;
  /** What it has libraries for; left out where it has none. */
  readonly routines?: BackendRoutines;
  /** Left out by a device that has no preference. */
  readonly tuning?: KernelTuning;
  /** Undefined where the device asks for single groups or kernels to be compiled, which may be shipped as well. */
  readonly shipped: ShippedKernels | undefined;

  /**
   * Makes this the device of native code that is called next on this thread, and gives such code's handle of a stream.
   * Undefined for a device that a kernel has broken: its work is dropped. `name` is told when the work fails later. Left
   * out where native code has no streams.
   */
  enterNative?(stream: BackendStream, name: string): number | undefined;

  /** Where code of the process finds the memory at an address. Left out where it finds it at that address, or not at all. */
  toNative?(address: number): bigint;
  /** The address of memory that the process has at `pointer`; undefined where that is none of the device. */
  fromNative?(pointer: bigint): number | undefined;

  /** Work that cannot be given, for a reason on the host: it fails in its place among the work of the stream. */
  fail(error: unknown, stream: BackendStream, work: Work): void;
  /**
   * Memory that is ready, which the host may write to where it sees it. For "work" it is for what the stream does next, and may
   * not be ready (`Allocation.isReady`).
   */
  allocate(byteLength: number, stream: BackendStream, purpose?: "work"): Allocation;
  /** Gives memory back, after the work that is in the stream now; `over` is called when no work asks for it any more. */
  free(allocation: Allocation, stream: BackendStream, over?: () => void): void;
  memory(): MemoryUse;
  /** Gives memory that is kept for later back to the system, after all work. */
  trim(): void;

  /** Copies host bytes to the device; they may be changed by the caller when this returns. */
  write(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void;
  /** Copies device bytes to the host, after the work that is in the stream now; rejects with the work's obstacle. */
  read(
    address: number,
    bytes: Uint8Array,
    stream: BackendStream,
    work: Work,
    /** Whether the bytes are a user's array, which may be transferred away meanwhile: then it rejects. */
    isUsers?: boolean,
  ): Promise<void>;
  readSync(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void;
  copy(to: number, from: number, byteLength: number, stream: BackendStream, work: Work): void;
  /** Repeats `pattern` (1, 2, 4, 8 or 16 bytes) `count` times. */
  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream, work: Work): void;

  /** Compiles CUDA C++ or PTX; where the device `loadsMachineCode`, a CUBIN or a fatbin is loaded as it is. */
  compile(source: string | Uint8Array, options: CompileOptions): BackendModule;
  /** A module of WebAssembly that was written for it, ready at once; undefined where code is something else. */
  readonly assemble?: ((code: AssembledCode) => BackendModule) | undefined;
  /**
   * Launches a kernel of a module. The runtime launches only what is ready, and keeps what waits for a compiler in order
   * itself; `parameters` are the caller's again when this returns, `launch` never changes.
   */
  launch(
    module: BackendModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void;

  /**
   * Launches from now on run their blocks one after the other, and the warps of each, in an order drawn from `seed`, 0 for
   * ascending; undefined: as usual. Left out by a device whose order is its own.
   */
  reorder?(seed: number | undefined): void;

  createStream(options: { readonly priority?: number }): BackendStream;
  destroyStream(stream: BackendStream): void;
  /** Settles when all work now in the stream is over, whatever became of it; rejects where the device is broken. */
  synchronize(stream: BackendStream): Promise<void>;
  synchronizeSync(stream: BackendStream): void;
  record(stream: BackendStream): BackendEvent;
  /** Lets work given to the stream from now on wait for an event. */
  waitFor(event: BackendEvent, stream: BackendStream): void;
  /** Ends the device's work and processes; it starts again when used. */
  reset(): void;
}
