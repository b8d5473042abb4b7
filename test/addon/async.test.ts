// Async functions of addons on the cpu: they run off the main thread, in order with the work around them, and nothing they
// use goes away meanwhile.

import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { array, ones } from "../../src/array/creation.js";
import "../../src/array/methods.js";
import { type Addon, addonInfo } from "../../src/build/addon/open-addon.js";
import { device, withDevice } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";
import { scope } from "../../src/runtime/lifetimes/scope.js";
import { collectDropped } from "../native/collect.js";
import { isWasm, noCompiler, openFixture } from "./build-fixture.js";
import type { Features } from "./features.js";

const cpu = { device: "cpu" } as const;
let addon: Addon<Features>;

describe.skipIf(noCompiler)(
  `async functions of addons${noCompiler === undefined ? "" : ` (${noCompiler})`}`,
  () => {
    beforeAll(async () => {
      addon = await openFixture<Features>("features");
    });
    // Handles are counted below.
    beforeEach(() => collectDropped(() => liveHandles().length));

    it("gives promises for results, arrays made on the way too", async () => {
      using x = array([1, 2, 3], cpu);
      using square = await addon.slow_square(x);
      expect(await square.tolist()).toEqual([1, 4, 9]);
      expect(await addon.alone(1)).toBe(2);
      const [same, text] = await addon.return_later(x);
      expect([same === x, text]).toEqual([true, "same"]);
    });

    it.skipIf(isWasm)("leaves the event loop free", async () => {
      using x = ones([4], cpu);
      const seen = { ticks: 0 };
      const timer = setInterval(() => seen.ticks++, 1);
      // A busy machine may leave this thread out for as long as one call takes.
      for (let ms = 60; seen.ticks === 0 && ms < 10_000; ms *= 2) (await addon.slow_square(x, ms)).dispose();
      clearInterval(timer);
      expect(seen.ticks).toBeGreaterThan(0);
    });

    it("comes after the work before it, and before the work after it", async () => {
      using x = ones([100_000], cpu);
      x.mulInplace(3);
      const square = addon.slow_square(x, 20);
      x.addInplace(100);
      const sum = x.sum().item();
      using made = await square;
      expect(await made.max().item()).toBe(9);
      expect(await sum).toBe(100_000 * 103);
    });

    it("is waited for by whoever blocks, who does what it needs meanwhile", async () => {
      using x = ones([1000], cpu);
      // Not started yet: it runs here.
      const first = addon.slow_square(x, 1);
      x.addInplace(1);
      expect(x.max().itemSync()).toBe(2);
      using one = await first;
      expect(one.max().itemSync()).toBe(1);
      // Started: its thread asks this one for memory.
      const second = addon.slow_square(x, 50);
      await new Promise((resolve) => setTimeout(resolve, 10));
      x.addInplace(1);
      expect(x.max().itemSync()).toBe(3);
      using two = await second;
      expect(await two.max().item()).toBe(4);
    });

    it("is served by a call that waits for it, whose own arguments stay what they are", async () => {
      using x = ones([8], cpu);
      using y = array([1, 2, 3], cpu);
      using z = array([10, 20, 30], cpu);
      const square = addon.slow_square(x, 40);
      await new Promise((resolve) => setTimeout(resolve, 10));
      // In the gate behind the async function, so that the call waits for both; its first array is ready at once.
      z.addInplace(1);
      using sum = addon.add(y, z);
      expect(await sum.tolist()).toEqual([12, 23, 34]);
      (await square).dispose();
    });

    it("keeps its arrays until it is over", async () => {
      const before = liveHandles().length;
      const { liveBytes } = device("cpu").memory();
      const x = ones([1 << 16], cpu);
      const square = addon.slow_square(x, 20);
      x.dispose();
      const others = Array.from({ length: 4 }, () => ones([1 << 16], cpu));
      const made = await square;
      expect(await made.tolist()).toEqual(Array.from({ length: 1 << 16 }, () => 1));
      for (const one of [...others, made]) one.dispose();
      expect(liveHandles().length).toBe(before);
      await device("cpu").synchronize();
      expect(device("cpu").memory().liveBytes).toBe(liveBytes);
    });

    it("belongs to the scope and the context it was called in", async () => {
      const before = liveHandles().length;
      await withDevice("cpu", () =>
        scope(async () => {
          const x = ones([4], cpu);
          const made = await addon.slow_square(x, 5);
          expect(made.isDisposed).toBe(false);
        }),
      );
      expect(liveHandles().length).toBe(before);
    });

    it("rejects with what it threw, wrong arguments too", async () => {
      await expect(addon.fail_later("range")).rejects.toMatchObject({
        name: "RangeError",
        code: "CUTS_ADDON",
      });
      await expect(addon.fail_later("javascript")).rejects.toMatchObject({ code: "CUTS_OUT_OF_MEMORY" });
      await expect(addon.fail_later("int")).rejects.toThrow(/no std::exception/);
      await expect(addon.fail_later("swallowed")).resolves.toBeUndefined();
      await expect(addon.fail_later(1)).rejects.toThrow(/Cannot use argument 1 .* of fail_later as string/);
      await expect(addon.slow_square([1])).rejects.toThrow(/it must be an array/);
      using x = array([1], { ...cpu, dtype: "float64" });
      await expect(addon.slow_square(x)).rejects.toThrow(/argument 1 \(x\) must be float32 here/);
      expect(await x.add(1).item()).toBe(2);
      let refused: Promise<unknown> | undefined;
      graph(() => {
        refused = addon.slow_square(x);
      }).dispose();
      await expect(refused).rejects.toThrow(/inside graph\(\)/);
    });

    it("keeps an object from being disposed while it works", async () => {
      const counter = new addon.Counter(1);
      const later = counter.add_later(2);
      expect(() => counter.dispose()).toThrow(/must not be in use/);
      expect(await later).toBe(3);
      counter.dispose();
      await expect(counter.add_later(1)).rejects.toThrow(/must not be disposed/);
    });

    it("runs many at once", async () => {
      using x = ones([64], cpu);
      const made = await Promise.all(Array.from({ length: 40 }, (_, i) => addon.slow_square(x, i % 3)));
      for (const one of made) {
        expect(await one.sum().item()).toBe(64);
        one.dispose();
      }
      const blocks = await Promise.all(Array.from({ length: 20 }, () => addon.block(1, 1000)));
      for (const one of blocks) one.dispose();
    });

    it.skipIf(isWasm)(
      "works in worker threads, each with its own, and ends well with them and with the process",
      async () => {
        // Worker threads of Node 20 have no loader for TypeScript.
        const program = fileURLToPath(
          new URL(`../../node_modules/.cuts-threads-${process.pid}.mjs`, import.meta.url),
        );
        await build({
          entryPoints: [fileURLToPath(new URL("fixtures/threads.ts", import.meta.url))],
          outfile: program,
          bundle: true,
          platform: "node",
          format: "esm",
          packages: "external",
          ignoreAnnotations: true,
          target: "node20",
        });
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [program, addon[addonInfo].path ?? ""],
          {
            env: { ...process.env, CUTS_DEVICE: "cpu" },
          },
        ).finally(() => rmSync(program, { force: true }));
        expect(stdout.trim().split("\n")).toEqual([
          "worker 1: 2 kept 1",
          "worker 2: 4 kept 2",
          "main: 6, foreign: a tensor that was kept from an earlier call can be used only in a call that is not async, on the same thread of JavaScript",
          "exit",
        ]);
      },
    );
  },
);
