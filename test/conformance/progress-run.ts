// One case of forward progress on the current device; without a test runner, so that it can have a process of its own.

import { deepStrictEqual } from "node:assert/strict";
import { buffer } from "../../src/array/array.js";
import type { module } from "../../src/runtime/modules/module.js";
import { blocksOf, expectedWords, type ProgressCase } from "./progress-cases.js";

const WORDS = 4096;

/** Runs a case with every size of blocks. @throws AssertionError */
export async function runCase(m: ReturnType<typeof module>, c: ProgressCase): Promise<void> {
  for (const block of blocksOf(c)) {
    using out = buffer("int32", new Int32Array(WORDS));
    const config = { grid: c.grid ?? 1, block, cooperative: c.cooperative ?? false, timeoutMs: 300_000 };
    m.kernel(c.kernel)(config, out, c.n);
    const words = [...(await out.data())];
    deepStrictEqual(
      c.seen?.(words) ?? words,
      expectedWords(c, block, WORDS),
      `${c.kernel} with ${block} threads`,
    );
  }
}
