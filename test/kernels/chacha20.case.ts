import { createCipheriv } from "node:crypto";
import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "chacha20",
  source: "chacha20.cu",
  kernels: ["chacha20"],
  *cases() {
    for (const [n, block, counter] of [
      [1, 32, 0],
      [1000, 32, 1],
      [5001, 64, 77],
    ] as const) {
      const random = new Random(n);
      const message = random.bytes(n);
      const key = random.words(8);
      const nonce = random.words(3);
      // OpenSSL's 16-byte vector is the counter followed by the nonce.
      const vector = new Uint8Array(Uint32Array.of(counter, ...nonce).buffer);
      const cipher = createCipheriv("chacha20", new Uint8Array(key.buffer), vector);
      const fields = [...key, ...nonce, counter].map((word) => ["u32", word] as const);
      yield {
        label: `n=${n} block=${block} counter=${counter}`,
        buffers: { message, out: new Uint8Array(n) },
        launches: [
          {
            kernel: "chacha20",
            grid: blocksFor(n / 64, block),
            block,
            args: ["message", "out", n, packStruct(...fields)],
          },
        ],
        expect: { out: exactly(Uint8Array.from(cipher.update(message))) },
      };
    }
  },
} satisfies KernelCase;
