// Imports in src/ go downwards (tools/layers.ts), and one file loads koffi.

import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { root } from "../../tools/manifest.js";
import { sourceFiles } from "../../tools/source-files.js";
import { sourceImports } from "./imports.js";
import { exceptions, implementations, type Layer, layers, onlyFrom } from "../../tools/layers.js";

const imports = [...sourceImports()].flatMap(([from, paths]) => paths.map((to) => ({ from, to })));

function layerOf(path: string): Layer | undefined {
  return layers.findLast((layer) => path === layer || path.startsWith(`${layer}/`));
}

/** Whether a layer may import another one. */
function mayImport(from: Layer, to: Layer): boolean {
  if (from === to) return true;
  if (implementations.includes(to)) return false;
  const only = onlyFrom.get(from);
  return only === undefined ? layers.indexOf(to) < layers.indexOf(from) : only.includes(to);
}

function isExcepted(file: string, to: Layer): boolean {
  return exceptions.some((e) => e.to === to && (file === e.from || file.startsWith(`${e.from}/`)));
}

it("every file of src/ is in a layer", () => {
  expect(imports.length).toBeGreaterThan(4000);
  expect(imports.map(({ from }) => from).filter((file) => layerOf(file) === undefined)).toEqual([]);
});

it("imports go downwards only", () => {
  const wrong = imports.filter(({ from, to }) => {
    const [above, below] = [layerOf(from), layerOf(to)];
    if (above === undefined || below === undefined) return false;
    return !mayImport(above, below) && !isExcepted(from, below);
  });
  expect(wrong).toEqual([]);
});

it("every exception is needed", () => {
  const isNeeded = ({ from, to }: (typeof exceptions)[number]): boolean =>
    imports.some((i) => (i.from === from || i.from.startsWith(`${from}/`)) && layerOf(i.to) === to);
  expect(exceptions.filter((e) => !isNeeded(e))).toEqual([]);
});

it("a wrong import is found", () => {
  expect(mayImport("core", "runtime")).toBe(false);
  expect(mayImport("runtime", "backend/cpu")).toBe(false);
  expect(mayImport("backend/cpu", "backend/cuda")).toBe(false);
  expect(mayImport("cli", "array")).toBe(false);
  expect(mayImport("array", "backend")).toBe(true);
  expect(layerOf("backend/cpu/x.ts")).toBe("backend/cpu");
  expect(layerOf("backend/backend.ts")).toBe("backend");
});

it("koffi is loaded in one file", () => {
  const loads = /(?:\bfrom|\bimport\(|\brequire\(|\bresolvePackage\()\s*"koffi"/;
  const users = sourceFiles("src").filter((file) => loads.test(readFileSync(file, "utf8")));
  expect(users.map((file) => relative(join(root, "src"), file))).toEqual([join("ffi", "koffi.ts")]);
});
