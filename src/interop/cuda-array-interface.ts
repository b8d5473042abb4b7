// The CUDA array interface, version 3: how Numba, CuPy and others describe GPU memory as plain data. DLPack can say more
// (bfloat16, who frees the memory), so this is only for libraries without DLPack.

import { type DType, dtypeNames, dtypes } from "../core/dtype.js";
import { ArgumentTypeError, UnsupportedError } from "../core/errors.js";
import { toShape } from "../core/shape.js";
import { cStrides } from "../core/strides.js";
import { formatValue } from "../core/text.js";
import { checkOptions, optionNames } from "../core/options.js";
import type { BufferOptions } from "../array/creation-options.js";
import { streamFor } from "../array/creation-options.js";
import { describeArray, type NDArray } from "../array/ndarray.js";
import { currentStream } from "../runtime/devices/devices.js";
import { exchangeOf } from "../runtime/memory/foreign-memory.js";
import { adoptArray } from "./foreign-array.js";
import { toPointer } from "./from-pointer.js";

/** A description of GPU memory. */
export interface CudaArrayInterface {
  readonly shape: readonly number[];
  /** `<f4`: byte order, kind, bytes. */
  readonly typestr: string;
  /** The address, and whether the memory is read-only. */
  readonly data: readonly [pointer: bigint | number, readonly: boolean];
  /** In bytes; null for C order. */
  readonly strides?: readonly number[] | null;
  readonly version: number;
  /** The stream on which the memory is ready: null if there is nothing to wait for, 1 for the default stream. */
  readonly stream?: bigint | number | null;
  readonly mask?: unknown;
}

const letters = { bool: "b", int: "i", uint: "u", float: "f", complex: "c" } as const;

/** Every dtype that the interface has a spelling for. */
const typestrs = new Map<string, DType>(
  dtypeNames
    .filter((name) => name !== "bfloat16")
    .map((name) => {
      const { kind, byteLength } = dtypes[name];
      return [`${byteLength === 1 ? "|" : "<"}${letters[kind]}${byteLength}`, name];
    }),
);

/** The description of an array. */
export function cudaArrayInterface(array: NDArray): CudaArrayInterface {
  array.check("describe an array");
  const { storage, dtype, shape, size, isContiguous, isReadonly } = array;
  const { streams } = exchangeOf(storage.device);
  if (streams === null) {
    throw new UnsupportedError(
      "CUTS_ARRAY_INTERFACE",
      `Cannot describe an array by the CUDA array interface: it must be in memory of a GPU (got ${describeArray(array)})\nTry: cu.toDlpack(x), or x.pointer`,
    );
  }
  const typestr = [...typestrs].find(([, name]) => name === dtype)?.[0];
  if (typestr === undefined) {
    throw new UnsupportedError(
      "CUTS_ARRAY_INTERFACE",
      `Cannot describe an array by the CUDA array interface: it has no word for ${dtype}\nTry: cu.toDlpack(x)`,
    );
  }
  const { byteLength } = dtypes[dtype];
  const stream = currentStream(storage.device);
  // Work that others give to this stream comes after what is written now.
  storage.order(stream, "write");
  const pointer = storage.pointer + BigInt(array.start - storage.address);
  return {
    shape: [...shape],
    typestr,
    data: [size === 0 ? 0n : pointer, isReadonly],
    strides: isContiguous ? null : array.strides.map((stride) => stride * byteLength),
    version: 3,
    stream: streams.handle(stream.backendStream),
  };
}

/** The device and stream on which the array will be used. */
export interface FromCudaArrayInterfaceOptions extends Pick<BufferOptions, "device" | "stream"> {
  /** The owner of the memory, which the array keeps reachable; by default the described object. */
  readonly owner?: object;
}

const names = optionNames<FromCudaArrayInterfaceOptions>({ device: true, stream: true, owner: true });

/**
 * An array over the memory that a CUDA array interface describes, without a copy; `source` is the description, or an object with
 * the property `cudaArrayInterface`. Work here waits for the stream that the description names.
 * @throws TypeError `CUTS_ARRAY_INTERFACE` for what is no description, or describes what CuTS has no dtype for.
 */
export function fromCudaArrayInterface(
  source: CudaArrayInterface | { readonly cudaArrayInterface: CudaArrayInterface },
  options: FromCudaArrayInterfaceOptions = {},
): NDArray {
  checkOptions(options, names, "use memory of another library");
  if (typeof source !== "object" || (source as unknown) === null) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot use memory of another library: its CUDA array interface must be an object (got ${formatValue(source)})`,
    );
  }
  const described = readDescription("cudaArrayInterface" in source ? source.cudaArrayInterface : source);
  const { shape, dtype, pointer, isReadonly, strides, handle } = described;
  const stream = streamFor({ ...options, device: options.device ?? options.stream?.device ?? "cuda" });
  const { streams } = exchangeOf(stream.device);
  if (handle !== undefined) stream.inOrder(() => streams?.waitFor(handle, stream.backendStream));
  let owner: object | undefined = options.owner ?? source;
  const free = (): void => {
    if (owner !== undefined) owner = undefined;
  };
  return adoptArray({ pointer, dtype, shape, strides, isReadonly }, stream, free);
}

/** A description, checked. */
function readDescription(value: unknown) {
  const given = value as Partial<CudaArrayInterface> | null | undefined;
  const refuse = (rule: string, got: unknown): never => {
    throw new ArgumentTypeError(
      "CUTS_ARRAY_INTERFACE",
      `Cannot read a description of the CUDA array interface: ${rule} (got ${formatValue(got)})`,
    );
  };
  if (typeof given !== "object" || given === null) return refuse("it must be an object", value);
  if (!Number.isSafeInteger(given.version) || (given.version ?? 0) < 0) {
    return refuse("version must be a whole number", given.version);
  }
  if (given.mask !== undefined && given.mask !== null) return refuse("it must have no mask", given.mask);
  if (!Array.isArray(given.data))
    return refuse("data must be an address and whether it is read-only", given.data);
  const dtype = typestrs.get(
    String(given.typestr)
      .replace(/^=/, "<")
      .replace(/^[<>=](?=\w1$)/, "|"),
  );
  if (dtype === undefined) {
    return refuse(`typestr must be one of ${[...typestrs.keys()].join(", ")}`, given.typestr);
  }
  const shape = toShape(given.shape as readonly number[]);
  const { byteLength } = dtypes[dtype];
  const bytes = given.strides ?? null;
  if (bytes !== null && !(Array.isArray(bytes) && bytes.every((one) => one % byteLength === 0))) {
    return refuse(`strides must be whole elements of ${byteLength} bytes`, bytes);
  }
  const strides = bytes === null ? cStrides(shape) : bytes.map((one) => one / byteLength);
  const stream = given.stream ?? null;
  // 0 could be the legacy or the per-thread default stream.
  if (stream === 0 || stream === 0n) return refuse("stream must be null, 1, 2 or a handle", stream);
  return {
    dtype,
    shape,
    strides,
    pointer: toPointer(given.data[0]),
    isReadonly: given.data[1],
    handle: stream === null ? undefined : toPointer(stream),
  };
}
