// The bytes of WebAssembly that fused kernels are written in: numbers of instructions, and how they are put down.

import { i32Bytes, u32Bytes } from "../../../compiler/clang/wasm-binary.js";

/** Types of locals and parameters. */
export const TYPE = { i32: 0x7f, i64: 0x7e, f32: 0x7d, f64: 0x7c, v128: 0x7b } as const;

/** Instructions of one byte without operands. */
export const OP = {
  end: 0x0b,
  "i32.eqz": 0x45,
  "i32.eq": 0x46,
  "i32.lt_u": 0x49,
  "i32.ge_u": 0x4f,
  "i32.add": 0x6a,
  "i32.sub": 0x6b,
  "i32.mul": 0x6c,
  "i32.div_u": 0x6e,
  "i32.rem_u": 0x70,
  "i32.shl": 0x74,
  "i64.lt_u": 0x54,
  "i32.wrap_i64": 0xa7,
  "i64.extend_i32_u": 0xad,
  select: 0x1b,
  "f32.convert_i64_s": 0xb4,
  "f64.convert_i64_s": 0xb9,
} as const;

/** Instructions of vectors, which follow the byte 0xfd. */
export const SIMD = {
  "v128.load": 0,
  "v128.load32_splat": 9,
  "v128.load64_splat": 10,
  "v128.store": 11,
  "v128.const": 12,
  "i8x16.shuffle": 13,
  "i32x4.splat": 17,
  "i64x2.splat": 18,
  "f32x4.splat": 19,
  "f64x2.splat": 20,
  "f32x4.replace_lane": 32,
  "i64x2.extract_lane": 29,
  "i64x2.replace_lane": 30,
  "f64x2.extract_lane": 33,
  "f64x2.replace_lane": 34,
  "i32x4.eq": 55,
  "i32x4.ne": 56,
  "i32x4.lt_s": 57,
  "i32x4.gt_s": 59,
  "i32x4.le_s": 61,
  "i32x4.ge_s": 63,
  "f32x4.eq": 65,
  "f32x4.ne": 66,
  "f32x4.lt": 67,
  "f32x4.gt": 68,
  "f32x4.le": 69,
  "f32x4.ge": 70,
  "f64x2.eq": 71,
  "f64x2.ne": 72,
  "f64x2.lt": 73,
  "f64x2.gt": 74,
  "f64x2.le": 75,
  "f64x2.ge": 76,
  "v128.not": 77,
  "v128.and": 78,
  "v128.andnot": 79,
  "v128.or": 80,
  "v128.xor": 81,
  "v128.bitselect": 82,
  "v128.any_true": 83,
  "v128.load8_lane": 84,
  "v128.load16_lane": 85,
  "v128.load32_lane": 86,
  "v128.load64_lane": 87,
  "v128.store8_lane": 88,
  "v128.store32_lane": 90,
  "v128.store64_lane": 91,
  "v128.load32_zero": 92,
  "v128.load64_zero": 93,
  "f32x4.demote_f64x2_zero": 94,
  "f64x2.promote_low_f32x4": 95,
  "i8x16.narrow_i16x8_s": 101,
  "f32x4.ceil": 103,
  "f32x4.floor": 104,
  "f32x4.trunc": 105,
  "f32x4.nearest": 106,
  "f64x2.ceil": 116,
  "f64x2.floor": 117,
  "f64x2.trunc": 122,
  "i16x8.narrow_i32x4_s": 133,
  "i16x8.extend_low_i8x16_s": 135,
  "i16x8.extend_low_i8x16_u": 137,
  "f64x2.nearest": 148,
  "i32x4.abs": 160,
  "i32x4.neg": 161,
  "i32x4.all_true": 163,
  "i32x4.extend_low_i16x8_s": 167,
  "i32x4.extend_low_i16x8_u": 169,
  "i32x4.shr_s": 172,
  "i32x4.add": 174,
  "i32x4.sub": 177,
  "i32x4.mul": 181,
  "i32x4.min_s": 182,
  "i32x4.max_s": 184,
  "i64x2.abs": 192,
  "i64x2.neg": 193,
  "i64x2.extend_low_i32x4_s": 199,
  "i64x2.extend_high_i32x4_s": 200,
  "i64x2.shr_s": 204,
  "i64x2.add": 206,
  "i64x2.sub": 209,
  "i64x2.mul": 213,
  "i64x2.eq": 214,
  "i64x2.ne": 215,
  "i64x2.lt_s": 216,
  "i64x2.gt_s": 217,
  "i64x2.le_s": 218,
  "i64x2.ge_s": 219,
  "f32x4.abs": 224,
  "f32x4.neg": 225,
  "f32x4.sqrt": 227,
  "f32x4.add": 228,
  "f32x4.sub": 229,
  "f32x4.mul": 230,
  "f32x4.div": 231,
  "f32x4.min": 232,
  "f32x4.max": 233,
  "f64x2.abs": 236,
  "f64x2.neg": 237,
  "f64x2.sqrt": 239,
  "f64x2.add": 240,
  "f64x2.sub": 241,
  "f64x2.mul": 242,
  "f64x2.div": 243,
  "f64x2.min": 244,
  "f64x2.max": 245,
  "i32x4.trunc_sat_f32x4_s": 248,
  "f32x4.convert_i32x4_s": 250,
  "i32x4.trunc_sat_f64x2_s_zero": 252,
  "f64x2.convert_low_i32x4_s": 254,
} as const;

/** The name of an instruction of vectors. */
export type SimdName = keyof typeof SIMD;

/** A function as the code section has it, without its length, and vectors that it reads from the memory of its module. */
export interface WrittenFunction {
  readonly bytes: readonly number[];
  readonly constants: readonly Uint8Array[];
  /** Where in `bytes` the address of the first vector is put: the operand of an `i32.const`, five bytes. */
  readonly addressAt: number;
}

/** The code of a function while it is written. */
export class Code {
  readonly #bytes: number[] = [];
  readonly #locals: number[] = [];
  readonly #parameters: number;
  /** The locals of vector constants, by their bytes. */
  readonly #constants = new Map<string, { readonly local: number; readonly bytes: Uint8Array }>();

  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  /** A new local of a type. */
  local(type: number): number {
    this.#locals.push(type);
    return this.#parameters + this.#locals.length - 1;
  }

  op(...names: readonly (keyof typeof OP)[]): this {
    for (const name of names) this.#bytes.push(OP[name]);
    return this;
  }

  /** An instruction of vectors; `operands` are lanes or bytes that belong to it. */
  simd(name: SimdName, ...operands: readonly number[]): this {
    this.#bytes.push(0xfd, ...u32Bytes(SIMD[name]), ...operands);
    return this;
  }

  /** An instruction of vectors that reads or writes memory, at the address on the stack plus `offset`. */
  memory(name: SimdName, offset: number, ...lane: readonly number[]): this {
    // Addresses may be any: no promise of alignment is made.
    this.#bytes.push(0xfd, ...u32Bytes(SIMD[name]), 0, ...u32Bytes(offset), ...lane);
    return this;
  }

  get(local: number): this {
    this.#bytes.push(0x20, ...u32Bytes(local));
    return this;
  }

  set(local: number): this {
    this.#bytes.push(0x21, ...u32Bytes(local));
    return this;
  }

  tee(local: number): this {
    this.#bytes.push(0x22, ...u32Bytes(local));
    return this;
  }

  number(value: number): this {
    this.#bytes.push(0x41, ...i32Bytes(value));
    return this;
  }

  /** A word of 32 bits at the address on the stack plus `offset`. */
  load(offset: number): this {
    this.#bytes.push(0x28, 2, ...u32Bytes(offset));
    return this;
  }

  /** A number of 64 bits, a float, at the address on the stack plus `offset`. */
  loadDouble(offset: number): this {
    this.#bytes.push(0x2b, 3, ...u32Bytes(offset));
    return this;
  }

  /** Takes bytes of the stack of the thread, until `giveBackStack`, and puts their address into a local. Only beside functions of a library. */
  takeStack(bytes: number, local: number): this {
    this.#bytes.push(0x23, STACK_POINTER);
    this.number(bytes).op("i32.sub").tee(local);
    this.#bytes.push(0x24, STACK_POINTER);
    return this;
  }

  giveBackStack(bytes: number, local: number): this {
    this.get(local).number(bytes).op("i32.add");
    this.#bytes.push(0x24, STACK_POINTER);
    return this;
  }

  /**
   * A vector constant: a local that is read from memory once, where the function begins. What is written as a constant is moved
   * into loops by engines, and put together from words at each turn.
   */
  constant(bytes: Uint8Array): this {
    const key = bytes.join();
    let own = this.#constants.get(key);
    if (own === undefined) this.#constants.set(key, (own = { local: this.local(TYPE.v128), bytes }));
    return this.get(own.local);
  }

  /** Instructions as they are. */
  bytes(bytes: Iterable<number>): this {
    this.#bytes.push(...bytes);
    return this;
  }

  /** A float that was rounded towards 0, as an integer of 64 bits; what does not fit is the nearest that does. */
  truncate64(): this {
    this.#bytes.push(0xfc, 6);
    return this;
  }

  call(index: number): this {
    this.#bytes.push(0x10, ...u32Bytes(index));
    return this;
  }

  /** A block; its end is where `leaveIf` inside goes to. */
  block(body: () => void): this {
    this.#bytes.push(0x02, 0x40);
    body();
    return this.op("end");
  }

  /** Goes to the end of a block if the number on the stack is not 0; `depth` says how many blocks are inside of it. */
  leaveIf(depth: number): this {
    this.#bytes.push(0x0d, depth);
    return this;
  }

  /** Repeats `body` while `isMore` leaves a number that is not 0. */
  while(isMore: () => void, body: () => void): this {
    this.#bytes.push(0x02, 0x40, 0x03, 0x40);
    isMore();
    this.op("i32.eqz");
    this.#bytes.push(0x0d, 1);
    body();
    this.#bytes.push(0x0c, 0);
    return this.op("end", "end");
  }

  /** The function. */
  body(): WrittenFunction {
    const constants = [...this.#constants.values()];
    const pool = this.local(TYPE.i32);
    const runs: [number, number][] = [];
    for (const type of this.#locals) {
      const last = runs.at(-1);
      if (last?.[1] === type) last[0]++;
      else runs.push([1, type]);
    }
    const locals = runs.flatMap(([count, type]) => [...u32Bytes(count), type]);
    const head = [...u32Bytes(runs.length), ...locals, 0x41];
    const loads = new Code(this.#parameters).set(pool);
    for (const [at, { local }] of constants.entries())
      loads
        .get(pool)
        .memory("v128.load", at * VECTOR_BYTES)
        .set(local);
    return {
      bytes: [...head, ...NO_ADDRESS, ...loads.#bytes, ...this.#bytes, OP.end],
      constants: constants.map(({ bytes }) => bytes),
      addressAt: head.length,
    };
  }
}

const VECTOR_BYTES = 16;
/** The number of the variable that compiled functions keep their stack by. */
const STACK_POINTER = 0;
/** 0 with room for any other number. */
const NO_ADDRESS = [0x80, 0x80, 0x80, 0x80, 0x00];
