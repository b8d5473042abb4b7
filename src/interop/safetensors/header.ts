// The header of a safetensors file: 8 bytes of length, JSON, then the bytes of the tensors without gaps. Files are untrusted:
// everything that the reference reader rejects is rejected.

import { type DType, dtypes } from "../../core/dtype.js";
import { CutsError } from "../../core/errors.js";

/** A tensor as the header describes it. */
export interface TensorInfo {
  /** The type's name in the file: `F32`, `BF16`, `F8_E4M3`. */
  readonly type: string;
  /** The dtype; undefined if CuTS does not have it. */
  readonly dtype: DType | undefined;
  readonly shape: readonly number[];
  /** The positions in the file where its bytes begin and end. */
  readonly begin: number;
  readonly end: number;
}

export interface SafetensorsHeader {
  readonly tensors: ReadonlyMap<string, TensorInfo>;
  readonly metadata: Readonly<Record<string, string>>;
}

const MAX_HEADER_BYTES = 100_000_000;
const METADATA = "__metadata__";

/** The type names, each with its dtype, or with its number of bits if CuTS has no such dtype. */
const types: Readonly<Record<string, DType | number>> = {
  BOOL: "bool",
  U8: "uint8",
  I8: "int8",
  I16: "int16",
  U16: "uint16",
  F16: "float16",
  BF16: "bfloat16",
  I32: "int32",
  U32: "uint32",
  F32: "float32",
  F64: "float64",
  I64: "int64",
  U64: "uint64",
  C64: "complex64",
  F4: 4,
  F6_E2M3: 6,
  F6_E3M2: 6,
  F8_E5M2: 8,
  F8_E4M3: 8,
  F8_E8M0: 8,
};

/** The name of a dtype in files; undefined for complex128, which they do not have. */
export function safetensorsType(dtype: DType): string | undefined {
  return Object.keys(types).find((name) => types[name] === dtype);
}

/** Reads a header. `read` returns bytes of the file, which has `byteLength` bytes. @throws CutsError `CUTS_SAFETENSORS` */
export function readHeader(
  name: string,
  byteLength: number,
  read: (begin: number, end: number) => Uint8Array,
): SafetensorsHeader {
  const refuse = (rule: string): never => {
    throw safetensorsError(name, rule);
  };
  if (byteLength < 8) return refuse("it must have 8 bytes at least");
  const lengthBytes = read(0, 8);
  const length = new DataView(lengthBytes.buffer, lengthBytes.byteOffset, 8).getBigUint64(0, true);
  if (length > MAX_HEADER_BYTES) return refuse(`its header must be below 100 MB (got ${length} bytes)`);
  const start = 8 + Number(length);
  if (start > byteLength) return refuse(`its header must be within the file (got ${length} bytes)`);
  const text = decode(read(8, start), refuse);
  if (!text.startsWith("{")) return refuse("its header must begin with {");
  const names = topLevelNames(text, refuse);
  const entries = parse(text, refuse);
  if (new Set(names).size !== names.length) return refuse("each name must be in its header once");
  const tensors = new Map<string, TensorInfo>();
  let metadata: Readonly<Record<string, string>> = {};
  for (const key of names) {
    const entry = entries.get(key);
    if (key === METADATA) metadata = readMetadata(entry, refuse);
    else tensors.set(key, readInfo(key, entry, start, byteLength, refuse));
  }
  checkPlaces([...tensors.values()], start, byteLength, refuse);
  return { tensors, metadata };
}

type Refuse = (rule: string) => never;

function decode(bytes: Uint8Array, refuse: Refuse): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes.slice());
  } catch {
    return refuse("its header must be UTF-8");
  }
}

function parse(text: string, refuse: Refuse): ReadonlyMap<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown;
    if (typeof value === "object" && value !== null && !Array.isArray(value)) {
      // JSON.parse makes own properties also of names that mean something else, such as __proto__.
      return new Map(Object.entries(value));
    }
  } catch {
    // The rule is the same.
  }
  return refuse("its header must be one JSON object");
}

/** The keys of a JSON object, including duplicates, which JSON.parse hides. */
function topLevelNames(text: string, refuse: Refuse): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    if (letter === "{" || letter === "[") depth++;
    else if (letter === "}" || letter === "]") depth--;
    else if (letter === '"') {
      const begin = at;
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === "\\") at++;
      if (depth !== 1 || !/^\s*:/.test(text.slice(at + 1, at + 64))) continue;
      try {
        names.push(JSON.parse(text.slice(begin, at + 1)) as string);
      } catch {
        return refuse("its header must be one JSON object");
      }
    }
  }
  return names;
}

function readMetadata(value: unknown, refuse: Refuse): Readonly<Record<string, string>> {
  const isFine =
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => typeof one === "string");
  if (!isFine) return refuse("its metadata must be texts by name");
  return Object.assign(Object.create(null) as Record<string, string>, value);
}

function readInfo(
  name: string,
  value: unknown,
  start: number,
  byteLength: number,
  refuse: Refuse,
): TensorInfo {
  const entry = value as { dtype?: unknown; shape?: unknown; data_offsets?: unknown } | null | undefined;
  const label = JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name);
  const known =
    typeof entry?.dtype === "string" && Object.hasOwn(types, entry.dtype) ? types[entry.dtype] : undefined;
  if (known === undefined) return refuse(`${label} must have a type (got ${JSON.stringify(entry?.dtype)})`);
  const shape = entry?.shape;
  const isShape =
    Array.isArray(shape) &&
    shape.length <= 64 &&
    shape.every((size) => Number.isSafeInteger(size) && size >= 0);
  if (!isShape) return refuse(`${label} must have a shape of whole numbers`);
  const sizes = shape as number[];
  const offsets = entry?.data_offsets as unknown[] | undefined;
  const areOffsets =
    Array.isArray(offsets) &&
    offsets.length === 2 &&
    offsets.every((one) => Number.isSafeInteger(one) && (one as number) >= 0);
  if (!areOffsets) return refuse(`${label} must say where it begins and ends`);
  const [first, last] = offsets as [number, number];
  const count = sizes.reduce((product, size) => product * size, 1);
  const bits = count * (typeof known === "number" ? known : 8 * dtypes[known].byteLength);
  if (!Number.isSafeInteger(bits) || bits !== 8 * (last - first)) {
    return refuse(
      `${label} must have the bytes of ${JSON.stringify(sizes)} ${String(entry?.dtype)} (got ${last - first})`,
    );
  }
  if (start + last > byteLength) return refuse(`${label} must be within the file`);
  return {
    type: entry?.dtype as string,
    dtype: typeof known === "number" ? undefined : known,
    shape: sizes,
    begin: start + first,
    end: start + last,
  };
}

/** Tensors follow each other without holes, to the end of the file. */
function checkPlaces(infos: TensorInfo[], start: number, byteLength: number, refuse: Refuse): void {
  infos.sort((a, b) => a.begin - b.begin || a.end - b.end);
  let at = start;
  for (const { begin, end } of infos) {
    if (begin !== at) return refuse(`its tensors must follow each other (byte ${at - start})`);
    at = end;
  }
  if (at !== byteLength)
    return refuse(`it must end with its last tensor (got ${byteLength - at} bytes more)`);
}

export function safetensorsError(name: string, rule: string): CutsError {
  return new CutsError("CUTS_SAFETENSORS", `Cannot read ${name} as a safetensors file: ${rule}`);
}
