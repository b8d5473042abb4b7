// Whether the tests of the embedded Python can run here: they need a CPython with a shared library, and NumPy. CI has both, and
// says so by CUTS_PYTHON, with which a missing one is an error.
import { searchPython } from "../../src/interop/python/find-python.js";

const { found, tried } = await searchPython();

/** Why there is no Python to test with; undefined where there is. */
export const noPython: string | undefined =
  found?.hasNumpy === true || (process.env["CUTS_PYTHON"] ?? "") !== ""
    ? undefined
    : found === undefined
      ? `there is no shared libpython (${tried.join("; ")})`
      : `${found.executable} has no NumPy`;
