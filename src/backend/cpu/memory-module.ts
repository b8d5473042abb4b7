// Copies and fills of large ranges as kernels: a WebAssembly module like those of compiled code, whose blocks are pieces of
// the range. It is written by hand, because the cpu device must copy without a compiler.

/** Byte offsets in the launch structure of both kernels. */
export const MEMORY_FIELDS = {
  to: 0,
  from: 4,
  byteLength: 8,
  pieceBytes: 12,
  pattern: 16,
  byteSize: 32,
} as const;

/** What the launch structure of a pattern holds: 16 bytes of it. */
export const PATTERN_BYTES = 16;

const I32 = 0x7f;
const V128 = 0x7b;
const END = 0x0b;
const ADD = 0x6a;
const SUB = 0x6b;
const MULTIPLY = 0x6c;
const LESS = 0x49;
const SELECT = 0x1b;
const MEMORY_COPY = [0xfc, 0x0a, 0, 0];

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const number = (value: number): number[] => [0x41, value];
const load = (offset: number): number[] => [...get(LAUNCH), 0x28, 2, offset];

// Parameters and locals.
const LAUNCH = 0;
const BEGIN = 1;
const BLOCKS_END = 2;
const OFFSET = 6;
const LEFT = 7;
const AT = 8;
const WANTED = 9;
const PATTERN = 10;

// Where the range of the blocks begins, and how long it is.
const RANGE = [
  [...get(BEGIN), ...load(MEMORY_FIELDS.pieceBytes), MULTIPLY, ...set(OFFSET)],
  [...load(MEMORY_FIELDS.byteLength), ...get(OFFSET), SUB, ...set(LEFT)],
  [...get(BLOCKS_END), ...get(BEGIN), SUB, ...load(MEMORY_FIELDS.pieceBytes), MULTIPLY, ...set(WANTED)],
  [...get(WANTED), ...get(LEFT), ...get(WANTED), ...get(LEFT), LESS, SELECT, ...set(LEFT)],
  [...load(MEMORY_FIELDS.to), ...get(OFFSET), ADD, ...set(AT)],
].flat();

const COPY = [
  RANGE,
  [...get(AT), ...load(MEMORY_FIELDS.from), ...get(OFFSET), ADD, ...get(LEFT), ...MEMORY_COPY],
  [...number(0), END],
].flat();

const FILL = [
  RANGE,
  [...get(LAUNCH), 0xfd, 0, 0, MEMORY_FIELDS.pattern, ...set(PATTERN)],
  // block; loop; br_if 1 when fewer than 16 are left
  [0x02, 0x40, 0x03, 0x40, ...get(LEFT), ...number(PATTERN_BYTES), LESS, 0x0d, 1],
  [...get(AT), ...get(PATTERN), 0xfd, 0x0b, 0, 0],
  [...get(AT), ...number(PATTERN_BYTES), ADD, ...set(AT)],
  [...get(LEFT), ...number(PATTERN_BYTES), SUB, ...set(LEFT), 0x0c, 0, END, END],
  [...get(AT), ...get(LAUNCH), ...number(MEMORY_FIELDS.pattern), ADD, ...get(LEFT), ...MEMORY_COPY],
  [...number(0), END],
].flat();

/** Compiles the module; its exports are `copy` and `fill`. */
export function memoryModule(): WebAssembly.Module {
  const name = (text: string): number[] => [text.length, ...Buffer.from(text)];
  const sized = (bytes: readonly number[]): number[] => [...leb(bytes.length), ...bytes];
  const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)];
  const body = (code: readonly number[]): number[] => sized([2, 4, I32, 1, V128, ...code]);
  return new WebAssembly.Module(
    Uint8Array.from(
      [
        [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
        section(1, [1, 0x60, 6, I32, I32, I32, I32, I32, I32, 1, I32]),
        // A shared memory of any size.
        section(2, [1, ...name("env"), ...name("memory"), 2, 3, 0, ...leb(65_536)]),
        section(3, [2, 0, 0]),
        section(7, [2, ...name("copy"), 0, 0, ...name("fill"), 0, 1]),
        section(10, [2, ...body(COPY), ...body(FILL)]),
      ].flat(),
    ),
  );
}

function leb(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...leb(value >>> 7)];
}
