// Random numbers on the GPU: the same bits as on the cpu device, for every distribution and dtype. Only the order of sums
// of weights that are given as an array may differ, so choices by those are left out.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/array/array.js";
import { noGpu } from "./device.js";

const floats = ["float16", "bfloat16", "float32", "float64"] as const;
const integers = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"] as const;

type Draw = (rng: cu.Generator, device: string, shape: number | readonly number[]) => cu.NDArray;

const draws: readonly (readonly [name: string, draw: Draw])[] = [
  ...floats.flatMap((dtype) => [
    [`random ${dtype}`, (rng, device, shape) => rng.random(shape, { dtype, device })] as const satisfies [
      string,
      Draw,
    ],
    [
      `uniform ${dtype}`,
      (rng, device, shape) => rng.uniform(shape, { dtype, device, low: -3.3, high: 7.7 }),
    ] as const satisfies [string, Draw],
    [
      `normal ${dtype}`,
      (rng, device, shape) => rng.normal(shape, { dtype, device, mean: 0.7, std: 1.3 }),
    ] as const satisfies [string, Draw],
    [
      `exponential ${dtype}`,
      (rng, device, shape) => rng.exponential(shape, { dtype, device, scale: 2.1 }),
    ] as const satisfies [string, Draw],
  ]),
  ...integers.map(
    (dtype) =>
      [
        `integers ${dtype}`,
        (rng, device, shape) => rng.integers(3, 103, shape, { dtype, device }),
      ] as const satisfies [string, Draw],
  ),
  [
    "integers, often refused",
    (rng, device, shape) => rng.integers(0, 3 * 2 ** 30, shape, { dtype: "uint32", device }),
  ],
  [
    "wide integers, often refused",
    (rng, device, shape) => rng.integers(0, 3n << 62n, shape, { dtype: "uint64", device }),
  ],
  ["bits", (rng, device, shape) => rng.integers(0, 2 ** 32, shape, { dtype: "uint32", device })],
  ["wide bits", (rng, device, shape) => rng.integers(0, 2n ** 64n, shape, { dtype: "uint64", device })],
  ["bernoulli", (rng, device, shape) => rng.bernoulli(0.37, shape, { device })],
];

const bytesOf = async (x: cu.NDArray): Promise<Buffer> => {
  const data = await x.data();
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
};

describe.skipIf(noGpu !== undefined)(
  `random numbers on cuda:0${noGpu === undefined ? "" : ` (${noGpu})`}`,
  () => {
    it.each(draws)("%s: the bits of the cpu device", async (_, draw) => {
      for (const shape of [1, 7, [3, 5, 11], 100_001]) {
        const both = ["cpu", "cuda:0"].map((device) => {
          const rng = cu.random.generator(0xfeed_beefn, { sequence: 5, offset: 2 ** 33 });
          const drawn = [draw(rng, device, shape), draw(rng, device, shape)];
          return Promise.all(drawn.map(bytesOf));
        });
        const [expected = [], found = []] = await Promise.all(both);
        const differing = expected.map((bytes, at) => firstDifference(bytes, found[at] as Buffer));
        expect(differing, `shape ${String(shape)}`).toEqual([-1, -1]);
      }
    });

    it("normal: the bits of the cpu device, of ten million", async () => {
      for (const dtype of ["float32", "float64"] as const) {
        const [cpu, gpu] = ["cpu", "cuda:0"].map((device) =>
          cu.random.generator(1).normal(10_000_000, { dtype, device }),
        );
        expect(
          firstDifference(await bytesOf(cpu as cu.NDArray), await bytesOf(gpu as cu.NDArray)),
          dtype,
        ).toBe(-1);
      }
    });

    it("permutations and choices: those of the cpu device", async () => {
      for (const n of [1, 10, 1000, 100_000]) {
        const both = ["cpu", "cuda:0"].map((device) => {
          const rng = cu.random.generator(3);
          const x = cu.arange(2 * n, { dtype: "int32", device }).reshape(n, 2);
          const shuffled = x.copy();
          rng.shuffle(shuffled);
          const p = Array.from({ length: n }, (_, at) => 1 + (at % 7));
          const drawn = [
            rng.permutation(n, { device }),
            rng.permutation(x),
            shuffled,
            rng.choice(n, [2, 3], { device }),
            rng.choice(x, 5),
            rng.choice(n, n, { device, replace: false }),
            rng.choice(n, [100], { device, p }),
            rng.choice(n, n, { device, p, replace: false }),
          ];
          return Promise.all(drawn.map(bytesOf));
        });
        const [expected = [], found = []] = await Promise.all(both);
        expect(
          expected.map((bytes, at) => firstDifference(bytes, found[at] as Buffer)),
          `n ${n}`,
        ).toEqual(expected.map(() => -1));
      }
    });

    it("the default generator goes on from device to device", async () => {
      cu.random.seed(4);
      const parts = ["cpu", "cuda:0", "cpu"].map((device) => cu.random.random(8, { device }));
      const found = await Promise.all(parts.map((part) => part.data()));
      expect(found.flatMap((part) => [...part])).toEqual([
        ...(await cu.random.generator(4).random(24, { device: "cpu" }).data()),
      ]);
    });
  },
);

function firstDifference(a: Buffer, b: Buffer): number {
  if (a.equals(b)) return -1;
  return a.findIndex((byte, at) => byte !== b[at]);
}
