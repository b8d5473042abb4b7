// Importing the package opens no library and starts no process: seen from inside a fresh Node that imports it.

import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltPackage, buildPackage } from "./built-package.js";

let built: BuiltPackage;
beforeAll(async () => {
  built = await buildPackage();
});
afterAll(() => built.remove());

// Processes are counted by replacing what starts them; libraries by asking the runtime what it has mapped.
const probe = (before: string): string => `
  import childProcess from "node:child_process";
  import { syncBuiltinESMExports } from "node:module";
  const started = [];
  for (const name of ["spawn", "spawnSync", "fork", "exec", "execSync", "execFile", "execFileSync"]) {
    const original = childProcess[name];
    childProcess[name] = (...args) => { started.push(name); return original(...args); };
  }
  syncBuiltinESMExports();
  const mapped = () => new Set(process.report.getReport().sharedObjects);
  const known = mapped();
  const cuts = await import(process.argv[1]);
  ${before}
  const opened = [...mapped()].filter((name) => !known.has(name));
  console.log(JSON.stringify({ started, opened, names: Object.keys(cuts) }));
`;

async function observe(after = ""): Promise<{ started: string[]; opened: string[]; names: string[] }> {
  const args = ["--input-type=module", "--eval", probe(after), built.index];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as { started: string[]; opened: string[]; names: string[] };
}

describe("importing the package", () => {
  it("opens no library and starts no process", async () => {
    const { started, opened } = await observe();
    expect(started).toEqual([]);
    expect(opened).toEqual([]);
  });

  it("would be seen if it did", async () => {
    const { started, opened } = await observe(`
      childProcess.spawnSync(process.execPath, ["--version"]);
      const { koffi } = await import(new URL("ffi/koffi.js", process.argv[1]));
      koffi();
    `);
    expect(started).toEqual(["spawnSync"]);
    expect(opened.join()).toContain("koffi");
  });
});
