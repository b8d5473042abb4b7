import { exactly } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

const POLYNOMIAL = 0xedb88320;

export default {
  name: "crc32",
  source: "crc32.cu",
  kernels: ["build_crc_table", "crc32"],
  *cases() {
    for (const [count, longest, block] of [
      [1, 10, 32],
      [100, 40, 64],
      [300, 20, 128],
    ] as const) {
      const random = new Random(count);
      const offsets = new Int32Array(count + 1);
      for (let r = 0; r < count; r++) offsets[r + 1] = offsets[r]! + random.integer(0, longest);
      const data = random.bytes(offsets.at(-1)! + 1);
      const checksums = Array.from({ length: count }, (_, r) =>
        crc(data.subarray(offsets[r], offsets[r + 1])),
      );
      yield {
        label: `count=${count} longest=${longest} block=${block}`,
        buffers: { data, offsets, checksums: new Uint32Array(count) },
        globals: { crc_table: new Uint32Array(256) },
        launches: [
          { kernel: "build_crc_table", grid: 1, block: 256, args: [POLYNOMIAL] },
          {
            kernel: "crc32",
            grid: blocksFor(count, block),
            block,
            args: ["data", "offsets", "checksums", count],
          },
        ],
        expect: {
          checksums: exactly(checksums),
          crc_table: exactly(Uint32Array.from({ length: 256 }, (_, byte) => divide(byte))),
        },
      };
    }
  },
} satisfies KernelCase;

/** The remainder of eight steps of polynomial division. */
function divide(value: number): number {
  let rest = value;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ POLYNOMIAL : rest >>> 1;
  return rest >>> 0;
}

function crc(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = divide((rest ^ byte) >>> 0);
  return ~rest >>> 0;
}
