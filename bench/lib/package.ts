// What is measured: the package as it is built, where it is, else the source, whose loader adds some time to every function
// that is made. BENCH_SOURCE asks for the source, BENCH_PACKAGE for what another folder has built.

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type * as Surface from "../../src/index.js";

const other = process.env["BENCH_PACKAGE"];
const built =
  other === undefined
    ? new URL("../../dist/index.js", import.meta.url)
    : pathToFileURL(join(resolve(other), "dist/index.js"));

const isBuilt = existsSync(built) && process.env["BENCH_SOURCE"] === undefined;
export const cu = (await import(isBuilt ? built.href : "../../src/index.js")) as typeof Surface;
/** For the line that says what was measured. */
export const version = `CuTS ${cu.cutsVersion()}${isBuilt ? "" : ", from source"}, on ${cu.device().id}`;
