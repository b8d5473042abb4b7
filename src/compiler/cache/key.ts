// The keys of the cache. The key of a request covers everything known before the compiler runs. The key of an object adds the files that
// the compiler read and their contents.

import {
  type Digest,
  digestFields,
  digestOf,
  type Field,
  framed,
  type QuickHash,
  quickHash,
} from "./digest.js";

/** Goes up whenever keys or records change their meaning: everything written before becomes a miss and ages out. */
export const schemaVersion = 2;

/** A longer text is stood for by its digest: it would be stored with each entry. */
const maxTextLength = 65_536;

/** Everything a compiler is given. Two equal requests that read equal files give the same object code. */
export interface CompileRequest {
  /** Such as "nvrtc" or "clang". */
  readonly compiler: string;
  /** As exact as the compiler can say it, builds included. */
  readonly compilerVersion: string;
  /** What is produced, and for what: "cubin sm_90", "wasm32 simd128". */
  readonly target: string;
  /** Order counts: compilers let a later option override an earlier one. */
  readonly options: readonly string[];
  readonly source: string | Uint8Array;
  /** What the compiler calls the source: it appears in `__FILE__`, in messages and in debug information. */
  readonly sourceName?: string;
  /**
   * The directory that relative paths in the options, in `#include "…"` and in `files` start from; null when the
   * compiler looks at no relative path.
   */
  readonly directory: string | null;
  /** Headers handed over in memory, by the name they are included under. */
  readonly headers?: ReadonlyMap<string, string>;
  /** Template instantiations asked for, such as "scan<float, 256>". Neither order nor repetition counts. */
  readonly nameExpressions?: readonly string[];
}

/** A file as it was found; null when nothing readable was there. */
export interface FileState {
  readonly path: string;
  readonly digest: Digest | null;
}

/** Everything known before compiling: two requests are the same exactly when their texts are. */
export interface RequestKey {
  readonly text: string;
  /** Where to look for it; what is found there says for which text it is. */
  readonly place: QuickHash;
}

/** The key of everything known before compiling. */
export function requestKey(request: CompileRequest): RequestKey {
  const whole = framed(requestFields(request));
  const text = whole.length <= maxTextLength ? whole : framed([["sha256", digestOf(whole)]]);
  return { text, place: quickHash(text) };
}

/** The key of the object code that a request gives while these files have these contents. */
export function objectKey(request: RequestKey, files: readonly FileState[]): Digest {
  const fields: Field[] = [["request", request.text]];
  for (const file of files) fields.push(["path", file.path], ["contents", file.digest ?? "absent"]);
  return digestFields(fields);
}

function* requestFields(request: CompileRequest): Generator<Field> {
  yield ["schema", String(schemaVersion)];
  yield ["compiler", request.compiler];
  yield ["version", request.compilerVersion];
  yield ["target", request.target];
  for (const option of request.options) yield ["option", option];
  if (request.sourceName !== undefined) yield ["source-name", request.sourceName];
  if (request.directory !== null) yield ["directory", request.directory];
  for (const [name, text] of [...(request.headers ?? [])].sort(byName)) {
    yield ["header-name", name];
    yield ["header", text];
  }
  for (const name of [...new Set(request.nameExpressions)].sort()) yield ["name", name];
  if (typeof request.source === "string") yield ["source", request.source];
  else yield ["source-digest", digestOf(request.source)];
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}
