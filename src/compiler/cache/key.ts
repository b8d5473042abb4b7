// What identifies a compilation. A request's key covers everything known before the compiler runs; an object's key
// adds the files the compiler read, with their contents, which only a compilation or an earlier one can tell.

import { type Digest, digestFields, digestOf, type Field } from "./digest.js";

/** Goes up whenever keys or records change their meaning: everything written before becomes a miss and ages out. */
export const schemaVersion = 1;

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

/** The key of everything known before compiling. */
export function requestKey(request: CompileRequest): Digest {
  return digestFields(requestFields(request));
}

/** The key of the object code that a request gives while these files have these contents. */
export function objectKey(request: Digest, files: readonly FileState[]): Digest {
  const fields: Field[] = [["request", request]];
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
