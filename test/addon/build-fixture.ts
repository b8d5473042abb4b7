// Builds an addon of the tests, and says why not where there is no compiler.

import { fileURLToPath } from "node:url";
import { type Addon, openAddon } from "../../src/build/addon/open-addon.js";
import { load } from "../../src/build/load.js";
import { buildShared } from "../../src/build/toolchain/build-shared.js";
import { findCompiler } from "../../src/build/toolchain/compilers.js";

/** Why addons cannot be built here, if so. */
export const noCompiler = findCompiler("c++") === undefined ? "no C++ compiler on this machine" : undefined;

/** Set by sanitize.ts: the options under which the same tests find wrong accesses and undefined behaviour. */
const flags = (process.env["CUTS_TEST_ADDON_FLAGS"] ?? "-O1").split(" ").filter((flag) => flag !== "");

/** Set by in-wasm.ts: the same tests of an addon that runs as WebAssembly. */
export const isWasm = process.env["CUTS_TEST_ADDON_TOOLCHAIN"] === "wasm";

/** A fixture, opened. */
export async function openFixture<T extends object>(name: string): Promise<Addon<T>> {
  if (!isWasm) return openAddon<T>(await buildFixture(name), name);
  const addon: unknown = await load({ sources: sourceOf(name), toolchain: "wasm", onProgress: () => {} });
  return addon as Addon<T>;
}

function sourceOf(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}.cpp`, import.meta.url));
}

/** The path of a built fixture. */
export async function buildFixture(name: string): Promise<string> {
  const { path } = await buildShared({
    name,
    kind: "addon",
    sources: [sourceOf(name)],
    options: flags,
    linkOptions: flags,
  });
  return path;
}
