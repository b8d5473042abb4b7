// `npm run test:packaging`: a package from `cuts init` to a machine without compilers. It is written, built, tested and packed
// beside CuTS as it is published, then unpacked elsewhere, where there is no clang and nothing on the PATH, and run.

import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { writeDeclarations } from "../../tools/declarations.js";
import { buildPackage } from "../package/built-package.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const work = mkdtempSync(join(tmpdir(), "cuts-packaging-"));
const cuts = join(work, "cuts");

/** Runs a program to its end; its standard output. */
function run(
  folder: string,
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): string {
  const env = { ...process.env, NODE_OPTIONS: "", CUTS_DEVICE: "cpu", ...environment };
  return execFileSync(program, args, {
    cwd: folder,
    env,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** What `npm install` would put beside a package: CuTS, a copy of its own, and others by link. */
function install(project: string, others: readonly string[]): void {
  const modules = join(project, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  cpSync(cuts, join(modules, "cuts"), { recursive: true });
  symlinkSync("../cuts/dist/cli/main.js", join(modules, ".bin/cuts"));
  for (const name of others) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  }
  const tsc = createRequire(import.meta.url)
    .resolve("typescript/package.json")
    .replace(/package\.json$/, "bin/tsc");
  if (others.includes("typescript")) symlinkSync(tsc, join(modules, ".bin/tsc"));
}

const needed = ["commander", "koffi", "node-api-headers"];
try {
  const built = await buildPackage();
  writeDeclarations(join(built.folder, "dist"));
  cpSync(built.folder, cuts, { recursive: true });
  await built.remove();
  execFileSync("chmod", ["+x", join(cuts, "dist/cli/main.js")]);
  console.log("built CuTS");

  const main = join(cuts, "dist/cli/main.js");
  install(work, needed);
  run(work, process.execPath, [main, "init", "my-kernels"]);
  assert.throws(() => run(work, process.execPath, [main, "init", "my-kernels"]), /Command failed/);
  const project = join(work, "my-kernels");
  install(project, [...needed, "@yowasp/clang", "typescript", "@types/node"]);
  const path = { PATH: `${join(project, "node_modules/.bin")}${delimiter}${process.env["PATH"]}` };
  run(project, "npm", ["test"], path);
  console.log("my-kernels is written, built and tested");

  const packed = JSON.parse(run(project, "npm", ["pack", "--json", "--ignore-scripts"])) as [
    { filename: string },
  ];
  const consumer = join(work, "elsewhere");
  install(consumer, needed);
  const target = join(consumer, "node_modules/my-kernels");
  mkdirSync(target);
  run(consumer, "tar", ["-xzf", join(project, packed[0].filename), "-C", target, "--strip-components=1"]);
  rmSync(project, { recursive: true });

  const empty = join(work, "no-programs");
  const cache = join(work, "cache");
  mkdirSync(empty);
  writeFileSync(join(consumer, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(consumer, "main.js"),
    'import { saxpy } from "my-kernels";\nconsole.log((await saxpy(2, Float32Array.of(1, 2, 3), Float32Array.of(1, 1, 1))).join());\n',
  );
  const bare = { PATH: empty, CUTS_CACHE_DIR: cache };
  assert.equal(run(consumer, process.execPath, ["main.js"], bare), "3,5,7\n");
  assert.ok(!existsSync(cache) || readdirSync(cache).length === 0, "nothing was compiled");
  console.log("it runs where no compiler is");

  // With another source what was built is not for it, and then the missing compiler is missed.
  const module = join(target, "dist/saxpy.cu.js");
  writeFileSync(module, readFileSync(module, "utf8").replace("a * x[i]", "a * 2 * x[i]"));
  assert.throws(() => run(consumer, process.execPath, ["main.js"], { ...bare, NODE_NO_WARNINGS: "1" }));
  console.log("and what was built for another source is not used");
} finally {
  rmSync(work, { recursive: true, force: true });
}
