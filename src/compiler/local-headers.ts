// The texts of a source and of its own headers, found as the preprocessor would but without evaluating conditions. This is enough to
// decide which precompiled headers are worth loading.
import { findIncludes } from "../cdecl/includes.js";
import { dirname, join } from "../host/paths.js";
import { readPlainText } from "../host/plain-files.js";
import type { SourceFile } from "./source-files.js";

/** More than any program here has had; a scan must not become the slow part. */
const MAX_FILES = 300;

/** The text of the source, then those of its headers. */
export function textsOf(source: SourceFile, includeDirectories: readonly string[]): readonly string[] {
  return filesOf(source, includeDirectories).map(({ text }) => text);
}

/** The source, then its headers. */
export function filesOf(source: SourceFile, includeDirectories: readonly string[]): readonly SourceFile[] {
  const texts = new Map<string, string>([[source.path, source.text]]);
  const waiting: SourceFile[] = [source];
  for (let next = waiting.pop(); next !== undefined && texts.size < MAX_FILES; next = waiting.pop()) {
    const { path, text } = next;
    for (const { name, isQuoted } of findIncludes(text)) {
      if (name === undefined) continue;
      const folders = isQuoted ? [dirname(path), ...includeDirectories] : includeDirectories;
      const found = firstReadable(folders.map((folder) => join(folder, name)));
      if (found === undefined || texts.has(found.path)) continue;
      texts.set(found.path, found.text);
      waiting.push(found);
    }
  }
  return Array.from(texts, ([path, text]) => ({ path, text }));
}

function firstReadable(paths: readonly string[]): SourceFile | undefined {
  for (const path of paths) {
    try {
      return { path, text: readPlainText(path) };
    } catch {
      // Not there: the next folder.
    }
  }
  return undefined;
}
