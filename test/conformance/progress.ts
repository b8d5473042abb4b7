// Forward progress: every thread gets its turn, so threads may wait for each other by spinning.

import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { buffer } from "../../src/runtime/device-buffer.js";
import { module } from "../../src/runtime/module.js";
import { blocksOf, expectedWords, PROGRESS_CASES } from "./progress-cases.js";
import type { Suite } from "./suite.js";

const source = readFileSync(new URL("progress.cu", import.meta.url), "utf8");
const WORDS = 4096;

export function progressSuite(suite: Suite): void {
  suite.test("threads that wait for each other by spinning end, in blocks of every size", async () => {
    using m = module(source);
    await m.ready();
    for (const c of PROGRESS_CASES) {
      for (const block of blocksOf(c)) {
        using out = buffer("int32", new Int32Array(WORDS));
        const config = { grid: c.grid ?? 1, block, cooperative: c.cooperative ?? false, timeoutMs: 20_000 };
        m.kernel(c.kernel)(config, out, c.n);
        const words = [...(await out.data())];
        expect(c.seen?.(words) ?? words, `${c.kernel} with ${block} threads`).toEqual(
          expectedWords(c, block, WORDS),
        );
      }
    }
  });
}
