// device.reset() on a GPU: everything in its memory is gone, and what referred to it says so instead of reaching the new.

import { describe, expect, it } from "vitest";
import { DisposedError } from "../../src/core/errors.js";
import { buffer, managed } from "../../src/array/array.js";
import { device, withDevice } from "../../src/runtime/devices/devices.js";
import { graph } from "../../src/runtime/graphs/graph.js";
import { kernel } from "../../src/runtime/kernels/kernel.js";
import { pinned } from "../../src/runtime/memory/pinned.js";
import { stream } from "../../src/runtime/order/stream.js";
import { noGpu } from "./device.js";

describe.skipIf(noGpu !== undefined)(`a reset${noGpu === undefined ? "" : ` (${noGpu})`}`, () => {
  it("refuses what is from before it, and everything works anew", async () => {
    await withDevice("cuda:0", async () => {
      const add = kernel('extern "C" __global__ void add(int* x, int by) { x[threadIdx.x] += by; }');
      const one = { grid: 1, block: 1 };
      for (let round = 0; round < 3; round++) {
        const s = stream();
        const x = buffer("int32", [1]);
        const shared = managed("int32", [1]);
        const host = pinned("int32", [5]);
        const g = graph(() => add(one, x, 1));
        g.launch();
        x.set(host);
        add(one, x, 2);
        expect(await x.data()).toEqual(Int32Array.of(7));
        const event = s.record();
        device().reset();
        expect(() => x.fill(0)).toThrow(/by device\.reset\(\)/);
        expect(() => g.launch()).toThrow(DisposedError);
        expect(() => shared.hostView()).toThrow(DisposedError);
        expect(() => add(one, x, 1)).toThrow(DisposedError);
        expect(event.isDone).toBe(true);
        // Its memory is gone; an engine that can empties the array.
        if ("transfer" in ArrayBuffer.prototype) expect(host).toHaveLength(0);
        // Code and streams are there again.
        using y = buffer("int32", [10], { stream: s });
        add({ ...one, stream: s }, y, round);
        using again = graph(() => add(one, y, 100));
        again.launch({ stream: s });
        expect(await y.data()).toEqual(Int32Array.of(110 + round));
        for (const old of [x, g, host, shared, event, s]) old.dispose();
      }
    });
  });
});
