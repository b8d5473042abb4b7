// The layers of src/ as data, read by layers.test.ts. A file imports its own layer and those below it. What breaks that rule stands
// in `exceptions` with its reason, and goes when the reason does.

/** Folders of src/, from the bottom up. */
export const layers = [
  "core",
  "host",
  "cdecl",
  "ffi",
  "native",
  "compiler",
  "backend",
  "backend/fake",
  "backend/cpu",
  "backend/cuda",
  "runtime",
  "program",
  "array",
  "ops",
  "interop",
  "check",
  "distributed",
  "build",
  "doctor",
  "index.ts",
  "cli",
] as const;

export type Layer = (typeof layers)[number];

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
  { from: "program", to: "backend/cpu", reason: "whole programs run on the cpu device's machine" },
  { from: "program", to: "backend/cuda", reason: "nvcc compiles programs for a GPU" },
  { from: "build/package/prebuild.ts", to: "backend/cpu", reason: "compiles kernels ahead of time" },
  { from: "build/package/prebuild.ts", to: "backend/cuda", reason: "compiles kernels ahead of time" },
  { from: "build/wasm", to: "backend/cpu", reason: "addons are linked into the cpu device's memory" },
  { from: "build/toolchain/compilers.ts", to: "backend/cuda", reason: "finds nvcc" },
  { from: "cli/commands/run.ts", to: "core", reason: "writes the page of a profile" },
  { from: "cli/commands/run.ts", to: "program", reason: "prints the times of a program" },
  { from: "cli/commands/share.ts", to: "compiler", reason: "serves the compiler to other processes" },
];
