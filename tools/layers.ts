// The layers of src/ as data. A file imports its own layer and those below it, which test/layers/layers.test.ts checks. What breaks that
// rule stands in `exceptions` with its reason.

/** Folders of src/ and what they are, from the bottom up. */
export const texts = {
  core: "dtypes, shapes, float16, errors",
  host: "files, threads, processes, async context: what the platform gives",
  cdecl: "C declarations: one parser, and its twin in types",
  ffi: "libraries, functions, structs, callbacks, raw memory",
  native: "the CUDA driver, NVRTC, cuBLAS … one to one",
  compiler: "source to object code, LLVM IR as data, one disk cache",
  backend: "the port: what a device must do",
  "backend/fake": "a device that computes nothing",
  "backend/cpu": "clang, passes over LLVM IR, WebAssembly on a pool of workers",
  "backend/cuda": "NVRTC and the driver",
  runtime: "devices, streams, events, memory, modules, kernels, graphs",
  program: "whole CUDA programs, as users run them",
  array: "n-dimensional arrays",
  ops: "operators, dispatch, gradients, fusion",
  interop: "DLPack, CUDA array interface, vectors, Python",
  check: "verify(): the same work again, compared",
  distributed: "communicators and arrays of several processes",
  build: "native libraries and addons from source, packaging",
  doctor: "what is on this machine, and whether it works",
  "index.ts": "the public surface: re-exports only",
  cli: "the command line",
} as const;

export type Layer = keyof typeof texts;

/** The layers, from the bottom up. */
export const layers = Object.keys(texts) as readonly Layer[];

/** The implementations of the port. No other layer imports them, and they do not import each other. */
export const implementations: readonly Layer[] = ["backend/fake", "backend/cpu", "backend/cuda"];

/** What the layers import of ours where that is less than everything below them. */
export const onlyFrom: ReadonlyMap<Layer, readonly Layer[]> = new Map<Layer, readonly Layer[]>([
  // The commands use what users have.
  ["cli", ["index.ts"]],
]);

export interface Exception {
  /** A file or a folder of src/. */
  readonly from: string;
  readonly to: Layer;
  readonly reason: string;
}

export const exceptions: readonly Exception[] = [
  { from: "core/text.ts", to: "host", reason: "only the host tells a Proxy, and messages show values" },
  { from: "runtime/devices/backends.ts", to: "backend/cpu", reason: "the list of backends" },
  { from: "runtime/devices/backends.ts", to: "backend/cuda", reason: "the list of backends" },
  { from: "runtime/devices/fake-device.ts", to: "backend/fake", reason: "opens the device of fake()" },
  { from: "cli/commands/run.ts", to: "core", reason: "writes the page of a profile" },
  { from: "cli/commands/run.ts", to: "program", reason: "prints the times of a program" },
  { from: "cli/commands/share.ts", to: "compiler", reason: "serves the compiler to other processes" },
];
