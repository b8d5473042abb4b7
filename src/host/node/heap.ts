// The heap of V8. Node's modules are loaded lazily, because many programs never need them.

import { lazy } from "../../core/lazy.js";

export function usedHeapBytes(): number {
  return process.getBuiltinModule("node:v8").getHeapStatistics().used_heap_size;
}

export function collectHeap(): void {
  collector()();
}

const collector = lazy(() => {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  const { runInNewContext } = process.getBuiltinModule("node:vm");
  // Only contexts that are created after the flag was set have the function. Nothing else changes.
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
});

/** Running a script in a context with its own microtask queue makes V8 end the current job. */
export function releaseWeakTargets(): void {
  const { nothing, context } = endOfJob();
  nothing.runInContext(context);
}

const endOfJob = lazy(() => {
  const { createContext, Script } = process.getBuiltinModule("node:vm");
  return { nothing: new Script("0"), context: createContext({}, { microtaskMode: "afterEvaluate" }) };
});
