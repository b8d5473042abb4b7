// libpython, loaded and started once per process. It is never shut down, because extension modules cannot be started again.

import { CutsError } from "../../core/errors.js";
import { openRawLibrary, type RawLibrary } from "../../ffi/raw-library.js";
import { addressOf } from "../../ffi/memory.js";
import type { FoundPython } from "./find-python.js";

const FILE_INPUT = 257;

/** A running interpreter, and a way to run code in it. */
export interface LibPython {
  /** Runs statements; Python prints any error. @throws CutsError `CUTS_PYTHON_START` */
  run(code: string, what: string): void;
}

/**
 * Starts CPython in this process. Its symbols are global, because extension modules need them.
 * @throws CutsError `CUTS_PYTHON_START`
 */
export function startPython({ library, executable, version }: FoundPython): LibPython {
  const python = openRawLibrary(library, { global: true });
  const isRunning = python.bind("Py_IsInitialized", "int32", [])() !== 0;
  if (isRunning) {
    throw new CutsError(
      "CUTS_PYTHON_START",
      "Cannot start Python: another library of this process has started one already",
    );
  }
  if (Number(version.split(".")[1]) >= 14) startByConfig(python, executable);
  else startByName(python, executable);
  const run = python.bind("PyRun_String", "address", ["pointer", "int32", "address", "address"]);
  const addModule = python.bind("PyImport_AddModule", "address", ["string"]);
  const dictOf = python.bind("PyModule_GetDict", "address", ["address"]);
  const print = python.bind("PyErr_Print", "void", []);
  const lock = python.bind("PyGILState_Ensure", "int32", []);
  const unlock = python.bind("PyGILState_Release", "void", ["int32"]);
  // From here on the lock is taken for each use, by whatever thread.
  python.bind("PyEval_SaveThread", "address", [])();
  return {
    run(code, what) {
      const state = lock();
      try {
        const scope = dictOf(addModule("__cuts_start__"));
        if (run(Buffer.from(`${code}\0`), FILE_INPUT, scope, scope) !== 0) return;
        print();
      } finally {
        unlock(state);
      }
      throw new CutsError(
        "CUTS_PYTHON_START",
        `Cannot ${what}: Python says why on standard error (${library})`,
      );
    },
  };
}

/** Up to 3.13: the program decides the prefix, and with that the packages of a virtual environment. */
function startByName(python: RawLibrary, executable: string): void {
  const decode = python.bind("Py_DecodeLocale", "address", ["string", "address"]);
  // The text must stay: Python keeps its address.
  python.bind("Py_SetProgramName", "void", ["address"])(decode(executable, 0));
  // 0: signals are Node's.
  python.bind("Py_InitializeEx", "void", ["int32"])(0);
}

/** From 3.14 on. Its defaults are those of an isolated interpreter; these are those of a program. */
function startByConfig(python: RawLibrary, executable: string): void {
  const config = python.bind("PyInitConfig_Create", "address", [])() as number;
  const setText = python.bind("PyInitConfig_SetStr", "int32", ["address", "string", "string"]);
  const setNumber = python.bind("PyInitConfig_SetInt", "int32", ["address", "string", "int64"]);
  setText(config, "program_name", executable);
  for (const [name, value] of [
    ["isolated", 0],
    ["use_environment", 1],
    ["user_site_directory", 1],
    ["install_signal_handlers", 0],
  ] as const) {
    setNumber(config, name, value);
  }
  const start = python.bind("Py_InitializeFromInitConfig", "int32", ["address"]);
  if (start(config) === 0) {
    python.bind("PyInitConfig_Free", "void", ["address"])(config);
    return;
  }
  const place = new BigUint64Array(1);
  const said = python.bind("PyInitConfig_GetError", "int32", ["address", "pointer"]);
  const hasError = said(config, addressOf(place)) === 1;
  throw new CutsError(
    "CUTS_PYTHON_START",
    `Cannot start Python: ${executable} does not start${hasError ? " (its configuration is refused)" : ""}`,
  );
}
