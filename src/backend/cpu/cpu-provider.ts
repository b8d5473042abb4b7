// The provider of the cpu device for the list of devices. Every machine has this device.

import { UnsupportedError } from "../../core/errors.js";
import { formatByteSize } from "../../core/text.js";
import { variable } from "../../host/environment.js";
import type { Backend } from "../backend.js";
import { isCheckedProcess } from "../check-reports.js";
import type { BackendProvider } from "../provider.js";
import { askedMemory } from "./asked-memory.js";
import { createCpuBackend } from "./cpu-backend.js";
import { cpuPrebuilder } from "./prebuilder.js";
import { cpuLibraries } from "./program/libraries.js";
import { cpuPrograms } from "./program/programs.js";

/** The provider of `cpu`. */
export const cpuBackends: BackendProvider = {
  kind: "cpu",
  isChosen: true,
  programs: cpuPrograms,
  libraries: cpuLibraries,
  prebuilder: cpuPrebuilder,
  find: () => ({ ids: ["cpu"], whyNot: null }),
  open: openCpu,
};

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
