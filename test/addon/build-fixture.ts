// Builds an addon of the tests, and says why not where there is no compiler.

import { fileURLToPath } from "node:url";
import { buildShared } from "../../src/build/toolchain/build-shared.js";
import { findCompiler } from "../../src/build/toolchain/compilers.js";

/** Why addons cannot be built here, if so. */
export const noCompiler = findCompiler("c++") === undefined ? "no C++ compiler on this machine" : undefined;

/** Set by sanitize.ts: the options under which the same tests find wrong accesses and undefined behaviour. */
const flags = (process.env["CUTS_TEST_ADDON_FLAGS"] ?? "-O1").split(" ").filter((flag) => flag !== "");

/** The path of a built fixture. */
export async function buildFixture(name: string): Promise<string> {
  const source = fileURLToPath(new URL(`fixtures/${name}.cpp`, import.meta.url));
  const { path } = await buildShared({
    name,
    kind: "addon",
    sources: [source],
    options: flags,
    linkOptions: flags,
  });
  return path;
}
