// Inspects CUDA's libraries above the driver. nvJitLink links a small object. The others are only asked for their version, because
// everything else needs a GPU.

import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { check } from "../native/check.js";
import { openCublas } from "../native/cublas.js";
import { openCufft } from "../native/cufft.js";
import { openCurand } from "../native/curand.js";
import { openCusolver } from "../native/cusolver.js";
import { findCudaLibrary } from "../native/find-library.js";
import { libraryConstants } from "../native/library-constants.js";
import { type LibraryFiles, libraryFiles } from "../native/library-files.js";
import { openNccl } from "../native/nccl.js";
import { type NvJitLink, openNvJitLink } from "../native/nvjitlink.js";
import { findLibrary } from "./find-library.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** Finds a library; `names` are names and paths to try instead of the usual ones. */
type InspectLibrary = (inspection: Inspection, names?: readonly string[]) => Promise<Finding>;

/** cuBLAS. */
export const inspectCublas = byProperties(libraryFiles.cublas, "nvidia-cublas", (names) => {
  const { cublasGetProperty } = openCublas(names);
  return ["cublasGetProperty", cublasGetProperty];
});

/** cuFFT. */
export const inspectCufft = byProperties(libraryFiles.cufft, "nvidia-cufft", (names) => {
  const { cufftGetProperty } = openCufft(names);
  return ["cufftGetProperty", cufftGetProperty];
});

/** cuRAND. */
export const inspectCurand = byProperties(libraryFiles.curand, "nvidia-curand", (names) => {
  const { curandGetProperty } = openCurand(names);
  return ["curandGetProperty", curandGetProperty];
});

/** cuSOLVER. */
export const inspectCusolver = byProperties(libraryFiles.cusolver, "nvidia-cusolver", (names) => {
  const { cusolverGetProperty } = openCusolver(names);
  return ["cusolverGetProperty", cusolverGetProperty];
});

/** NCCL. */
export const inspectNccl: InspectLibrary = (inspection, names) =>
  inspectLibrary(libraryFiles.nccl, "nvidia-nccl-cu13", inspection, names, (candidates) => {
    const { ncclGetVersion } = openNccl(candidates);
    const code = new Int32Array(1);
    check(ncclGetVersion(code), "ncclGetVersion");
    const number = code[0] ?? 0;
    const version = [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100].join(".");
    return { version, what: "ask its version", use: async () => version };
  });

/** nvJitLink. */
export const inspectNvJitLink: InspectLibrary = (inspection, names) =>
  inspectLibrary(libraryFiles.nvjitlink, "nvidia-nvjitlink", inspection, names, (candidates) => {
    const linker = openNvJitLink(candidates);
    const [major, minor] = [new Uint32Array(1), new Uint32Array(1)];
    check(linker.nvJitLinkVersion(major, minor), "nvJitLinkVersion");
    return {
      version: `${major[0]}.${minor[0]}`,
      what: "link a kernel",
      use: async () => `${await linkKernel(linker)} bytes of machine code`,
    };
  });

interface LibraryUse {
  readonly version: string;
  readonly what: string;
  readonly use: () => Promise<string>;
}

type GetProperty = (part: number, value: Int32Array) => number;

function byProperties(
  files: LibraryFiles,
  pipPackage: string,
  open: (names: readonly string[]) => readonly [call: string, getProperty: GetProperty],
): InspectLibrary {
  return (inspection, names) =>
    inspectLibrary(files, pipPackage, inspection, names, (candidates) => {
      const [call, getProperty] = open(candidates);
      const version = [0, 1, 2].map((part) => propertyOf(getProperty, call, part)).join(".");
      return { version, what: "ask its version", use: async () => version };
    });
}

function propertyOf(getProperty: GetProperty, call: string, part: number): number {
  const value = new Int32Array(1);
  check(getProperty(part, value), call);
  return value[0] ?? 0;
}

async function inspectLibrary(
  files: LibraryFiles,
  pipPackage: string,
  inspection: Inspection,
  given: readonly string[] | undefined,
  open: (names: readonly string[]) => LibraryUse,
): Promise<Finding> {
  if (inspection.platform === "darwin") {
    return { found: false, whyNot: `NVIDIA has no ${files.name} for macOS` };
  }
  const names = given ?? findCudaLibrary(files, inspection);
  const search = findLibrary(names);
  if (search.name === undefined) {
    // A file that exists but does not load depends on a missing library; the reason names it.
    const broken = search.tried.find((line) => names.some((name) => isFile(name) && line.startsWith(name)));
    return {
      found: false,
      whyNot: broken ?? `the system's loader opens no ${names[0]}, and no CUDA toolkit has one`,
      tried: search.tried,
      hint: `install a CUDA toolkit or pip's ${pipPackage}, or set CUDA_HOME or ${files.variable}; only programs for a GPU that call ${files.name} need it`,
    };
  }
  const found = { found: true, where: search.where } as const;
  let opened: LibraryUse | undefined;
  const call = await tryCall("ask its version", async () => {
    opened = open([search.name]);
    return opened.version;
  });
  if (opened === undefined) return { ...found, call };
  const { version, what, use } = opened;
  return { ...found, version, call: await tryCall(what, use) };
}

function isFile(name: string): boolean {
  return isAbsolute(name) && existsSync(name);
}

const emptyKernel = ".version 7.0\n.target sm_80\n.address_size 64\n.visible .entry nothing() { ret; }\n";

async function linkKernel(linker: NvJitLink): Promise<number> {
  const state = new BigUint64Array(1);
  check(linker.nvJitLinkCreate(state, 1, ["-arch=sm_80"]), "nvJitLinkCreate");
  const handle = state[0] as NativePointer<"struct nvJitLink">;
  try {
    const ptx = Buffer.from(`${emptyKernel}\0`);
    const { NVJITLINK_INPUT_PTX } = libraryConstants;
    check(
      linker.nvJitLinkAddData(handle, NVJITLINK_INPUT_PTX, ptx, ptx.length, "nothing.ptx"),
      "nvJitLinkAddData",
    );
    check(await linker.nvJitLinkComplete.async(handle), "nvJitLinkComplete");
    const size = new BigUint64Array(1);
    check(linker.nvJitLinkGetLinkedCubinSize(handle, size), "nvJitLinkGetLinkedCubinSize");
    return Number(size[0]);
  } finally {
    linker.nvJitLinkDestroy(state);
  }
}
