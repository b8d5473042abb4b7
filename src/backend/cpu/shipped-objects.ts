// Compiled code of the built-in kernels, which comes with the package, so that they need no compiler. There is one file for each source,
// named by a hash of everything that the compiler would be given. `npm run build` makes the files; a source checkout has none and uses
// the disk cache.

import type { ObjectCode } from "../../compiler/cache.js";
import { quickHash } from "../../compiler/cache/digest.js";
import { type RequestKey, requestKey } from "../../compiler/cache/key.js";
import { objectFromRecord, objectRecord } from "../../compiler/cache/object-code.js";
import { decodeRecord, encodeRecord } from "../../compiler/cache/record.js";
import { codeFolder } from "../../host/assets.js";
import { readBytes } from "../../host/files.js";
import { join } from "../../host/paths.js";
import type { CpuCompileOptions, CpuObject } from "./cpu-object.js";
import { fromObjectCode } from "./stored-object.js";

/** The folder of the files below dist/. */
export const SHIPPED_FOLDER = "kernels";

/** The shipped code of a source; undefined where there is none. */
export function findShipped(source: string, options: CpuCompileOptions): CpuObject | undefined {
  if (options.only !== undefined || options.headers !== undefined) return undefined;
  const { place, text } = shippedKey(source, options);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = readBytes(join(codeFolder(), SHIPPED_FOLDER, place));
  } catch {
    return undefined;
  }
  const record = decodeRecord(place, bytes);
  const isThis = record?.kind === "object" && record.request === text;
  return isThis ? fromObjectCode(objectFromRecord(record)) : undefined;
}

/** The name and the bytes of the file that ships the code of a source. */
export function shippedFile(
  source: string,
  options: CpuCompileOptions,
  object: ObjectCode,
): { readonly name: string; readonly bytes: Uint8Array } {
  const { place, text } = shippedKey(source, options);
  return { name: place, bytes: encodeRecord(place, objectRecord(object, text)) };
}

// The files belong to this very build, so the compiler and its version need not be asked: they may not even be there.
function shippedKey(source: string, options: CpuCompileOptions): RequestKey {
  const { fileName } = options;
  const { place, text } = requestKey({
    compiler: "shipped",
    compilerVersion: "",
    target: "LP64 cpu device",
    options: options.options ?? [],
    source,
    directory: null,
    nameExpressions: options.nameExpressions ?? [],
    ...(fileName === undefined ? {} : { sourceName: fileName }),
  });
  // The whole text would be half of the files, and a digest takes milliseconds to load: with the name, these are 128 bits.
  return { place, text: `${text.length} ${quickHash(`again ${text}`)}` };
}
