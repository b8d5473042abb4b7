// Which modules are left out of what `import "cuts"` reads, because most programs never call them: reading code is most of
// what an import costs. They are in the folders below. A module there that exports functions and nothing else is a door:
// others can have functions of the same names that load it. What is reached through doors alone is lazy.

import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { root } from "./manifest.js";
import { sourceFiles } from "./source-files.js";

/** A folder of which a part is made. All paths are below src/. */
export interface LazyPart {
  /** The file of the part, below dist/. */
  readonly file: string;
  /** Its modules, of which it holds the only copy. */
  readonly modules: ReadonlySet<string>;
  /** Those of them that others import, and the functions they export. */
  readonly doors: ReadonlyMap<string, readonly string[]>;
  /** What its modules import that is not in it: names by module. */
  readonly needs: ReadonlyMap<string, ReadonlySet<string>>;
}

const folders = ["array/convolution", "array/custom", "array/fft", "array/linalg/decompositions"];

/** The parts. */
export function lazyParts(): readonly LazyPart[] {
  const imports = new Map(sourceFiles("src").map((file) => [below(file), importsOf(file)]));
  const prompt = new Set<string>();
  const doors = new Map<string, readonly string[]>();
  // Called for each module that is imported from outside its folder, or by a module that is not lazy.
  const enter = (module: string): void => {
    if (prompt.has(module) || doors.has(module)) return;
    const functions = folderOf(module) === undefined ? undefined : functionsOf(module);
    if (functions !== undefined) {
      doors.set(module, functions);
      return;
    }
    prompt.add(module);
    for (const { from } of imports.get(module) ?? []) enter(from);
  };
  for (const [module, imported] of imports) {
    if (folderOf(module) === undefined) enter(module);
    for (const { from } of imported) if (folderOf(from) !== folderOf(module)) enter(from);
  }
  return folders.map((folder) => {
    const modules = new Set(
      [...imports.keys()].filter((one) => folderOf(one) === folder && !prompt.has(one)),
    );
    const needs = new Map<string, Set<string>>();
    for (const { from, names } of [...modules].flatMap((one) => imports.get(one) ?? [])) {
      if (modules.has(from)) continue;
      if (names.length === 0) throw new Error(`Cannot make ${folder} lazy: it must import ${from} by names`);
      needs.set(from, new Set([...(needs.get(from) ?? []), ...names]));
    }
    return {
      file: `lazy/${folder.replaceAll("/", "-")}.cjs`,
      modules,
      doors: new Map([...doors].filter(([one]) => modules.has(one))),
      needs,
    };
  });
}

function folderOf(module: string): string | undefined {
  return folders.find((folder) => module.startsWith(`${folder}/`));
}

interface Import {
  readonly from: string;
  readonly names: readonly string[];
}

/** What a file imports besides types. */
function importsOf(file: string): readonly Import[] {
  const statements = readFileSync(file, "utf8").matchAll(
    /^(?:import|export) (?!type )(?:([^;"]*) from )?"(\.[^"]+)";/gm,
  );
  return [...statements].map(([, names = "", path = ""]) => ({
    from: below(join(dirname(file), path)),
    names: [...names.matchAll(/[{,]\s*(?!type )(\w+)/g)].map(([, name = ""]) => name),
  }));
}

/** The names of what a module exports if these are functions, types aside. */
function functionsOf(module: string): readonly string[] | undefined {
  const text = readFileSync(join(root, "src", module), "utf8");
  const exported = [...text.matchAll(/^export (?!type |interface |declare )(.*)/gm)].map(
    ([, what = ""]) => what,
  );
  const names = exported.map((what) => /^(?:async )?function\*? (\w+)/.exec(what)?.[1]);
  // Overloads have one name.
  return names.includes(undefined) ? undefined : [...new Set(names as string[])];
}

/** The path below src/ of a module, which may be named as TypeScript imports it. */
function below(file: string): string {
  return relative(join(root, "src"), file).replaceAll("\\", "/").replace(/\.js$/, ".ts");
}
