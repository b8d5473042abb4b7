// The program's memory as numbers, text and bytes. Addresses are unsigned. The memory grows and is shared, so views are
// made again when it has; a view is never kept across a call of the program.

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export class GuestMemory {
  readonly #memory: WebAssembly.Memory;
  #view: DataView;
  #bytes: Uint8Array;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#view = new DataView(memory.buffer);
    this.#bytes = new Uint8Array(memory.buffer);
  }

  /** The whole memory. */
  get bytes(): Uint8Array {
    const { buffer } = this.#memory;
    if (buffer.byteLength !== this.#bytes.byteLength) {
      this.#view = new DataView(buffer);
      this.#bytes = new Uint8Array(buffer);
    }
    return this.#bytes;
  }

  get byteLength(): number {
    return this.#memory.buffer.byteLength;
  }

  /** A part of it, without a copy. */
  range(address: number, byteLength: number): Uint8Array {
    return this.bytes.subarray(address, address + byteLength);
  }

  u32(address: number): number {
    return this.#fresh().getUint32(address, true);
  }

  i32(address: number): number {
    return this.#fresh().getInt32(address, true);
  }

  u64(address: number): number {
    return Number(this.#fresh().getBigUint64(address, true));
  }

  setU8(address: number, value: number): void {
    this.#fresh().setUint8(address, value);
  }

  setU32(address: number, value: number): void {
    this.#fresh().setUint32(address, value, true);
  }

  setU64(address: number, value: number): void {
    this.#fresh().setBigUint64(address, BigInt(value), true);
  }

  setF32(address: number, value: number): void {
    this.#fresh().setFloat32(address, value, true);
  }

  /** Three words: a dim3, a uint3, a cudaExtent, a cudaPos. */
  triple(address: number): [number, number, number] {
    return [this.u32(address), this.u32(address + 4), this.u32(address + 8)];
  }

  setTriple(address: number, values: readonly [number, number, number]): void {
    values.forEach((value, i) => this.setU32(address + 4 * i, value));
  }

  /** Text up to its NUL. */
  text(address: number): string {
    const end = this.bytes.indexOf(0, address);
    // A copy, because decoders refuse shared memory.
    return decoder.decode(this.bytes.slice(address, end < 0 ? undefined : end));
  }

  /** Writes text and its NUL into at most `limit` bytes, cut where it is too long. */
  setText(address: number, text: string, limit = Number.POSITIVE_INFINITY): number {
    if (limit === 0) return 0;
    const bytes = encoder.encode(text).subarray(0, limit - 1);
    this.bytes.set(bytes, address);
    this.setU8(address + bytes.length, 0);
    return bytes.length + 1;
  }

  #fresh(): DataView {
    void this.bytes;
    return this.#view;
  }
}
