// What package.json says is published: the one place that names the surfaces of the package.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The folder of the repository. */
export const root = fileURLToPath(new URL("..", import.meta.url));

interface Manifest {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly optionalDependencies: { readonly "@yowasp/clang": string };
}

const manifest = JSON.parse(readFileSync(`${root}/package.json`, "utf8")) as Manifest;
const surfaces = Object.values(manifest.exports).filter((target) => typeof target !== "string");

/** Declaration files of the surfaces, by path below dist/. */
export const declarations: readonly string[] = surfaces.map(({ types }) => belowDist(types));

/** The TypeScript that becomes what others import or run, by path below src/. */
export const entries: readonly string[] = [
  ...surfaces.map((target) => target.default),
  ...Object.values(manifest.bin),
].map((path) => belowDist(path).replace(/\.js$/, ".ts"));

/** The version of the compiler package that is depended on; it is an exact one. */
export const clangVersion: string = manifest.optionalDependencies["@yowasp/clang"];

function belowDist(path: string): string {
  return path.replace(/^\.\/dist\//, "");
}
