// Reading and writing the WebAssembly binary format, as far as splitting a linked module into sections needs it.
// Knows nothing of what the sections mean to CuTS.

/** Section numbers of the format. */
export const SECTION = {
  custom: 0,
  type: 1,
  import: 2,
  function: 3,
  table: 4,
  memory: 5,
  global: 6,
  export: 7,
  element: 9,
  code: 10,
  data: 11,
  dataCount: 12,
  tag: 13,
} as const;

/** Kinds of imports and exports. */
export const KIND = { function: 0, table: 1, memory: 2, global: 3, tag: 4 } as const;

const HEADER_BYTES = 8;

export interface Section {
  readonly id: number;
  /** The name of a custom section; empty for others. */
  readonly name: string;
  /** What follows the size, a custom section's name included. */
  readonly payload: Uint8Array;
}

/** A cursor over bytes; every read moves it. */
export class BinaryReader {
  readonly bytes: Uint8Array;
  offset: number;

  constructor(bytes: Uint8Array, offset = 0) {
    this.bytes = bytes;
    this.offset = offset;
  }

  get done(): boolean {
    return this.offset >= this.bytes.length;
  }

  byte(): number {
    const value = this.bytes[this.offset];
    if (value === undefined) throw new Error("internal: a WebAssembly module ends too early");
    this.offset++;
    return value;
  }

  /** An unsigned number of up to 32 bits. */
  u32(): number {
    return this.#leb().value >>> 0;
  }

  /** A signed number of up to 32 bits. */
  i32(): number {
    const { value, bits, last } = this.#leb();
    return bits < 32 && (last & 0x40) !== 0 ? value | (-1 << bits) : value;
  }

  /** An unsigned number of up to 64 bits. */
  u64(): bigint {
    return BigInt.asUintN(64, this.#leb64().value);
  }

  /** A signed number of up to 64 bits. */
  i64(): bigint {
    const { value, bits } = this.#leb64();
    return BigInt.asIntN(Math.min(bits, 64), value);
  }

  name(): string {
    return Buffer.from(this.take(this.u32())).toString();
  }

  take(length: number): Uint8Array {
    const taken = this.bytes.subarray(this.offset, this.offset + length);
    this.offset += length;
    return taken;
  }

  #leb64(): { value: bigint; bits: number } {
    let value = 0n;
    let bits = 0;
    let last: number;
    do {
      last = this.byte();
      value |= BigInt(last & 0x7f) << BigInt(bits);
      bits += 7;
    } while ((last & 0x80) !== 0);
    return { value, bits };
  }

  #leb(): { value: number; bits: number; last: number } {
    let value = 0;
    let bits = 0;
    let last: number;
    do {
      last = this.byte();
      value |= (last & 0x7f) << bits;
      bits += 7;
    } while ((last & 0x80) !== 0);
    return { value, bits, last };
  }
}

/** The bytes of an unsigned number. */
export function u32Bytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>>= 7;
  }
  bytes.push(rest);
  return bytes;
}

/** The bytes of a signed number. */
export function i32Bytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  while (rest < -0x40 || rest > 0x3f) {
    bytes.push((rest & 0x7f) | 0x80);
    rest >>= 7;
  }
  bytes.push(rest & 0x7f);
  return bytes;
}

/** A name with its length before it. */
export function nameBytes(name: string): number[] {
  const bytes = [...Buffer.from(name)];
  return [...u32Bytes(bytes.length), ...bytes];
}

/** The sections of a module, in order. */
export function readSections(module: Uint8Array): Section[] {
  const reader = new BinaryReader(module, HEADER_BYTES);
  const sections: Section[] = [];
  while (!reader.done) {
    const id = reader.byte();
    const payload = reader.take(reader.u32());
    sections.push({ id, name: id === SECTION.custom ? new BinaryReader(payload).name() : "", payload });
  }
  return sections;
}

/** A module of these sections, and where each payload starts in it. */
export function writeSections(sections: readonly Section[]): { module: Uint8Array; starts: number[] } {
  const parts: Uint8Array[] = [Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0)];
  const starts: number[] = [];
  let length = HEADER_BYTES;
  for (const { id, payload } of sections) {
    const head = Uint8Array.from([id, ...u32Bytes(payload.length)]);
    starts.push(length + head.length);
    parts.push(head, payload);
    length += head.length + payload.length;
  }
  const module = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    module.set(part, offset);
    offset += part.length;
  }
  return { module, starts };
}
