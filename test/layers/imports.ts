// The imports among files of src/, types and those made late included.

import { readFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import { root } from "../../tools/manifest.js";
import { sourceFiles } from "../../tools/source-files.js";

/** What a text of TypeScript imports, as it is written there. */
export function importsIn(text: string): readonly string[] {
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  return Array.from(code.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"([^"]+)"/g), ([, path = ""]) => path);
}

/** The files of src/, `core/shape.ts`, and what each imports: other files of src/, or packages by their names. */
export function sourceImports(): ReadonlyMap<string, readonly string[]> {
  const source = join(root, "src");
  const files = sourceFiles("src").map((file) => relative(source, file).replaceAll("\\", "/"));
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const resolve = (path: string): string => {
        if (!path.startsWith(".")) return path;
        const at = posix.join(posix.dirname(file), path);
        return [at.replace(/\.js$/, ".ts"), at].find((name) => known.has(name)) ?? at;
      };
      return [file, importsIn(readFileSync(join(source, file), "utf8")).map(resolve)];
    }),
  );
}
