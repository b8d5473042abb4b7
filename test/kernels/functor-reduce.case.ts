import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import type { KernelData } from "./kernel-data.js";
import { Random } from "./random.js";

const instances = [
  {
    kernel: "segment_statistics<int, 32>",
    make: (values: Iterable<number>) => Int32Array.from(values),
    block: 32,
  },
  {
    kernel: "segment_statistics<float, 128>",
    make: (values: Iterable<number>) => Float32Array.from(values),
    block: 128,
  },
  {
    kernel: "segment_statistics<double, 256>",
    make: (values: Iterable<number>) => Float64Array.from(values),
    block: 256,
  },
] satisfies readonly { kernel: string; make: (values: Iterable<number>) => KernelData; block: number }[];

export default {
  name: "functor-reduce",
  source: "functor-reduce.cu",
  kernels: instances.map(({ kernel }) => kernel),
  options: ["-std=c++17"],
  *cases() {
    for (const [seed, { kernel, make, block }] of instances.entries()) {
      for (const lengths of [[1], [0, 100, 33, 257, 5, 1000]]) {
        const offsets = lengths.reduce<number[]>((all, length) => [...all, all.at(-1)! + length], [0]);
        // Small integers: every sum is exact in each of the three types, whatever the order.
        const data = new Random(seed).integers(offsets.at(-1)!, -50, 50);
        const shift = 3;
        const segments = lengths.map((_, s) => [...data.subarray(offsets[s], offsets[s + 1])]);
        const total = (values: readonly number[]): number => values.reduce((sum, x) => sum + x, 0);
        const empty = make(lengths.map(() => 0));
        yield {
          label: `${kernel} segments=${lengths.length}`,
          buffers: {
            data: make(data),
            offsets: Int32Array.from(offsets),
            sums: empty,
            largest: empty.slice(),
            square: empty.slice(),
          },
          launches: [
            {
              kernel,
              grid: lengths.length,
              block,
              args: ["data", "offsets", shift, "sums", "largest", "square"],
            },
          ],
          expect: {
            sums: exactly(segments.map(total)),
            largest: exactly(segments.map((values) => Math.max(-1000000, ...values.map(Math.abs)))),
            square: exactly(segments.map((values) => total(values.map((x) => (x - shift) ** 2)))),
          },
        };
      }
    }
  },
} satisfies KernelCase;
