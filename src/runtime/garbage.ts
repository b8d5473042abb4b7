// Garbage collection on demand, for memory that V8 does not see. Collecting alone frees nothing: finalizers run in a later
// turn of the event loop, and a loop that allocates and never awaits has none. So owners of much memory are watched by
// WeakRefs, and those that are gone after a collection are ended here and now.
//
// A WeakRef keeps its target until the job that made it ends, or until microtasks have run. A context with a microtask
// queue of its own runs them inside `runInContext`, so that arrays made and dropped in one synchronous loop can be
// collected within it.

/** Something that ends when its owner is gone. */
interface Watched {
  end(ending: "the garbage collector"): void;
}

/** Owners of less are left to V8: many of them are needed to fill a device, and V8 sees the objects themselves. */
export const WATCHED_BYTES = 64 * 1024;

const owners = new Map<Watched, WeakRef<object>>();

/** Watches the owner of much memory. */
export function watchOwner(handle: Watched, owner: object): void {
  owners.set(handle, new WeakRef(owner));
}

/** The handle has ended by other ways. */
export function forgetOwner(handle: Watched): void {
  owners.delete(handle);
}

/** Has `action` done before each collection on demand: it lets go of owners that it holds. */
export function beforeCollecting(action: () => void): void {
  prepare = action;
}

let prepare: () => void = () => {};

/** Collects garbage and ends what belonged to owners that are gone. It takes milliseconds. */
export function collectGarbage(): void {
  collector ??= findCollector();
  prepare();
  collector();
  for (const [handle, owner] of owners) {
    if (owner.deref() !== undefined) continue;
    owners.delete(handle);
    handle.end("the garbage collector");
  }
}

let collector: (() => void) | undefined;

function findCollector(): () => void {
  // Loaded when they are needed: most programs never come here.
  const { setFlagsFromString } = process.getBuiltinModule("node:v8");
  const { createContext, runInContext, runInNewContext } = process.getBuiltinModule("node:vm");
  // The function is only there for contexts made after the flag is set; nothing else changes by it.
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const context = createContext({}, { microtaskMode: "afterEvaluate" });
  return () => {
    runInContext("0", context);
    collect();
  };
}
