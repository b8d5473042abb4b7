// What only a run of the compiler shows: the messages that people read for wrong calls, and that declarations nobody wrote
// down mean the same to the type-level parsers as to the run-time ones.

import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { FunctionDeclaration, Parameter } from "../ast.js";
import { namedTypes } from "../declarations.table.js";
import { findKernels } from "../kernel-signatures.js";
import { formatLength } from "../length.js";
import { parseDeclaration } from "../parse-declaration.js";
import { parseTypes } from "../parse-types.js";
import { typeCode } from "../type-code.js";

const types = fileURLToPath(new URL(".", import.meta.url)).replaceAll("\\", "/");
const root = fileURLToPath(new URL("../../..", import.meta.url));

const calls = `
import type { CFunction, CheckedDeclarations } from "${types}c-function.js";
import type { KernelArguments, KernelSelector } from "${types}kernel-arguments.js";
import type { ReadonlyTypedArray } from "${types}../../core/readonly-typed-array.js";

declare function dlopen<const T extends Readonly<Record<string, string>>>(
  path: string,
  table: T & CheckedDeclarations<T>,
): { readonly [Name in keyof T]: CFunction<T[Name]> };
declare function kernel<const Source extends string>(source: Source): (...args: KernelArguments<Source>) => void;
declare function select<const Source extends string>(source: Source, name: KernelSelector<Source>): void;
declare const constants: ReadonlyTypedArray<Float32Array>;

const lib = dlopen("./libsum.so", { sum: "void(const float a[n], float out[n], int n)" });
const f32 = new Float32Array(4);

lib.sum(new Float64Array(4), f32, 4); // wrong dtype
lib.sum(f32, f32); // missing argument
lib.sum(f32, f32, f32); // typed array for a scalar
lib.sum(f32, constants, 4); // writing through const
lib.sum(null, f32, 4); // null where a length is declared
dlopen("./libsum.so", { sum: "void(flaot a[n], int n)" }); // misspelt type
dlopen("./libc.so.6", { printf: "int(const char* format, ...)" }); // variadic
kernel("__global__ void f(float* x, int n) {}")(f32, 4); // host memory for a launch
kernel("__global__ void f(const P& p) {}")(1); // a kernel with a reference
select("__global__ void scale(float* x) {}", "scael"); // misspelt kernel
`;

it("says what is wrong with a call", async () => {
  const lines = calls.split("\n");
  const messages = (await compile(calls)).map(
    ({ line, message }) => `${lines[line - 1]?.split(" // ")[1]}: ${message}`,
  );
  expect(messages).toMatchInlineSnapshot(`
      [
        "wrong dtype: Argument of type 'Float64Array<ArrayBuffer>' is not assignable to parameter of type 'ConstPointer<"float32", "a">'.",
        "missing argument: Expected 3 arguments, but got 2.",
        "typed array for a scalar: Argument of type 'Float32Array<ArrayBuffer>' is not assignable to parameter of type 'number'.",
        "writing through const: Argument of type 'Pick<Float32Array<ArrayBufferLike>, "BYTES_PER_ELEMENT" | "byteLength" | "byteOffset" | "length" | unique symbol> & Reading<number, Float32Array<...>>' is not assignable to parameter of type 'Pointer<"float32", "out">'.",
        "null where a length is declared: Argument of type 'null' is not assignable to parameter of type 'ConstPointer<"float32", "a">'.",
        "misspelt type: Type '"void(flaot a[n], int n)"' is not assignable to type '"void(flaot a[n], int n)" & DeclarationTypeError<"Cannot read 'flaot': not a C type">'.",
        "variadic: Type '"int(const char* format, ...)"' is not assignable to type '"int(const char* format, ...)" & DeclarationTypeError<"Cannot read '...': a variadic function has no fixed signature; declare the parameters of one call">'.",
        "host memory for a launch: Argument of type 'Float32Array<ArrayBuffer>' is not assignable to parameter of type 'KernelPointer<"float32", "x"> | null'.",
        "a kernel with a reference: Argument of type 'number' is not assignable to parameter of type 'DeclarationTypeError<"Cannot read '&': a reference has no C counterpart; use a pointer">'.",
        "misspelt kernel: Argument of type '"scael"' is not assignable to parameter of type 'KernelName<"scale">'.",
      ]
    `);
});

const launches = `
import { array, type NDArray } from "${types}../../array/array.js";
import { kernel } from "${types}../../runtime/kernels/kernel.js";

const add = kernel("__global__ void add(const float* a, float* out, int n) {}");
const f32 = array([1, 2]);
declare const f64: NDArray<"float64">;
const config = { threads: 2 };

add(config, new Float32Array(2), f32, 2); // a typed array to read, in a launch
add(config, f32, new Float32Array(2), 2); // a typed array to write, in a launch
add(config, [1, 2], f32, 2); // a list in a launch
add(config, f64, f32, 2); // a wrong array to read
add(config, f32, f64, 2); // a wrong array to write
void add.run(config, new Float64Array(2), f32, 2); // a wrong typed array to read
void add.run(config, f32, new Float64Array(2), 2); // a wrong typed array to write
void add.run(config, f64, f32, 2); // a wrong array in run
`;

it("ends its messages about arrays with what is wrong", async () => {
  const lines = launches.split("\n");
  const messages = (await compile(launches)).map(
    ({ line, last }) => `${lines[line - 1]?.split(" // ")[1]}: ${last}`,
  );
  const host = "a launch takes arrays of a device, cu.array(values); typed arrays are for .run()";
  const dtypes = `Type '"float64"' is not assignable to type '"float32"'.`;
  const typedArrays = `Type '"Float64Array"' is not assignable to type '"Float32Array"'.`;
  expect(messages).toEqual([
    `a typed array to read, in a launch: Type 'number' is not assignable to type '"${host}"'.`,
    `a typed array to write, in a launch: Type 'number' is not assignable to type '"${host}"'.`,
    `a list in a launch: Type 'number' is not assignable to type '"${host}"'.`,
    `a wrong array to read: ${dtypes}`,
    `a wrong array to write: ${dtypes}`,
    `a wrong typed array to read: ${typedArrays}`,
    `a wrong typed array to write: ${typedArrays}`,
    `a wrong array in run: ${dtypes}`,
  ]);
});

it("reads generated declarations and real kernels as the run-time parsers do", async () => {
  const known = parseTypes(namedTypes);
  const declarations = fc.sample(declaration, { seed: 20261115, numRuns: 300 }).flatMap((text) => {
    try {
      return [declarationRow(text, parseDeclaration(text, known))];
    } catch {
      return [];
    }
  });
  const folder = join(root, "test/kernels");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".cu"));
  const kernels = await Promise.all(
    files.map(async (name) => kernelRow(await readFile(join(folder, name), "utf8"))),
  );
  expect(declarations.length).toBeGreaterThan(150);
  expect(kernels.length).toBeGreaterThan(50);
  const source = [
    `import type { Differences, NameDifferences, ParameterDifferences } from "${types}agreement.test-d.js";`,
    `import type { namedTypes } from "${types}../declarations.table.js";`,
    "declare function same<_ extends never>(): void;",
    ...declarations.map((row) => `same<Differences<readonly [${row}]>>();`),
    ...kernels.map((row, index) => `type Row${index} = readonly [${row}];`),
    ...kernels.map((_, index) => `same<NameDifferences<Row${index}> | ParameterDifferences<Row${index}>>();`),
  ];
  expect(await compile(source.join("\n"))).toEqual([]);
});

const words =
  "int|unsigned int|long unsigned|unsigned long long int|char|signed char|float|double|bool|void|size_t|int8_t|" +
  "std::uint16_t|::size_t|float4|dim3|half|float _Complex|_Complex double|double complex|struct vec3|vec3|point|node|" +
  "enum color|color|handle|buffer|compare|struct FILE|__int64|uint|cuComplex|volatile int|short int signed";
const word = fc.constantFrom(...words.split("|"));
const length = fc.constantFrom(
  "n",
  "2*n+1",
  "n*(m-1)",
  "4",
  "0x10",
  "16u",
  "BLUE*n",
  "static n",
  "*",
  "",
  "n/2-1",
  "n-(m-n)",
);
const stars = fc
  .array(fc.constantFrom("*", "* ", "*const ", "* __restrict__ "), { maxLength: 3 })
  .map((all) => all.join(""));

const { list } = fc.letrec<{ list: string; one: string }>((tie) => ({
  one: fc
    .tuple(
      fc.constantFrom("", "", "const ", "__device__ ", "__device__ const "),
      word,
      fc.constantFrom("", "", " const"),
      stars,
      fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom("NAME", "NAME", "NAME", "(NAME)", "(*NAME)"),
        length.map((text) => `NAME[${text}]`),
        fc.tuple(length, length).map(([rows, columns]) => `NAME[${rows}][${columns}]`),
        length.map((text) => `(*NAME)[${text}]`),
        tie("list").map((inner) => `(*NAME)(${inner})`),
        tie("list").map((inner) => `NAME(${inner})`),
      ),
    )
    .map(
      ([before, type, after, pointers, declarator]) => `${before}${type}${after} ${pointers}${declarator}`,
    ),
  list: fc
    .tuple(fc.array(tie("one"), { maxLength: 3 }), fc.constantFrom(", ", ",", " ,\n  "), fc.boolean())
    .map(([parameters, comma, sized]) =>
      [...parameters, ...(sized ? ["int NAME", "int NAME"] : [])]
        // Names are given in order, so that the last two, which lengths use, are n and m.
        .toReversed()
        .map((text, index) => text.replace("NAME", ["n", "m", "x", "", "out"][index] ?? ""))
        .toReversed()
        .join(comma),
    ),
}));

const declaration = fc
  .tuple(
    fc.constantFrom("", "extern ", "static inline ", 'extern "C" '),
    word,
    fc.constantFrom("", " ", "*", " *"),
    fc.constantFrom("", " f"),
    list,
    fc.constantFrom("", ";"),
  )
  .map(
    ([storage, result, star, name, parameters, end]) =>
      `${storage}${result}${star}${name}(${parameters})${end}`,
  );

/** A row of declarations.table.ts, as a type. */
function declarationRow(text: string, { name, result, parameters }: FunctionDeclaration): string {
  const row = {
    text,
    ...(name === undefined ? {} : { name }),
    result: typeCode(result),
    params: parameters.map(code),
  };
  return JSON.stringify(row).replace(/\}$/, ", types: typeof namedTypes }");
}

/** A row of kernels.table.ts, as a type. */
function kernelRow(source: string): string {
  const { kernels, unreadable } = findKernels(source);
  expect(unreadable).toEqual([]);
  return JSON.stringify({
    source,
    kernels: kernels.map(({ name, parameters }) => ({ name, params: parameters.map(code) })),
  });
}

function code({ name = "", type, optional }: Parameter): readonly string[] {
  const length = type.kind === "pointer" && type.length ? [formatLength(type.length)] : [];
  return [optional ? `${name}?` : name, typeCode(type), ...length];
}

/** An error of the compiler: its line, the first line of its message, and the last. */
interface Diagnostic {
  readonly line: number;
  readonly message: string;
  readonly last: string;
}

/** The errors of a TypeScript text, not of what it imports. */
async function compile(source: string): Promise<readonly Diagnostic[]> {
  const folder = await mkdtemp(join(tmpdir(), "cuts-tsc-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "source.ts"), source);
    const compilerOptions = { typeRoots: [join(root, "node_modules/@types")] };
    const config = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["source.ts"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
    const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");
    const run = promisify(execFile)(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
      cwd: folder,
      maxBuffer: 1 << 26,
    });
    const { stdout } = await run.catch((failure: { readonly stdout: string }) => failure);
    if (/^(?:tsconfig\.json|error)\b/m.test(stdout)) throw new Error(`The compiler stopped: ${stdout}`);
    return Array.from(
      stdout.matchAll(/^source\.ts\((\d+),\d+\): error TS\d+: (.*)((?:\n .*)*)$/gm),
      ([, line, message = "", rest = ""]) => ({
        line: Number(line),
        message,
        last: rest.split("\n").at(-1)?.trim() ?? "",
      }),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}
