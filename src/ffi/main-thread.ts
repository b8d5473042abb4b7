// Whether this is the main thread of the process.

import { lazy } from "../core/lazy.js";

/** Looked up when it is first asked for: the module is slow to load, and most programs have no callback. */
export const isMainThread = lazy(() => process.getBuiltinModule("node:worker_threads").isMainThread);
