// No file of src/ is imported by what it imports: not by a statement, not for a type, not by `import("…")` where it is needed, not in generated files.

import { expect, it } from "vitest";
import { importsIn, sourceImports } from "./imports.js";

/** A circle among files and what each imports, as the files in it; undefined where there is none. */
function findCircle(imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const done = new Set<string>();
  const visit = (file: string, above: readonly string[]): readonly string[] | undefined => {
    if (above.includes(file)) return [...above.slice(above.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const next of imports.get(file) ?? []) {
      const found = visit(next, [...above, file]);
      if (found !== undefined) return found;
    }
    done.add(file);
    return undefined;
  };
  for (const file of imports.keys()) {
    const found = visit(file, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

it("no file of src/ is imported by what it imports", () => {
  const imports = sourceImports();
  expect(imports.size).toBeGreaterThan(500);
  expect([...imports.values()].flat().filter((path) => imports.has(path)).length).toBeGreaterThan(2000);
  expect(findCircle(imports)).toBeUndefined();
});

it("a circle is found, of types and of what is imported late too", () => {
  const texts = {
    a: 'import { type B,\n b } from "b";',
    b: 'export async function load() {\n  return import("c");\n}',
    c: 'export type C = import("d").D;',
    d: '// import { c } from "c";\nimport "a";',
  };
  const imports = Object.entries(texts).map(([name, text]) => [name, importsIn(text)] as const);
  expect(findCircle(new Map(imports))).toEqual(["a", "b", "c", "d", "a"]);
  expect(findCircle(new Map(imports.slice(0, 3)))).toBeUndefined();
});
