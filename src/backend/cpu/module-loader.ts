// Makes the modules of a cpu device, from source or from compiled code, and registers each with the workers under a number of its
// own. A module that is disposed is forgotten when no pending launch uses it.

import type { SourceOptions, Watch } from "../backend.js";
import type { AssembledCode } from "./fused/assemble.js";
import type { AddressWidth } from "./address-width.js";
import { openSource } from "./compile.js";
import { CpuModule, type ModuleHost, type ObjectSource } from "./cpu-module.js";
import type { CpuCompileOptions, CpuObject } from "./cpu-object.js";
import type { DeviceConstants } from "./device-constants.js";
import type { InlineThread } from "./inline-thread.js";
import type { LinearMemory } from "./machine/linear-memory.js";
import type { WorkerPool } from "./machine/worker-pool.js";
import type { Specialisation } from "./passes/simt/lower-module.js";
import type { WorkQueue } from "./work-queue.js";

/** Kernels that were written without a compiler have loops, and neither shared memory nor waits. */
const ASSEMBLED = {
  staticSharedBytes: 0,
  contextBytesPerThread: 0,
  tier: "loop",
  gridSync: false,
  mayYield: false,
  loopFree: false,
} as const;

/** What a loader needs of its device. */
export interface LoaderHost {
  readonly memory: LinearMemory;
  readonly constants: DeviceConstants;
  readonly pool: WorkerPool;
  readonly queue: WorkQueue;
  readonly inline: InlineThread;
  readonly width: AddressWidth;
  readonly maxThreadsPerBlock: number;
}

export class ModuleLoader {
  readonly #host: LoaderHost;
  #nextId = 1;
  #memoryModuleId: number | undefined;

  constructor(host: LoaderHost) {
    this.#host = host;
  }

  /** Compiles a source, so that it can also run with its warps in any order. */
  compile(source: string, options: CpuCompileOptions): CpuModule {
    return this.#module(
      this.#opener(source, options),
      this.#opener(source, { ...options, ordersWarps: true }),
    );
  }

  /** Compiles a source as code that is checked or profiled. */
  compileWatched(source: string, options: SourceOptions, watch: Watch): CpuModule {
    this.#host.width.requireWatching();
    return this.#module(this.#opener(source, { ...options, watch }), undefined);
  }

  /** A module from compiled code; it is ready at once. */
  load(object: CpuObject): CpuModule {
    return this.#module((only) => compiledBefore(only ? undefined : object), undefined);
  }

  /** A module from WebAssembly that was written without a compiler; it is ready at once. */
  assemble({ image, kernels }: AssembledCode): CpuModule {
    const known = kernels.map(({ symbol, parameters, parameterBytes }) => ({
      symbol,
      parameters: parameters.map(({ offset, size }) => ({ offset, size })),
      parameterBytes,
      ...ASSEMBLED,
    }));
    return this.load({ image, kernels: known, globals: [], names: new Map(), places: [] });
  }

  /** The number of the module of copies and fills, which is made when it is first asked for. */
  memoryModuleId(): number {
    if (this.#memoryModuleId === undefined) {
      this.#memoryModuleId = this.#nextId++;
      const module = this.#host.width.memoryModule();
      this.#host.pool.addModule(this.#memoryModuleId, { module, constants: undefined });
    }
    return this.#memoryModuleId;
  }

  #opener(source: string, options: CpuCompileOptions): ModuleHost["open"] {
    const own = { ...options, ...this.#host.width.compileOptions };
    return (only: Specialisation | undefined) => openSource(source, { ...own, ...(only && { only }) });
  }

  // `openOrdered` is undefined where there is no source to compile once more, or where launches are watched.
  #module(open: ModuleHost["open"], openOrdered: ModuleHost["open"] | undefined): CpuModule {
    const { memory, constants, pool, queue, inline, maxThreadsPerBlock } = this.#host;
    return new CpuModule({
      memory,
      constants,
      maxThreadsPerBlock,
      open,
      openOrdered,
      nextModuleId: () => this.#nextId++,
      register: (id, image) => pool.addModule(id, image),
      // Launches that were given before may still need it.
      forget: (id, release) =>
        queue.whenOver(() => {
          pool.removeModule(id);
          inline.forget(id);
          release();
        }),
    });
  }
}

// Code without its source cannot be compiled for one size of blocks.
function compiledBefore(object: CpuObject | undefined): ObjectSource {
  const refuse = (): never => {
    throw new Error("internal: code that was loaded cannot be compiled again");
  };
  return { ready: object, compile: () => new Promise(() => {}), compileSync: refuse };
}
