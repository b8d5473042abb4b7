// Imports arrays of other libraries by DLPack. Structs are untrusted: everything that can be checked is checked before the memory
// is used.

import { lazy } from "../../core/lazy.js";
import { dtypes } from "../../core/dtype.js";
import { ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { cStrides } from "../../core/strides.js";
import { formatValue } from "../../core/text.js";
import { type BufferOptions, streamFor } from "../../array/creation-options.js";
import { copy as copyOf } from "../../array/copy.js";
import { isNDArray, type NDArray } from "../../array/ndarray.js";
import { addressOf } from "../../ffi/memory.js";
import { callWithPointer, readMemory } from "../../ffi/foreign-objects.js";
import { adoptArray } from "../foreign-array.js";
import { DlpackCapsule } from "./capsule.js";
import { lookAtOut } from "./export-struct.js";
import {
  DL_CPU,
  DL_CUDA,
  DL_CUDA_HOST,
  DL_CUDA_MANAGED,
  dtypeOfDlpack,
  FLAGS,
  MAX_AXES,
  READ_ONLY,
  type StructForm,
  unversionedForm,
  versionedForm,
} from "./format.js";
import { type ToDlpackOptions, toDlpack } from "./to-dlpack.js";

/** An object that exports itself by DLPack. */
export interface DlpackExporter {
  toDlpack(options?: ToDlpackOptions): DlpackCapsule;
}

/** Options of {@link fromDlpack}. */
export interface FromDlpackOptions extends Pick<BufferOptions, "device" | "stream"> {
  /** True copies the elements, so the other library's memory is released at once; false, the default, never copies. */
  readonly copy?: boolean;
  /** For an address: whether the struct has a version (`DLManagedTensorVersioned`); true by default. */
  readonly versioned?: boolean;
}

const names = optionNames<FromDlpackOptions>({ device: true, stream: true, copy: true, versioned: true });

/**
 * An array of another library, by DLPack, without a copy: from a capsule, from an array, or from the address of a struct of native
 * code. Its memory is used in place, on its GPU or on the cpu device; the rules are those of {@link fromPointer}. The deleter of
 * the struct is called once, when the last array over it is disposed or collected and no work uses it. If this throws, the caller
 * still owns the struct.
 * @throws TypeError, UnsupportedError `CUTS_DLPACK` for anything but a struct, and for dtypes and devices that CuTS does not have.
 * @example
 * using x = cu.fromDlpack(lib.produce());
 */
export function fromDlpack(
  source: DlpackCapsule | DlpackExporter | bigint,
  options: FromDlpackOptions = {},
): NDArray {
  checkOptions(options, names, "take an array");
  lookAtOut();
  if (isNDArray(source)) return fromDlpack(toDlpack(source, { stream: -1, ...onHost(source) }), options);
  if (source instanceof DlpackCapsule) {
    if (source.isUsed) throw refuse("a capsule is taken once", source.name);
    const array = takeStruct(source.pointer, source.form, options);
    source.take();
    return array;
  }
  if (typeof source === "bigint") {
    const form = options.versioned === false ? unversionedForm : versionedForm;
    return takeStruct(source, form, options);
  }
  if (typeof (source as Partial<DlpackExporter> | null)?.toDlpack === "function") {
    return fromDlpack(source.toDlpack(), options);
  }
  throw refuse("it must be a capsule, an array, or the address of a struct", source);
}

/** The options for an export within CuTS: on the cpu, no stream is named. */
function onHost({ storage }: NDArray): { stream: null } | undefined {
  return storage.device.backend.processMemory !== null ? { stream: null } : undefined;
}

// The struct, its sizes and strides are read to one place.
const struct = new ArrayBuffer(versionedForm.byteLength + 16 * MAX_AXES);
const view = new DataView(struct);
const structAddress = lazy(() => Number(addressOf(struct)));

/** Copies native memory to the place, at an offset. */
function fetchBytes(pointer: bigint, offset: number, byteLength: number): void {
  readMemory(pointer, structAddress() + offset, byteLength);
}

function takeStruct(pointer: bigint, form: StructForm, options: FromDlpackOptions): NDArray {
  if (typeof pointer !== "bigint" || pointer <= 0n || pointer >= 2n ** 53n || pointer % 8n !== 0n) {
    throw refuse("the address of a struct must be a multiple of 8 other than null", pointer);
  }
  fetchBytes(pointer, 0, form.byteLength);
  const free = freeing(pointer, view.getBigUint64(form.deleter, true));
  if (form === versionedForm && view.getUint32(0, true) !== 1) {
    // Of another version only the place of the deleter is known.
    const version = `${view.getUint32(0, true)}.${view.getUint32(4, true)}`;
    free();
    throw refuse("its version must be 1.x; it was freed, as the standard says", version);
  }
  const layout = readLayout(form);
  const array = adoptArray(layout, streamFor(placeFor(layout.deviceType, layout.deviceId, options)), free);
  if (options.copy !== true) return array;
  using original = array;
  return copyOf(original);
}

/** Calls a deleter, once; it may be left out. */
function freeing(pointer: bigint, deleter: bigint): () => void {
  let isFreed = false;
  return () => {
    if (isFreed) return;
    isFreed = true;
    if (deleter !== 0n) callWithPointer(deleter, pointer);
    lookAtOut();
  };
}

function readLayout(form: StructForm) {
  const at = form.tensor;
  const data = view.getBigUint64(at, true);
  const deviceType = view.getInt32(at + 8, true);
  const deviceId = view.getInt32(at + 12, true);
  const ndim = view.getInt32(at + 16, true);
  const [code, bits, lanes] = [view.getUint8(at + 20), view.getUint8(at + 21), view.getUint16(at + 22, true)];
  const shapeAddress = view.getBigUint64(at + 24, true);
  const stridesAddress = view.getBigUint64(at + 32, true);
  const byteOffset = view.getBigUint64(at + 40, true);
  const isReadonly = form === versionedForm && (view.getBigUint64(FLAGS, true) & READ_ONLY) !== 0n;
  const dtype = lanes === 1 ? dtypeOfDlpack({ code, bits }) : undefined;
  if (dtype === undefined) {
    throw new UnsupportedError(
      "CUTS_DLPACK",
      `Cannot take an array: its type must be one of ${Object.keys(dtypes).join(", ")} (got code ${code}, ${bits} bits, ${lanes} lanes)`,
    );
  }
  if (ndim < 0 || ndim > MAX_AXES) throw refuse(`it must have 0 to ${MAX_AXES} axes`, ndim);
  const shape = readNumbers(shapeAddress, ndim, "sizes");
  if (shape.some((size) => size < 0)) throw refuse("its sizes must not be negative", shape);
  // Up to version 1.1 an array in C order may leave them out.
  const strides = stridesAddress === 0n ? cStrides(shape) : readNumbers(stridesAddress, ndim, "strides");
  if (!Number.isSafeInteger(shape.reduce((product, size) => product * size, 1))) {
    throw refuse("it must have fewer than 2^53 elements", shape);
  }
  const pointer = data === 0n ? 0n : data + byteOffset;
  return {
    pointer,
    dtype,
    shape: Object.freeze(shape),
    strides,
    isReadonly,
    deviceType,
    deviceId,
  };
}

function readNumbers(address: bigint, count: number, what: string): number[] {
  if (count === 0) return [];
  if (address === 0n || address >= 2n ** 53n || address % 8n !== 0n) {
    throw refuse(`its ${what} must be at an address that is a multiple of 8`, address);
  }
  fetchBytes(address, versionedForm.byteLength, 8 * count);
  return Array.from({ length: count }, (_, axis) => {
    const value = Number(view.getBigInt64(versionedForm.byteLength + 8 * axis, true));
    if (!Number.isSafeInteger(value)) throw refuse(`its ${what} must be below 2^53`, value);
    return value;
  });
}

/** The device that an array is used on: the one it is on, or one that the caller names and that sees it. */
function placeFor(type: number, id: number, { device, stream }: FromDlpackOptions): FromDlpackOptions {
  const named = { ...(device === undefined ? {} : { device }), ...(stream === undefined ? {} : { stream }) };
  if (device !== undefined || stream !== undefined) return named;
  switch (type) {
    case DL_CPU:
      return { device: "cpu" };
    case DL_CUDA:
      if (id >= 0) return { device: `cuda:${id}` };
      break;
    case DL_CUDA_HOST:
    case DL_CUDA_MANAGED:
      return {};
    default:
  }
  throw new UnsupportedError(
    "CUTS_DLPACK",
    `Cannot take an array: it must be on the host or on an NVIDIA GPU (got DLPack's device ${type}, ${id})`,
  );
}

function refuse(rule: string, got: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_DLPACK",
    `Cannot take an array by DLPack: ${rule} (got ${formatValue(got)})`,
  );
}
