// Writes the parameters of a built-in kernel, each by its index. Only code that knows the C declaration may call this: code
// generated from the declaration (kernels.gen.ts), or code that generates the declaration (row-kernel.ts).

import { type IndexWidth, type ParameterKind, parameterLayout } from "../../compiler/elements/parameters.js";
import type { Complex } from "../../core/dtype.js";
import type { Pointer } from "./pointer.js";

/** The possible values of a parameter. */
export type ParameterValue = Pointer | number | bigint | boolean | Complex;

/** The parameter block of one kernel. */
export class TrustedWriter {
  /** Where each parameter is. */
  readonly offsets: readonly number[];
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isWide: boolean;
  readonly #hasWidePointers: boolean;

  constructor(parameters: readonly ParameterKind[], pointerBytes: 4 | 8, width: IndexWidth) {
    this.#isWide = width === 64;
    this.#hasWidePointers = pointerBytes === 8;
    const { offsets, byteLength } = parameterLayout(parameters, pointerBytes, width);
    this.offsets = offsets;
    this.bytes = new Uint8Array(byteLength);
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Writes where an array starts. */
  setArray(index: number, array: Pointer): void {
    this.setPointer(index, array === undefined ? 0 : array.start);
  }

  /** Writes an address. */
  setPointer(index: number, address: number): void {
    const offset = this.offsets[index] as number;
    this.#view.setUint32(offset, address, true);
    if (this.#hasWidePointers) this.#view.setUint32(offset + 4, Math.floor(address / 2 ** 32), true);
  }

  /** Writes a size. */
  setSize(index: number, value: number): void {
    const offset = this.offsets[index] as number;
    this.#view.setUint32(offset, value, true);
    if (this.#isWide) this.#view.setUint32(offset + 4, Math.floor(value / 2 ** 32), true);
  }

  /** Writes a stride, in elements. */
  setStride(index: number, value: number): void {
    const offset = this.offsets[index] as number;
    if (this.#isWide) this.#view.setBigInt64(offset, BigInt(value), true);
    else this.#view.setInt32(offset, value, true);
  }

  /** Writes an int or an unsigned. */
  setInt32(index: number, value: number): void {
    this.#view.setInt32(this.offsets[index] as number, value, true);
  }

  /** Writes a long long, signed or not. */
  setInt64(index: number, value: bigint): void {
    this.#view.setBigInt64(this.offsets[index] as number, value, true);
  }

  setFloat32(index: number, value: number): void {
    this.#view.setFloat32(this.offsets[index] as number, value, true);
  }

  setFloat64(index: number, value: number): void {
    this.#view.setFloat64(this.offsets[index] as number, value, true);
  }

  /** Writes a complex number of two floats or two doubles. */
  setComplex(index: number, re: number, im: number, bytesEach: 4 | 8): void {
    const offset = this.offsets[index] as number;
    if (bytesEach === 4) {
      this.#view.setFloat32(offset, re, true);
      this.#view.setFloat32(offset + 4, im, true);
    } else {
      this.#view.setFloat64(offset, re, true);
      this.#view.setFloat64(offset + 8, im, true);
    }
  }

  /** Writes a value of any kind. */
  setValue(index: number, kind: ParameterKind, value: ParameterValue): void {
    if (kind === "pointer") this.setArray(index, value as Pointer);
    else if (kind === "size") this.setSize(index, value as number);
    else if (kind === "stride") this.setStride(index, value as number);
    else if (kind === "float32") this.setFloat32(index, Number(value));
    else if (kind === "float64") this.setFloat64(index, Number(value));
    else if (kind === "int32" || kind === "uint32") this.setInt32(index, Number(value));
    else if (kind === "int64" || kind === "uint64")
      this.setInt64(index, BigInt.asIntN(64, BigInt(value as number | bigint | boolean)));
    else {
      const { re, im } = value as Complex;
      this.setComplex(index, re, im, kind === "complex64" ? 4 : 8);
    }
  }
}
