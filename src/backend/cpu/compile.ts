// Finds or compiles the code of a source for the cpu device. Code that was compiled before comes from the package or the disk cache, and
// no process is started.

import { defaultCache } from "../../compiler/cache.js";
import { findPrebuilt } from "../../compiler/prebuilt.js";
import { requestFor } from "./compile-request.js";
import { compileInChild } from "./compile-sync.js";
import type { ObjectSource } from "./cpu-module.js";
import type { CpuCompileOptions, CpuObject } from "./cpu-object.js";
import { findShipped } from "./shipped-objects.js";
import { fromObjectCode } from "./stored-object.js";

/** The code of a source: ready if the cache has it, else to be compiled. */
export function openSource(source: string, options: CpuCompileOptions): ObjectSource {
  const isOther = options.watch !== undefined || options.ordersWarps === true || options.addressBits === 64;
  const shipped = isOther ? undefined : (findShipped(source, options) ?? findInPackage(source, options));
  if (shipped !== undefined) return shippedSource(shipped);
  const request = requestFor(source, options);
  const cache = defaultCache();
  const found = cache.findSync(request);
  return {
    ready: found && fromObjectCode(found),
    compile: async () =>
      fromObjectCode(
        await cache.getOrCompile(request, async () => {
          // Loaded when there is something to compile: with a full cache that is never.
          const { compileSource } = await import("./compile-source.js");
          return compileSource(source, options);
        }),
      ),
    compileSync: () =>
      fromObjectCode(cache.getOrCompileSync(request, () => compileInChild({ source, options }))),
  };
}

/** The target of code for this device in the packages of users. */
export const PREBUILT_TARGET = "wasm-lp64";

/** What a package of the user's brought for a source. */
function findInPackage(source: string, options: CpuCompileOptions): CpuObject | undefined {
  if (options.only !== undefined || options.prelude !== undefined) return undefined;
  const found = findPrebuilt({ ...options, source, target: PREBUILT_TARGET });
  return found && fromObjectCode(found);
}

function shippedSource(object: CpuObject): ObjectSource {
  return {
    ready: object,
    isShipped: true,
    compile: () => Promise.resolve(object),
    compileSync: () => object,
  };
}
