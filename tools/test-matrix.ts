// `npm run test:matrix`: the tests on every Node that CuTS supports, the oldest included, then what README.md and
// docs/get-started.md show on Deno and Bun, with the packed package. The runtimes come from npm, as packages that hold nothing
// else, and stay in a folder of the system's temporary files.
// `npm run test:matrix -- src/ffi` runs some of the tests, `-- --node 26` some of the versions, `-- --only deno,bun` some of the
// runtimes, `-- --tarball cuts-0.1.0.tgz` takes a packed package.

import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const supported = ["20.19", "22", "24", "26"];
/** Other runtimes: the package that holds one, by platform, and where it lies in there. */
const others = {
  deno: { version: "2.9", packageName: denoPackage(), file: isWindows() ? "deno.exe" : "deno" },
  bun: {
    version: "1.4",
    packageName: `@oven/bun-${isWindows() ? "windows" : process.platform}-${process.arch === "arm64" ? "aarch64" : process.arch}`,
    file: isWindows() ? "bin/bun.exe" : "bin/bun",
  },
} as const;

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(tmpdir(), "cuts-test-matrix");
const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    node: { type: "string", multiple: true, default: supported },
    only: { type: "string", default: "node,deno,bun" },
    tarball: { type: "string" },
  },
});
const wanted = new Set(values.only.split(","));

const results = (wanted.has("node") ? values.node : []).map((version) => {
  const platform = isWindows() ? "win" : process.platform;
  const node = install(
    `node-${platform}-${process.arch}`,
    version,
    isWindows() ? "bin/node.exe" : "bin/node",
  );
  const name = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  console.log(`\n== Node ${name}`);
  const environment = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env["PATH"]}`,
  };
  const { status } = spawnSync(node, [vitest, "run", ...positionals], {
    cwd: root,
    stdio: "inherit",
    env: environment,
  });
  return { name, passed: status === 0 };
});

for (const name of ["deno", "bun"] as const) {
  if (!wanted.has(name)) continue;
  const { packageName, version, file } = others[name];
  console.log(`\n== ${name} ${version}`);
  const walk = ["test/packaging/walk.ts", `--${name}`, install(packageName, version, file)];
  const tarball = values.tarball === undefined ? [] : ["--tarball", values.tarball];
  const { status } = spawnSync(process.execPath, ["--import", "tsx", ...walk, ...tarball], {
    cwd: root,
    stdio: "inherit",
  });
  results.push({ name: `${name} ${version}`, passed: status === 0 });
}

console.log("");
for (const { name, passed } of results) console.log(`${name.padEnd(10)} ${passed ? "passed" : "FAILED"}`);
if (results.some(({ passed }) => !passed)) process.exitCode = 1;

/** The newest of a version, from the cache or from npm; the path of its executable. */
function install(packageName: string, version: string, file: string): string {
  const folder = join(cache, `${packageName.replaceAll(/[^\w-]/g, "")}-${version}`);
  const executable = join(folder, file);
  if (existsSync(executable)) return executable;
  const fresh = `${folder}.${process.pid}`;
  mkdirSync(fresh, { recursive: true });
  execFileSync("npm", ["pack", "--silent", `${packageName}@${version}`], { cwd: fresh, shell: isWindows() });
  const tarball = readdirSync(fresh).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined)
    throw new Error(`Cannot install ${packageName} ${version}: npm has no package of it`);
  execFileSync("tar", ["-xzf", tarball, "--strip-components=1"], { cwd: fresh });
  rmSync(join(fresh, tarball));
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh, folder);
  return executable;
}

function denoPackage(): string {
  const platform = { linux: `linux-${process.arch}-glibc`, win32: `win32-${process.arch}` } as Partial<
    Record<NodeJS.Platform, string>
  >;
  return `@deno/${platform[process.platform] ?? `${process.platform}-${process.arch}`}`;
}

function isWindows(): boolean {
  return process.platform === "win32";
}
