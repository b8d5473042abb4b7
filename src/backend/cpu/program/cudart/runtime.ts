// What all functions of the CUDA runtime share: the program's memory, its allocations, streams, events, modules and the
// error state. One for each run of a program.

import type { Backend, BackendEvent, BackendModule } from "../../../backend.js";
import { MAX_NARROW_BLOCK_BYTES } from "../../machine/wide-memory.js";
import { AddressMap, type Block, type MemoryKind } from "./address-map.js";
import { DeviceWork } from "./device-work.js";
import { ErrorState, fail } from "./error-state.js";
import type { Capture, Graph, GraphExec, GraphNode } from "./graph.js";
import { GuestMemory } from "./guest-memory.js";
import { HandleTable } from "./handle-table.js";
import type { RuntimeWatcher } from "./runtime-watcher.js";
import { ManagedVariables } from "./managed-variables.js";
import { ModuleRegistry } from "./module-registry.js";
import { Streams } from "./streams.js";
import { TextPool } from "./text-pool.js";
import type { Whereabouts } from "../process/whereabouts.js";

/** A function of a program. */
export type GuestFunction = (...args: (number | bigint)[]) => unknown;

/** What runs a program gives to the runtime. */
export interface CudaRuntimeHost {
  /** The cpu device. */
  readonly backend: Backend;
  /** Its memory, which is the program's too. */
  readonly memory: WebAssembly.Memory;
  /** The compiled device code that a source file registers under a key; ready. */
  module(key: string): BackendModule;
  /** Where kernels' asserts and reasons of failures go: the program's stderr. */
  warn(text: string): void;
  /** A function of the program by its pointer; only once it runs. */
  functionAt(pointer: number): GuestFunction | null;
  /** There was no memory for so many bytes. */
  onRefused?(byteLength: number): void;
  /** True for the program's image, stack and C heap; without it, a host pointer is not found out. */
  isHostAddress?(address: number): boolean;
  /** Whether others allocate on the device too. */
  readonly isShared?: boolean;
  /** Who watches the program. */
  readonly watcher?: RuntimeWatcher;
  /** Who is told where the program is. */
  readonly whereabouts?: Whereabouts;
}

/** An event of the program. */
export interface CudaEvent {
  readonly flags: number;
  recorded: BackendEvent | undefined;
  /** Where it was recorded while the stream was captured. */
  captured: { readonly capture: Capture; readonly nodes: ReadonlySet<GraphNode> } | undefined;
}

/** A CUDA array of the program (cuda-array.ts). */
export interface CudaArray {
  readonly address: number;
  /** Bits of each channel, and cudaChannelFormatKind. */
  readonly format: readonly [x: number, y: number, z: number, w: number, kind: number];
  readonly extent: readonly [width: number, height: number, depth: number];
  readonly flags: number;
  readonly elementBytes: number;
  readonly pitch: number;
}

export class Runtime {
  readonly host: CudaRuntimeHost;
  readonly backend: Backend;
  readonly guest: GuestMemory;
  readonly errors = new ErrorState();
  readonly work: DeviceWork;
  readonly blocks: AddressMap;
  readonly managed: ManagedVariables;
  readonly modules: ModuleRegistry;
  readonly streams: Streams;
  readonly events = new HandleTable<CudaEvent>();
  readonly graphs = new HandleTable<Graph>("cudaErrorInvalidValue");
  readonly execs = new HandleTable<GraphExec>("cudaErrorInvalidValue");
  readonly arrays = new Map<number, CudaArray>();
  /** Memory of graphs, by address: it stays when it is freed, because a graph may be launched again. */
  readonly graphMemory = new Map<number, number>();
  readonly texts: TextPool;

  constructor(host: CudaRuntimeHost) {
    this.blocks = new AddressMap(host.isShared !== true);
    this.host = host;
    this.streams = new Streams(host.watcher);
    this.backend = host.backend;
    this.guest = new GuestMemory(host.memory);
    this.managed = new ManagedVariables(this.guest);
    this.work = new DeviceWork(
      host.backend,
      this.errors,
      this.managed,
      (text) => host.warn(text),
      host.watcher,
      host.whereabouts,
    );
    this.modules = new ModuleRegistry(host, this.guest, this.blocks, this.managed);
    this.texts = new TextPool(this.guest, (byteLength) => this.#take(byteLength));
  }

  /** Memory of a kind; fails with cudaErrorMemoryAllocation when there is none. */
  allocate(byteLength: number, kind: MemoryKind, flags = 0): number {
    const start = this.#take(byteLength);
    const block = { start, byteLength, kind, flags };
    this.blocks.add(block);
    this.host.watcher?.allocated(block);
    return start;
  }

  /** Memory becomes a graph's, which keeps it. */
  keepForGraph(address: number, byteLength: number): void {
    this.graphMemory.set(address, byteLength);
    this.host.watcher?.keptByGraph(address);
  }

  /** True for an address in memory that was freed, and that neither the device nor the host's heap has given out again. */
  isFreed(address: number): boolean {
    return this.blocks.isFreed(address) && this.host.isHostAddress?.(address) !== true;
  }

  /** The block that an address lies in; for a library also memory on the device that is not its own, of which no more is known. */
  find(address: number): Block | undefined {
    const { host } = this;
    const own = this.blocks.find(address);
    if (own !== undefined || host.isShared !== true || host.isHostAddress?.(address) !== false) return own;
    if (!this.guest.has(address, 1)) return undefined;
    return { start: 0, byteLength: Number.POSITIVE_INFINITY, kind: "shared", flags: 0 };
  }

  /** Gives memory back that starts at an address, of one of some kinds; fails with cudaErrorInvalidValue otherwise. */
  free(address: number, kinds: readonly MemoryKind[]): Block {
    const block = this.blocks.at(address);
    if (!block || !kinds.includes(block.kind)) fail("cudaErrorInvalidValue");
    this.blocks.remove(address);
    this.host.watcher?.freed(block);
    const { backend } = this;
    backend.free(
      { address, byteLength: block.byteLength, isReady: true, hostBytes: () => undefined },
      backend.defaultStream,
    );
    return block;
  }

  /** Copies inside the program's memory, at once. */
  copyNow(to: number, from: number, byteLength: number): void {
    this.host.watcher?.touched(from, byteLength, false);
    this.host.watcher?.touched(to, byteLength, true);
    this.guest.copy(to, from, byteLength);
  }

  /** Calls a function of the program. */
  call(pointer: number, ...args: (number | bigint)[]): void {
    const target = this.host.functionAt(pointer);
    if (!target) throw new Error(`Cannot call function ${pointer} of the program: there is none`);
    target(...args);
  }

  #take(byteLength: number): number {
    const isLarge = byteLength > MAX_NARROW_BLOCK_BYTES && this.backend.memory().totalBytes <= 2 ** 32;
    if (isLarge) this.#refuse(byteLength);
    try {
      // The program sees it, and may use it on any stream at once.
      return this.backend.allocate(byteLength, this.backend.defaultStream).address;
    } catch (error) {
      if ((error as { code?: string }).code === "CUTS_OUT_OF_MEMORY") this.#refuse(byteLength);
      throw error;
    }
  }

  #refuse(byteLength: number): never {
    this.host.onRefused?.(byteLength);
    fail("cudaErrorMemoryAllocation");
  }
}
