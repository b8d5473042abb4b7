// What asynchronous calls use stays theirs until they are over, whatever its owner disposes, drops or transfers meanwhile.

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";
import { collectDropped, collectUntil } from "./collect.js";
import { noCompiler } from "./compile.js";
import { openFixture } from "./fixture.js";

const reason = noCompiler === undefined ? "" : ` (skipped: ${noCompiler})`;
const cpu = { device: "cpu", dtype: "int32" } as const;
const N = 1000;

/** Takes a typed array's memory away for good. */
async function transferAndForget(array: Int32Array | Float32Array | Uint8Array): Promise<void> {
  const buffer = array.buffer as ArrayBuffer;
  let isGone = false;
  const watch = new FinalizationRegistry(() => {
    isGone = true;
  });
  (() => watch.register(structuredClone(buffer, { transfer: [buffer] }), undefined))();
  await collectUntil(() => isGone, 20);
}

describe.skipIf(noCompiler !== undefined)(`calls in flight${reason}`, () => {
  const lib = noCompiler === undefined ? openFixture() : (undefined as never);
  beforeEach(() => lib.close_gate());
  afterEach(() => lib.open_gate());

  describe("keep arrays of the cpu device", () => {
    const liveBytes = (): number => cu.device("cpu").memory().liveBytes;
    beforeEach(() => collectDropped(liveBytes));

    it.each(["zeros", "buffer"])("that are disposed: %s", async (kind) => {
      const before = liveBytes();
      const x =
        kind === "zeros" ? cu.zeros([N], cpu) : cu.buffer("int32", new Int32Array(N), { device: "cpu" });
      const call = lib.fill_until_gate.async(x, N, 666);
      x.dispose();
      expect(liveBytes()).toBeGreaterThan(before);
      const bystanders = Array.from({ length: 20 }, () => cu.zeros([N], cpu));
      for (let i = 0; i < 5; i++) await new Promise((resolve) => setTimeout(resolve, 2));
      lib.open_gate();
      await call;
      for (const one of bystanders) {
        expect(await one.data()).toEqual(new Int32Array(N));
        one.dispose();
      }
      await cu.device("cpu").synchronize();
      expect(liveBytes()).toBe(before);
    });

    it("that a block or a scope lets go of", async () => {
      const calls: Promise<unknown>[] = [];
      {
        using x = cu.zeros([N], cpu);
        calls.push(lib.fill_until_gate.async(x, N, 666));
      }
      cu.scope(() => {
        calls.push(lib.fill_until_gate.async(cu.zeros([N], cpu), N, 666));
      });
      const bystanders = Array.from({ length: 20 }, () => cu.zeros([N], cpu));
      await new Promise((resolve) => setTimeout(resolve, 5));
      lib.open_gate();
      await Promise.all(calls);
      for (const one of bystanders) {
        expect(await one.data()).toEqual(new Int32Array(N));
        one.dispose();
      }
    });

    it("that nobody refers to any more", async () => {
      const before = liveBytes();
      const call = (() => lib.fill_until_gate.async(cu.zeros([N], cpu), N, 666))();
      expect(await collectUntil(() => liveBytes() === before, 5)).toBe(false);
      const bystander = cu.zeros([N], cpu);
      lib.open_gate();
      await call;
      expect(await bystander.data()).toEqual(new Int32Array(N));
      bystander.dispose();
      expect(await collectUntil(() => liveBytes() === before)).toBe(true);
    });

    it("and let go of them when they are refused", async () => {
      const before = liveBytes();
      const x = cu.zeros([N], cpu);
      await expect(lib.fill_until_gate.async(x, N, 1.5)).rejects.toThrow(/whole number/);
      await expect(lib.fill_until_gate.async(x, N + 1, 1)).rejects.toThrow(/at least/);
      x.fill(1);
      expect(x.dataSync()[0]).toBe(1);
      x.dispose();
      expect(liveBytes()).toBe(before);
    });
  });

  describe("and work on the same array", () => {
    it("that failed is told by the call that needs it, and by no other", async () => {
      const trap = cu.kernel('extern "C" __global__ void trap(int* x) { __trap(); }', { device: "cpu" });
      using x = cu.zeros([N], cpu);
      using other = cu.zeros([N], cpu);
      lib.open_gate();
      trap({ threads: 1 }, x);
      const calls = [lib.fill_until_gate.async(x, N, 1), lib.fill_until_gate.async(other, N, 1)];
      const [lost, fine] = await Promise.allSettled(calls);
      expect(lost).toMatchObject({ status: "rejected", reason: { code: "CUTS_KERNEL_TRAP" } });
      expect(fine?.status).toBe("fulfilled");
      x.fill(0);
      await lib.fill_until_gate.async(x, N, 2);
      expect((await x.data())[0]).toBe(2);
      trap.dispose();
    });

    it("come one after the other, in the order in which they were given", async () => {
      using x = cu.ones([N], cpu);
      x.mulInplace(5);
      // Calls do not wait for each other: these use different parts.
      const sum = lib.sum_behind_gate.async(x, N - 10);
      const fill = lib.fill_part_behind_gate.async(x, N, N - 10, N, 100);
      x.addInplace(1);
      using later = x.add(1);
      let isRead = false;
      const data = later.data().then((elements) => {
        isRead = true;
        return elements;
      });
      for (let i = 0; i < 10; i++) await new Promise((resolve) => setTimeout(resolve, 1));
      expect(isRead).toBe(false);
      lib.open_gate();
      expect(await sum).toBe(BigInt(5 * (N - 10)));
      await fill;
      expect((await data).slice(N - 12, N - 8)).toEqual(Int32Array.of(7, 7, 102, 102));
    });

    it("that only reads needs no waiting", async () => {
      using x = cu.ones([N], cpu);
      const sum = lib.sum_behind_gate.async(x, N);
      expect(await x.sum().item()).toBe(BigInt(N));
      expect(x.dataSync()[0]).toBe(1);
      lib.open_gate();
      expect(await sum).toBe(BigInt(N));
    });

    it("cannot be waited for without the event loop: an error, and nothing is lost", async () => {
      using x = cu.zeros([N], cpu);
      using y = cu.ones([N], cpu);
      const fill = lib.fill_part_behind_gate.async(x, N, 0, N, 3);
      const stuck = expect.objectContaining({ code: "CUTS_CANNOT_BLOCK" });
      expect(y.dataSync()[0]).toBe(1);
      expect(() => x.dataSync()).toThrow(stuck);
      using sum = x.add(y);
      expect(() => sum.dataSync()).toThrow(stuck);
      expect(() => x.sum().itemSync()).toThrow(stuck);
      lib.open_gate();
      await fill;
      expect(sum.dataSync()[N - 1]).toBe(4);
      expect(x.dataSync()[0]).toBe(3);
    });

    it("of graphs waits too, each time they are launched", async () => {
      using x = cu.zeros([N], cpu);
      using graph = cu.graph(() => void x.addInplace(1), { device: "cpu" });
      graph.launch();
      const fill = lib.fill_part_behind_gate.async(x, N, 0, N, 10);
      graph.launch();
      const data = x.data();
      lib.open_gate();
      await fill;
      expect((await data)[0]).toBe(11);
    });

    it("of streams waits, whichever it is", async () => {
      using stream = cu.stream({ device: "cpu" });
      using x = cu.zeros([N], cpu);
      const fill = lib.fill_part_behind_gate.async(x, N, 0, N, 10);
      const data = stream.run(() => {
        x.addInplace(1);
        return x.data();
      });
      lib.open_gate();
      await fill;
      expect((await data)[0]).toBe(11);
    });

    it("of another native call does not wait", async () => {
      using x = cu.zeros([N], cpu);
      const parts = [0, 1, 2].map((k) => lib.fill_part_behind_gate.async(x, N, k * 10, k * 10 + 10, k + 1));
      // It would wait for ever.
      await lib.fill_bytes.async(x, 0, 0);
      lib.fill_bytes(x, 0, 0);
      lib.open_gate();
      await Promise.all(parts);
      expect(x.dataSync().slice(8, 31).join("")).toBe("11222222222233333333330");
    });
  });

  describe("with typed arrays", () => {
    it("that are transferred away and collected: an error where something is lost, else the result", async () => {
      for (let round = 0; round < 4; round++) {
        lib.close_gate();
        const written = new Int32Array(1 << 20);
        const read = new Int32Array(1 << 20).fill(1);
        const calls = [
          lib.fill_until_gate.async(written, written.length, 7),
          lib.sum_behind_gate.async(read, read.length),
        ] as const;
        const lost = expect(calls[0]).rejects.toMatchObject({
          code: "CUTS_ARGUMENT_DETACHED",
          message: expect.stringContaining("what the function has written is lost") as unknown,
        });
        await new Promise((resolve) => setTimeout(resolve, 5));
        await transferAndForget(written);
        await transferAndForget(read);
        lib.open_gate();
        await lost;
        expect(await calls[1]).toBe(BigInt(1 << 20));
      }
    });

    it("that are transferred in the next line", async () => {
      const [read, written] = [new Int32Array(N).fill(1), new Int32Array(N)];
      const calls = [lib.sum_behind_gate.async(read, N), lib.fill_until_gate.async(written, N, 1)] as const;
      for (const { buffer } of [read, written]) structuredClone(buffer, { transfer: [buffer] });
      lib.open_gate();
      // Either may be over first.
      const [sum, filled] = await Promise.allSettled(calls);
      expect(sum).toMatchObject({ value: BigInt(N) });
      expect(filled).toMatchObject({ reason: { code: "CUTS_ARGUMENT_DETACHED" } });
    });

    it("over shared memory, which they use where it is", async () => {
      const array = new Int32Array(new SharedArrayBuffer(4 * N));
      const call = lib.fill_until_gate.async(array, N, 7);
      while (array[N - 1] !== 7) await new Promise((resolve) => setTimeout(resolve, 1));
      lib.open_gate();
      await call;
    });

    it("that others write at the same time: nobody's work is undone", async () => {
      const array = new Int32Array(N);
      const parts = [0, 1, 2].map((k) =>
        lib.fill_part_behind_gate.async(array, N, k * 10, k * 10 + 10, k + 1),
      );
      await new Promise((resolve) => setTimeout(resolve, 5));
      array[500] = 9;
      lib.open_gate();
      await Promise.all(parts);
      expect(array.slice(8, 31).join("")).toBe("11222222222233333333330");
      expect(array[500]).toBe(9);
    });

    it("that overlap still do for native code", async () => {
      const x = Float32Array.of(1, 0, 0, 0, 0);
      await lib.sum_arrays.async(x.subarray(0, 4), x.subarray(0, 4), x.subarray(1), 4);
      expect([...x]).toEqual([1, 2, 4, 8, 16]);
    });

    it("have the alignment they had, and addresses in them are those of the user", async () => {
      const bytes = new Uint8Array(4096);
      for (const offset of [0, 1, 7, 24, 63, 64, 100]) {
        const view = bytes.subarray(offset, offset + 100);
        expect(await lib.remainder_of_address.async(view, 64)).toBe(Number(cu.addressOf(view) % 64n));
      }
      const array = Int32Array.from({ length: N }, (_, i) => i);
      expect(await lib.find_int.async(array, N, 77)).toBe(cu.addressOf(array.subarray(77)));
      expect(await lib.find_int.async(array, N, -1)).toBe(null);
    });

    it("in lists, in structs and as bytes of structs", async () => {
      const rows = [new Float32Array(8), new Float32Array(8), new Float32Array(new SharedArrayBuffer(32))];
      const points = [{ x: 1, y: 2, z: 3 }];
      const bytes = new Uint8Array(24);
      const lost = [new Float32Array(8), new Uint8Array(24)] as const;
      const refused = { code: "CUTS_ARGUMENT_DETACHED" };
      const calls = [
        lib.fill_rows_behind_gate.async([rows[0] ?? null, null, rows[2] ?? null], 3, 8, 5),
        lib.move_all_behind_gate.async(points, 1, 4),
        lib.move_all_behind_gate.async(bytes, 2, 4),
      ];
      const failing = [
        expect(lib.fill_rows_behind_gate.async([lost[0]], 1, 8, 5)).rejects.toMatchObject(refused),
        expect(lib.move_all_behind_gate.async(lost[1], 2, 4)).rejects.toMatchObject(refused),
      ];
      expect(lib.length_behind_gate.async("four", ["and", "more"])).toBeInstanceOf(Promise);
      const length = lib.length_behind_gate.async("x".repeat(100_000), ["and", "more"]);
      for (const one of lost) await transferAndForget(one);
      lib.open_gate();
      await Promise.all([...calls, ...failing]);
      expect(rows.map((row) => row[7])).toEqual([5, 0, 5]);
      expect(points).toEqual([{ x: 5, y: 2, z: 3 }]);
      expect([...new Float32Array(bytes.buffer)]).toEqual([4, 0, 0, 4, 0, 0]);
      expect(await length).toBe(100_007);
    });

    it("whose memory can shrink are refused", async () => {
      const Resizable = ArrayBuffer as unknown as new (length: number, options: object) => ArrayBuffer;
      const tracking = new Int32Array(new Resizable(16, { maxByteLength: 64 }));
      await expect(lib.sum_behind_gate.async(tracking, 4)).rejects.toMatchObject({
        code: "CUTS_ARGUMENT_RESIZABLE",
      });
    });
  });

  it("keep native memory whose view is disposed, until they are over", async () => {
    const freed = lib.freed_count();
    const call = (() => {
      const view = cu.viewOf(lib.make_floats(N), "float32", N, { free: lib.free_floats });
      const filled = lib.fill_behind_gate.async(view, 0, 4 * N);
      view.dispose();
      return filled;
    })();
    expect(lib.freed_count()).toBe(freed);
    lib.open_gate();
    await call;
    // Where the engine cannot end a view, it is freed when it is collected.
    expect(await collectUntil(() => lib.freed_count() === freed + 1n)).toBe(true);
  });

  it("keep pinned memory that is disposed", async () => {
    const array = cu.pinned("int32", N, { device: "cpu" });
    const call = lib.fill_until_gate.async(array, N, 7);
    array.dispose();
    lib.open_gate();
    await call;
  });
});
