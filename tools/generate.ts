// `npm run generate`: writes every file that is made from others and that Git keeps, or those named (`npm run generate -- errors`).
// With `--check`, which `npm run check` asks for, it writes nothing and fails where a file is not what it would write. Not here is
// what takes more than this repository: `generate:numpy` a Python with NumPy, `generate:cuda-kernels` nvcc.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { clang } from "../src/compiler/clang/clang.js";
import { generators } from "./generators.js";
import { root } from "./manifest.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: "boolean", default: false } },
});
const unknown = positionals.filter((name) => !generators.has(name));
if (unknown.length > 0)
  throw new Error(
    `Cannot generate ${unknown.join(", ")}: there is only ${[...generators.keys()].join(", ")}`,
  );

const stale: string[] = [];
for (const [name, generate] of generators) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const [path, text] of await generate()) {
    if (contentOf(path) === text) continue;
    stale.push(path);
    if (!values.check) writeFileSync(join(root, path), text);
  }
}
clang().stop();

if (values.check && stale.length > 0) {
  console.error(`Not what \`npm run generate\` writes:\n${stale.join("\n")}`);
  process.exitCode = 1;
} else {
  console.log(stale.length === 0 ? "All generated files are up to date" : `Written:\n${stale.join("\n")}`);
}

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), "utf8");
  } catch {
    return undefined;
  }
}
