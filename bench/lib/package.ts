// What is measured: the package as it is built, where it is, else the source, whose loader adds some time to every function
// that is made. BENCH_SOURCE asks for the source.

import { existsSync } from "node:fs";
import type * as Surface from "../../src/index.js";

const built = new URL("../../dist/index.js", import.meta.url);

const isBuilt = existsSync(built) && process.env["BENCH_SOURCE"] === undefined;
export const cu = (await import(isBuilt ? built.href : "../../src/index.js")) as typeof Surface;
/** For the line that says what was measured. */
export const version = `CuTS ${cu.cutsVersion()}${isBuilt ? "" : ", from source"}, on ${cu.device().id}`;
