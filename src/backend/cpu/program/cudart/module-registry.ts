// The device code of a program: which kernel a stub of the host stands for, and where the device's variable lies for a
// variable of the host. Compiled code registers all of it before main begins.

import type { BackendKernel, BackendModule } from "../../../backend.js";
import type { AddressMap } from "./address-map.js";
import { fail } from "./error-state.js";
import type { GuestMemory } from "./guest-memory.js";
import type { ManagedVariables, RegisteredVariable } from "./managed-variables.js";

/** A kernel that programs can launch. */
export interface RegisteredKernel {
  readonly module: BackendModule;
  readonly name: string;
  readonly kernel: BackendKernel;
  /** Which parameters are pointers, and where in the block of parameters. */
  readonly pointers: readonly { readonly number: number; readonly offset: number }[];
  /** Set by cudaFuncSetAttribute: how much dynamic shared memory a launch may ask for. */
  maxDynamicSharedBytes: number;
  preferredCarveout: number;
}

/** What a block may have without asking: cudaDevAttrMaxSharedMemoryPerBlock. */
export const DEFAULT_SHARED_BYTES = 48 * 1024;
/** Handles of kernels in loaded modules begin here: stubs are places in the table of functions, which is smaller. */
const FIRST_LOADED = 2 ** 31;
/** Offset of the data in the structure that holds a fat binary. */
const FAT_BINARY_DATA = 8;

export class ModuleRegistry {
  readonly #host: { module(key: string): BackendModule };
  readonly #guest: GuestMemory;
  readonly #blocks: AddressMap;
  readonly #managed: ManagedVariables;
  readonly #modules: BackendModule[] = [];
  readonly #stubs = new Map<number, { module: BackendModule; name: string }>();
  readonly #kernels = new Map<number, RegisteredKernel>();
  readonly #variables = new Map<number, RegisteredVariable>();
  /** Variables of loaded modules that were asked for, by address. */
  readonly #loaded = new Map<number, BackendModule>();
  #lastLoaded = FIRST_LOADED;

  constructor(
    host: { module(key: string): BackendModule },
    guest: GuestMemory,
    blocks: AddressMap,
    managed: ManagedVariables,
  ) {
    this.#host = host;
    this.#guest = guest;
    this.#blocks = blocks;
    this.#managed = managed;
  }

  /** Registers a source file's device code; the handle is for what follows. */
  addModule(wrapper: number): number {
    const key = this.#guest.text(this.#guest.word(wrapper + FAT_BINARY_DATA));
    return this.#modules.push(this.#host.module(key));
  }

  addKernel(handle: number, stub: number, name: string): void {
    this.#stubs.set(stub, { module: this.#module(handle), name });
  }

  addVariable(handle: number, shadow: number, name: string, byteLength: number): void {
    // A variable that no kernel uses is not in the device code: the host's stands for it.
    const address = this.#module(handle).global(name)?.address ?? shadow;
    const variable = { address, byteLength, shadow };
    this.#variables.set(shadow, variable);
    this.#managed.add(variable);
    this.#blocks.add({ start: address, byteLength, kind: "symbol", flags: 0 });
  }

  /** The kernel of a stub; fails with cudaErrorInvalidDeviceFunction when there is none. */
  kernel(stub: number): RegisteredKernel {
    let registered = this.#kernels.get(stub);
    if (!registered) {
      const found = this.#stubs.get(stub);
      const kernel = found?.module.kernel(found.name);
      if (!found || !kernel) fail("cudaErrorInvalidDeviceFunction");
      registered = {
        ...found,
        kernel,
        pointers: pointersOf(kernel),
        maxDynamicSharedBytes: DEFAULT_SHARED_BYTES - kernel.staticSharedBytes,
        preferredCarveout: -1,
      };
      this.#kernels.set(stub, registered);
    }
    return registered;
  }

  /** The variable that the host knows by an address; fails with cudaErrorInvalidSymbol when there is none. */
  variable(shadow: number): RegisteredVariable {
    return this.#variables.get(shadow) ?? fail("cudaErrorInvalidSymbol");
  }

  /** A kernel of a module that was loaded while the program runs; fails with cudaErrorSymbolNotFound when there is none. */
  addLoaded(module: BackendModule, name: string): number {
    for (const [stub, known] of this.#stubs) if (known.module === module && known.name === name) return stub;
    if (module.kernel(name) === undefined) fail("cudaErrorSymbolNotFound");
    this.#lastLoaded += 16;
    this.#stubs.set(this.#lastLoaded, { module, name });
    return this.#lastLoaded;
  }

  /** A variable of such a module; fails with cudaErrorSymbolNotFound when there is none. */
  loadedVariable(module: BackendModule, name: string): { address: number; byteLength: number } {
    const variable = module.global(name) ?? fail("cudaErrorSymbolNotFound");
    const { address: start, byteLength } = variable;
    this.#loaded.set(start, module);
    this.#blocks.add({ start, byteLength, kind: "symbol", flags: 0 });
    return variable;
  }

  /** Forgets what was asked of a loaded module. */
  removeLoaded(module: BackendModule): void {
    for (const [stub, known] of this.#stubs) {
      if (known.module !== module) continue;
      this.#stubs.delete(stub);
      this.#kernels.delete(stub);
    }
    for (const [start, owner] of this.#loaded) {
      if (owner !== module) continue;
      this.#loaded.delete(start);
      this.#blocks.remove(start);
    }
  }

  #module(handle: number): BackendModule {
    const module = this.#modules[handle - 1];
    if (!module) throw new Error(`internal: ${handle} is no registered module`);
    return module;
  }
}

function pointersOf({ parameters }: BackendKernel): RegisteredKernel["pointers"] {
  return (parameters ?? []).flatMap(({ isPointer, offset }, i) =>
    isPointer === true ? [{ number: i + 1, offset }] : [],
  );
}
