// Processes that want the same: they build it once, and one that is killed leaves a cache that works. The long form is
// `npm run test:kills`.

import { mkdirSync, writeFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { killBuilds, removeProgram, reportOf, startLoad, writeSources } from "./load-processes.js";
import { because, noCompiler, Workshop } from "./workshop.js";

const shop = new Workshop();
afterAll(() => {
  shop.remove();
  removeProgram();
});

describe.skipIf(noCompiler !== undefined)(`processes${because(noCompiler)}`, () => {
  it("eight at once build once", async () => {
    const sources = writeSources(shop, 42);
    // A slow compiler, so that all of them are there while the first builds.
    mkdirSync(shop.path("bin"));
    writeFileSync(shop.path("bin/slow"), '#!/bin/sh\nsleep 2\nexec c++ "$@"\n', { mode: 0o755 });
    process.env["CXX"] = shop.path("bin/slow");
    const reports = await Promise.all(Array.from({ length: 8 }, () => reportOf(startLoad(shop, sources))));
    delete process.env["CXX"];
    expect(reports.map(({ answer }) => answer)).toEqual(Array<number>(8).fill(42));
    expect(reports.flatMap(({ compiled }) => compiled).toSorted()).toEqual([...sources].sort());
    expect(new Set(reports.map(({ path }) => path)).size).toBe(1);
    expect(reports.filter(({ isFresh }) => isFresh)).toHaveLength(1);
  });

  it("killed at random points leave a cache that works", async () => {
    expect(await killBuilds(shop, 2, () => undefined)).toEqual([]);
  });
});
