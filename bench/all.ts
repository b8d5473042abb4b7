// `npm run bench`: every benchmark that needs no GPU, one after the other; `npm run bench:gpu`: those that need one. Then the report.
// `-- array ffi` runs only those whose script has one of these in its name. One that fails is said at the end, and the rest goes on.

import { spawnSync } from "node:child_process";
import { benches } from "./report/benches.js";

const [needs, ...names] = process.argv.slice(2);
const scripts = new Set(
  benches
    .filter((bench) => bench.needs === needs)
    .map(({ script }) => script)
    .filter((script) => names.length === 0 || names.some((name) => script.includes(name))),
);
if (scripts.size === 0) throw new Error(`No benchmark is named ${names.join(" or ")}`);

const failed: string[] = [];
const begin = performance.now();
for (const [at, script] of [...scripts].entries()) {
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1);
  console.error(`\n[${at + 1}/${scripts.size}, ${minutes} min] npm run ${script}`);
  const { status } = spawnSync("npm", ["run", "--silent", script], {
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (status !== 0) failed.push(script);
}
await import("./report/write.js");
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(", ")}`);
  process.exitCode = 1;
}
