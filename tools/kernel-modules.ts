// The TypeScript of built-in kernels: one module for the .cuh files of a folder, with the text of each kernel, the types of its
// parameters by name, and a function that writes them.

import { basename, dirname, relative } from "node:path";
import type { CType, Parameter } from "../src/cdecl/ast.js";
import type { ParameterKind } from "../src/compiler/elements/parameters.js";
import { type KernelFile, kernelFiles, type KernelInFile } from "./kernel-files.js";

const DEFINITIONS = "src/array/kernels/kernel-definition.js";
const POINTER = "src/array/kernels/pointer.js";

/** The modules by their paths below the root of the repository. */
export function generatedModules(files: readonly KernelFile[] = kernelFiles()): ReadonlyMap<string, string> {
  const folders = new Set(files.map(({ path }) => dirname(path)));
  return new Map(Array.from(folders, (folder) => [`${folder}/kernels.gen.ts`, moduleOf(folder, files)]));
}

function moduleOf(folder: string, files: readonly KernelFile[]): string {
  const own = files.filter(({ path }) => dirname(path) === folder);
  const elsewhere = new Map<string, Set<string>>();
  for (const path of own.flatMap(({ includes }) => includes)) {
    if (dirname(path) === folder) continue;
    const module = importPath(folder, `${dirname(path)}/kernels.gen.js`);
    elsewhere.set(module, new Set([...(elsewhere.get(module) ?? []), sourceName(path)]));
  }
  const imports = Array.from(
    elsewhere,
    ([module, names]) => `import { ${[...names].join(", ")} } from "${module}";`,
  );
  const body = own
    .flatMap((file) => [sourceOf(file, files), ...file.kernels.map((one) => kernelOf(file, one))])
    .join("\n");
  const types = ["KernelDefinition", "KernelSource"].filter((type) => body.includes(type));
  return [
    "// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.",
    "",
    `import type { ${types.join(", ")} } from "${importPath(folder, DEFINITIONS)}";`,
    ...(body.includes("Pointer") ? [`import type { Pointer } from "${importPath(folder, POINTER)}";`] : []),
    ...imports,
    "",
    body,
  ].join("\n");
}

function sourceOf(file: KernelFile, files: readonly KernelFile[]): string {
  const folder = dirname(file.path);
  const users = files.filter(({ includes }) => includes.includes(file.path));
  const isShared = users.some(({ path }) => dirname(path) !== folder);
  const isUsed = file.kernels.length > 0 || users.length > 0;
  const includes = file.includes.map(sourceName).join(", ");
  return `${isShared || !isUsed ? `/** ${basename(file.path)}. */\nexport ` : ""}const ${sourceName(file.path)}: KernelSource = {
  includes: [${includes}],
  text: ${literal(file.text)},
};
`;
}

function kernelOf(file: KernelFile, { signature, head, list, body }: KernelInFile): string {
  const name = camelCase(signature.name);
  const types = (signature.template ?? "").split(",").flatMap((one) => {
    const [, kind = "", type = ""] = /^\s*(.+?)\s+(\w+)\s*$/.exec(one) ?? [];
    return type === "" ? [] : [[type, kind.replace("typename", "class")] as const];
  });
  const parameters = signature.parameters.map((parameter) => {
    if (parameter.name === undefined)
      throw new Error(`Cannot read ${file.path}: all parameters of ${signature.name} must have names`);
    return { name: parameter.name, kind: kindOf(file, signature.name, parameter) };
  });
  const writes = parameters.map(
    ({ name: one, kind }, index) => `    block.${setters[kind](index, `values.${one}`)};`,
  );
  return `/** The parameters of \`${signature.name}\` in ${basename(file.path)}. */
export interface ${argumentsName(name)} {
${parameters.map(({ name: one, kind }) => `  readonly ${one}: ${valueTypes[kind]};`).join("\n")}
}

/** \`${signature.name}\` in ${basename(file.path)}. */
export const ${name}: KernelDefinition<${[argumentsName(name), ...(types.length > 0 ? [types.map(([type]) => `"${type}"`).join(" | ")] : [])].join(", ")}> = {
  source: ${sourceName(file.path)},
  types: { ${types.map(([type, kind]) => `${type}: "${kind}"`).join(", ")} },
  parameters: [${parameters.map(({ kind }) => `"${kind}"`).join(", ")}],
  head: ${literal(head)},
  list: ${literal(list)},
  body: ${literal(body)},
  write(block, values) {
${writes.join("\n")}
  },
};
`;
}

function kindOf(file: KernelFile, kernel: string, { name, type }: Parameter): ParameterKind {
  const kind = kindOfType(type);
  if (kind === undefined)
    throw new Error(
      `Cannot read ${file.path}: a launch cannot write ${name} of ${kernel} (got ${JSON.stringify(type)})`,
    );
  return kind;
}

function kindOfType(type: CType): ParameterKind | undefined {
  if (type.kind === "pointer" || type.kind === "string") return "pointer";
  if (type.kind === "opaque") return opaqueKinds[type.text];
  return type.kind === "scalar" && Object.hasOwn(valueTypes, type.name) && type.name !== "size"
    ? (type.name as ParameterKind)
    : undefined;
}

const opaqueKinds: Readonly<Record<string, ParameterKind>> = {
  cuts_size: "size",
  cuts_stride: "stride",
  "cuts_complex<float>": "complex64",
  "cuts_complex<double>": "complex128",
};

/** What TypeScript takes for a parameter. */
const valueTypes: { readonly [K in ParameterKind]: string } = {
  pointer: "Pointer",
  size: "number",
  stride: "number",
  int32: "number",
  uint32: "number",
  int64: "bigint",
  uint64: "bigint",
  float32: "number",
  float64: "number",
  complex64: "{ readonly re: number; readonly im: number }",
  complex128: "{ readonly re: number; readonly im: number }",
};

type Setter = (index: number, value: string) => string;
const plain =
  (setter: string): Setter =>
  (index, value) =>
    `${setter}(${index}, ${value})`;

/** How it is written. */
const setters: { readonly [K in ParameterKind]: Setter } = {
  pointer: plain("setArray"),
  size: plain("setSize"),
  stride: plain("setStride"),
  int32: plain("setInt32"),
  uint32: plain("setInt32"),
  int64: plain("setInt64"),
  uint64: plain("setInt64"),
  float32: plain("setFloat32"),
  float64: plain("setFloat64"),
  complex64: (index, value) => `setComplex(${index}, ${value}.re, ${value}.im, 4)`,
  complex128: (index, value) => `setComplex(${index}, ${value}.re, ${value}.im, 8)`,
};

function importPath(folder: string, path: string): string {
  const own = relative(folder, path).replaceAll("\\", "/");
  return own.startsWith(".") ? own : `./${own}`;
}

function sourceName(path: string): string {
  return `${camelCase(basename(path, ".cuh"))}Source`;
}

function argumentsName(kernel: string): string {
  return `${kernel.slice(0, 1).toUpperCase()}${kernel.slice(1)}Arguments`;
}

function camelCase(name: string): string {
  return name.replace(/[-_]+(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function literal(text: string): string {
  if (!text.includes("\n")) return JSON.stringify(text);
  return `\`${text.replace(/[\\`]|\$\{/g, (found) => `\\${found}`)}\``;
}
