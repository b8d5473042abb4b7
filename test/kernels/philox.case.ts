import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "philox",
  source: "philox.cu",
  kernels: ["philox_words", "philox_uniform"],
  *cases() {
    for (const [n, block, key, offset] of [
      [1, 32, [0, 0], 0n],
      [1000, 128, [0x12345678, 0x9abcdef0], 2n ** 32n - 500n],
      [333, 96, [42, 7], 123_456_789_012n],
    ] as const) {
      const words = Uint32Array.from(
        Array.from({ length: n }, (_, i) => philox(offset + BigInt(i), key)).flat(),
        Number,
      );
      const launch = { grid: blocksFor(n, block), block };
      const keyBytes = packStruct(["u32", key[0]], ["u32", key[1]]);
      yield {
        label: `n=${n} block=${block} key=${key.join(",")} offset=${offset}`,
        buffers: { words: new Uint32Array(4 * n), uniform: new Float32Array(4 * n) },
        launches: [
          { kernel: "philox_words", ...launch, args: ["words", n, keyBytes, offset] },
          { kernel: "philox_uniform", ...launch, args: ["uniform", n, keyBytes, offset] },
        ],
        expect: {
          words: exactly(words),
          uniform: exactly(Float32Array.from(words, (w) => (w >>> 8) / 2 ** 24)),
        },
      };
    }
  },
} satisfies KernelCase;

/** The definition in big integers; philox(0, [0, 0]) is 6627e8d5 e169c58d bc57ac4c 9b00dbd8 in the paper's vectors. */
function philox(counter: bigint, key: readonly [number, number]): bigint[] {
  const low = (v: bigint): bigint => v & 0xffffffffn;
  let [a, b, c, d] = [low(counter), low(counter >> 32n), 0n, 0n];
  let [k0, k1] = [BigInt(key[0]), BigInt(key[1])];
  for (let round = 0; round < 10; round++) {
    const [p0, p1] = [a * 0xd2511f53n, c * 0xcd9e8d57n];
    [a, b, c, d] = [(p1 >> 32n) ^ b ^ k0, low(p1), (p0 >> 32n) ^ d ^ k1, low(p0)];
    [k0, k1] = [low(k0 + 0x9e3779b9n), low(k1 + 0xbb67ae85n)];
  }
  return [a, b, c, d];
}
