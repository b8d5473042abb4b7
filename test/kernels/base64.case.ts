import { Buffer } from "node:buffer";
import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "base64",
  source: "base64.cu",
  kernels: ["base64_encode", "base64_decode"],
  *cases() {
    for (const [n, block] of [
      [1, 32],
      [3, 32],
      [1000, 64],
      [2999, 96],
    ] as const) {
      const data = new Random(n).bytes(n);
      const text = Uint8Array.from(Buffer.from(Buffer.from(data).toString("base64"), "latin1"));
      // The decoder gets the text with its first character spoilt, which counts as value 63.
      const spoilt = text.map((c, i) => (i === 0 ? 0x2a : c));
      const decoded = data.slice();
      decoded[0] = data[0]! | 0xfc;
      const groups = text.length / 4;
      const launch = { grid: blocksFor(groups, block), block };
      yield {
        label: `n=${n} block=${block}`,
        buffers: {
          data,
          text: new Uint8Array(text.length),
          spoilt,
          decoded: new Uint8Array(n),
          invalid: new Int32Array(1),
        },
        launches: [
          { kernel: "base64_encode", ...launch, args: ["data", n, "text"] },
          { kernel: "base64_decode", ...launch, args: ["spoilt", groups, "decoded", n, "invalid"] },
        ],
        expect: { text: exactly(text), decoded: exactly(decoded), invalid: exactly([1]) },
      };
    }
  },
} satisfies KernelCase;
