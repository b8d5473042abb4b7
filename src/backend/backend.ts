// The port: what the runtime requires of a device. A backend is a folder that implements it (cpu/, cuda/); no code above the port
// knows which one it uses. Streams order the work: a method that takes a stream returns at once, and its work runs in the order of
// that stream. Only `…Sync` methods block; the others return promises where there is something to wait for. Addresses are plain
// numbers. Every member is required: what a device may lack is a capability, which is an interface of its own (port/) or null.

import type { DataModel } from "../cdecl/layout.js";
import type { Allocation, MemoryUse } from "./port/allocation.js";
import type { DeviceProperties } from "./port/device-properties.js";
import type { BackendExchange } from "./port/exchange.js";
import type { BackendGraphs } from "./port/graphs.js";
import type { BackendHostMemory } from "./port/host-memory.js";
import type { BackendLaunch } from "./port/launch.js";
import type { GraphAssembler, MachineCodeLoader, ShippedKernels } from "./port/machine-code.js";
import type { BackendModule, CompileOptions } from "./port/modules.js";
import type { NativeStreams, ProcessMemory } from "./port/native-code.js";
import type { BackendSharing } from "./port/sharing.js";
import type { BackendEvent, BackendStream } from "./port/streams.js";
import type { BackendWatch } from "./port/watch.js";
import type { Work } from "./port/work.js";
import type { BackendRoutines } from "./routines.js";
import type { KernelTuning } from "./tuning.js";

export type * from "./port/allocation.js";
export type * from "./port/device-properties.js";
export type * from "./port/exchange.js";
export type * from "./port/graphs.js";
export type * from "./port/host-memory.js";
export type * from "./port/launch.js";
export type * from "./port/machine-code.js";
export type * from "./port/modules.js";
export type * from "./port/native-code.js";
export type * from "./port/sharing.js";
export type * from "./port/streams.js";
export type * from "./port/watch.js";
export type * from "./port/work.js";
export type { KernelTuning } from "./tuning.js";

/** An open device: the core that every device has, and its capabilities. */
export interface Backend extends BackendCore, BackendCapabilities {}

/** What every device does. */
export interface BackendCore {
  /** `cpu` or `cuda:0`. */
  readonly id: string;
  readonly properties: DeviceProperties;
  /** Sizes of C types in kernel parameters. */
  readonly dataModel: DataModel;
  /** The width of addresses. With 32 bits, kernels may use 32-bit offsets for all memory. */
  readonly addressBits: 32 | 64;
  /** Parameters by which built-in kernels are fast on it. */
  readonly tuning: KernelTuning;
  readonly defaultStream: BackendStream;
  /** The error that broke the device permanently; undefined until a call has found one. */
  readonly failure: Error | undefined;
  /** Increases with each reset that loses the contents of memory. */
  readonly generation: number;

  /**
   * Allocates memory. The host may write to it at once, if it sees it. With "work", only later work of `stream` may use it at
   * first: earlier work may still be using the memory (`Allocation.isReady`).
   */
  allocate(byteLength: number, stream: BackendStream, purpose?: "work"): Allocation;
  /** Frees memory after the work that is in the stream now; `over` is called when no work uses it any more. */
  free(allocation: Allocation, stream: BackendStream, over?: () => void): void;
  memory(): MemoryUse;
  /** Returns cached memory to the system, after all work. */
  trim(): void;

  /** Copies host bytes to the device; they may be changed by the caller when this returns. */
  write(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void;
  /** Copies device bytes to the host, after the work that is in the stream now; rejects with `work.obstacle()` if there is one. */
  read(
    address: number,
    bytes: Uint8Array,
    stream: BackendStream,
    work: Work,
    /** True for a user's array, which may be transferred away before the copy is done. The promise then rejects. */
    isUsers?: boolean,
  ): Promise<void>;
  readSync(address: number, bytes: Uint8Array, stream: BackendStream, work: Work): void;
  copy(to: number, from: number, byteLength: number, stream: BackendStream, work: Work): void;
  /** Repeats `pattern` (1, 2, 4, 8 or 16 bytes) `count` times. */
  fill(address: number, pattern: Uint8Array, count: number, stream: BackendStream, work: Work): void;

  /** Compiles CUDA C++ or PTX. */
  compile(source: string, options: CompileOptions): BackendModule;
  /**
   * Launches a kernel of a module that is ready; the runtime queues launches whose module is being compiled. The caller may reuse
   * `parameters` when this returns. `launch` is immutable.
   */
  launch(
    module: BackendModule,
    kernelName: string,
    launch: BackendLaunch,
    parameters: Uint8Array,
    stream: BackendStream,
    work: Work,
  ): void;
  /** Fails work that cannot be submitted for a reason on the host, in its place among the work of the stream. */
  fail(error: unknown, stream: BackendStream, work: Work): void;

  createStream(options: { readonly priority?: number | undefined }): BackendStream;
  destroyStream(stream: BackendStream): void;
  /** Settles when all work that is now in the stream is over, whether or not it failed; rejects if the device is broken. */
  synchronize(stream: BackendStream): Promise<void>;
  synchronizeSync(stream: BackendStream): void;
  record(stream: BackendStream): BackendEvent;
  /** Makes later work of the stream wait for an event. */
  waitFor(event: BackendEvent, stream: BackendStream): void;
  /** Ends the device's work and processes. The device restarts at its next use. */
  reset(): void;
}

/** What only some devices can do; null if this device cannot. */
export interface BackendCapabilities {
  /** Recording work, to launch it many times. */
  readonly graphs: BackendGraphs | null;
  /** Page-locked and managed memory. */
  readonly hostMemory: BackendHostMemory | null;
  /** Memory that other processes and devices can use. */
  readonly sharing: BackendSharing | null;
  /** Memory and streams of other libraries in the process. */
  readonly exchange: BackendExchange | null;
  /** Device memory that is ordinary memory of the process. */
  readonly processMemory: ProcessMemory | null;
  /** Streams that native code can submit work to. */
  readonly nativeStreams: NativeStreams | null;
  /** Running code that is instrumented for checking or profiling. */
  readonly watch: BackendWatch | null;
  /** Work that it has libraries for, such as matrix products. */
  readonly routines: BackendRoutines | null;
  /** Loading machine code instead of source. */
  readonly machineCode: MachineCodeLoader | null;
  /** Generating machine code for fused element-wise graphs; null if these are compiled from CUDA C++. */
  readonly assembler: GraphAssembler | null;
  /** Built-in kernels that are shipped compiled as whole groups; null if kernels are loaded or compiled one at a time. */
  readonly shipped: ShippedKernels | null;
  /** The library that processes use to exchange its memory ("mpi", "nccl"); null if there is none. */
  readonly transport: string | null;
}
