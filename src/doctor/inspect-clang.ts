// Inspects the embedded clang, an optional dependency, by compiling a C function to WebAssembly and calling it.

import { Clang } from "../compiler/clang/clang.js";
import { findPackage } from "./npm-package.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

const packageName = "@yowasp/clang";

/** Finds the clang that npm installs beside CuTS. */
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
      compileAndCall(inspection),
    ),
  };
}

async function compileAndCall({ timeoutMs }: Inspection): Promise<string> {
  // A compiler of our own: the shared one would stay in memory when the report is done.
  const compiler = new Clang({ timeoutMs });
  try {
    const { steps, files } = await compiler.run({
      files: { "/six.c": "int six_times(int x) { return 6 * x; }" },
      steps: [
        { tool: "clang", args: ["--target=wasm32", "-O1", "-c", "/six.c", "-o", "/six.o"] },
        { tool: "wasm-ld", args: ["--no-entry", "--export=six_times", "/six.o", "-o", "/six.wasm"] },
      ],
      outputs: ["/six.wasm"],
    });
    const module = files["/six.wasm"];
    if (module === undefined) throw new Error(steps.map((step) => step.trap ?? step.stderr).join("\n"));
    const { exports } = await WebAssembly.instantiate(await WebAssembly.compile(module));
    const result = (exports["six_times"] as (x: number) => unknown)(7);
    if (result !== 42) throw new Error(`six_times(7) must be 42 (got ${String(result)})`);
    return "42";
  } finally {
    compiler.stop();
  }
}
