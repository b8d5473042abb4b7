// From a C type and a TypeScript function to a function that WebAssembly can call: pointers and sizes become unsigned
// numbers, 64-bit integers too; a failure becomes a status and is remembered as CUDA's rules say.

import type { ErrorState } from "./error-state.js";
import { CudaFailure } from "./error-state.js";

/** A function of the runtime: numbers in, a status or value out; nothing means 0. */
export type Implementation = (...args: number[]) => number | undefined;

/** Implementations of all functions of a table. */
export type Implementations<Table> = { readonly [Name in keyof Table]: Implementation };

/** A C type taken apart. */
export interface Signature {
  readonly result: string;
  readonly parameters: readonly { readonly type: string; readonly text: string }[];
}

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

/** Reads a C type such as `cudaError_t(void** pointer, size_t size = 0)`. */
export function readSignature(text: string): Signature {
  const open = text.indexOf("(");
  const inside = text.slice(open + 1, -1).trim();
  const parameters = inside === "" ? [] : inside.split(",").map((part) => part.trim());
  return {
    result: text.slice(0, open).trim(),
    parameters: parameters.map((part) => ({
      type: part.replace(/\s*=.*$/, "").replace(/\s*\w+$/, ""),
      text: part,
    })),
  };
}

/** What WebAssembly calls. */
export function bindFunction(
  name: string,
  signature: string,
  implementation: Implementation,
  errors: ErrorState,
): (...args: (number | bigint)[]) => number {
  const { result, parameters } = readSignature(signature);
  const readers = parameters.map(({ type }) => readerOf(type));
  const read = (args: readonly (number | bigint)[]): number[] =>
    readers.map((reader, i) => reader(args[i] ?? 0));
  if (result !== "cudaError_t" && result !== "CUresult")
    return (...args) => implementation(...read(args)) ?? 0;
  const isNoted = result === "cudaError_t" && !ASK_FOR_ERRORS.has(name);
  const isAlways = WORK_WHEN_POISONED.has(name);
  return (...args) => {
    const status =
      errors.sticky !== 0 && !isAlways ? errors.sticky : statusOf(() => implementation(...read(args)));
    if (isNoted) errors.note(status);
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

// Numbers arrive as signed 32-bit integers, or as bigint; only `int` and floating types are meant as they come.
function readerOf(type: string): (value: number | bigint) => number {
  if (/^(?:unsigned )?long long$/.test(type) || /^cuda(?:Texture|Surface)Object_t$/.test(type))
    return (value) => Number(BigInt.asUintN(64, BigInt(value)));
  if (/^(?:int|CUdevice|float|double)$/.test(type)) return Number;
  return (value) => Number(value) >>> 0;
}
