// What is on this machine and whether it works: everything CuTS can use is looked for and, where found, does something
// small and real. Looking never fails and never blocks the event loop for long; what goes wrong is in the report.

import { cpus, totalmem } from "node:os";
import { inspectCache } from "./doctor/inspect-cache.js";
import { inspectClang } from "./doctor/inspect-clang.js";
import { inspectCompiler } from "./doctor/inspect-compiler.js";
import { inspectDriver } from "./doctor/inspect-driver.js";
import { inspectCLibrary, inspectFfi } from "./doctor/inspect-ffi.js";
import { inspectNode } from "./doctor/inspect-node.js";
import { inspectNvcc } from "./doctor/inspect-nvcc.js";
import { inspectNvrtc } from "./doctor/inspect-nvrtc.js";
import { cutsVersion } from "./doctor/npm-package.js";
import {
  type Finding,
  type Inspection,
  type MachineEntry,
  type MachineEntryId,
  type MachineReport,
  machineEntryIds,
} from "./doctor/report.js";

/** How to look at a machine. */
export interface InspectMachineOptions {
  /** Look for these only, in the order of the report; all of them unless told. */
  readonly only?: readonly MachineEntryId[];
  /** The environment to look in: PATH, CC, CUDA_HOME, CUTS_CACHE_DIR. The process's own unless told. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The longest that one program may run, 30 seconds unless told. */
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
  return {
    cuts: cutsVersion(),
    platform: process.platform,
    arch: process.arch,
    cpu: { model: processors[0]?.model.trim() ?? "unknown processor", threads: processors.length },
    memoryByteLength: totalmem(),
    entries: await Promise.all(ids.map((id) => inspect(id, inspection))),
  };
}

interface Subject extends Pick<MachineEntry, "name" | "purpose" | "required"> {
  readonly inspect: (inspection: Inspection) => Promise<Finding> | Finding;
}

const subjects: Readonly<Record<MachineEntryId, Subject>> = {
  node: {
    name: "Node.js",
    purpose: "runs everything",
    required: true,
    inspect: () => inspectNode(),
  },
  ffi: {
    name: "koffi",
    purpose: "calls native functions",
    required: true,
    inspect: inspectFfi,
  },
  "c-library": {
    name: "C library",
    purpose: "the first library to call",
    required: true,
    inspect: inspectCLibrary,
  },
  cache: {
    name: "disk cache",
    purpose: "keeps compiled code from one run to the next",
    required: false,
    inspect: inspectCache,
  },
  "c-compiler": {
    name: "C compiler",
    purpose: "builds native libraries from source",
    required: false,
    inspect: inspectCompiler,
  },
  "embedded-clang": {
    name: "embedded clang",
    purpose: "compiles CUDA C++ to WebAssembly where there is no GPU",
    required: false,
    inspect: inspectClang,
  },
  "cuda-driver": {
    name: "NVIDIA driver",
    purpose: "runs kernels on a GPU",
    required: false,
    inspect: inspectDriver,
  },
  nvrtc: {
    name: "NVRTC",
    purpose: "compiles CUDA C++ for the GPU while a program runs",
    required: false,
    inspect: inspectNvrtc,
  },
  nvcc: {
    name: "nvcc",
    purpose: "compiles CUDA C++ for the GPU ahead of time",
    required: false,
    inspect: inspectNvcc,
  },
};

async function inspect(id: MachineEntryId, inspection: Inspection): Promise<MachineEntry> {
  const { name, purpose, required, inspect: look } = subjects[id];
  let finding: Finding;
  try {
    finding = await look(inspection);
  } catch (error) {
    finding = { found: false, whyNot: error instanceof Error ? error.message : String(error) };
  }
  return { id, name, purpose, required, ...finding };
}
