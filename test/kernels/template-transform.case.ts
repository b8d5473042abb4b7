import { exactly } from "./compare.js";
import type { KernelCase, LaunchArgument } from "./kernel-case.js";
import type { KernelData } from "./kernel-data.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

interface Instance {
  readonly kernel: string;
  readonly items: number;
  readonly input: (random: Random, n: number) => KernelData;
  readonly output: (input: KernelData) => KernelData;
  readonly blank: (length: number) => KernelData;
  readonly extra?: readonly LaunchArgument[];
}

const clampTo = (low: number, high: number) => (x: number) => Math.min(Math.max(x, low), high);

const instances: readonly Instance[] = [
  {
    kernel: "elementwise::square<int, 4>",
    items: 4,
    input: (random, n) => random.integers(n, -1000, 1000),
    output: (input) => Int32Array.from(input as Int32Array, (x) => x * x),
    blank: (length) => new Int32Array(length),
  },
  {
    kernel: "elementwise::square<double, 1>",
    items: 1,
    input: (random, n) => random.doubles(n),
    output: (input) => Float64Array.from(input as Float64Array, (x) => x * x),
    blank: (length) => new Float64Array(length),
  },
  {
    kernel: "elementwise::clamp<float>",
    items: 2,
    input: (random, n) => random.floats(n),
    output: (input) => Float32Array.from(input as Float32Array, clampTo(-0.5, 0.25)),
    blank: (length) => new Float32Array(length),
    extra: [-0.5, 0.25],
  },
  {
    kernel: "elementwise::clamp<unsigned char>",
    items: 2,
    input: (random, n) => random.bytes(n),
    output: (input) => Uint8Array.from(input as Uint8Array, clampTo(16, 235)),
    blank: (length) => new Uint8Array(length),
    extra: [16, 235],
  },
  {
    kernel: "elementwise::widen<signed char, long long>",
    items: 1,
    input: (random, n) => Int8Array.from(random.bytes(n)),
    output: (input) => BigInt64Array.from(Array.from(input as Int8Array, (x) => BigInt(x) + 1n)),
    blank: (length) => new BigInt64Array(length),
  },
  {
    kernel: "elementwise::widen<uint16_t, uint32_t>",
    items: 1,
    input: (random, n) => Uint16Array.from(random.words(n)),
    output: (input) => Uint32Array.from(input as Uint16Array, (x) => x + 1),
    blank: (length) => new Uint32Array(length),
  },
];

export default {
  name: "template-transform",
  source: "template-transform.cu",
  kernels: instances.map(({ kernel }) => kernel),
  *cases() {
    for (const { kernel, items, input, output, blank, extra = [] } of instances) {
      for (const [n, block] of [
        [1, 32],
        [1003, 96],
      ] as const) {
        const data = input(new Random(n), n);
        const expected = output(data);
        yield {
          label: `${kernel} n=${n} block=${block}`,
          buffers: { in: data, out: blank(n) },
          launches: [{ kernel, grid: blocksFor(n, block * items), block, args: ["in", "out", n, ...extra] }],
          expect: { out: exactly(expected) },
        };
      }
    }
  },
} satisfies KernelCase;
