// Compiler results that are the same for every user and come with the package: precompiled headers of kernels, and code that is linked
// to kernels and programs. `npm run build` makes the files (tools/ship-compiler.ts). A source checkout has none and uses the disk cache.

import { codeFolder } from "../../host/assets.js";
import { isThere, readBytes } from "../../host/files.js";
import { join } from "../../host/paths.js";
import { quickHash } from "../cache/digest.js";

/** The folder of the files below dist/. */
export const SHIPPED_FILES_FOLDER = "compiler/shipped";

/** The name of the file with a header of ours, precompiled with these arguments of `clang -cc1`. */
export function precompiledName(header: string, args: readonly string[]): string {
  return `${header.replace(/\.h$/, "")}-${quickHash(JSON.stringify(args))}.pch`;
}

/** The same file, compressed: twice as much would come with the package otherwise. */
export function compressedName(header: string, args: readonly string[]): string {
  return `${precompiledName(header, args)}.br`;
}

/** The path of a file that came with the package; undefined where there is none. */
export function shippedFile(name: string): string | undefined {
  const path = join(codeFolder(), SHIPPED_FILES_FOLDER, name);
  return isThere(path) ? path : undefined;
}

/** A file that came with the package; undefined where there is none. */
export function readShippedFile(name: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return readBytes(join(codeFolder(), SHIPPED_FILES_FOLDER, name));
  } catch {
    return undefined;
  }
}
