// From a C type and a TypeScript function to a function that WebAssembly can call: pointers and sizes become unsigned
// numbers, 64-bit integers too; a failure becomes a status and is remembered as CUDA's rules say.

import type { CType } from "../../../../cdecl/ast.js";
import { tokenize } from "../../../../cdecl/lexer.js";
import { readDeclaration } from "../../../../cdecl/parse-declaration.js";
import { noTypes, Reader } from "../../../../cdecl/reader.js";
import { scalars } from "../../../../cdecl/scalars.js";
import { SourceText } from "../../../../cdecl/source-text.js";
import { lazy } from "../../../../core/lazy.js";
import { fromPointer, toPointer } from "../../../../compiler/clang/pointer-size.js";
import type { RuntimeWatcher } from "./runtime-watcher.js";
import type { ErrorState } from "./error-state.js";
import { CudaFailure } from "./error-state.js";

/** A function of the runtime: numbers in, a status or value out; nothing means 0. */
export type Implementation = (...args: number[]) => number | undefined;

/** Implementations of all functions of a table. */
export type Implementations<Table> = { readonly [Name in keyof Table]: Implementation };

/** Functions that give an answer of their own whatever happened before. */
const WORK_WHEN_POISONED = new Set([
  "cudaGetLastError",
  "cudaPeekAtLastError",
  "cudaGetDeviceCount",
  "cudaGetDevice",
  "cudaDriverGetVersion",
  "cudaRuntimeGetVersion",
  "cudaGetDeviceProperties",
  "cudaDeviceGetAttribute",
  "cuGetErrorName",
  "cuGetErrorString",
  "__cudaPopCallConfiguration",
]);

/** Functions that tell of errors instead of making them. */
const ASK_FOR_ERRORS = new Set(["cudaGetLastError", "cudaPeekAtLastError"]);

/** What WebAssembly calls. */
export function bindFunction(
  name: string,
  signature: string,
  implementation: Implementation,
  errors: ErrorState,
  watcher?: RuntimeWatcher,
): (...args: (number | bigint)[]) => number | bigint {
  // Programs call few of the functions they could: a declaration is read when its function is first called.
  const readers = lazy(() => argumentReaders(signature));
  const read = (args: readonly (number | bigint)[]): number[] =>
    readers().map((reader, i) => reader(args[i] ?? 0));
  const result = signature.slice(0, signature.indexOf("("));
  if (result.endsWith("*")) return (...args) => toPointer(implementation(...read(args)) ?? 0);
  if (result !== "cudaError_t" && result !== "CUresult")
    return (...args) => implementation(...read(args)) ?? 0;
  const isNoted = result === "cudaError_t" && !ASK_FOR_ERRORS.has(name);
  const isAlways = WORK_WHEN_POISONED.has(name);
  return (...args) => {
    const status =
      errors.sticky !== 0 && !isAlways ? errors.sticky : statusOf(() => implementation(...read(args)));
    if (isNoted) errors.note(status);
    watcher?.called(name, read(args), status);
    return status;
  };
}

function statusOf(action: () => number | undefined): number {
  try {
    return action() ?? 0;
  } catch (error) {
    if (error instanceof CudaFailure) return error.status;
    throw error;
  }
}

/** How each argument of a function is read. CUDA's enumerations and handles are names that cdecl need not know. */
export function argumentReaders(signature: string): readonly ((value: number | bigint) => number)[] {
  const source = new SourceText("a function of the runtime", signature);
  const reader = new Reader(source, tokenize(signature), { language: "cuda", types: noTypes });
  return readDeclaration(reader).parameters.map(({ type }) => readerOf(type));
}

// Numbers arrive as signed 32-bit integers, or as bigint: pointers, handles, sizes, and 64-bit integers. Only `int` and floating
// types are meant as they come.
function readerOf(type: CType): (value: number | bigint) => number {
  if (type.kind === "scalar") {
    if (type.name === "int32" || scalars[type.name].kind === "float") return Number;
  }
  if (type.kind === "opaque" && type.text === "CUdevice") return Number;
  return fromPointer;
}
