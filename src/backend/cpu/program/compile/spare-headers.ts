// Whether a program in C++ is compiled without the precompiled headers of C++. To make them takes as long as two programs lose by
// reading what they include: so the first two on a machine do that, and whoever runs one program never waits for headers.

import { type CompileRequest, defaultCache } from "../../../../compiler/cache.js";
import { arePrecompiled } from "../../../../compiler/clang/device-headers.js";
import { programHeaderArgs, programHeaders } from "../../../../compiler/clang/host-language.js";
import type { DeviceOptions } from "../../../../compiler/clang/options.js";
import { clangVersion } from "../../../../compiler/clang/package.js";
import { processState } from "../../../../core/process-state.js";

/** Sources after which the headers pay. */
const SPARED = 2;

const state = processState(() => ({ spared: 0 }));

/**
 * True for a source that is compiled sooner without them, which it then must be. `batch` is the number of sources that are
 * compiled with it, itself included.
 */
export async function sparesHeaders(options: DeviceOptions, batch: number): Promise<boolean> {
  const args = programHeaderArgs("host", options);
  if (batch > SPARED || arePrecompiled(programHeaders("c++"), args)) return false;
  const cache = defaultCache();
  const free = Array.from({ length: SPARED }, (_, place) => spared(args, place)).find(
    (request) => cache.findSync(request) === undefined,
  );
  if (free === undefined || state.spared >= SPARED) return false;
  state.spared++;
  await cache.getOrCompile(free, () => ({ code: Uint8Array.of(1) }));
  return true;
}

/** What the cache has where a source was spared. */
function spared(args: readonly string[], place: number): CompileRequest {
  return {
    compiler: "clang",
    compilerVersion: clangVersion(),
    target: "source without precompiled headers",
    options: args,
    source: String(place),
    directory: null,
  };
}
