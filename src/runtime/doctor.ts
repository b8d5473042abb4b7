// What is on this machine and whether it works: everything CuTS can use is looked for and, where found, does something
// small and real. Looking never fails and never blocks the event loop for long; what goes wrong is in the report.

import { cpus, totalmem } from "node:os";
import { cutsVersion } from "./doctor/npm-package.js";
import {
  explainError,
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

// Inspections are loaded when they run: a program that imports CuTS should not pay for a report nobody asked for.
interface Subject extends Pick<MachineEntry, "name" | "purpose" | "required"> {
  readonly inspect: (inspection: Inspection) => Promise<Finding>;
}

const subjects: Readonly<Record<MachineEntryId, Subject>> = {
  node: {
    name: "Node.js",
    purpose: "runs everything",
    required: true,
    inspect: async () => (await import("./doctor/inspect-node.js")).inspectNode(),
  },
  ffi: {
    name: "koffi",
    purpose: "calls native functions",
    required: true,
    inspect: async (inspection) => (await import("./doctor/inspect-ffi.js")).inspectFfi(inspection),
  },
  "c-library": {
    name: "C library",
    purpose: "the first library to call",
    required: true,
    inspect: async (inspection) => (await import("./doctor/inspect-ffi.js")).inspectCLibrary(inspection),
  },
  cache: {
    name: "disk cache",
    purpose: "keeps compiled code from one run to the next",
    required: false,
    inspect: async (inspection) => (await import("./doctor/inspect-cache.js")).inspectCache(inspection),
  },
  "c-compiler": {
    name: "C compiler",
    purpose: "builds native libraries from source",
    required: false,
    inspect: async (inspection) => (await import("./doctor/inspect-compiler.js")).inspectCompiler(inspection),
  },
  "embedded-clang": {
    name: "embedded clang",
    purpose: "compiles CUDA C++ to WebAssembly where there is no GPU",
    required: false,
    inspect: async (inspection) => (await import("./doctor/inspect-clang.js")).inspectClang(inspection),
  },
  "cuda-driver": {
    name: "NVIDIA driver",
    purpose: "runs kernels on a GPU",
    required: false,
    inspect: async (inspection) => (await import("./doctor/inspect-driver.js")).inspectDriver(inspection),
  },
  nvrtc: {
    name: "NVRTC",
    purpose: "compiles CUDA C++ for the GPU while a program runs",
    required: false,
    inspect: async (inspection) => (await import("./doctor/inspect-nvrtc.js")).inspectNvrtc(inspection),
  },
  nvcc: {
    name: "nvcc",
    purpose: "compiles CUDA C++ for the GPU ahead of time",
    required: false,
    inspect: async (inspection) => (await import("./doctor/inspect-nvcc.js")).inspectNvcc(inspection),
  },
};

async function inspect(id: MachineEntryId, inspection: Inspection): Promise<MachineEntry> {
  const { name, purpose, required, inspect: look } = subjects[id];
  let finding: Finding;
  try {
    finding = await look(inspection);
  } catch (error) {
    finding = { found: false, whyNot: explainError(error) };
  }
  return { id, name, purpose, required, ...finding };
}
