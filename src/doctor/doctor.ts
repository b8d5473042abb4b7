// What is on this machine and whether it works: everything CuTS can use is looked for and, where found, does something
// small and real. Looking never fails and never blocks the event loop for long; what goes wrong is in the report.

import { cpus, totalmem } from "node:os";
import { cutsVersion } from "./npm-package.js";
import { type Inspection, type MachineEntryId, type MachineReport, machineEntryIds } from "./report.js";

/** How to look at a machine. */
export interface InspectMachineOptions {
  /** Look for these only, in the order of the report; all of them by default. */
  readonly only?: readonly MachineEntryId[];
  /** The environment to look in: PATH, CC, CUDA_HOME, CUTS_CACHE_DIR. The process's own by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The longest that one program may run, 30 seconds by default. */
  readonly timeoutMs?: number;
}

/**
 * Looks at this machine.
 * @example
 * const { entries } = await inspectMachine({ only: ["cuda-driver"] });
 * console.log(entries[0]?.found);
 */
export async function inspectMachine(options: InspectMachineOptions = {}): Promise<MachineReport> {
  const { only = machineEntryIds, environment = process.env, timeoutMs = 30_000 } = options;
  const inspection: Inspection = { environment, timeoutMs, platform: process.platform };
  const ids = machineEntryIds.filter((id) => only.includes(id));
  const processors = cpus();
  // Loaded when it is asked for: a program that imports CuTS should not pay for a report that it does not want.
  const { inspect } = await import("./subjects.js");
  return {
    cuts: cutsVersion(),
    platform: process.platform,
    arch: process.arch,
    cpu: { model: processors[0]?.model.trim() ?? "unknown processor", threads: processors.length },
    memoryByteLength: totalmem(),
    entries: await Promise.all(ids.map((id) => inspect(id, inspection))),
  };
}
