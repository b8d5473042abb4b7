// The instructions of WebAssembly for a rewriter: what follows the opcode, and what an instruction takes from the stack and leaves on
// it. Types are letters: i32 `i`, i64 `I`, f32 `f`, f64 `F`, v128 `v`, a reference `r`. A memory address is `a` and a length `n`; both
// have 64 bits before the lowering.

/** What follows an opcode. */
export type Immediate =
  | "none"
  | "index"
  | "indices"
  | "memory"
  | "memoryLane"
  | "lane"
  | "bytes16"
  | "i32"
  | "i64"
  | "f32"
  | "f64"
  | "types";

export interface Shape {
  /** Letters of the operands, the deepest first. */
  readonly operands: string;
  readonly results: string;
  readonly immediate: Immediate;
}

/** Opcodes that are handled one by one. */
export const OP = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  try: 0x06,
  catch: 0x07,
  throw: 0x08,
  rethrow: 0x09,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  brTable: 0x0e,
  return: 0x0f,
  call: 0x10,
  callIndirect: 0x11,
  delegate: 0x18,
  catchAll: 0x19,
  drop: 0x1a,
  select: 0x1b,
  selectTyped: 0x1c,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  globalGet: 0x23,
  globalSet: 0x24,
  i32Load: 0x28,
  memorySize: 0x3f,
  memoryGrow: 0x40,
  i32Const: 0x41,
  i64Const: 0x42,
  i64Ne: 0x52,
  i64Add: 0x7c,
  i64And: 0x83,
  i64ShrU: 0x88,
  i32WrapI64: 0xa7,
  i64ExtendI32S: 0xac,
  i64ExtendI32U: 0xad,
} as const;

/** Prefixes of opcodes with a number of their own. */
export const PREFIX = { bulk: 0xfc, simd: 0xfd, atomic: 0xfe } as const;

const SHAPES = new Map<number, Shape>();

/** A key for opcodes with and without a prefix. */
export function opcodeKey(prefix: number, code: number): number {
  return prefix * 0x1000 + code;
}

/** The shape of an instruction that is always the same; undefined for those of `OP` that depend on where they are. */
export function shapeOf(key: number): Shape | undefined {
  return SHAPES.get(key);
}

function define(prefix: number, codes: string, signature: string, immediate: Immediate = "none"): void {
  const [operands = "", results = ""] = signature.split(">");
  for (const range of codes.split(" ")) {
    const [first = 0, last = first] = range.split("-").map((text) => Number.parseInt(text, 16));
    for (let code = first; code <= last; code++)
      SHAPES.set(opcodeKey(prefix, code), { operands, results, immediate });
  }
}

define(0, "01", ">");
// Loads and stores.
define(0, "28 2c-2f", "a>i", "memory");
define(0, "29 30-35", "a>I", "memory");
define(0, "2a", "a>f", "memory");
define(0, "2b", "a>F", "memory");
define(0, "36 3a-3b", "ai>", "memory");
define(0, "37 3c-3e", "aI>", "memory");
define(0, "38", "af>", "memory");
define(0, "39", "aF>", "memory");
// Constants.
define(0, "41", ">i", "i32");
define(0, "42", ">I", "i64");
define(0, "43", ">f", "f32");
define(0, "44", ">F", "f64");
// Comparisons.
define(0, "45", "i>i");
define(0, "46-4f", "ii>i");
define(0, "50", "I>i");
define(0, "51-5a", "II>i");
define(0, "5b-60", "ff>i");
define(0, "61-66", "FF>i");
// Arithmetic.
define(0, "67-69 c0-c1", "i>i");
define(0, "6a-78", "ii>i");
define(0, "79-7b c2-c4", "I>I");
define(0, "7c-8a", "II>I");
define(0, "8b-91", "f>f");
define(0, "92-98", "ff>f");
define(0, "99-9f", "F>F");
define(0, "a0-a6", "FF>F");
// Conversions.
define(0, "a7", "I>i");
define(0, "a8-a9 bc", "f>i");
define(0, "aa-ab", "F>i");
define(0, "ac-ad", "i>I");
define(0, "ae-af", "f>I");
define(0, "b0-b1 bd", "F>I");
define(0, "b2-b3 be", "i>f");
define(0, "b4-b5", "I>f");
define(0, "b6", "F>f");
define(0, "b7-b8", "i>F");
define(0, "b9-ba bf", "I>F");
define(0, "bb", "f>F");
// References.
define(0, "d0", ">r", "index");
define(0, "d1", "r>i");
define(0, "d2", ">r", "index");

define(PREFIX.bulk, "0-1", "f>i");
define(PREFIX.bulk, "2-3", "F>i");
define(PREFIX.bulk, "4-5", "f>I");
define(PREFIX.bulk, "6-7", "F>I");
define(PREFIX.bulk, "8", "aii>", "indices");
define(PREFIX.bulk, "9", ">", "index");
define(PREFIX.bulk, "a", "aan>", "indices");
define(PREFIX.bulk, "b", "ain>", "index");

define(PREFIX.simd, "0-a 5c-5d", "a>v", "memory");
define(PREFIX.simd, "b", "av>", "memory");
define(PREFIX.simd, "54-57", "av>v", "memoryLane");
define(PREFIX.simd, "58-5b", "av>", "memoryLane");
define(PREFIX.simd, "c", ">v", "bytes16");
define(PREFIX.simd, "d", "vv>v", "bytes16");
define(PREFIX.simd, "f-11", "i>v");
define(PREFIX.simd, "12", "I>v");
define(PREFIX.simd, "13", "f>v");
define(PREFIX.simd, "14", "F>v");
define(PREFIX.simd, "15-16 18-19 1b", "v>i", "lane");
define(PREFIX.simd, "17 1a 1c", "vi>v", "lane");
define(PREFIX.simd, "1d", "v>I", "lane");
define(PREFIX.simd, "1e", "vI>v", "lane");
define(PREFIX.simd, "1f", "v>f", "lane");
define(PREFIX.simd, "20", "vf>v", "lane");
define(PREFIX.simd, "21", "v>F", "lane");
define(PREFIX.simd, "22", "vF>v", "lane");
// Whether there are any lanes that are set, and which.
define(PREFIX.simd, "53 63-64 83-84 a3-a4 c3-c4", "v>i");
// Shifts.
define(PREFIX.simd, "6b-6d 8b-8d ab-ad cb-cd", "vi>v");
// One operand.
define(
  PREFIX.simd,
  "4d 5e-62 67-6a 74-75 7a 7c-81 87-8a 94 a0-a1 a7-aa c0-c1 c7-ca e0-e1 e3 ec-ed ef f8-ff 101-104",
  "v>v",
);
// Two operands.
define(
  PREFIX.simd,
  "e 23-4c 4e-51 65-66 6e-73 76-79 7b 82 85-86 8e-93 95-99 9b-9f ae b1 b5-ba bc-bf ce d1 d5-df e4-eb f0-f7 100 10d-112",
  "vv>v",
);
// Three operands.
define(PREFIX.simd, "52 105-10c 113", "vvv>v");

define(PREFIX.atomic, "0", "ai>i", "memory");
define(PREFIX.atomic, "1", "aiI>i", "memory");
define(PREFIX.atomic, "2", "aII>i", "memory");
define(PREFIX.atomic, "3", ">", "index");
// Each group: i32, i64, i32 of 8 and 16 bits, i64 of 8, 16 and 32 bits.
const NARROW = "iIiiIII";
for (const [i, type] of Array.from(NARROW).entries()) {
  define(PREFIX.atomic, (0x10 + i).toString(16), `a>${type}`, "memory");
  define(PREFIX.atomic, (0x17 + i).toString(16), `a${type}>`, "memory");
  for (const group of [0x1e, 0x25, 0x2c, 0x33, 0x3a, 0x41])
    define(PREFIX.atomic, (group + i).toString(16), `a${type}>${type}`, "memory");
  define(PREFIX.atomic, (0x48 + i).toString(16), `a${type}${type}>${type}`, "memory");
}
