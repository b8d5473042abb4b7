// The kinds of devices that the runtime knows, the accelerators before the cpu. Each kind is a provider, which lists its devices
// and opens them. Providers are asked when a program first needs a device, not when the package is imported.

import type { Backend } from "../../backend/backend.js";
import { askedMemory } from "../../backend/cpu/asked-memory.js";
import { createCpuBackend } from "../../backend/cpu/cpu-backend.js";
import { cudaBackends } from "../../backend/cuda/find-devices.js";
import { isCheckedProcess } from "../../backend/check-reports.js";
import { UnsupportedError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import { processState } from "../../core/process-state.js";
import { variable } from "../../host/environment.js";

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

const state = processState(() => ({
  providers: [
    cudaBackends,
    { kind: "cpu", find: () => ({ ids: ["cpu"] }), open: openCpu },
  ] as BackendProvider[],
  known: undefined as readonly KnownBackend[] | undefined,
}));

/** The cpu device, with as much memory as CUTS_MEMORY asks for. */
function openCpu(): Backend {
  const purpose = { action: "open the cpu device", name: "CUTS_MEMORY", code: "CUTS_DEVICE_MEMORY" } as const;
  const memory = askedMemory(variable("CUTS_MEMORY"), purpose);
  if (memory?.addressBits === 64 && isCheckedProcess) {
    throw new UnsupportedError(
      "CUTS_DEVICE_MEMORY",
      `Cannot check kernels in ${formatByteSize(memory.byteLength)} of memory, as CUTS_CHECK and CUTS_MEMORY ask for: what watches them uses 32-bit addresses\nTry: with one of the two.`,
    );
  }
  return createCpuBackend(memory && { memoryBytes: memory.byteLength });
}

/** Adds a kind of device, or takes the place of the one there is; before anything asks for a device. */
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
