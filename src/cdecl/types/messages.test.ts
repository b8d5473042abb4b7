// What the compiler says about wrong calls: the first line of each message is what a person reads, so it is pinned.

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const types = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../..", import.meta.url));

const source = `
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
  const folder = await mkdtemp(join(tmpdir(), "cuts-messages-"));
  try {
    await writeFile(join(folder, "package.json"), '{ "type": "module" }');
    await writeFile(join(folder, "calls.ts"), source);
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        extends: join(root, "tsconfig.json"),
        compilerOptions: { typeRoots: [join(root, "node_modules/@types")] },
        include: ["calls.ts"],
      }),
    );
    expect(await firstLines(folder)).toMatchInlineSnapshot(`
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
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** Each error of the folder: the comment of its line, then the first line of its message. */
async function firstLines(folder: string): Promise<readonly string[]> {
  const tsc = join(createRequire(import.meta.url).resolve("typescript/package.json"), "../bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
    cwd: folder,
  }).catch((failure: { readonly stdout: string }) => failure);
  const lines = source.split("\n");
  return stdout.split("\n").flatMap((line) => {
    const match = /^calls\.ts\((\d+),\d+\): error TS\d+: (.*)$/.exec(line);
    if (match === null) return [];
    const comment = lines[Number(match[1]) - 1]?.split(" // ")[1] ?? "";
    return [`${comment}: ${match[2]}`];
  });
}
