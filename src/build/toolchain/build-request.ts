// A build request and its result: the types that the rest of build/ exchanges with the toolchain.

/** A complete request: two equal requests over equal files produce the same file. */
export interface BuildRequest {
  /** What messages and the file's name call it. */
  readonly name: string;
  /** "library": a shared library for dlopen. "addon": a Node-API addon for process.dlopen. */
  readonly kind: "library" | "addon";
  /** Absolute paths of `.c`, C++ and `.cu` files. */
  readonly sources: readonly string[];
  /** Options of the C and C++ compiler. */
  readonly options?: readonly string[];
  /** Options of nvcc. */
  readonly cudaOptions?: readonly string[];
  /** Options of the link step, as the C++ compiler spells them: `-L`, `-l`, `-Wl,…`. */
  readonly linkOptions?: readonly string[];
  /** Folders with headers. */
  readonly includes?: readonly string[];
  /** Folders with headers of others, for the C and C++ compiler. */
  readonly systemIncludes?: readonly string[];
  /** Macros: `{ N: 4, FAST: true }` is `-DN=4 -DFAST`; false leaves one out. */
  readonly defines?: Defines;
  /** Static archives and shared libraries by path, others by bare name: `"./libfast.a"`, `"m"`. */
  readonly libraries?: readonly string[];
  /** GPU architectures: `"90"`, `"sm_80"`, `"compute_90"`; nvcc's own choice by default. */
  readonly archs?: readonly string[];
  /** Where relative paths in options start; the current directory by default. */
  readonly directory?: string;
  /** Is told what happens, step by step, where something is built. */
  readonly onProgress?: (progress: BuildProgress) => void;
}

/** Macros by name. */
export type Defines = Readonly<Record<string, string | number | boolean>>;

/** The result of a request. */
export interface BuiltFile {
  /** A file that the system's loader can open. */
  readonly path: string;
  /** All sources, headers and archives that went in; the system's own headers are left out. */
  readonly files: readonly string[];
  /** Whether a compiler ran for it in this call. */
  readonly isFresh: boolean;
}

/** One step of a build. */
export interface BuildProgress {
  readonly name: string;
  /** "wait": another process builds the same. */
  readonly step: "compile" | "link" | "wait";
  /** Steps that are over, and all of them. */
  readonly done: number;
  readonly total: number;
  /** What the step is about: the source, or the name. */
  readonly subject: string;
  /** Who does it: "gcc", "nvcc", "clang (WebAssembly)". */
  readonly tool: string;
}
