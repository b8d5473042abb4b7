// `npm run test:matrix`: the tests on every Node that CuTS supports, the oldest included. The versions come from npm, as
// packages that hold nothing but Node, and stay in a folder of the system's temporary files.
// `npm run test:matrix -- src/ffi` runs some of the tests, `-- --node 26` some of the versions.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const supported = ["20.19", "22", "24", "26"];

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(tmpdir(), "cuts-test-matrix");
const isWindows = process.platform === "win32";
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { node: { type: "string", multiple: true, default: supported } },
});

const results = values.node.map((version) => {
  const node = install(version);
  const name = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  console.log(`\n== Node ${name}`);
  const environment = {
    ...process.env,
    PATH: `${dirname(node)}${isWindows ? ";" : ":"}${process.env["PATH"]}`,
  };
  const { status } = spawnSync(node, [vitest, "run", ...positionals], {
    cwd: root,
    stdio: "inherit",
    env: environment,
  });
  return { name, passed: status === 0 };
});

console.log("");
for (const { name, passed } of results) console.log(`${name.padEnd(10)} ${passed ? "passed" : "FAILED"}`);
if (results.some(({ passed }) => !passed)) process.exitCode = 1;

/** The newest Node of a version, from the cache or from npm; the path of its executable. */
function install(version: string): string {
  const folder = join(cache, version);
  const node = join(folder, "bin", isWindows ? "node.exe" : "node");
  if (existsSync(node)) return node;
  const fresh = join(cache, `${version}.${process.pid}`);
  mkdirSync(fresh, { recursive: true });
  const platform = isWindows ? "win" : process.platform;
  execFileSync("npm", ["pack", "--silent", `node-${platform}-${process.arch}@${version}`], {
    cwd: fresh,
    shell: isWindows,
  });
  const tarball = readdirSync(fresh).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) throw new Error(`Cannot install Node ${version}: npm has no package of it`);
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1"], { cwd: fresh });
  rmSync(join(fresh, tarball));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return node;
}
