// The devices of one kind: which there are on this machine, how one is opened, and what can be done for them without one. The
// registry of kinds (runtime/devices/backends.ts) is a list of providers.

import type { Backend } from "./backend.js";
import type { BackendLibraries } from "./port/libraries.js";
import type { KernelPrebuilder } from "./port/prebuilder.js";
import type { BackendPrograms } from "./port/programs.js";

/** What a provider has. */
export interface FoundDevices {
  readonly ids: readonly string[];
  /** Why there is no device; null where there is one. */
  readonly whyNot: string | null;
}

/** The devices of one kind. */
export interface BackendProvider {
  /** What the ids of its devices begin with: `cpu`, `cuda`. Operators of users have implementations by it. */
  readonly kind: string;
  /** Whether its first device may be the default one: that of the first such provider which has devices is. */
  readonly isChosen: boolean;
  /** Whole programs; null where they do not run. */
  readonly programs: BackendPrograms | null;
  /** Libraries from source in the memory of a device; null where there are none. */
  readonly libraries: BackendLibraries | null;
  /** Kernels for packages to ship; null where they are not compiled ahead of time. */
  readonly prebuilder: KernelPrebuilder | null;
  /** Its devices. Must not throw. */
  find(): FoundDevices;
  /** Opens one of the devices found. */
  open(id: string): Backend;
}

/** The provider of one device, which is never chosen by itself and has none of the capabilities. */
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
