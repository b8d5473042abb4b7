import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";

export default {
  name: "switch-barriers",
  source: "switch-barriers.cu",
  kernels: ["shared_labels", "seldom_called"],
  *cases() {
    for (const rounds of [1, 5]) {
      const values = Uint32Array.from({ length: 64 }, (_, i) => i);
      yield {
        label: `shared labels rounds=${rounds}`,
        buffers: { values },
        launches: [{ kernel: "shared_labels", grid: 1, block: 64, args: ["values", rounds] }],
        expect: { values: exactly(values.map((v) => sharedLabels(v, rounds))) },
      };
    }
    for (const n of [3, 8, 10]) {
      yield {
        label: `seldom called n=${n}`,
        buffers: { results: new Uint32Array(5 * 64) },
        launches: [{ kernel: "seldom_called", grid: 5, block: 64, args: ["results", n, 0] }],
        expect: {
          results: exactly(Uint32Array.from([0, 1, 2, 3, 4].flatMap((block) => seldomCalled(block, n)))),
        },
      };
    }
  },
} satisfies KernelCase;

function sharedLabels(first: number, rounds: number): number {
  let v = first;
  for (let i = 0; i < rounds; i++) if (v % 9 === 0) v *= 3 + i;
  return v;
}

function seldomCalled(block: number, n: number): number[] {
  const threads = Array.from({ length: 64 }, (_, thread) => thread);
  const box = Uint32Array.from(threads);
  const sums = (first: (thread: number) => number): number[] => {
    const results = threads.map(first);
    for (let step = 1; step < 64; step *= 2) {
      const others = threads.map((thread) => box[(thread + step) % 64]!);
      for (const thread of threads) results[thread]! ^= box[thread] = box[thread]! + others[thread]!;
    }
    return results;
  };
  const a = threads.map((thread) => Math.imul(thread, 0x9e3779b1));
  const b = threads.map(() => block + 3);
  if (block === 4) {
    const sum = sums(() => 5);
    for (const thread of threads) b[thread]! ^= sum[thread]!;
  }
  if (block === 1 && n % 5 === 3 && n > 7) {
    const sum = sums((thread) => thread);
    for (const thread of threads) a[thread]! ^= sum[thread]!;
  }
  if (block < 2) for (const thread of threads) b[thread]! += box[thread]!;
  return threads.map((thread) => (a[thread]! ^ b[thread]!) >>> 0);
}
