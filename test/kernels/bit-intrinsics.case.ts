import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { float32Bits } from "./number-formats.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "bit-intrinsics",
  source: "bit-intrinsics.cu",
  kernels: ["bit_intrinsics"],
  *cases() {
    for (const [n, block, corners] of [
      [16, 32, true],
      [500, 64, false],
    ] as const) {
      const random = new Random(n);
      const corner = [0, 1, 0x80000000, 0xffffffff];
      const a = corners ? Uint32Array.from({ length: 16 }, (_, i) => corner[i >> 2]!) : random.words(n);
      const b = corners ? Uint32Array.from({ length: 16 }, (_, i) => corner[i & 3]!) : random.words(n);
      // Short runs of bits as well as dense words.
      if (!corners) a.forEach((w, i) => (a[i] = w >>> (i % 32)));
      yield {
        label: `n=${n} block=${block} ${corners ? "corners" : "random"}`,
        buffers: { a, b, out: new Uint32Array(24 * n) },
        launches: [
          { kernel: "bit_intrinsics", grid: blocksFor(n, block), block, args: ["a", "b", "out", n] },
        ],
        expect: { out: exactly(Array.from(a, (x, i) => row(x, b[i]!)).flat()) },
      };
    }
  },
} satisfies KernelCase;

/** The 24 results for one pair, from strings of bits and big integers. */
function row(x: number, y: number): number[] {
  const [sx, sy] = [x | 0, y | 0];
  const wide = (BigInt(x) << 32n) | BigInt(y);
  const bits = (value: bigint, width: number): string => value.toString(2).padStart(width, "0");
  const [b32, b64] = [bits(BigInt(x), 32), bits(wide, 64)];
  const reversed = (text: string): string => text.split("").toReversed().join("");
  const ones = (text: string): number => text.replaceAll("0", "").length;
  const leading = (text: string): number => (text.includes("1") ? text.indexOf("1") : text.length);
  const lowest = (text: string): number => reversed(text).indexOf("1") + 1;
  const word = (value: bigint): number => Number(BigInt.asUintN(32, value));
  // The eight bytes of x then y, lowest first, picked by the selector's digits, lowest first.
  const bytes = Array.from({ length: 8 }, (_, k) => ((k < 4 ? x : y) >>> (8 * (k % 4))) & 255);
  const permuted = [4, 1, 2, 6].reduce((sum, pick, k) => sum + bytes[pick]! * 2 ** (8 * k), 0);
  const both = (BigInt(y) << 32n) | BigInt(x);
  const signed24 = (value: number): bigint => BigInt.asIntN(24, BigInt(value));
  const unsigned24 = (value: number): bigint => BigInt(value & 0xffffff);
  const lanes = [0, 8, 16, 24];
  const dropped = 2 ** Math.max(0, 8 - Math.clz32(x)); // a float32 keeps 24 bits
  const truncated = Math.floor(x / dropped) * dropped;
  return [
    ones(b32),
    ones(b64),
    leading(b32),
    leading(b64),
    lowest(b32),
    lowest(b64),
    Number.parseInt(reversed(b32), 2),
    Number.parseInt(reversed(b64).slice(0, 32), 2),
    permuted,
    word((BigInt(x) * BigInt(y)) >> 32n),
    word((BigInt(sx) * BigInt(sy)) >> 32n),
    word((wide * wide) >> 96n),
    word((both << BigInt(y & 31)) >> 32n),
    word(both >> 13n),
    word(unsigned24(x) * unsigned24(y)),
    word(signed24(x) * signed24(y)),
    word(BigInt(Math.abs(x - y)) + 5n),
    word(BigInt(Math.abs(sx - sy)) + 7n),
    word((BigInt(sx) + BigInt(sy)) >> 1n),
    word((BigInt(x) + BigInt(y) + 1n) >> 1n),
    lanes.reduce((sum, s) => sum + ((x >>> s) & 255) * ((y >>> s) & 255), 9) >>> 0,
    lanes.reduce((sum, s) => sum + ((x << (24 - s)) >> 24) * ((y << (24 - s)) >> 24), -9) >>> 0,
    (Math.min(x, y) ^ Math.max(x, y)) >>> 0,
    float32Bits(truncated),
  ];
}
