// Kernels for the cpu device in the packages of users: one target serves every machine.

import { defaultCache } from "../../compiler/cache.js";
import type { KernelPrebuilder } from "../port/prebuilder.js";
import { PREBUILT_TARGET } from "./compile.js";
import { requestFor } from "./compile-request.js";

export const cpuPrebuilder: KernelPrebuilder = {
  prebuild: async ({ source, ...options }) => {
    const object = await defaultCache().getOrCompile(requestFor(source, options), async () => {
      const { compileSource } = await import("./compile-source.js");
      return compileSource(source, options);
    });
    return [{ target: PREBUILT_TARGET, object }];
  },
  architectureOf: () => null,
};
