// Calls on other threads: order, limits, lifetimes, closing.

import { describe, expect, it } from "vitest";
import { MAX_CALLS_IN_FLIGHT } from "../../src/ffi/async-calls.js";
import { collectUntil } from "./collect.js";
import { noCompiler } from "./compile.js";
import { openFixture } from "./fixture.js";

const reason = noCompiler === undefined ? "" : ` (skipped: ${noCompiler})`;

describe.skipIf(noCompiler !== undefined)(`asynchronous calls${reason}`, () => {
  const lib = noCompiler === undefined ? openFixture() : (undefined as never);

  it("give results like synchronous ones", async () => {
    const out = new Float32Array(3);
    await lib.sum_arrays.async(Float32Array.of(1, 2, 3), Float32Array.of(4, 5, 6), out, 3);
    expect([...out]).toEqual([5, 7, 9]);
    expect(await lib.echo_uint64.async(2n ** 64n - 1n)).toBe(2n ** 64n - 1n);
    expect(await lib.greeting.async(true)).toBe("grüß dich");
    expect(await lib.scale.async({ x: 1, y: 2, z: 3 }, 2)).toEqual({ x: 2, y: 4, z: 6 });
    const record = lib.make_record(1n);
    await lib.touch_record.async(record);
    expect(record.id).toBe(2n);
    expect(await lib.fail_with.async(12)).toBe(-1);
    expect(lib.errno()).toBe(12);
  });

  it("reject what is wrong, without entering the function", async () => {
    const before = lib.entered_count();
    await expect(
      lib.sum_arrays.async(new Float32Array(1), new Float32Array(4), new Float32Array(4), 4),
    ).rejects.toThrow(/argument 1 \(a\)/);
    await expect((lib.echo_int32.async as (...args: unknown[]) => Promise<unknown>)()).rejects.toThrow(
      /takes 1 argument/,
    );
    expect(lib.entered_count()).toBe(before);
  });

  it("wait their turn when there are more than koffi takes", async () => {
    const count = 4 * MAX_CALLS_IN_FLIGHT;
    const results = await Promise.all(Array.from({ length: count }, (_, i) => lib.echo_int32.async(i)));
    expect(results).toEqual(Array.from({ length: count }, (_, i) => i));
  });

  it("check again what had to wait", async () => {
    const busy = Array.from({ length: MAX_CALLS_IN_FLIGHT }, () => lib.sleep_ms.async(1));
    const array = new Float32Array(4);
    const late = lib.sum_arrays.async(array, new Float32Array(4), new Float32Array(4), 4);
    structuredClone(array.buffer, { transfer: [array.buffer] });
    await expect(late).rejects.toThrow(expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" }));
    await Promise.all(busy);
    expect(await lib.echo_int32.async(5)).toBe(5);
  });

  it("keep their arguments until they are over", async () => {
    let collected = false;
    const watch = new FinalizationRegistry(() => {
      collected = true;
    });
    const call = (() => {
      const array = new Float32Array(1 << 16);
      watch.register(array.buffer, undefined);
      return lib.fill_behind_gate.async(array, 1, array.byteLength);
    })();
    expect(await collectUntil(() => collected, 5)).toBe(false);
    lib.open_gate();
    await call;
    expect(await collectUntil(() => collected)).toBe(true);
  });

  it("finish although the library is closed meanwhile", async () => {
    const mine = openFixture();
    const pending = mine.sleep_ms.async(30);
    const waiting = Array.from({ length: MAX_CALLS_IN_FLIGHT + 10 }, () => mine.echo_int32.async(1));
    mine.dispose();
    expect(() => mine.echo_int32(1)).toThrow(/closed/);
    await expect(mine.echo_int32.async(1)).rejects.toThrow(/closed/);
    expect(await pending).toBe(30);
    expect(await Promise.all(waiting)).toHaveLength(MAX_CALLS_IN_FLIGHT + 10);
  });
});
