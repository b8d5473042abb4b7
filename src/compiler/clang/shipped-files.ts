// What the embedded clang makes for every user alike and the package therefore brings along: the device headers
// precompiled, and code that is linked to kernels. `npm run build` makes the files (tools/ship-compiler.ts); a source
// checkout has none, and the disk cache serves there.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { codeFolder } from "../../core/package-files.js";
import { quickHash } from "../cache/digest.js";

/** The folder of the files below dist/. */
export const SHIPPED_FILES_FOLDER = "compiler/shipped";

/** The name of the file with the device headers, precompiled with these arguments of `clang -cc1`. */
export function precompiledName(args: readonly string[]): string {
  return `device-${quickHash(JSON.stringify(args))}.pch`;
}

/** A file that came with the package; undefined where there is none. */
export function readShippedFile(name: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return new Uint8Array(readFileSync(join(codeFolder(), SHIPPED_FILES_FOLDER, name)));
  } catch {
    return undefined;
  }
}
