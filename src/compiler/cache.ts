// The disk cache that every compiler uses: the noun and its types; the parts are in cache/.

export {
  type Compilation,
  type CompileCache,
  defaultCache,
  type LookUpOptions,
  type OpenCacheOptions,
  openCache,
} from "./cache/compile-cache.js";
export type { EntryTotals } from "./cache/eviction.js";
export type { FileRead } from "./cache/files-read.js";
export type { CompileRequest } from "./cache/key.js";
export type { ObjectCode } from "./cache/object-code.js";
export type { JsonValue } from "./cache/record.js";
