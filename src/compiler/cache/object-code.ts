// The value the cache keeps: object code, the mangled names of the instantiations asked for, and what a compiler
// wants to remember beside them.

import type { CacheRecord, JsonValue } from "./record.js";

/** What a compiler made, the same whether it was just compiled or read from the cache. */
export interface ObjectCode {
  /** The main output: a cubin, a wasm module, a shared library. */
  readonly code: Uint8Array<ArrayBuffer>;
  /** Mangled name by name expression. */
  readonly names: ReadonlyMap<string, string>;
  /** Small facts about the code, such as kernel signatures or the compiler's warnings. */
  readonly info: JsonValue;
  /** Further outputs by name: source maps, relocatable code, a host part. */
  readonly blobs: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** Object code with the parts left out that a compiler has nothing to say about. */
export type PartialObjectCode = Pick<ObjectCode, "code"> & Partial<ObjectCode>;

/** The parts left out filled in with nothing. */
export function completeObjectCode(partial: PartialObjectCode): ObjectCode {
  const { code, names = new Map(), info = null, blobs = new Map() } = partial;
  return { code, names, info, blobs };
}

/** Object code as a record of the cache; `request` is what it is for where its key does not prove that. */
export function objectRecord(object: ObjectCode, request = ""): CacheRecord {
  return {
    kind: "object",
    request,
    body: { names: [...object.names], info: object.info, blobs: [...object.blobs.keys()] },
    blobs: [object.code, ...object.blobs.values()],
  };
}

/** The object code in a record that `objectRecord` made. */
export function objectFromRecord(record: CacheRecord): ObjectCode {
  const body = record.body as {
    readonly names: readonly (readonly [string, string])[];
    readonly info: JsonValue;
    readonly blobs: readonly string[];
  };
  const [code = new Uint8Array(), ...rest] = record.blobs;
  return {
    code,
    names: new Map(body.names),
    info: body.info,
    blobs: new Map(body.blobs.map((name, index) => [name, rest[index] ?? new Uint8Array()])),
  };
}
