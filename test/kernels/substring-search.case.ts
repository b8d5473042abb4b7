import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "substring-search",
  source: "substring-search.cu",
  kernels: ["find_pattern"],
  *cases() {
    for (const [length, pattern, block] of [
      [1, "a", 32],
      [500, "ab", 64],
      [2000, "abcab", 128],
      [300, "zzz", 32],
      [2, "abab", 32],
    ] as const) {
      const text = [...new Random(length).integers(length, 0, 3)].map((k) => "abc"[k]).join("");
      const positions = Array.from({ length }, (_, i) => i).filter((i) => text.startsWith(pattern, i));
      const hits = new Uint32Array(Math.ceil(length / 32));
      for (const i of positions) hits[i >> 5]! |= 1 << (i & 31);
      const codes = (s: string): Int8Array => Int8Array.from(s, (c) => c.charCodeAt(0));
      yield {
        label: `length=${length} pattern=${pattern} block=${block}`,
        buffers: {
          text: codes(text),
          pattern: codes(pattern),
          hits: new Uint32Array(hits.length).fill(0xaaaaaaaa),
          first: Int32Array.of(0x7fffffff),
        },
        launches: [
          {
            kernel: "find_pattern",
            grid: blocksFor(length, block),
            block,
            shared: block + 2 * pattern.length,
            args: ["text", length, "pattern", pattern.length, "hits", "first"],
          },
        ],
        expect: { hits: exactly(hits), first: exactly([positions[0] ?? 0x7fffffff]) },
      };
    }
  },
} satisfies KernelCase;
