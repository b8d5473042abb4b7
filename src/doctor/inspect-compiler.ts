// Inspects the system's C compiler, by compiling a function and calling it.

import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { dlopen } from "../ffi/dlopen.js";
import { findProgram, runProgram } from "./program.js";
import { type Finding, type Inspection, tryCall } from "./report.js";
import { withTemporaryFolder } from "./temporary-folder.js";

/** Finds `$CC` if set, else cc, gcc or clang. */
export async function inspectCompiler(inspection: Inspection): Promise<Finding> {
  // $CC may carry options ("gcc -m64"); only the program is of interest here.
  const own = inspection.environment["CC"]?.trim().split(/\s+/)[0];
  const names = own === undefined || own === "" ? ["cc", "gcc", "clang"] : [own];
  const search = await findProgram(names, inspection);
  if (search.path === undefined) {
    return {
      found: false,
      whyNot: `${names.join(", ")} ${names.length === 1 ? "is" : "are"} not on the PATH`,
      tried: search.tried,
      hint: "install one (Debian: apt install gcc; macOS: xcode-select --install); only building native code needs it",
    };
  }
  const { path } = search;
  return {
    found: true,
    where: path,
    ...(await versionOf(path, inspection)),
    call: await tryCall("compile a C function and call it with 7", () => compileAndCall(path, inspection)),
  };
}

async function versionOf(path: string, inspection: Inspection): Promise<{ version?: string }> {
  try {
    const { stdout } = await runProgram(path, ["--version"], inspection);
    const version = stdout.split("\n")[0]?.trim();
    return version === undefined || version === "" ? {} : { version };
  } catch {
    return {};
  }
}

function compileAndCall(compiler: string, inspection: Inspection): Promise<string> {
  return withTemporaryFolder(async (folder) => {
    const source = join(folder, "six.c");
    const library = join(folder, inspection.platform === "win32" ? "six.dll" : "six.so");
    await writeFile(source, "int six_times(int x) { return 6 * x; }\n");
    const position = inspection.platform === "win32" ? [] : ["-fPIC"];
    await runProgram(compiler, ["-shared", ...position, "-O1", "-o", library, source], inspection, folder);
    using six = dlopen(library, { six_times: "int(int)" });
    const result = six.six_times(7);
    if (result !== 42) throw new Error(`six_times(7) must be 42 (got ${result})`);
    return String(result);
  });
}
