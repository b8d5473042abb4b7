// Libraries of C, C++ and CUDA sources in the memory of a device that is the host's too (BackendProvider.libraries): the host calls
// their functions at once, and their kernels are work of that device.

import type { SourceFile } from "../../compiler/source-files.js";
import type { Backend } from "../backend.js";
import type { ProcessMemory } from "./native-code.js";
import type { Work } from "./work.js";

/** Compiles sources and places them on devices of one kind. */
export interface BackendLibraries {
  /**
   * Compiles, links and places a library. `backend` is an open device of this kind.
   * @throws CompileError; UnsupportedError for a device that can have no libraries.
   */
  place(backend: Backend, request: LibraryRequest): Promise<PlacedLibrary>;
}

/** A library to be placed. */
export interface LibraryRequest {
  readonly name: string;
  readonly sources: readonly SourceFile[];
  /** For the compiler, as nvcc spells them. */
  readonly options: readonly string[];
  /** Where relative paths in options start. */
  readonly directory: string;
  /** Called when a compiler has to be started. */
  readonly onCompile: () => void;
  /** The functions that it has for others. */
  readonly exports: readonly string[];
  /** Functions that it may import, by module. They are asked for when they are called first. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>;
}

/** A library in its place. */
export interface PlacedLibrary {
  /** Whether a compiler was needed for it. */
  readonly isFresh: boolean;
  /** The memory of the device; an address is an offset there. */
  readonly memory: WebAssembly.Memory;
  /** The same memory for code of the process. */
  readonly processMemory: ProcessMemory;
  /** Its functions and its table of functions, by name. */
  readonly exports: WebAssembly.Instance["exports"];
  /** Runs code of it, and writes out what that has printed; what ended the library where the code did not return. */
  enter(body: () => void): string | undefined;
  /** Waits for what it has given to the device. */
  finish(): void;
  /** The handle of a stream that somebody else has, who orders its work; the same one each time. */
  streamOf(owner: object): number;
  /** Whether work was given to the device that may not be over, or has failed. */
  readonly hasWork: boolean;
  /** Gives work of somebody else to the device, after all of the library's: it fails where that has failed. */
  follow(work: Work): void;
  /** Ends it and gives its memory back. */
  close(): void;
}
