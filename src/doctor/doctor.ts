// Finds out what is on this machine and whether it works: looks for everything that CuTS can use, and makes a small real call to
// whatever is found. It never fails and never blocks the event loop for long; errors go into the report.

import { cpus, totalmem } from "node:os";
import { cutsVersion } from "./npm-package.js";
import { type Inspection, type MachineEntryId, type MachineReport, machineEntryIds } from "./report.js";

/** Options of inspectMachine(). */
export interface InspectMachineOptions {
  /** Look only for these; all by default. The order of the report does not change. */
  readonly only?: readonly MachineEntryId[];
  /** The environment variables to use, such as PATH, CC, CUDA_HOME and CUTS_CACHE_DIR; the process's own by default. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The time limit of each program that is run, 30 seconds by default. */
  readonly timeoutMs?: number;
}

/**
 * Inspects this machine.
 * @example
 * const { entries } = await inspectMachine({ only: ["cuda-driver"] });
 * console.log(entries[0]?.found);
 */
export async function inspectMachine(options: InspectMachineOptions = {}): Promise<MachineReport> {
  const { only = machineEntryIds, environment = process.env, timeoutMs = 30_000 } = options;
  const inspection: Inspection = { environment, timeoutMs, platform: process.platform };
  const ids = machineEntryIds.filter((id) => only.includes(id));
  const processors = cpus();
  // Loaded lazily, so that programs which need no report do not load it.
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
