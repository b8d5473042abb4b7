// The seeded bugs of test/check and their twins as programs that nvcc compiles: one for each file, which is given the name of a
// case. Arrays of a kernel's case are allocations of their own, exactly as long as it says.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type CheckCase, readCases } from "../../test/check/read-cases.js";

/** A function or kernel to run. */
export interface CatalogueCase {
  readonly name: string;
  /** What must be found, as `kind:line`; nothing in a twin. */
  readonly bugs: readonly string[];
}

/** One file of the catalogue. */
export interface CatalogueProgram {
  readonly file: string;
  /** What nvcc compiles. */
  readonly source: string;
  readonly cases: readonly CatalogueCase[];
}

const folder = new URL("../../test/check/", import.meta.url);

/** All of them. */
export function cataloguePrograms(): readonly CatalogueProgram[] {
  const kernels = readdirSync(new URL("cases/", folder)).sort();
  return [...kernels.map((file) => kernelProgram(file)), hostProgram("catalogue.cu")];
}

function kernelProgram(file: string): CatalogueProgram {
  const url = new URL(`cases/${file}`, folder);
  const { cases } = readCases(url);
  const source = [
    `#include "${fileURLToPath(url)}"`,
    "#include <cstdio>",
    "#include <cstring>",
    "#include <vector>",
    "template <typename T> T* array(size_t n, T value) {",
    "  std::vector<T> host(n, value);",
    "  T* at = nullptr;",
    "  cudaMalloc(&at, n * sizeof(T));",
    "  cudaMemcpy(at, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);",
    "  return at;",
    "}",
    "int main(int, char** argv) {",
    ...cases.map(launchOf),
    "  cudaError_t status = cudaDeviceSynchronize();",
    '  if (status != cudaSuccess) fprintf(stderr, "%s\\n", cudaGetErrorString(status));',
    "  return 0;",
    "}",
    "",
  ].join("\n");
  return { file, source, cases };
}

const C_TYPES: Readonly<Record<string, string>> = {
  Float32Array: "float",
  Float64Array: "double",
  Int32Array: "int",
  Uint32Array: "unsigned",
  Int8Array: "char",
  BigInt64Array: "long long",
};

function launchOf({ name, config, args }: CheckCase): string {
  if (config.cooperative) throw new Error(`internal: ${name} is cooperative, which is not written yet`);
  const size = (of: readonly number[]): string => `dim3(${of.join(", ")})`;
  const launch = [
    size(config.grid),
    size(config.block),
    ...(config.shared === undefined ? [] : [config.shared]),
  ];
  const values = args.map((value) => {
    if (!ArrayBuffer.isView(value)) return String(value);
    const { length, 0: first } = value as unknown as ArrayLike<number | bigint>;
    const type = C_TYPES[value.constructor.name];
    return `array<${type}>(${length}, ${first ?? 0})`;
  });
  return `  if (strcmp(argv[1], "${name}") == 0) ${name}<<<${launch.join(", ")}>>>(${values.join(", ")});`;
}

/** Its functions end in _bug or _ok; a line of a kernel or helper is a bug of the functions that use it. */
function hostProgram(file: string): CatalogueProgram {
  const path = fileURLToPath(new URL(`programs/${file}`, folder));
  const lines = readFileSync(path, "utf8").split("\n");
  const bodies = new Map<string, { bugs: string[]; text: string }>();
  let open: { bugs: string[]; text: string } | undefined;
  for (const [at, line] of lines.entries()) {
    const name = /^(?:__global__ )?(?:void|int\*) (\w+)\(/.exec(line)?.[1];
    if (name !== undefined) bodies.set(name, (open = { bugs: [], text: "" }));
    const kind = /\/\/ BUG ([a-z-]+)/.exec(line)?.[1];
    if (open === undefined) continue;
    open.text += line;
    if (kind !== undefined) open.bugs.push(`${kind}:${at + 1}`);
    if (line === "}" || line.endsWith(" }")) open = undefined;
  }
  const cases = [...bodies].filter(([name]) => /_(?:bug|ok)$/.test(name));
  const used = (text: string): readonly string[] =>
    [...bodies]
      .filter(([name]) => !/_(?:bug|ok)$/.test(name) && new RegExp(`(?<!::)\\b${name}\\b`).test(text))
      .flatMap(([, { bugs }]) => bugs);
  // The context is destroyed at the end: without that no tool tells leaks.
  const source = [
    "#define main catalogue_main",
    `#include "${path}"`,
    "#undef main",
    "int main(int count, char** words) {",
    "  catalogue_main(count, words);",
    "  cudaDeviceSynchronize();",
    "  cudaDeviceReset();",
    "  return 0;",
    "}",
    "",
  ].join("\n");
  return {
    file,
    source,
    cases: cases.map(([name, { bugs, text }]) => ({ name, bugs: [...bugs, ...used(text)] })),
  };
}
