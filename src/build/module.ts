// The public part of importing `.cu` files as modules. The implementation is loaded on the first call.

import type { CuModuleTypes } from "./module/describe-module.js";

/**
 * The types of a `.cu` file as a module, for TypeScript's `allowArbitraryExtensions`: what `cuts types` writes.
 * @throws CutsError `CUTS_SOURCE` when it cannot be read; UnsupportedError `CUTS_CU_MODULE` when it exports nothing.
 * @example (await cuModuleTypes("sum.cu")).text // the contents of sum.d.cu.ts
 */
export async function cuModuleTypes(path: string): Promise<CuModuleTypes> {
  const { describeModule } = await import("./module/describe-module.js");
  return describeModule(path);
}
