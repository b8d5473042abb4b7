// cu.python(): starts the embedded Python. Its code is loaded when it is first called.

import type { Python, PythonOptions } from "./python/types.js";

/**
 * CPython inside this process, found by `CUTS_PYTHON`, an active virtual or conda environment, or the PATH; a second call returns
 * the same one. Values are copied, arrays share their memory (NumPy, CuPy, PyTorch), and everything else is a reference. Calls run
 * one after the other on a thread of Python's own, so the event loop stays free.
 * @throws LibraryNotFoundError `CUTS_PYTHON_NOT_FOUND` where there is no shared library of CPython; CutsError `CUTS_PYTHON_START`.
 * @example
 * const py = await cu.python();
 * const np = await py.import("numpy");
 * const total = await np.sum(x);
 */
export async function python(options: PythonOptions = {}): Promise<Python> {
  const { openPython } = await import("./python/interpreter.js");
  return await openPython(options);
}
