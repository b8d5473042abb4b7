// NVRTC, CUDA's compiler as a library, one to one; made as driver.ts is.

import { readdirSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { tryOpenLibrary } from "../ffi/open-library.js";
import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { type FoundLibrary, findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** Types of NVRTC, as C text. */
export const nvrtcTypes = `
  typedef int nvrtcResult;
  typedef struct _nvrtcProgram* nvrtcProgram;
`;

/** The functions of NVRTC. */
export const nvrtcFunctions = {
  /** The version of NVRTC. */
  nvrtcVersion: "nvrtcResult(int* major, int* minor)",
  /** The name of a status. */
  nvrtcGetErrorString: "const char*(nvrtcResult result)",
  /** How many architectures it can compile for. */
  nvrtcGetNumSupportedArchs: "nvrtcResult(int* count)",
  /** Which ones: 90 is sm_90. */
  nvrtcGetSupportedArchs: "nvrtcResult(int* architectures)",
  /** Makes a program of a source and of headers in memory. */
  nvrtcCreateProgram:
    "nvrtcResult(nvrtcProgram* program, const char* source, const char* name, int headerCount, const char* const* headers, const char* const* includeNames)",
  /** Destroys a program. */
  nvrtcDestroyProgram: "nvrtcResult(nvrtcProgram* program)",
  /** Compiles a program. */
  nvrtcCompileProgram: "nvrtcResult(nvrtcProgram program, int optionCount, const char* const* options)",
  /** The size of the PTX with its NUL. */
  nvrtcGetPTXSize: "nvrtcResult(nvrtcProgram program, size_t* bytes)",
  /** The PTX. */
  nvrtcGetPTX: "nvrtcResult(nvrtcProgram program, char* ptx)",
  /** The size of the CUBIN; 0 when PTX was asked for. */
  nvrtcGetCUBINSize: "nvrtcResult(nvrtcProgram program, size_t* bytes)",
  /** The CUBIN. */
  nvrtcGetCUBIN: "nvrtcResult(nvrtcProgram program, char* cubin)",
  /** The size of the LTO-IR; 0 unless -dlto was among the options. */
  nvrtcGetLTOIRSize: "nvrtcResult(nvrtcProgram program, size_t* bytes)",
  /** The LTO-IR, which nvJitLink takes. */
  nvrtcGetLTOIR: "nvrtcResult(nvrtcProgram program, char* ltoir)",
  /** The size of the compiler's messages with their NUL. */
  nvrtcGetProgramLogSize: "nvrtcResult(nvrtcProgram program, size_t* bytes)",
  /** The compiler's messages. */
  nvrtcGetProgramLog: "nvrtcResult(nvrtcProgram program, char* log)",
  /** Asks for a template instance or a C++ name. */
  nvrtcAddNameExpression: "nvrtcResult(nvrtcProgram program, const char* expression)",
  /** The symbol of what was asked for. */
  nvrtcGetLoweredName: "nvrtcResult(nvrtcProgram program, const char* expression, const char** name)",
} as const;

/** NVRTC with every argument checked. */
export type Nvrtc = NativeTable<typeof nvrtcFunctions, typeof nvrtcTypes>;

/** NVRTC without checks and with addresses as numbers: for the compiler. */
export type RawNvrtc = RawTable<typeof nvrtcFunctions, typeof nvrtcTypes>;

/**
 * Opens NVRTC, or the one of `library`.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openNvrtc(library = findCudaLibrary(libraryFiles.nvrtc)): Nvrtc {
  const { path } = openRawNvrtc(library);
  return nativeTable([path], nvrtcFunctions, nvrtcTypes);
}

/** {@link openNvrtc} for the compiler. */
export function openRawNvrtc(library: FoundLibrary): RawNvrtc {
  const table = rawTable(library, nvrtcFunctions, nvrtcTypes);
  loadBuiltins(table.path);
  return table;
}

/**
 * NVRTC opens libnvrtc-builtins by its bare name when it first compiles. That of Python's packages is not where the loader
 * looks, so it is opened here, after which the loader takes it for the one that NVRTC asks for.
 */
function loadBuiltins(nvrtc: string): void {
  if (!isAbsolute(nvrtc) || process.platform === "win32") return;
  const folder = dirname(nvrtc);
  for (const file of readdirSync(folder)) {
    if (file.startsWith("libnvrtc-builtins.so")) kept.push(tryOpenLibrary(join(folder, file)));
  }
}

/** A library that nobody holds may be unloaded. */
const kept: unknown[] = [];
