import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { rowsOf } from "./linear-algebra.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";
import { softmax } from "./softmax.js";

const HEAD_DIM = 32;

export default {
  name: "flash-attention",
  source: "flash-attention.cu",
  kernels: ["flash_attention_forward"],
  *cases() {
    for (const [batch, heads, queries, keys, causal] of [
      [1, 1, 1, 1, false],
      [1, 2, 16, 16, true],
      [2, 1, 37, 50, false],
      [1, 3, 45, 45, true],
    ] as const) {
      const random = new Random(queries);
      const count = batch * heads;
      const q = random.floats(count * queries * HEAD_DIM, -2, 2);
      const k = random.floats(count * keys * HEAD_DIM, -2, 2);
      const v = random.floats(count * keys * HEAD_DIM);
      const scale = 1 / Math.sqrt(HEAD_DIM);
      const out: number[] = [];
      const logSums: number[] = [];
      for (let head = 0; head < count; head++) {
        const part = (data: Float32Array, rows: number): number[][] =>
          rowsOf(data.subarray(head * rows * HEAD_DIM, (head + 1) * rows * HEAD_DIM), HEAD_DIM);
        const [qs, ks, vs] = [part(q, queries), part(k, keys), part(v, keys)];
        qs.forEach((query, i) => {
          const visible = causal ? i + 1 : keys;
          const scores = ks
            .slice(0, visible)
            .map((key) => scale * key.reduce((sum, x, d) => sum + x * query[d]!, 0));
          const weights = softmax(scores);
          for (let d = 0; d < HEAD_DIM; d++) out.push(weights.reduce((sum, w, j) => sum + w * vs[j]![d]!, 0));
          logSums.push(Math.log(scores.reduce((sum, s) => sum + Math.exp(s), 0)));
        });
      }
      const why = "scores are sums of 32 products below 4; __expf is good to a few ulp of its argument";
      yield {
        label: `batch=${batch} heads=${heads} queries=${queries} keys=${keys} causal=${causal}`,
        buffers: { q, k, v, out: new Float32Array(q.length), logSums: new Float32Array(count * queries) },
        launches: [
          {
            kernel: "flash_attention_forward",
            grid: [blocksFor(queries, 16), heads, batch],
            block: [16, 16],
            args: ["q", "k", "v", "out", "logSums", queries, keys, scale, causal],
          },
        ],
        expect: {
          out: within(out, { absolute: 5e-6, why }),
          logSums: within(logSums, { absolute: 1e-5, why }),
        },
      };
    }
  },
} satisfies KernelCase;
