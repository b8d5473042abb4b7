// The memory that interpreted functions work on: one array of bytes, from which variables and locals are taken one after the other.

import { decodeBfloat16, decodeFloat16, encodeBfloat16, encodeFloat16 } from "../../src/core/float16.js";
import type { Layout } from "../../src/compiler/ir/layout.js";
import type { Type } from "../../src/compiler/ir/type.js";

/**
 * What an IR value is: an integer without its sign, so from 0 to 2^bits - 1; a floating-point number; an address as a bigint; the parts of
 * a vector, an array or a struct; or nothing that is defined.
 */
export type Data = bigint | number | readonly Data[] | typeof POISON;

/** The value of what LLVM leaves open. */
export const POISON = Symbol("poison");

export class Memory {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  #end = 64;

  constructor(byteLength = 1 << 16) {
    this.bytes = new Uint8Array(byteLength);
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Room for some bytes. */
  allocate(byteLength: number, align = 16): number {
    const start = Math.ceil(this.#end / align) * align;
    this.#end = start + byteLength;
    if (this.#end > this.bytes.length) throw new Error("the memory of the interpreter is full");
    return start;
  }

  /** What has been taken since then is free again. */
  freeFrom(end: number): void {
    this.#end = end;
  }

  get end(): number {
    return this.#end;
  }

  load(type: Type, address: number, layout: Layout): Data {
    switch (type.kind) {
      case "int": {
        let value = 0n;
        const size = layout.sizeOf(type);
        for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(this.#view.getUint8(address + i));
        return BigInt.asUintN(type.bits, value);
      }
      case "pointer":
        return layout.pointerBytes === 8
          ? this.#view.getBigUint64(address, true)
          : BigInt(this.#view.getUint32(address, true));
      case "float":
        if (type.text === "float") return this.#view.getFloat32(address, true);
        if (type.text === "double") return this.#view.getFloat64(address, true);
        if (type.text === "half") return decodeFloat16(this.#view.getUint16(address, true));
        if (type.text === "bfloat") return decodeBfloat16(this.#view.getUint16(address, true));
        break;
      case "vector":
      case "array": {
        const step = layout.sizeOf(type.element);
        return Array.from({ length: type.count }, (_, i) =>
          this.load(type.element, address + i * step, layout),
        );
      }
      case "struct":
      case "named":
        return layout
          .membersOf(type)
          .map((member) => this.load(member.type, address + member.offset, layout));
      default:
    }
    throw new Error(`the interpreter cannot load ${type.text}`);
  }

  store(type: Type, address: number, value: Data, layout: Layout): void {
    if (value === POISON) {
      // Any bytes will do; these are seen easily.
      this.bytes.fill(0xdb, address, address + layout.sizeOf(type));
      return;
    }
    switch (type.kind) {
      case "int":
        for (let i = 0, rest = value as bigint; i < layout.sizeOf(type); i++, rest >>= 8n) {
          this.#view.setUint8(address + i, Number(rest & 0xffn));
        }
        return;
      case "pointer":
        if (layout.pointerBytes === 8) this.#view.setBigUint64(address, value as bigint, true);
        else this.#view.setUint32(address, Number(value), true);
        return;
      case "float":
        if (type.text === "float") return this.#view.setFloat32(address, value as number, true);
        if (type.text === "double") return this.#view.setFloat64(address, value as number, true);
        if (type.text === "half") return this.#view.setUint16(address, encodeFloat16(value as number), true);
        if (type.text === "bfloat")
          return this.#view.setUint16(address, encodeBfloat16(value as number), true);
        break;
      case "vector":
      case "array": {
        const step = layout.sizeOf(type.element);
        for (const [i, part] of (value as readonly Data[]).entries()) {
          this.store(type.element, address + i * step, part, layout);
        }
        return;
      }
      case "struct":
      case "named":
        for (const [i, member] of layout.membersOf(type).entries()) {
          this.store(member.type, address + member.offset, (value as readonly Data[])[i] ?? POISON, layout);
        }
        return;
      default:
    }
    throw new Error(`the interpreter cannot store ${type.text}`);
  }
}
