// Libraries compiled from C, C++ and CUDA sources and loaded into the memory of a device that is also host memory
// (BackendProvider.libraries). The host calls their functions directly, and their kernels run as work of that device.

import type { SourceFile } from "../../compiler/source-files.js";
import type { Backend } from "../backend.js";
import type { ProcessMemory } from "./native-code.js";
import type { Work } from "./work.js";

/** Compiles libraries and loads them onto devices of one kind. */
export interface BackendLibraries {
  /**
   * Compiles, links and loads a library. `backend` is an open device of this kind.
   * @throws CompileError; UnsupportedError for a device that can have no libraries.
   */
  place(backend: Backend, request: LibraryRequest): Promise<PlacedLibrary>;
}

/** A library to be compiled and loaded. */
export interface LibraryRequest {
  readonly name: string;
  readonly sources: readonly SourceFile[];
  /** Compiler options, as nvcc spells them. */
  readonly options: readonly string[];
  /** The folder that relative paths in options start from. */
  readonly directory: string;
  /** Called when a compiler has to be started. */
  readonly onCompile: () => void;
  /** The names of the functions that it exports. */
  readonly exports: readonly string[];
  /** Functions that it may import, by module. Each is looked up when it is first called. */
  readonly imports: Readonly<Record<string, Readonly<Record<string, (...args: never[]) => unknown>>>>;
}

/** A loaded library. */
export interface PlacedLibrary {
  /** Whether it was compiled now instead of found in the cache. */
  readonly isFresh: boolean;
  /** The memory of the device; an address is an offset there. */
  readonly memory: { readonly buffer: ArrayBufferLike };
  /** The same memory for code of the process. */
  readonly processMemory: ProcessMemory;
  /** Its functions and its table of functions, by name. */
  readonly exports: Readonly<Record<string, unknown>>;
  /**
   * Runs code of the library and flushes what it has printed. If the code ended the library instead of returning, returns the
   * reason.
   */
  enter(body: () => void): string | undefined;
  /** Waits for the work that it has submitted to the device. */
  finish(): void;
  /**
   * The library's handle of the stream that `owner` stands for; always the same for one owner. The owner orders the work of that
   * stream.
   */
  streamOf(owner: object): number;
  /** Whether it has submitted work that may be unfinished or has failed. */
  readonly hasWork: boolean;
  /** Completes `work` after all work of the library; it fails if the library's work has failed. */
  follow(work: Work): void;
  /** Unloads it and frees its memory. */
  close(): void;
}
