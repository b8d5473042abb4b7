// cu.python(): the door to the embedded interpreter. Nothing of it is loaded before it is called.

import type { Python, PythonOptions } from "./python/types.js";

/**
 * CPython inside this process, found by `CUTS_PYTHON`, an active virtual or conda environment, or the PATH; a second call gives the
 * same. Values are copied, arrays share their memory (NumPy, CuPy, PyTorch), all else is a reference. Calls run on a thread of Python's
 * own, one after the other, while the event loop turns.
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
