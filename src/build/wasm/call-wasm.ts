// Calls into a library that runs as WebAssembly. If a call does not return normally (a trap, exit), it becomes an error, and the
// library cannot be called again, because its stack and data may be inconsistent.

import type { PlacedLibrary } from "../../backend/port/libraries.js";
import { CutsError } from "../../core/errors.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";

/** A library in the memory of a device. */
export interface WasmLibrary {
  readonly name: string;
  readonly device: DeviceCore;
  readonly code: PlacedLibrary;
  /** Throws if the library was disposed. */
  check(action: string): void;
  /** What ended a call; nothing can be called after it. */
  failure: string | undefined;
}

/** Calls an exported function with WebAssembly values. @throws CutsError `CUTS_LIBRARY_FAILED`. */
export function callWasm(
  library: WasmLibrary,
  name: string,
  args: readonly (number | bigint)[],
): number | bigint | undefined {
  return enterWasm(library, name, () => {
    const target = library.code.exports[name];
    if (typeof target !== "function") throw new Error(`internal: the library ${library.name} has no ${name}`);
    return target(...args) as number | bigint | undefined;
  });
}

/** Runs code of the library as part of a call of its function `name`. @throws CutsError `CUTS_LIBRARY_FAILED`. */
export function enterWasm<T>(library: WasmLibrary, name: string, body: () => T): T {
  const { code, failure } = library;
  if (failure !== undefined) {
    throw new CutsError(
      "CUTS_LIBRARY_FAILED",
      `Cannot call ${name}: the library ${library.name} ended in an earlier call (${failure})\nTry: load it again`,
    );
  }
  const results: T[] = [];
  const end = code.enter(() => void results.push(body()));
  if (end === undefined) return results[0] as T;
  library.failure = end;
  throw new CutsError(
    "CUTS_LIBRARY_FAILED",
    `Cannot finish ${name}: it ended the library ${library.name} (${end})`,
  );
}
