// What the cpu device refuses of a program, in its own words and at the user's line. Clang tells of some of it by what it
// misses, and of headers that are refused by a line inside them.

import { join, relative, sep } from "node:path";
import { CompileError } from "../core/errors.js";
import { packageFolder } from "../core/package-files.js";
import type { SourceFile } from "./source-files.js";

const REFUSED = "not supported on the cpu device";
/** What a header that is refused consists of, as clang reports it. */
const REFUSAL = /^(.+?):\d+:\d+: error: "(.+: not supported on the cpu device)"$/gm;
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]/;

/** What clang says, and what it means. */
const meanings: readonly (readonly [said: RegExp, meant: string])[] = [
  [
    /kernel launch from __device__ or __global__ function requires relocatable device code \(i\.e\. requires -fgpu-rdc\)/g,
    `a launch from device code (dynamic parallelism) is ${REFUSED}`,
  ],
  [
    /no template named 'texture'/g,
    `a texture reference (texture<…>) is ${REFUSED}; texture objects (cudaTextureObject_t) are`,
  ],
  [
    /no member named 'this_cluster' in namespace 'cooperative_groups'/g,
    `a thread block cluster (this_cluster) is ${REFUSED}`,
  ],
];

/** The error as users should see it; `files` are the source and its own headers. */
export function explainRefusal(error: CompileError, files: readonly SourceFile[]): CompileError {
  const header = refusedHeader(error.log, files);
  const explained = (text: string): string =>
    meanings.reduce((now, [said, meant]) => now.replace(said, meant), text);
  if (header !== undefined) {
    return new CompileError(error.code, `Cannot compile ${files[0]?.path}: ${header}`, header, {
      cause: error,
    });
  }
  const message = explained(error.message);
  return message === error.message
    ? error
    : new CompileError(error.code, message, explained(error.log), { cause: error });
}

/** The refusal of a header, at the line that includes it. The messages after it only follow from it. */
function refusedHeader(log: string, files: readonly SourceFile[]): string | undefined {
  for (const [, path = "", why = ""] of log.matchAll(REFUSAL)) {
    const name = relative(join(packageFolder(), "include", "cuts", "cuda"), path)
      .split(sep)
      .join("/");
    for (const file of files) {
      const lines = file.text.split("\n");
      const index = lines.findIndex((line) => INCLUDE.exec(line)?.[1] === name);
      if (index < 0) continue;
      const shown = `${String(index + 1).padStart(5)} | ${lines[index]}\n${" ".repeat(5)} | ^`;
      return `${why}\n${file.path}:${index + 1}:1: error: ${why}\n${shown}`;
    }
  }
  return undefined;
}
