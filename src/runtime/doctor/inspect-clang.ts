// The embedded clang, an optional dependency: compiles a C function to WebAssembly in a child process and calls it there.

import { pathToFileURL } from "node:url";
import { findPackage } from "./npm-package.js";
import { runProgram } from "./program.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

const packageName = "@yowasp/clang";

/** The clang that npm installs beside CuTS. */
export async function inspectClang(inspection: Inspection): Promise<Finding> {
  const installed = findPackage(packageName);
  if (installed === undefined) {
    return {
      found: false,
      whyNot: `the package ${packageName} is not installed`,
      hint: `npm install ${packageName}`,
    };
  }
  return {
    found: true,
    where: installed.folder,
    version: installed.version,
    call: await tryCall("compile a C function to WebAssembly and call it with 7", () =>
      compileAndCall(installed.entry, inspection),
    ),
  };
}

// The compiler is 75 MB of WebAssembly: a child keeps its memory out of this process, and the baseline tier starts it
// in two seconds instead of five. It prints its own progress first, hence the last line.
async function compileAndCall(entry: string, inspection: Inspection): Promise<string> {
  const script = `
    import { commands } from ${JSON.stringify(pathToFileURL(entry).href)};
    const files = await commands.clang(
      ["--target=wasm32", "-nostdlib", "-O1", "-Wl,--no-entry", "-Wl,--export=six_times", "six.c", "-o", "six.wasm"],
      { "six.c": "int six_times(int x) { return 6 * x; }" },
    );
    const { instance } = await WebAssembly.instantiate(files["six.wasm"]);
    console.log("\\n" + instance.exports.six_times(7));`;
  const args = ["--liftoff-only", "--input-type=module", "--eval", script];
  const { stdout } = await runProgram(process.execPath, args, inspection);
  const result = stdout.trim().split("\n").at(-1);
  if (result !== "42") throw new Error(`six_times(7) must be 42 (got ${result})`);
  return result;
}
