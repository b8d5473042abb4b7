// The devices of one kind: which of them this machine has, how to open one, and what can be done for them before one is open. The
// registry of kinds (runtime/devices/backends.ts) is a list of providers.

import type { Backend } from "./backend.js";
import type { BackendLibraries } from "./port/libraries.js";
import type { KernelPrebuilder } from "./port/prebuilder.js";
import type { BackendPrograms } from "./port/programs.js";

/** The devices that a provider found. */
export interface FoundDevices {
  readonly ids: readonly string[];
  /** Why there is no device; null if there is one. */
  readonly whyNot: string | null;
}

/** The devices of one kind. */
export interface BackendProvider {
  /** The start of its devices' ids: `cpu`, `cuda`. Operators of users have an implementation for each kind. */
  readonly kind: string;
  /**
   * Whether its first device may become the default device. The first provider that allows this and has devices provides the
   * default.
   */
  readonly isChosen: boolean;
  /** Runs whole programs; null if it cannot. */
  readonly programs: BackendPrograms | null;
  /** Compiles libraries from source and loads them into a device's memory; null if it cannot. */
  readonly libraries: BackendLibraries | null;
  /** Compiles kernels ahead of time; null if it cannot. */
  readonly prebuilder: KernelPrebuilder | null;
  /** Finds its devices. Must not throw. */
  find(): FoundDevices;
  /** Opens one of the devices found. */
  open(id: string): Backend;
}

/** A provider of a single device. The device never becomes the default, and the provider has no capabilities. */
export function oneDevice(id: string, open: () => Backend): BackendProvider {
  return {
    kind: id.replace(/:.*/, ""),
    isChosen: false,
    programs: null,
    libraries: null,
    prebuilder: null,
    find: () => ({ ids: [id], whyNot: null }),
    open,
  };
}
