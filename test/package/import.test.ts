// Importing the package opens no library and starts no process: seen from inside a fresh Node that imports it.

import { execFile } from "node:child_process";
import { basename } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { messagesOf, named } from "../runtime/error-lines.js";
import type { BuiltPackage } from "./built-package.js";
import { sharedPackage } from "./shared-package.js";

let built: BuiltPackage;
beforeAll(async () => {
  built = await sharedPackage();
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

  it("shows errors by the names of their classes", async () => {
    const script =
      "const cuts = await import(process.argv[1]);" +
      "console.log(JSON.stringify(Object.keys(cuts).filter((key) => key.endsWith('Error')).map((key) => [key, cuts[key].name])));";
    const args = ["--input-type=module", "--eval", script, built.index];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const names = JSON.parse(stdout) as [string, string][];
    expect(names.map(([key]) => key)).toContain("CutsError");
    for (const [key, name] of names) expect(name).toBe(key);
  });

  it("loads none of the modules of Node that are slow to load", async () => {
    const script = "await import(process.argv[1]); console.log(JSON.stringify(process.moduleLoadList));";
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      script,
      built.index,
    ]);
    const loaded = JSON.parse(stdout) as string[];
    expect(loaded).toContain("NativeModule path");
    for (const name of ["child_process", "crypto", "v8", "worker_threads"]) {
      expect(loaded).not.toContain(`NativeModule ${name}`);
    }
  });

  it("reads few files, because each costs a millisecond, and late what most programs never call", async () => {
    // V8 itself says which texts it read.
    const script = `
      import { Session } from "node:inspector";
      const read = [];
      const session = new Session();
      session.connect();
      session.on("Debugger.scriptParsed", ({ params }) => read.push(params.url));
      session.post("Debugger.enable");
      const cuts = await import(process.argv[1]);
      const atOnce = read.length;
      cuts.fft.fft(cuts.zeros([4], { device: "cpu" }));
      console.log(JSON.stringify({ atOnce: read.slice(0, atOnce), later: read.slice(atOnce) }));
    `;
    const args = ["--input-type=module", "--eval", script, built.index];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { atOnce, later } = JSON.parse(stdout) as { atOnce: string[]; later: string[] };
    const dist = new URL(".", built.index).href;
    expect(atOnce.filter((url) => url.startsWith(dist))).toHaveLength(2);
    expect(later.map((url) => basename(url))).toContain("array-fft.cjs");
  });

  it("would be seen if it did", async () => {
    const { started, opened } = await observe(`
      childProcess.spawnSync(process.execPath, ["--version"]);
      cuts.dlopen(null, { abs: "int(int x)" }).abs(-1);
    `);
    expect(started).toEqual(["spawnSync"]);
    expect(opened.join()).toContain("koffi");
  });

  it("tells errors with the user's line, and shows short lines of its own", async () => {
    const messages = await messagesOf(built.index, ["elementwise", "take"], []);
    for (const name of ["elementwise", "take"]) expect(messages[name]).toMatch(named("Launched", name));
    expect(messages["elementwise"]).toMatch(named("Made", "made: elementwise"));
    const script = "const cu = await import(process.argv[1]); cu.zeros([3], { device: 'cpu' }).reshape(2);";
    const ended: unknown = await promisify(execFile)(process.execPath, [
      "--input-type=module",
      "--eval",
      script,
      built.index,
    ]).catch((error: unknown) => error);
    // The place, the line of the code, a caret.
    const [, code = ""] = (ended as { stderr: string }).stderr.split("\n");
    expect(code).toContain("Error(");
    expect(code.length).toBeLessThan(120);
  });
});
