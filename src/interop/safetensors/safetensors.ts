// safetensors files. They are read by memory mapping, so only the tensors that are used are read from disk, and written as the
// reference implementation does.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError, DisposedError } from "../../core/errors.js";
import { withFileErrors } from "../../host/file-error.js";
import type { FileUrl } from "../../core/host-types.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { saveFile } from "../../host/saved-files.js";
import { cStrides } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import { buffer } from "../../array/memory/buffer.js";
import { type BufferOptions, streamFor } from "../../array/creation-options.js";
import { data } from "../../array/access.js";
import { isNDArray, type NDArray } from "../../array/ndarray.js";
import { reshape } from "../../array/views.js";
import { type MappedFile, mapFile } from "../../ffi/map-file.js";
import { viewBytes } from "../../ffi/memory.js";
import { pathOfUrl } from "../../host/paths.js";
import { adoptArray } from "../foreign-array.js";
import {
  readHeader,
  type SafetensorsHeader,
  safetensorsError,
  safetensorsType,
  type TensorInfo,
} from "./header.js";

const arrayNames = optionNames<Pick<BufferOptions, "device" | "stream" | "memory">>({
  device: true,
  stream: true,
  memory: true,
});

/**
 * An open file. A tensor is read only when it is asked for. `dispose()` closes the file, but arrays that `view` returned keep the
 * mapping. The file must not be truncated while it is open.
 */
export class Safetensors implements Disposable {
  readonly #path: string;
  readonly #header: SafetensorsHeader;
  readonly #file: SharedFile;
  #isOpen = true;

  /** @internal */
  constructor(path: string, header: SafetensorsHeader, file: MappedFile) {
    this.#path = path;
    this.#header = header;
    this.#file = new SharedFile(file);
  }

  /** The names of its tensors. */
  get names(): readonly string[] {
    return [...this.#header.tensors.keys()];
  }

  /** The file's other metadata, by name. */
  get metadata(): Readonly<Record<string, string>> {
    return this.#header.metadata;
  }

  /** The type, shape and position of a tensor. @throws CutsError `CUTS_SAFETENSORS` if no tensor has this name. */
  info(name: string): TensorInfo {
    const info = this.#header.tensors.get(name);
    if (info !== undefined) return info;
    throw safetensorsError(
      this.#path,
      `it must have ${formatValue(name)} (got ${this.names.slice(0, 20).join(", ")})`,
    );
  }

  /**
   * A tensor, read from the file directly to a device.
   * @throws CutsError `CUTS_SAFETENSORS` for a type that CuTS has no dtype for.
   */
  get(name: string, options: Pick<BufferOptions, "device" | "stream" | "memory"> = {}): NDArray {
    checkOptions(options, arrayNames, "read a tensor");
    const { info, dtype } = this.#usable(name);
    const { TypedArray, lanes, byteLength } = dtypes[dtype];
    const length = info.end - info.begin;
    const slots = (length / byteLength) * lanes;
    if (length === 0) return reshape(buffer(dtype, 0, options), info.shape);
    const bytes = viewBytes(this.#file.pointer + BigInt(info.begin), length);
    // Others than the reference do not align tensors.
    const isAligned = info.begin % (byteLength / lanes) === 0;
    const elements = new TypedArray(isAligned ? bytes : bytes.slice(0), 0, slots);
    using flat = buffer(dtype, elements as never, options);
    return reshape(flat, info.shape);
  }

  /**
   * A tensor as a read-only array over the mapped file, on the cpu device; pages are read when they are first accessed. The rules
   * are those of `fromPointer`.
   * @throws CutsError `CUTS_SAFETENSORS` as `get`, and where the tensor does not lie at a multiple of its size.
   */
  view(name: string): NDArray {
    const { info, dtype } = this.#usable(name);
    const { byteLength, lanes } = dtypes[dtype];
    if (info.begin % (byteLength / lanes) !== 0) {
      throw safetensorsError(
        this.#path,
        `${formatValue(name)} must lie at a multiple of its size for a view\nTry: get()`,
      );
    }
    const release = this.#file.claim();
    const pointer = this.#file.pointer + BigInt(info.begin);
    const shape = Object.freeze([...info.shape]);
    const layout = { pointer, dtype, shape, strides: cStrides(shape), isReadonly: true };
    try {
      return adoptArray(layout, streamFor({ device: "cpu" }), release);
    } catch (error) {
      release();
      throw error;
    }
  }

  dispose(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#file.release();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #usable(name: string): { readonly info: TensorInfo; readonly dtype: DType } {
    if (!this.#isOpen) {
      throw new DisposedError("CUTS_DISPOSED", `Cannot read a tensor: the file was closed (${this.#path})`);
    }
    const info = this.info(name);
    if (info.dtype !== undefined) return { info, dtype: info.dtype };
    throw safetensorsError(
      this.#path,
      `${formatValue(name)} must be of a type that CuTS has (got ${info.type})`,
    );
  }
}

/** A mapped file, and how many use it. */
class SharedFile {
  readonly #file: MappedFile;
  #claims = 1;

  constructor(file: MappedFile) {
    this.#file = file;
  }

  get pointer(): bigint {
    return this.#file.pointer;
  }

  claim(): () => void {
    this.#claims++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.release();
    };
  }

  release(): void {
    if (--this.#claims === 0) this.#file.release();
  }
}

/**
 * Opens a safetensors file by mapping it into memory.
 * @throws CutsError `CUTS_SAFETENSORS` for other files; `CUTS_FILE_NOT_FOUND`, `CUTS_FILE_SYSTEM`.
 * @example
 * using file = await cu.openSafetensors("model.safetensors");
 * const weights = file.get("linear.weight");
 */
export async function openSafetensors(path: string | FileUrl): Promise<Safetensors> {
  return withFileErrors("read", path, async () => {
    const name = typeof path === "string" ? path : pathOfUrl(path);
    const file = mapFile(name);
    try {
      const read = (begin: number, end: number): Uint8Array =>
        begin === end
          ? new Uint8Array(0)
          : new Uint8Array(viewBytes(file.pointer + BigInt(begin), end - begin));
      return new Safetensors(name, readHeader(name, file.byteLength, read), file);
    } catch (error) {
      file.release();
      throw error;
    }
  });
}

/** Options of {@link saveSafetensors}. */
export interface SaveSafetensorsOptions {
  /** Metadata: strings by name. */
  readonly metadata?: Readonly<Record<string, string>>;
}

/**
 * Writes arrays to a safetensors file, wider dtypes first as in the reference implementation, so that all are aligned.
 * @throws TypeError `CUTS_SAFETENSORS_VALUE` for anything but an array, and for complex128, which the format does not have.
 */
export async function saveSafetensors(
  path: string | FileUrl,
  arrays: Readonly<Record<string, NDArray>> | ReadonlyMap<string, NDArray>,
  options: SaveSafetensorsOptions = {},
): Promise<void> {
  checkOptions(options, optionNames<SaveSafetensorsOptions>({ metadata: true }), "write a safetensors file");
  if (typeof arrays !== "object" || (arrays as unknown) === null) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot write a safetensors file: it must be given arrays by name (got ${formatValue(arrays)})\nTry: { weights }`,
    );
  }
  const entries = [...(arrays instanceof Map ? arrays : Object.entries(arrays))] as [string, NDArray][];
  for (const [name, array] of entries) checkValue(name, array);
  for (const [name, text] of Object.entries(options.metadata ?? {})) checkText(name, text);
  const size = ([, { dtype }]: [string, NDArray]): number => dtypes[dtype].byteLength;
  entries.sort((a, b) => size(b) - size(a) || (a[0] < b[0] ? -1 : 1));
  const header = new Map<string, unknown>();
  if (options.metadata !== undefined) header.set("__metadata__", options.metadata);
  let at = 0;
  for (const [name, array] of entries) {
    const end = at + array.byteLength;
    header.set(name, { dtype: safetensorsType(array.dtype), shape: array.shape, data_offsets: [at, end] });
    at = end;
  }
  const text = Buffer.from(writeObject(header));
  const padded = Buffer.alloc(Math.ceil(text.byteLength / 8) * 8, " ");
  padded.set(text);
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(padded.byteLength));
  // As they are now, also where they are changed while the file is written.
  const contents = entries.map(([, array]) => data(array));
  // A file of its own takes the place of the old one, which may be mapped.
  await withFileErrors("write", path, () =>
    saveFile(path, async (file) => {
      await file.writeFile(Buffer.concat([length, padded]));
      for (const elements of contents) {
        const { buffer: memory, byteOffset, byteLength } = await elements;
        await file.writeFile(new Uint8Array(memory, byteOffset, byteLength));
      }
    }),
  );
}

/** JSON of an object with any names. */
function writeObject(entries: ReadonlyMap<string, unknown>): string {
  return `{${[...entries].map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(",")}}`;
}

function checkText(name: string, text: unknown): void {
  if (typeof text === "string") return;
  throw new ArgumentTypeError(
    "CUTS_SAFETENSORS_VALUE",
    `Cannot write metadata to a safetensors file: ${formatValue(name)} must be a text (got ${formatValue(text)})`,
  );
}

function checkValue(name: string, array: unknown): void {
  if (name === "__metadata__" || !isNDArray(array) || safetensorsType(array.dtype) === undefined) {
    throw new ArgumentTypeError(
      "CUTS_SAFETENSORS_VALUE",
      `Cannot write ${formatValue(name)} to a safetensors file: it must be an array, and not complex128 (got ${formatValue(array)})`,
    );
  }
  array.check("write an array");
}

export type { TensorInfo } from "./header.js";
