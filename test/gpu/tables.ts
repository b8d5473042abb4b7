// The driver through its public table, with a context and memory to test the libraries' tables with: no runtime of CuTS.

import type { DevicePointer, NativePointer } from "../../src/cdecl/types/native-pointer.js";
import type { TypedArray } from "../../src/core/dtype.js";
import { check, type Driver, devicePointer, openDriver } from "../../src/native/driver-entry.js";

/** A current context of `cuda:0`, and memory there. */
export class Gpu {
  readonly driver: Driver;
  readonly #addresses: bigint[] = [];

  constructor() {
    this.driver = openDriver();
    check(this.driver.cuInit(0), "cuInit");
    const context = made("cuDevicePrimaryCtxRetain", (out) => this.driver.cuDevicePrimaryCtxRetain(out, 0));
    check(this.driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
  }

  /** Memory that is freed by `freeAll`. */
  allocate(byteLength: number): DevicePointer {
    const address = new BigUint64Array(1);
    check(this.driver.cuMemAlloc_v2(address, byteLength), "cuMemAlloc");
    this.#addresses.push(address[0] ?? 0n);
    return devicePointer(address[0] ?? 0n);
  }

  /** A copy of `data` on the GPU. */
  upload(data: TypedArray): DevicePointer {
    const pointer = this.allocate(data.byteLength);
    check(this.driver.cuMemcpyHtoD_v2(pointer, data, data.byteLength), "cuMemcpyHtoD");
    return pointer;
  }

  /** What is at `pointer`, into `data`; waits for everything before. */
  download<T extends TypedArray>(pointer: bigint, data: T): T {
    check(this.driver.cuCtxSynchronize(), "cuCtxSynchronize");
    check(this.driver.cuMemcpyDtoH_v2(data, pointer, data.byteLength), "cuMemcpyDtoH");
    return data;
  }

  freeAll(): void {
    for (const address of this.#addresses.splice(0)) check(this.driver.cuMemFree_v2(address), "cuMemFree");
  }
}

/** The handle that a call writes; it passes for any kind of handle. */
export function made(call: string, make: (out: BigUint64Array) => number): NativePointer {
  const out = new BigUint64Array(1);
  check(make(out), call);
  return out[0] as NativePointer;
}

/** The number that a call writes. */
export function told(call: string, ask: (out: Int32Array) => number): number {
  const out = new Int32Array(1);
  check(ask(out), call);
  return out[0] ?? 0;
}

/** A repeatable matrix in column order with entries in -1..1, and a diagonal that keeps it far from singular. */
export function matrix(rows: number, columns: number, diagonal = 0): Float64Array {
  let state = 12_345;
  const data = Float64Array.from({ length: rows * columns }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 1_073_741_824 - 1;
  });
  for (let i = 0; i < Math.min(rows, columns); i++) data[i * rows + i] = (data[i * rows + i] ?? 0) + diagonal;
  return data;
}

/** A B in column order; `transposed` takes A's or B's rows for columns. */
export function product(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  [m, k, n]: readonly [number, number, number],
  transposed: "" | "a" | "b" = "",
): Float64Array {
  return Float64Array.from({ length: m * n }, (_, at) => {
    const [row, column] = [at % m, Math.floor(at / m)];
    let sum = 0;
    for (let i = 0; i < k; i++) {
      const left = transposed === "a" ? a[row * k + i] : a[i * m + row];
      const right = transposed === "b" ? b[i * n + column] : b[column * k + i];
      sum += (left ?? 0) * (right ?? 0);
    }
    return sum;
  });
}

/** The greatest difference of two arrays. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - (b[i] ?? Number.NaN))));
}
