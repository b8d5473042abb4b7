// The devices of one kind: which there are on this machine, and how one is opened. The registry of kinds
// (runtime/devices/backends.ts) is a list of providers.

import type { Backend } from "./backend.js";

/** What a provider has. */
export interface FoundDevices {
  readonly ids: readonly string[];
  /** Why there is no device, where there is none. */
  readonly whyNot?: string;
}

/** The devices of one kind. */
export interface BackendProvider {
  /** What the ids of its devices begin with: `cpu`, `cuda`. Operators of users have implementations by it. */
  readonly kind: string;
  /** Whether its first device may be the default one: that of the first such provider which has devices is. */
  readonly isChosen: boolean;
  /** Its devices. Asked once; must not throw. */
  find(): FoundDevices;
  /** Opens one of the devices found. */
  open(id: string): Backend;
}
