// The .cuh files of built-in kernels, read: what each includes, the text that its kernels share, and its kernels with their
// parameters, as the package's own reader of C sees them.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { KernelSignature } from "../src/cdecl/ast.js";
import { findKernels } from "../src/cdecl/kernel-signatures.js";
import { root } from "./manifest.js";
import { sourceFiles } from "./source-files.js";

/** A .cuh file. */
export interface KernelFile {
  /** Below the root of the repository: `src/array/reduction/scan.cuh`. */
  readonly path: string;
  /** The paths of what it includes. */
  readonly includes: readonly string[];
  /** All but its kernels, includes and lines of comment. */
  readonly text: string;
  readonly kernels: readonly KernelInFile[];
}

/** A `__global__` function of a file. */
export interface KernelInFile {
  readonly signature: KernelSignature;
  /** `__global__ void` and what else stands before its name. */
  readonly head: string;
  /** Its parameters, in parentheses. */
  readonly list: string;
  /** All in its braces. */
  readonly body: string;
}

/** All .cuh files below src/, each after what it includes. */
export function kernelFiles(): readonly KernelFile[] {
  const all = new Map(
    sourceFiles("src")
      .filter((file) => file.endsWith(".cuh"))
      .map((file) => {
        const path = relative(root, file).replaceAll("\\", "/");
        return [path, readKernelFile(path, readFileSync(file, "utf8"))];
      }),
  );
  const ordered = new Set<KernelFile>();
  const add = (file: KernelFile): void => {
    for (const path of file.includes) {
      const included = all.get(path);
      if (included === undefined)
        throw new Error(`Cannot read ${file.path}: it includes ${path}, which is not there`);
      if (!ordered.has(included)) add(included);
    }
    ordered.add(file);
  };
  for (const file of all.values()) add(file);
  return [...ordered];
}

/** Reads a file. A kernel starts at the beginning of a line, and ends with the first brace at the beginning of one. */
export function readKernelFile(path: string, source: string): KernelFile {
  const { kernels: signatures, unreadable } = findKernels(source);
  for (const { error } of unreadable) throw new Error(`Cannot read ${path}: ${error.message}`);
  const lines = source.split("\n");
  const rest: (string | undefined)[] = [...lines];
  const kernels = signatures.map((signature): KernelInFile => {
    const { name, line } = signature;
    let first = line - 1;
    while (!/^(?:template|__global__)\b/.test(lines[first] ?? "template")) first--;
    if (lines[first - 1]?.startsWith("template <")) first--;
    const last = lines.findIndex((one, at) => at >= line - 1 && /^(?:[^ #].*)?\}$/.test(one));
    if (first < 0 || last < 0)
      throw new Error(`Cannot read ${path}: ${name} must begin and end at the beginning of a line`);
    rest.fill(undefined, first, last + 1);
    const text = withoutComments(lines.slice(first, last + 1)).join("\n");
    const form = new RegExp(`(?:^|\\s)(__global__[^;{]*?) ${name}(\\([^]*?\\)) \\{([^]*)\\}$`);
    const [, head = "", list = "", body = ""] = form.exec(text) ?? [];
    if (head === "") throw new Error(`Cannot read ${path}: ${name} must be "__global__ void ${name}(…) {…}"`);
    return { signature, head, list, body };
  });
  const includes = lines.flatMap((line) => /^#include "([^"]+)"$/.exec(line)?.[1] ?? []);
  const text = withoutComments(rest.filter((line) => line !== undefined))
    .filter((line) => !/^#(?:include|pragma once)\b/.test(line))
    .join("\n");
  return {
    path,
    includes: includes.map((one) => join(dirname(path), one).replaceAll("\\", "/")),
    text: `${text.replace(/\n{2,}/g, "\n").trim()}\n`,
    kernels,
  };
}

/** What compilers do not read is not shipped. */
function withoutComments(lines: readonly string[]): readonly string[] {
  return lines.filter((line) => !/^\s*\/\//.test(line));
}
