// The kinds of devices that the runtime knows, accelerators before the cpu. Each kind is a provider, which lists its devices and
// opens them. Devices are searched for when a program first needs one, not when the package is imported.

import { cpuBackends } from "../../backend/cpu/cpu-provider.js";
import { cudaBackends } from "../../backend/cuda/find-devices.js";
import type { BackendProvider, FoundDevices } from "../../backend/provider.js";
import { processState } from "../../core/process-state.js";

/** A provider and the devices that it found. */
export interface KnownBackend extends FoundDevices {
  readonly provider: BackendProvider;
}

const state = processState(() => ({
  providers: [cudaBackends, cpuBackends] as BackendProvider[],
  known: undefined as readonly KnownBackend[] | undefined,
}));

/** Adds a kind of device, or replaces the provider of the same kind. Call it before anything uses a device. */
export function registerBackend(provider: BackendProvider): void {
  const { providers } = state;
  const same = providers.findIndex(({ kind }) => kind === provider.kind);
  if (same >= 0) providers.splice(same, 1);
  providers.unshift(provider);
  state.known = undefined;
}

/** All providers with their devices, accelerators first. */
export function knownBackends(): readonly KnownBackend[] {
  return (state.known ??= state.providers.map((provider) => ({ provider, ...provider.find() })));
}

/** All providers, accelerators first. This does not search for devices. */
export function backendProviders(): readonly BackendProvider[] {
  return state.providers;
}

/**
 * The capability of the first provider that has both the capability and a device, with that device. Providers without the
 * capability do not search for devices.
 */
export function firstCapability<C>(capabilityOf: (provider: BackendProvider) => C | null): {
  readonly device: string;
  readonly capability: C;
} {
  for (const provider of state.providers) {
    const capability = capabilityOf(provider);
    const device = capability === null ? undefined : provider.find().ids[0];
    if (capability !== null && device !== undefined) return { device, capability };
  }
  throw new Error("internal: no device that is registered has this capability, which the cpu has");
}
