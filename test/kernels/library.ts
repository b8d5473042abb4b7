// Finds every case of the library: each `*.case.ts` in this folder exports its `KernelCase` as the default.
// Reading the folder, rather than a list, means that no case can be forgotten.

import { readdirSync, readFileSync } from "node:fs";
import type { KernelCase } from "./kernel-case.js";

/** All cases, ordered by name. */
export async function kernelLibrary(): Promise<readonly KernelCase[]> {
  const files = readdirSync(new URL(".", import.meta.url)).filter((name) => name.endsWith(".case.ts"));
  const modules = await Promise.all(files.sort().map((file) => import(new URL(file, import.meta.url).href)));
  return modules.map((module: { readonly default: KernelCase }) => module.default);
}

/** The CUDA C++ text of a case. */
export function readSource(kernel: KernelCase): string {
  return readFileSync(new URL(kernel.source, import.meta.url), "utf8");
}
