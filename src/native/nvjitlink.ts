// nvJitLink, the linker of device code, one to one; made as driver.ts is. It needs no GPU.

import { type NativeTable, type RawTable, nativeTable, rawTable } from "./bind-table.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

/** Types of nvJitLink, as C text. */
export const nvjitlinkTypes = `
  typedef int nvJitLinkResult, nvJitLinkInputType;
  typedef struct nvJitLink* nvJitLinkHandle;
`;

/** The functions of nvJitLink. */
export const nvjitlinkFunctions = {
  /** The version of the library. */
  nvJitLinkVersion: "nvJitLinkResult(unsigned int* major, unsigned int* minor)",
  /** Begins a link; -arch=sm_90 or the like must be among the options. */
  nvJitLinkCreate: "nvJitLinkResult(nvJitLinkHandle* handle, uint32_t optionCount, const char** options)",
  /** Ends it. */
  nvJitLinkDestroy: "nvJitLinkResult(nvJitLinkHandle* handle)",
  /** Adds PTX, a CUBIN, LTO-IR, a fatbin, an object or a library from memory. */
  nvJitLinkAddData:
    "nvJitLinkResult(nvJitLinkHandle handle, nvJitLinkInputType type, const void* data, size_t bytes, const char* name)",
  /** The same from a file. */
  nvJitLinkAddFile: "nvJitLinkResult(nvJitLinkHandle handle, nvJitLinkInputType type, const char* path)",
  /** Links. */
  nvJitLinkComplete: "nvJitLinkResult(nvJitLinkHandle handle)",
  /** The size of the CUBIN. */
  nvJitLinkGetLinkedCubinSize: "nvJitLinkResult(nvJitLinkHandle handle, size_t* bytes)",
  /** The CUBIN. */
  nvJitLinkGetLinkedCubin: "nvJitLinkResult(nvJitLinkHandle handle, void* cubin)",
  /** The size of the PTX with its NUL, where -lto -ptx was asked for. */
  nvJitLinkGetLinkedPtxSize: "nvJitLinkResult(nvJitLinkHandle handle, size_t* bytes)",
  /** The PTX. */
  nvJitLinkGetLinkedPtx: "nvJitLinkResult(nvJitLinkHandle handle, char* ptx)",
  /** The size of the errors with their NUL. */
  nvJitLinkGetErrorLogSize: "nvJitLinkResult(nvJitLinkHandle handle, size_t* bytes)",
  /** The errors. */
  nvJitLinkGetErrorLog: "nvJitLinkResult(nvJitLinkHandle handle, char* log)",
  /** The size of the other messages with their NUL. */
  nvJitLinkGetInfoLogSize: "nvJitLinkResult(nvJitLinkHandle handle, size_t* bytes)",
  /** The other messages. */
  nvJitLinkGetInfoLog: "nvJitLinkResult(nvJitLinkHandle handle, char* log)",
} as const;

/** nvJitLink with every argument checked. */
export type NvJitLink = NativeTable<typeof nvjitlinkFunctions, typeof nvjitlinkTypes>;

/** nvJitLink without checks and with addresses as numbers: for the layers above. */
export type RawNvJitLink = RawTable<typeof nvjitlinkFunctions, typeof nvjitlinkTypes>;

/**
 * Opens nvJitLink, or the one of `library`.
 * @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place that was tried.
 */
export function openNvJitLink(library = findCudaLibrary(libraryFiles.nvjitlink)): NvJitLink {
  return nativeTable(library, nvjitlinkFunctions, nvjitlinkTypes);
}

/** {@link openNvJitLink} for the layers above. */
export function openRawNvJitLink(library = findCudaLibrary(libraryFiles.nvjitlink)): RawNvJitLink {
  return rawTable(library, nvjitlinkFunctions, nvjitlinkTypes);
}
