// A `.cu` file that is imported as a module: its text, its own headers, and what it exports. Everything is read into memory once,
// so the generated JavaScript module needs no file at run time.

import { basename, dirname, join, posix, resolve } from "node:path";
import { findIncludes, includes } from "../../cdecl/includes.js";
import type { KernelSignature } from "../../cdecl/ast.js";
import { findKernels, type KernelSearch } from "../../cdecl/kernel-signatures.js";
import { UnsupportedError } from "../../core/errors.js";
import { readPlainText } from "../../host/plain-files.js";
import { type ExternCSearch, externCFunctions } from "../library/declarations.js";
import { readSource } from "../toolchain/compile-object.js";
import { withoutHostCode } from "./host-code.js";

/** The contents of a `.cu` file. */
export interface CuFile {
  /** Absolute. */
  readonly path: string;
  readonly fileName: string;
  readonly text: string;
  /** The text without host functions, from which kernels are compiled. */
  readonly kernelText: string;
  /** The existing headers that are included with quotes, by the names in `#include`. */
  readonly headers: ReadonlyMap<string, string>;
  /** The paths of the file and of those headers. */
  readonly files: readonly string[];
  /** The kernels that are exported under their own names: no templates, no overloads. */
  readonly kernels: readonly KernelSignature[];
  /** All kernels in the text, including those that cannot be read. */
  readonly kernelSearch: KernelSearch;
  /** The `extern "C"` functions of the host. */
  readonly functions: ExternCSearch;
}

/**
 * Reads a `.cu` file.
 * @throws CutsError `CUTS_SOURCE` when it cannot be read; UnsupportedError `CUTS_CU_MODULE` when it exports nothing that a
 * module can have.
 */
export function readCuFile(path: string): CuFile {
  const absolute = resolve(path);
  const fileName = basename(absolute);
  const text = readSource(absolute);
  const { headers, files } = readHeaders(absolute, text);
  if ([text, ...headers.values()].some((one) => includes(one, "cuts/extension.h"))) {
    throw refusal(fileName, "it is an addon, whose functions are known when it is loaded", "load()");
  }
  const kernelSearch = findKernels(text);
  const functions = externCFunctions(text, {
    language: "cuda",
    fileName,
    readHeader: (name) => headers.get(name),
  });
  if (kernelSearch.kernels.length + functions.functions.length === 0) {
    const [unreadable] = [...kernelSearch.unreadable, ...functions.unreadable];
    if (unreadable !== undefined) throw unreadable.error;
    throw refusal(fileName, 'it has neither kernels nor extern "C" functions', undefined);
  }
  const taken = new Set(functions.functions.map(({ name }) => name));
  return {
    path: absolute,
    fileName,
    text,
    kernelText: withoutHostCode(text, { headers: headers.values(), names: taken }),
    headers,
    files: [absolute, ...files],
    kernels: kernelSearch.kernels.filter((kernel) => isExported(kernel, kernelSearch, taken)),
    kernelSearch,
    functions,
  };
}

/** Words that JavaScript keeps for itself and C++ does not. */
const RESERVED =
  /^(?:arguments|await|debugger|eval|export|extends|finally|function|import|in|instanceof|interface|let|null|package|super|var|with|yield)$/;

/** Whether a name is valid for an exported JavaScript constant. */
export function isExportable(name: string): boolean {
  return !RESERVED.test(name);
}

/** Templates and overloads have no single meaning: they are had from the module. */
function isExported(
  kernel: KernelSignature,
  { kernels, unreadable }: KernelSearch,
  taken: ReadonlySet<string>,
) {
  const { name, template } = kernel;
  const namesakes = [...kernels, ...unreadable].filter((other) => other.name === name).length;
  return template === undefined && namesakes === 1 && isExportable(name) && !taken.has(name);
}

/** The headers of a source's own, under the names by which compilers ask for them. */
function readHeaders(
  path: string,
  text: string,
): { readonly headers: ReadonlyMap<string, string>; readonly files: readonly string[] } {
  const headers = new Map<string, string>();
  const files = new Map<string, string>();
  const waiting = [{ folder: "", text }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { name, isQuoted } of findIncludes(next.text)) {
      if (name === undefined || !isQuoted) continue;
      const fromSource = posix.join(next.folder, name);
      const file = join(dirname(path), fromSource);
      const isNew = !files.has(file);
      const found = files.get(file) ?? readIfThere(file);
      if (found === undefined) continue;
      files.set(file, found);
      // A header in a folder includes its neighbour by a name that is short for the path from here.
      headers.set(name, found).set(fromSource, found);
      if (isNew) waiting.push({ folder: posix.dirname(fromSource), text: found });
    }
  }
  return { headers, files: [...files.keys()] };
}

function readIfThere(path: string): string | undefined {
  try {
    return readPlainText(path);
  } catch {
    // A header of the toolkit, or one that is missing: the compiler will tell.
    return undefined;
  }
}

function refusal(fileName: string, rule: string, advice: string | undefined): UnsupportedError {
  const hint = advice === undefined ? "" : `\nTry: ${advice}`;
  return new UnsupportedError("CUTS_CU_MODULE", `Cannot import ${fileName} as a module: ${rule}${hint}`);
}
