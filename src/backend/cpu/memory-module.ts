// Copies and fills of large ranges as kernels: a WebAssembly module like those of compiled code, whose blocks are pieces of
// the range. It is written by hand, because the cpu device must copy without a compiler.

import { MAX_WIDE_PAGES } from "./machine/wide-memory.js";

/** Byte offsets in the launch structure of both kernels; all but the pattern are words of 8 bytes. */
export const MEMORY_FIELDS = {
  to: 0,
  from: 8,
  byteLength: 16,
  pieceBytes: 24,
  pattern: 32,
  byteSize: 48,
} as const;

/** What the launch structure of a pattern holds: 16 bytes of it. */
export const PATTERN_BYTES = 16;

const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;
const END = 0x0b;
const SELECT = 0x1b;
const EXTEND = 0xad;
const MEMORY_COPY = [0xfc, 0x0a, 0, 0];

/** Instructions over addresses of 32 and of 64 bits. */
interface Arithmetic {
  readonly type: number;
  readonly constant: number;
  readonly load: readonly number[];
  readonly add: number;
  readonly subtract: number;
  readonly multiply: number;
  readonly isLess: number;
  /** Makes an address of a parameter, which always has 32 bits. */
  readonly extend: readonly number[];
}

const NARROW: Arithmetic = {
  type: I32,
  constant: 0x41,
  load: [0x28, 2],
  add: 0x6a,
  subtract: 0x6b,
  multiply: 0x6c,
  isLess: 0x49,
  extend: [],
};
const WIDE: Arithmetic = {
  type: I64,
  constant: 0x42,
  load: [0x29, 3],
  add: 0x7c,
  subtract: 0x7d,
  multiply: 0x7e,
  isLess: 0x54,
  extend: [EXTEND],
};

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];

// Parameters and locals.
const LAUNCH = 0;
const BEGIN = 1;
const BLOCKS_END = 2;
const OFFSET = 6;
const LEFT = 7;
const AT = 8;
const WANTED = 9;
const PATTERN = 10;

function copyAndFill(words: Arithmetic): { readonly copy: number[]; readonly fill: number[] } {
  const { add, subtract, multiply, isLess, extend } = words;
  const number = (value: number): number[] => [words.constant, value];
  const parameter = (local: number): number[] => [...get(local), ...extend];
  const load = (offset: number): number[] => [...parameter(LAUNCH), ...words.load, offset];
  // Where the range of the blocks begins, and how long it is.
  const range = [
    [...parameter(BEGIN), ...load(MEMORY_FIELDS.pieceBytes), multiply, ...set(OFFSET)],
    [...load(MEMORY_FIELDS.byteLength), ...get(OFFSET), subtract, ...set(LEFT)],
    [...parameter(BLOCKS_END), ...parameter(BEGIN), subtract],
    [...load(MEMORY_FIELDS.pieceBytes), multiply, ...set(WANTED)],
    [...get(WANTED), ...get(LEFT), ...get(WANTED), ...get(LEFT), isLess, SELECT, ...set(LEFT)],
    [...load(MEMORY_FIELDS.to), ...get(OFFSET), add, ...set(AT)],
  ].flat();
  const copy = [
    range,
    [...get(AT), ...load(MEMORY_FIELDS.from), ...get(OFFSET), add, ...get(LEFT), ...MEMORY_COPY],
    [0x41, 0, END],
  ].flat();
  const fill = [
    range,
    [...parameter(LAUNCH), 0xfd, 0, 0, MEMORY_FIELDS.pattern, ...set(PATTERN)],
    // block; loop; br_if 1 when fewer than 16 are left
    [0x02, 0x40, 0x03, 0x40, ...get(LEFT), ...number(PATTERN_BYTES), isLess, 0x0d, 1],
    [...get(AT), ...get(PATTERN), 0xfd, 0x0b, 0, 0],
    [...get(AT), ...number(PATTERN_BYTES), add, ...set(AT)],
    [...get(LEFT), ...number(PATTERN_BYTES), subtract, ...set(LEFT), 0x0c, 0, END, END],
    [...get(AT), ...parameter(LAUNCH), ...number(MEMORY_FIELDS.pattern), add, ...get(LEFT), ...MEMORY_COPY],
    [0x41, 0, END],
  ].flat();
  return { copy, fill };
}

/** Compiles the module; its exports are `copy` and `fill`. `isWide` is for a memory with addresses of 64 bits. */
export function memoryModule(isWide = false): WebAssembly.Module {
  const words = isWide ? WIDE : NARROW;
  const { copy, fill } = copyAndFill(words);
  const limits = isWide ? [7, 0, ...leb(MAX_WIDE_PAGES)] : [3, 0, ...leb(65_536)];
  const name = (text: string): number[] => [text.length, ...Buffer.from(text)];
  const sized = (bytes: readonly number[]): number[] => [...leb(bytes.length), ...bytes];
  const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
  const body = (code: readonly number[]): number[] => sized([2, 4, words.type, 1, V128, ...code]);
  return new WebAssembly.Module(
    Uint8Array.from(
      [
        [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
        section(1, [1, 0x60, 6, I32, I32, I32, I32, I32, I32, 1, I32]),
        // A shared memory of any size.
        section(2, [1, ...name("env"), ...name("memory"), 2, ...limits]),
        section(3, [2, 0, 0]),
        section(7, [2, ...name("copy"), 0, 0, ...name("fill"), 0, 1]),
        section(10, [2, ...body(copy), ...body(fill)]),
      ].flat(),
    ),
  );
}

function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}
