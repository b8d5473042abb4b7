// Headers that the cpu device refuses, told of at the user's line: clang tells of a line inside them.

import { findIncludes } from "../../../../cdecl/includes.js";
import { SourceText } from "../../../../cdecl/source-text.js";
import { CompileError } from "../../../../core/errors.js";
import { packageFolder } from "../../../../host/assets.js";
import { join, relative, separator } from "../../../../host/paths.js";
import type { SourceFile } from "../../../../compiler/source-files.js";

/** What a header that is refused consists of, as clang reports it. */
const REFUSAL = /^(.+?):\d+:\d+: error: "(.+: not supported on the cpu device)"$/gm;

/** The error as users should see it; `files` are the source and its own headers. */
export function explainRefusal(error: CompileError, files: readonly SourceFile[]): CompileError {
  const header = refusedHeader(error.log, files);
  if (header === undefined) return error;
  return new CompileError(error.code, `Cannot compile ${files[0]?.path}: ${header}`, header, {
    cause: error,
  });
}

/** The refusal of a header, at the line that includes it. The messages after it only follow from it. */
function refusedHeader(log: string, files: readonly SourceFile[]): string | undefined {
  for (const [, path = "", why = ""] of log.matchAll(REFUSAL)) {
    const name = relative(join(packageFolder(), "include", "cuts", "cuda"), path)
      .split(separator)
      .join("/");
    for (const file of files) {
      const include = findIncludes(file.text).find((one) => one.name === name);
      if (include === undefined) continue;
      const { line } = new SourceText(file.path, file.text).positionOf(include.offset);
      const shown = `${String(line).padStart(5)} | ${file.text.split("\n")[line - 1]}\n${" ".repeat(5)} | ^`;
      return `${why}\n${file.path}:${line}:1: error: ${why}\n${shown}`;
    }
  }
  return undefined;
}
