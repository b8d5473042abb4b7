// Which backends there are. Each is a provider that can tell which devices it has and open them; nothing is looked for
// before somebody asks for a device.

import type { Backend } from "../backend/backend.js";
import { createCpuBackend } from "../backend/cpu/cpu-backend.js";
import { cudaBackends } from "../backend/cuda/find-devices.js";

/** The devices of one kind. */
export interface BackendProvider {
  /** What the ids of its devices begin with: `cpu`, `cuda`. */
  readonly kind: string;
  /** Its devices. Asked once; must not throw. */
  find(): FoundDevices;
  /** Opens one of the devices found. */
  open(id: string): Backend;
}

/** What a provider has. */
interface FoundDevices {
  readonly ids: readonly string[];
  /** Why there is no device, where there is none. */
  readonly whyNot?: string;
}

/** A provider and what it answered. */
export interface KnownBackend extends FoundDevices {
  readonly provider: BackendProvider;
}

const providers: BackendProvider[] = [
  cudaBackends,
  { kind: "cpu", find: () => ({ ids: ["cpu"] }), open: () => createCpuBackend() },
];
let known: readonly KnownBackend[] | undefined;

/** Adds a kind of device, or takes the place of the one there is; before anything asks for a device. */
export function registerBackend(provider: BackendProvider): void {
  const same = providers.findIndex(({ kind }) => kind === provider.kind);
  if (same >= 0) providers.splice(same, 1);
  providers.unshift(provider);
  known = undefined;
}

/** All providers with their devices, accelerators first. */
export function knownBackends(): readonly KnownBackend[] {
  known ??= providers.map((provider) => ({ provider, ...provider.find() }));
  return known;
}
