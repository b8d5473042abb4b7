// The port: what the runtime asks of a device. A backend is a folder that implements it (cpu/, cuda/); nothing above
// knows which one it holds. Work is ordered by streams: the verbs that take a stream return at once and happen in
// order there; only `…Sync` verbs block, and only promises wait. Addresses are plain numbers of the device. Every member is
// required: what a device may lack is a capability, an interface of its own (port/) or null.

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

/** A device: the core that every device has, and its capabilities. */
export interface Backend extends BackendCore, BackendCapabilities {}

/** What every device does. */
export interface BackendCore {
  /** `cpu` or `cuda:0`. */
  readonly id: string;
  readonly properties: DeviceProperties;
  /** Sizes of C types in kernel parameters. */
  readonly dataModel: DataModel;
  /** How wide addresses are: with 32 bits, an offset of 32 bits leads everywhere. */
  readonly addressBits: 32 | 64;
  /** How built-in kernels are best cut for it. */
  readonly tuning: KernelTuning;
  readonly defaultStream: BackendStream;
  /** What broke the device for good, once somebody's call has found it. */
  readonly failure: Error | undefined;
  /** Goes up with each reset that loses what is in memory. */
  readonly generation: number;

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

  /** Compiles CUDA C++ or PTX. */
  compile(source: string, options: CompileOptions): BackendModule;
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
  /** Work that cannot be given, for a reason on the host: it fails in its place among the work of the stream. */
  fail(error: unknown, stream: BackendStream, work: Work): void;

  createStream(options: { readonly priority?: number | undefined }): BackendStream;
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

/** What a device may be able to do; null where it is not. */
export interface BackendCapabilities {
  /** Recording work, to launch it many times. */
  readonly graphs: BackendGraphs | null;
  /** Page-locked and managed memory. */
  readonly hostMemory: BackendHostMemory | null;
  /** Memory that other processes and devices reach. */
  readonly sharing: BackendSharing | null;
  /** Memory and streams of other libraries in the process. */
  readonly exchange: BackendExchange | null;
  /** Memory that is the process's own. */
  readonly processMemory: ProcessMemory | null;
  /** Streams that native code gives work to. */
  readonly nativeStreams: NativeStreams | null;
  /** Code that is checked or profiled while it runs. */
  readonly watch: BackendWatch | null;
  /** What it has libraries for. */
  readonly routines: BackendRoutines | null;
  /** Machine code in place of source. */
  readonly machineCode: MachineCodeLoader | null;
  /** Code for graphs of elements; null where they are compiled from CUDA C++. */
  readonly assembler: GraphAssembler | null;
  /** Built-in kernels that come compiled; null where groups or kernels are compiled one by one, which may be shipped as well. */
  readonly shipped: ShippedKernels | null;
  /** The name of the library by which processes exchange its memory ("mpi", "nccl"); null where none does. */
  readonly transport: string | null;
}
