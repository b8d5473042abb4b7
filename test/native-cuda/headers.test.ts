// No declaration, struct, constant or status of cuts/driver may differ from NVIDIA's headers. They are compared where the
// headers are: a CUDA toolkit, or NVIDIA's Python packages.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as native from "../../src/native/driver-entry.js";
import { allIncludeFolders } from "../../src/native/cuda-folders.js";
import { noCompiler } from "../native/compile.js";
import { compareWithHeaders } from "./compare-headers.js";

const { libraryConstants } = native;
const only = (prefix: RegExp): Readonly<Record<string, number>> =>
  Object.fromEntries(Object.entries(libraryConstants).filter(([name]) => prefix.test(name)));

const libraries = [
  {
    header: "cuda.h",
    // With it the header declares the older forms of functions as well, under their symbols.
    include: "#define __CUDA_API_VERSION_INTERNAL\n#include <cuda.h>\n#include <cudaProfiler.h>",
    functions: native.driverFunctions,
    types: native.driverTypes,
    constants: native.driverConstants,
    statuses: native.driverStatuses,
    statusNames: /\b(CUDA_SUCCESS|CUDA_ERROR_\w+)\s*=/g,
    // Ours for a struct that has no name in C.
    unnamed: ["CUmemAllocationFlags"],
  },
  {
    header: "nvrtc.h",
    functions: native.nvrtcFunctions,
    types: native.nvrtcTypes,
    constants: {},
    statuses: native.nvrtcStatuses,
    statusNames: /\b(NVRTC_SUCCESS|NVRTC_ERROR_\w+)\b/g,
  },
  {
    header: "nvJitLink.h",
    functions: native.nvjitlinkFunctions,
    types: native.nvjitlinkTypes,
    constants: only(/^NVJITLINK/),
    statuses: native.nvjitlinkStatuses,
    statusNames: /\b(NVJITLINK_SUCCESS|NVJITLINK_ERROR_\w+)\b/g,
  },
  {
    header: "cublas_v2.h",
    functions: native.cublasFunctions,
    types: native.cublasTypes,
    constants: only(/^(CUBLAS|CUDA)/),
    statuses: native.cublasStatuses,
    statusNames: /\b(CUBLAS_STATUS_\w+)\s*=/g,
  },
  {
    header: "cufft.h",
    functions: native.cufftFunctions,
    types: native.cufftTypes,
    constants: only(/^CUFFT/),
    statuses: native.cufftStatuses,
    statusNames: /\b(CUFFT_(?!R2C|C2R|C2C|D2Z|Z2D|Z2Z|COMPAT)[A-Z]\w+)\s*=\s*0x[\da-f]+\b/gi,
  },
  {
    header: "curand.h",
    functions: native.curandFunctions,
    types: native.curandTypes,
    constants: only(/^CURAND/),
    statuses: native.curandStatuses,
    statusNames: /\b(CURAND_STATUS_\w+)\s*=/g,
  },
  {
    header: "cusolverDn.h",
    functions: native.cusolverFunctions,
    types: native.cusolverTypes,
    constants: only(/^CUSOLVER/),
    statuses: native.cusolverStatuses,
    statusNames: /\b(CUSOLVER_STATUS_\w+)\s*=/g,
  },
  {
    header: "nccl.h",
    functions: native.ncclFunctions,
    types: native.ncclTypes,
    constants: only(/^nccl/),
    statuses: native.ncclStatuses,
    statusNames: /\b(nccl(?:Success|Timeout|InProgress|Invalid\w+|\w+Error))\s*=/g,
  },
] as const;

const folders = noCompiler === undefined ? allIncludeFolders() : [];

describe.each(libraries)("$header", (library) => {
  const missing =
    noCompiler ?? (folders.some((one) => existsSync(join(one, library.header))) ? "" : "not installed");

  it.skipIf(missing !== "")(`agrees with the table${missing && ` (skipped: ${missing})`}`, () => {
    const { statuses, statusNames } = library;
    const constants: Record<string, number> = { ...library.constants };
    for (const [status, [name]] of Object.entries(statuses)) constants[name] = Number(status);
    const include = "include" in library ? library.include : `#include <${library.header}>`;
    const { complaints, compared, undeclared, text } = compareWithHeaders(
      { functions: library.functions, types: library.types, constants, include },
      folders,
    );
    expect(complaints).toBe("");
    const allowed: readonly string[] = "unnamed" in library ? library.unnamed : [];
    const surprising = undeclared.filter((name) => !allowed.includes(name));
    // A header may be of an older CUDA, or of a newer one that dropped a status, but not of another library.
    expect(surprising.length, surprising.join(", ")).toBeLessThan(compared.length / 5);
    const listed = new Set<string>(Object.values(statuses).map(([name]) => name));
    const theirs = [...text.matchAll(statusNames)].map(([, name]) => name ?? "");
    expect(theirs.filter((name) => !listed.has(name))).toEqual([]);
    expect(theirs.length).toBeGreaterThan(5);
    if (process.env["CUTS_TEST_VERBOSE"]) {
      console.log(
        `${library.header}: ${compared.length} compared; undeclared: ${surprising.join(", ") || "none"}`,
      );
    }
  });
});
