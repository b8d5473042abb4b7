// NumPy's files: npy for one array, npz for several by name. Files are untrusted: nothing in them is executed, pickles are
// refused, and memory is allocated only after the header agrees with the file's length. Data is read piece by piece directly to
// the device. The implementation is loaded at first use.

import type { FileUrl } from "../../core/host-types.js";
import type { DType } from "../../core/dtype.js";
import type { Device } from "../../runtime/devices/device.js";
import { currentStream, toDevice } from "../../runtime/devices/devices.js";
import { astype } from "../copy.js";
import type { WithDType } from "../creation-options.js";
import type { NDArray } from "../ndarray.js";
import type { ByteSource } from "./byte-source.js";
import type { NpzOptions } from "./npz-reader.js";
import { type NamedArrays, snapshot, snapshots } from "./snapshot.js";
import { checkOptions, optionNames } from "../../core/options.js";

export type { NamedArrays } from "./snapshot.js";

/** Options of {@link loadNpy}. */
export interface NpyLoadOptions<D extends DType = DType> {
  /** The dtype of the result, to which elements are converted; that of the file by default. */
  readonly dtype?: D;
  /** The current device by default. */
  readonly device?: string | Device;
}

const npyNames = optionNames<NpyLoadOptions>({ dtype: true, device: true });

/** Options of {@link loadNpz}. */
export interface LoadNpzOptions extends NpzOptions {
  /** The current device by default. */
  readonly device?: string | Device;
}

const npzNames = optionNames<LoadNpzOptions>({ only: true, maxBytes: true, device: true });

/** Options of {@link saveNpz}. */
export interface SaveNpzOptions {
  /** Whether arrays are deflated; they are stored as they are by default. */
  readonly compressed?: boolean;
}

const saveNames = optionNames<SaveNpzOptions>({ compressed: true });

/**
 * The array in an npy file.
 * @throws CutsError `CUTS_NPY_FORMAT` for a file that is none or is damaged; UnsupportedError `CUTS_NPY_DTYPE` for
 * elements that are no plain numbers, pickles among them; CutsError `CUTS_FILE_NOT_FOUND`, `CUTS_NOT_A_FILE`, or
 * `CUTS_FILE_SYSTEM`, whose `cause` is the error of the system.
 * @example const x = await cu.loadNpy("x.npy", { dtype: "float32" });
 */
export async function loadNpy<D extends DType>(
  path: string | FileUrl,
  options: WithDType<D, NpyLoadOptions<D>>,
): Promise<NDArray<D>>;
export async function loadNpy(path: string | FileUrl, options?: NpyLoadOptions): Promise<NDArray>;
export async function loadNpy(path: string | FileUrl, options: NpyLoadOptions = {}): Promise<NDArray> {
  checkOptions(options, npyNames, "read an npy file");
  const { withFile } = await import("./byte-source.js");
  return withFile(path, (source) => readNpy(source, options));
}

/** The array in the bytes of an npy file, which must stay as they are until the promise settles. Throws as {@link loadNpy}. */
export async function parseNpy<D extends DType>(
  bytes: Uint8Array,
  options: WithDType<D, NpyLoadOptions<D>>,
): Promise<NDArray<D>>;
export async function parseNpy(bytes: Uint8Array, options?: NpyLoadOptions): Promise<NDArray>;
export async function parseNpy(bytes: Uint8Array, options: NpyLoadOptions = {}): Promise<NDArray> {
  checkOptions(options, npyNames, "read an npy file");
  const { memorySource } = await import("./byte-source.js");
  return readNpy(memorySource(bytes, "the bytes of an npy file"), options);
}

/**
 * Writes the current contents of an array to an npy file. An existing file is replaced only once the new one is complete; if
 * anything fails before, it stays as it was.
 * @throws CutsError `CUTS_FILE_NOT_FOUND` where its folder is missing, `CUTS_NOT_A_FILE` for a directory or a FIFO,
 * `CUTS_FILE_SYSTEM` where the disk is full or the file may not be written.
 * @example await cu.saveNpy("x.npy", x);
 */
export async function saveNpy(path: string | FileUrl, x: NDArray): Promise<void> {
  using now = snapshot(x);
  const { writeNpyFile } = await import("./npy-writer.js");
  await writeNpyFile(path, now);
}

/** The current contents of an array as the bytes of an npy file. */
export async function formatNpy(x: NDArray): Promise<Uint8Array> {
  using now = snapshot(x);
  const { npyBytes } = await import("./npy-writer.js");
  return await npyBytes(now);
}

/**
 * The arrays in an npz file, by name.
 * @throws as {@link loadNpy}; CutsError `CUTS_NPZ_FORMAT` for a zip file that is damaged or lies, `CUTS_NPZ_LIMIT` where
 * deflated arrays are larger than `maxBytes`; UnsupportedError `CUTS_NPZ_MEMBER` for members that are no npy files.
 * @example const { weights, bias } = await cu.loadNpz("model.npz", { only: ["weights", "bias"] });
 */
export async function loadNpz(
  path: string | FileUrl,
  options: LoadNpzOptions = {},
): Promise<Record<string, NDArray>> {
  checkOptions(options, npzNames, "read an npz file");
  const { withFile } = await import("./byte-source.js");
  return withFile(path, (source) => readArrays(source, options));
}

/** The arrays in the bytes of an npz file, by name. Throws as {@link loadNpz}. */
export async function parseNpz(
  bytes: Uint8Array,
  options: LoadNpzOptions = {},
): Promise<Record<string, NDArray>> {
  checkOptions(options, npzNames, "read an npz file");
  const { memorySource } = await import("./byte-source.js");
  return readArrays(memorySource(bytes, "the bytes of an npz file"), options);
}

/**
 * Writes the current contents of arrays to an npz file, which is replaced as by {@link saveNpy}.
 * @throws TypeError `CUTS_NPZ_NAME` for names that are no file names; as {@link saveNpy}.
 * @example await cu.saveNpz("model.npz", { weights, bias }, { compressed: true });
 */
export async function saveNpz(
  path: string | FileUrl,
  arrays: NamedArrays,
  options: SaveNpzOptions = {},
): Promise<void> {
  checkOptions(options, saveNames, "write an npz file");
  using now = snapshots(arrays);
  const { writeNpzFile } = await import("./npy-writer.js");
  await writeNpzFile(path, now.named, options.compressed === true);
}

/** The current contents of arrays as the bytes of an npz file. */
export async function formatNpz(arrays: NamedArrays, options: SaveNpzOptions = {}): Promise<Uint8Array> {
  checkOptions(options, saveNames, "write an npz file");
  using now = snapshots(arrays);
  const { npzBytes } = await import("./npy-writer.js");
  return await npzBytes(now.named, options.compressed === true);
}

async function readNpy<D extends DType>(source: ByteSource, options: NpyLoadOptions<D>): Promise<NDArray<D>> {
  const [{ piecesOf }, { NpyReader }] = await Promise.all([
    import("./byte-source.js"),
    import("./npy-reader.js"),
  ]);
  const reader = new NpyReader(streamFor(options.device), source.size, options.dtype, source.name);
  try {
    for await (const piece of piecesOf(source, 0, source.size)) reader.push(piece);
    const array = reader.end();
    if (options.dtype === undefined || options.dtype === array.dtype) return array as NDArray<D>;
    using own = array;
    return astype(own, options.dtype);
  } catch (error) {
    reader.abandon();
    throw error;
  }
}

async function readArrays(source: ByteSource, options: LoadNpzOptions): Promise<Record<string, NDArray>> {
  const { readNpz } = await import("./npz-reader.js");
  return readNpz(source, streamFor(options.device), options);
}

function streamFor(device: string | Device | undefined) {
  return currentStream(device === undefined ? undefined : toDevice(device));
}
