// Shares arrays between a module and Python in another process. Host arrays are in anonymous shared memory, which each side opens
// by the other's file descriptor; GPU arrays use CUDA IPC. Arguments belong to the call and are disposed when it ends.

import { closeSync, openSync } from "node:fs";
import { type DType, dtypeOf, dtypes } from "../../core/dtype.js";
import type { empty } from "../../array/creation.js";
import type { openIpc } from "../../array/memory/ipc.js";
import type { NDArray } from "../../array/ndarray.js";
import type { dlopen } from "../../ffi/dlopen.js";
import type { viewOf } from "../../ffi/memory.js";
import type { fromPointer } from "../from-pointer.js";
import type { Tagged } from "./messages.js";

/**
 * The functions used of the CuTS that the user's module imports. A process may load several copies of CuTS, and an array works
 * only with its own.
 */
export interface CutsModule {
  readonly dlopen: typeof dlopen;
  readonly empty: typeof empty;
  readonly fromPointer: typeof fromPointer;
  readonly openIpc: typeof openIpc;
  readonly viewOf: typeof viewOf;
}

/** Memory of Python's that is mapped here. */
interface Mapping {
  readonly number: number;
  readonly pointer: bigint;
  readonly byteLength: number;
  /** Python, and each array over it. */
  users: number;
}

interface MemoryValue extends Tagged {
  readonly number: number;
  /** The process that has the file descriptor: Python, another one like this, or this process itself. */
  readonly process: number;
  readonly descriptor: number;
  readonly byteLength: number;
  readonly offset: number;
  readonly dtype: DType;
  readonly shape: readonly number[];
  readonly strides: readonly number[];
  readonly readonly: boolean;
}

interface DeviceValue extends Tagged {
  readonly device: number;
  readonly memory: string;
  readonly allocationBytes: number;
  readonly byteOffset: number;
  readonly dtype: DType;
  readonly shape: readonly number[];
}

interface BorrowedValue extends Tagged {
  readonly key: number;
  readonly byteOffset: number;
  readonly dtype: DType;
  readonly shape: readonly number[];
}

const PROT_READ_WRITE = 3;
const MAP_SHARED = 1;
const FAILED = 2n ** 64n - 1n;

export class ServedArrays {
  readonly #cuts: CutsModule;
  /** The descriptors of results that Python uses, by its numbers: it opens them again if another process needs them. */
  readonly #results = new Map<number, number>();
  readonly #mappings = new Map<number, Mapping>();
  /** Results on a GPU that Python uses, by key. */
  readonly #borrowed = new Map<number, NDArray>();
  #nextKey = 1;
  #systemCalls: ReturnType<typeof openSystem> | undefined;

  constructor(cuts: CutsModule) {
    this.#cuts = cuts;
  }

  get #system(): ReturnType<typeof openSystem> {
    this.#systemCalls ??= openSystem(this.#cuts);
    return this.#systemCalls;
  }

  /** Opens an array of Python. */
  open(value: Tagged): NDArray {
    if (value.$ === "device") return this.#openDevice(value as DeviceValue);
    return value.$ === "lent"
      ? this.#openBorrowed(value as BorrowedValue)
      : this.#openMemory(value as MemoryValue);
  }

  /** Opens a result that Python passes back, or a part of it. */
  #openBorrowed({ key, byteOffset, dtype, shape }: BorrowedValue): NDArray {
    const owner = this.#borrowed.get(key);
    if (owner === undefined) throw new Error("internal: Python has an array that nobody holds");
    const { id: device } = owner.device;
    return this.#cuts.fromPointer(owner.pointer + BigInt(byteOffset), shape, dtype, { owner, device });
  }

  #openDevice({ device, ...handle }: DeviceValue): NDArray {
    return this.#cuts.openIpc({ ...handle, kind: "cuts-ipc", device: `cuda:${device}` });
  }

  #openMemory(value: MemoryValue): NDArray {
    const { offset, dtype, shape, strides } = value;
    // No elements have no memory.
    if (shape.includes(0)) return this.#cuts.empty(shape, { dtype, device: "cpu" });
    const mapping = this.#mappings.get(value.number) ?? this.#map(value);
    mapping.users++;
    const free = (): void => this.#letGo(mapping);
    try {
      const first = mapping.pointer + BigInt(offset);
      return this.#cuts.fromPointer(first, shape, dtype, {
        strides,
        readonly: value.readonly,
        device: "cpu",
        free,
      });
    } catch (error) {
      free();
      throw error;
    }
  }

  #map({ number, process: owner, descriptor, byteLength }: MemoryValue): Mapping {
    const isOwn = owner === process.pid;
    const file = isOwn ? descriptor : openSync(`/proc/${owner}/fd/${descriptor}`, "r+");
    try {
      const mapping = { number, pointer: this.#mapFile(file, byteLength), byteLength, users: 1 };
      this.#mappings.set(number, mapping);
      return mapping;
    } finally {
      if (!isOwn) closeSync(file);
    }
  }

  #mapFile(file: number, byteLength: number): bigint {
    const pointer = BigInt(
      this.#system.mmap(null, Math.max(byteLength, 1), PROT_READ_WRITE, MAP_SHARED, file, 0n) ?? 0n,
    );
    if (pointer === FAILED || pointer === 0n)
      throw new Error(`Cannot map ${byteLength} bytes: the system refuses it`);
    return pointer;
  }

  #letGo(mapping: Mapping): void {
    if (--mapping.users > 0) return;
    this.#system.munmap(mapping.pointer as never, Math.max(mapping.byteLength, 1));
  }

  /** Python no longer uses these arguments. */
  release(numbers: readonly number[]): void {
    for (const number of numbers) {
      const mapping = this.#mappings.get(number);
      this.#mappings.delete(number);
      if (mapping !== undefined) this.#letGo(mapping);
      const descriptor = this.#results.get(number);
      this.#results.delete(number);
      if (descriptor !== undefined) closeSync(descriptor);
    }
  }

  /** Python no longer uses these results on a GPU. */
  drop(keys: readonly number[]): void {
    for (const key of keys) {
      this.#borrowed.get(key)?.dispose();
      this.#borrowed.delete(key);
    }
  }

  /** Python has opened a result. */
  took(descriptor: number, number: number): void {
    this.#results.set(number, descriptor);
  }

  /** Python could not use a result. */
  left(descriptor: number): void {
    closeSync(descriptor);
  }

  /** A result for Python; undefined for what is no array. */
  give(value: unknown, args: readonly unknown[]): Promise<Tagged> | undefined {
    const dtype = typedDtype(value);
    if (dtype !== undefined) return this.#giveTyped(value as ArrayBufferView, dtype);
    if (!isArray(value)) return undefined;
    const index = args.indexOf(value);
    if (index >= 0) return Promise.resolve({ $: "argument", index });
    return value.storage.device.backend.sharing === null ? this.#giveMemory(value) : this.#giveDevice(value);
  }

  async #giveMemory(array: NDArray): Promise<Tagged> {
    const { dtype, shape, strides, byteLength } = array;
    const mapping = this.#mappingOf(array);
    if (mapping !== undefined) {
      const offset = Number(array.pointer - mapping.pointer);
      return { $: "memory", number: mapping.number, offset, dtype, shape, strides };
    }
    const descriptor = await this.#fill(byteLength, async (pointer) => {
      using room = this.#cuts.viewOf(pointer as never, dtype, array.size);
      await array.dataInto(room as never);
    });
    return { $: "new", descriptor, byteLength, dtype, shape };
  }

  /** A typed array for Python, copied. */
  async #giveTyped(view: ArrayBufferView, dtype: DType): Promise<Tagged> {
    const { byteLength } = view;
    const descriptor = await this.#fill(byteLength, (pointer) => {
      using room = this.#cuts.viewOf(pointer as never, "uint8", byteLength);
      (room as unknown as Uint8Array).set(new Uint8Array(view.buffer, view.byteOffset, byteLength));
    });
    return { $: "new", descriptor, byteLength, dtype, shape: [byteLength / dtypes[dtype].byteLength] };
  }

  /** New memory for Python, with what `write` puts there: its descriptor. */
  async #fill(byteLength: number, write: (pointer: bigint) => Promise<void> | void): Promise<number> {
    const descriptor = this.#system.memfd_create("cuts", 1);
    if (
      descriptor < 0 ||
      this.#system.posix_fallocate(descriptor, 0n, BigInt(Math.max(byteLength, 1))) !== 0
    ) {
      if (descriptor >= 0) closeSync(descriptor);
      throw new Error(
        `Cannot share ${byteLength} bytes with Python: the system has no memory or no file descriptors left (Python holds ${this.#results.size} results, which take one each)\nTry: let go of results in Python, or raise the limit (ulimit -n)`,
      );
    }
    if (byteLength === 0) return descriptor;
    const pointer = this.#mapFile(descriptor, byteLength);
    try {
      await write(pointer);
    } finally {
      this.#system.munmap(pointer as never, byteLength);
    }
    return descriptor;
  }

  /** The memory of Python's that an array is in. */
  #mappingOf(array: NDArray): Mapping | undefined {
    if (array.size === 0) return undefined;
    const { pointer } = array;
    return [...this.#mappings.values()].find(
      (one) => pointer >= one.pointer && pointer < one.pointer + BigInt(one.byteLength),
    );
  }

  async #giveDevice(array: NDArray): Promise<Tagged> {
    const { dtype, shape, device } = array;
    if (dtype === "bfloat16" || array.size === 0) {
      throw new TypeError(
        `Cannot give an array of a GPU to Python: it must have elements, and not be bfloat16, which the CUDA array interface does not have (got ${dtype}, ${array.size} elements)`,
      );
    }
    // Memory of a pool cannot be shared.
    const borrowed = this.#cuts.empty(shape, { dtype, device: device.id, ipc: true });
    borrowed.set(array);
    await device.synchronize();
    const { kind: _, device: name, ...handle } = borrowed.ipcHandle();
    const key = this.#nextKey++;
    this.#borrowed.set(key, borrowed);
    return {
      $: "device",
      key,
      ...handle,
      device: Number(name.split(":")[1]),
      itemBytes: dtypes[dtype].byteLength,
    };
  }
}

/** The elements of a typed array; bytes are no array, and neither is a DataView. */
function typedDtype(value: unknown): DType | undefined {
  if (!ArrayBuffer.isView(value) || value instanceof Uint8Array || value instanceof DataView)
    return undefined;
  return value instanceof Uint8ClampedArray ? "uint8" : dtypeOf(value as Float32Array);
}

function isArray(value: unknown): value is NDArray {
  const { dtype, shape, dataInto } = (value ?? {}) as Partial<NDArray>;
  return typeof dtype === "string" && Array.isArray(shape) && typeof dataInto === "function";
}

function openSystem({ dlopen }: CutsModule) {
  return dlopen(null, {
    mmap: "void*(void* address, size_t length, int protection, int flags, int file, int64_t offset)",
    munmap: "int(void* address, size_t length)",
    memfd_create: "int(const char* name, unsigned int flags)",
    posix_fallocate: "int(int file, int64_t offset, int64_t length)",
  });
}
