// Inspects CPython, by loading the shared library that cu.python() embeds.

import { openRawLibrary } from "../ffi/raw-library.js";
import { searchPython } from "../interop/python/find-python.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** Finds the interpreter that cu.python() would use. */
export async function inspectPython({ environment, timeoutMs }: Inspection): Promise<Finding> {
  const { found, tried } = await searchPython(environment, timeoutMs);
  if (found === undefined) {
    return {
      found: false,
      whyNot: "no CPython with a shared library was found",
      tried,
      hint: "set CUTS_PYTHON to one; on Debian and Ubuntu: apt-get install libpython3-dev",
    };
  }
  const { executable, library, version, hasNumpy } = found;
  return {
    found: true,
    where: executable,
    version,
    details: [library, hasNumpy ? "with NumPy" : "without NumPy"],
    call: await tryCall("open its library", () => {
      const start = openRawLibrary(library).symbol("Py_InitializeEx");
      if (start === undefined) throw new Error("it has no Py_InitializeEx");
      return "Py_InitializeEx is there";
    }),
  };
}
