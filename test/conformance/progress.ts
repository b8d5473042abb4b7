// Forward progress: every thread gets its turn, so threads may wait for each other by spinning.

import { expect } from "vitest";
import { buffer } from "../../src/runtime/device-buffer.js";
import { module } from "../../src/runtime/module.js";
import { blocksOf, expectedWords, progressSources } from "./progress-cases.js";
import type { Suite } from "./suite.js";

const WORDS = 4096;

export function progressSuite(suite: Suite): void {
  for (const { source, cases } of progressSources()) {
    suite.test(`threads that spin get what they wait for: ${cases[0]?.kernel} and its like`, async () => {
      using m = module(source);
      await m.ready();
      for (const c of cases) {
        for (const block of blocksOf(c)) {
          using out = buffer("int32", new Int32Array(WORDS));
          const config = { grid: c.grid ?? 1, block, cooperative: c.cooperative ?? false, timeoutMs: 30_000 };
          m.kernel(c.kernel)(config, out, c.n);
          const words = [...(await out.data())];
          expect(c.seen?.(words) ?? words, `${c.kernel} with ${block} threads`).toEqual(
            expectedWords(c, block, WORDS),
          );
        }
      }
    });
  }
}
