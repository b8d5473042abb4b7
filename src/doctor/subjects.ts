// The table of everything that the doctor inspects: name, purpose and inspection of each.

import { inspectBlas } from "./inspect-blas.js";
import { inspectCache } from "./inspect-cache.js";
import { inspectClang } from "./inspect-clang.js";
import { inspectCompiler } from "./inspect-compiler.js";
import { inspectDriver } from "./inspect-driver.js";
import { inspectCLibrary, inspectFfi } from "./inspect-ffi.js";
import {
  inspectCublas,
  inspectCufft,
  inspectCurand,
  inspectCusolver,
  inspectNccl,
  inspectNvJitLink,
} from "./inspect-libraries.js";
import { inspectMpi } from "./inspect-mpi.js";
import { inspectNode } from "./inspect-node.js";
import { inspectNvcc } from "./inspect-nvcc.js";
import { inspectNvrtc } from "./inspect-nvrtc.js";
import { inspectPython } from "./inspect-python.js";
import {
  explainError,
  type Finding,
  type Inspection,
  type MachineEntry,
  type MachineEntryId,
} from "./report.js";

/** Inspects one of them; an error goes into the entry. */
export async function inspect(id: MachineEntryId, inspection: Inspection): Promise<MachineEntry> {
  const { name, purpose, required, inspect: look } = subjects[id];
  let finding: Finding;
  try {
    finding = await look(inspection);
  } catch (error) {
    finding = { found: false, whyNot: explainError(error) };
  }
  return { id, name, purpose, required, ...finding };
}

interface Subject extends Pick<MachineEntry, "name" | "purpose" | "required"> {
  readonly inspect: (inspection: Inspection) => Promise<Finding>;
}

const subjects: Readonly<Record<MachineEntryId, Subject>> = {
  node: {
    name: "Node.js",
    purpose: "runs everything",
    required: true,
    inspect: async () => inspectNode(),
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
  blas: {
    name: "BLAS",
    purpose: "multiplies large matrices on the cpu device",
    required: false,
    inspect: inspectBlas,
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
  nvjitlink: {
    name: "nvJitLink",
    purpose: "links device code",
    required: false,
    inspect: inspectNvJitLink,
  },
  cublas: {
    name: "cuBLAS",
    purpose: "multiplies matrices on the GPU",
    required: false,
    inspect: inspectCublas,
  },
  cufft: {
    name: "cuFFT",
    purpose: "Fourier transforms on the GPU",
    required: false,
    inspect: inspectCufft,
  },
  curand: {
    name: "cuRAND",
    purpose: "random numbers on the GPU",
    required: false,
    inspect: inspectCurand,
  },
  cusolver: {
    name: "cuSOLVER",
    purpose: "linear systems and decompositions on the GPU",
    required: false,
    inspect: inspectCusolver,
  },
  nccl: {
    name: "NCCL",
    purpose: "moves arrays between GPUs of several processes: cuts/distributed",
    required: false,
    inspect: inspectNccl,
  },
  mpi: {
    name: "MPI",
    purpose: "moves arrays between processes: cuts/distributed",
    required: false,
    inspect: inspectMpi,
  },
  python: {
    name: "Python",
    purpose: "runs inside the process: cu.python()",
    required: false,
    inspect: inspectPython,
  },
};
