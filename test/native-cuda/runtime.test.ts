// What the runtime makes of a GPU, over the fake driver: copies between devices, managed memory on GPUs that need care, and
// memory that runs out while garbage still holds it.

import { beforeEach, describe, expect, it } from "vitest";
import { fake, log, noCompiler, restoreFake } from "./fake-driver.js";

describe.skipIf(noCompiler !== undefined)(
  `the runtime over a fake driver${noCompiler ? ` (${noCompiler})` : ""}`,
  () => {
    beforeEach(() => {
      fake.fake_set_devices(2);
      fake.fake_set_concurrent_managed(0);
      restoreFake();
    });

    it("copies from one GPU to another without the host", async () => {
      const { buffer } = await import("../../src/array/array.js");
      const { devices } = await import("../../src/runtime/devices/devices.js");
      expect(devices().map(({ id }) => id)).toEqual(["cuda:0", "cuda:1", "cpu"]);
      using x = buffer("float32", [1, 2, 3], { device: "cuda:0" });
      fake.fake_clear_log();
      using y = x.to("cuda:1");
      expect(y.device.id).toBe("cuda:1");
      expect(log().filter((line) => line.startsWith("cuMemcpy"))).toEqual(["cuMemcpyPeerAsync"]);
      expect(await y.data()).toEqual(Float32Array.of(1, 2, 3));
      using z = buffer("float32", 3, { device: "cuda:0" });
      y.copyTo(z);
      expect(z.dataSync()).toEqual(Float32Array.of(1, 2, 3));
      // To the cpu there is no such way.
      using w = y.to("cpu");
      expect(await w.data()).toEqual(Float32Array.of(1, 2, 3));
    });

    it("copies pinned memory of one GPU to another as ordinary memory", async () => {
      const { buffer } = await import("../../src/array/array.js");
      const { pinned } = await import("../../src/runtime/memory/pinned.js");
      using host = pinned("int32", [1, 2, 3], { device: "cuda:0" });
      using x = buffer("int32", 3, { device: "cuda:1" });
      x.set(host);
      host.fill(0);
      expect(await x.dataInto(host)).toEqual(Int32Array.of(1, 2, 3));
    });

    it("guards managed memory where host and GPU must not touch it at once", async () => {
      const { managed } = await import("../../src/array/array.js");
      const { device } = await import("../../src/runtime/devices/devices.js");
      using x = managed("int32", [1, 2], { device: "cuda:0" });
      expect([...x.hostView()]).toEqual([1, 2]);
      fake.fake_set_event_delay(5);
      x.fill(3);
      expect(() => x.hostView()).toThrow(expect.objectContaining({ code: "CUTS_MANAGED_BUSY" }));
      await device("cuda:0").synchronize();
      fake.fake_set_event_delay(0);
      expect([...x.hostView()]).toEqual([3, 3]);
      fake.fake_clear_log();
      x.advise("read-mostly");
      x.prefetch("host");
      expect(log().filter((line) => /Advise|Prefetch/.test(line))).toEqual([]);
    });

    it("lets the host look at pinned memory while the GPU works", async () => {
      const { zeros } = await import("../../src/array/array.js");
      const { device } = await import("../../src/runtime/devices/devices.js");
      fake.fake_clear_log();
      const x = zeros(2, { dtype: "int32", device: "cuda:0", memory: "pinned" });
      fake.fake_set_event_delay(5);
      x.fill(3);
      expect(x.hostView()).toHaveLength(2);
      x.prefetch("device");
      await device("cuda:0").synchronize();
      fake.fake_set_event_delay(0);
      expect([...x.hostView()]).toEqual([3, 3]);
      x.dispose();
      expect(log().filter((line) => /Managed|Prefetch/.test(line))).toEqual([]);
    });

    it("shares arrays of any shape with other processes", async () => {
      const { arange, openIpc, zeros } = await import("../../src/array/array.js");
      const on = { device: "cuda:0", ipc: true } as const;
      using x = zeros([3, 2], on);
      using row = x.slice([1]);
      using same = openIpc(x.ipcHandle());
      using part = openIpc(row.ipcHandle());
      expect([same.shape, part.shape]).toEqual([[3, 2], [2]]);
      x.set(arange(6, { device: "cpu" }).reshape(3, 2));
      expect(await part.data()).toEqual(Float32Array.of(2, 3));
      expect(await same.data()).toEqual(Float32Array.of(0, 1, 2, 3, 4, 5));
      const refused = expect.objectContaining({ code: "CUTS_IPC" });
      expect(() => x.T.ipcHandle()).toThrow(refused);
      expect(() => zeros(0, on).ipcHandle()).toThrow(refused);
      expect(() => zeros(3, { device: "cuda:0" }).ipcHandle()).toThrow("Try: cu.zeros(shape, { ipc: true })");
      expect(() => openIpc({ ...row.ipcHandle(), byteOffset: 2 })).toThrow(RangeError);
      expect(() => openIpc({ ...row.ipcHandle(), shape: [-1] })).toThrow(RangeError);
    });

    it("collects garbage before it says that memory is out", async () => {
      const { buffer } = await import("../../src/array/array.js");
      const { device } = await import("../../src/runtime/devices/devices.js");
      const gpu = device("cuda:0");
      gpu.trim();
      fake.fake_set_memory(96 * 2 ** 20);
      const make = (): void => void buffer("uint8", 15 * 2 ** 20, { device: gpu });
      // More than there is, and less than is collected for its amount alone.
      for (let i = 0; i < 7; i++) make();
      expect(gpu.memory().peakBytes).toBeLessThan(96 * 2 ** 20);
      const kept = Array.from({ length: 4 }, () => buffer("uint8", 15 * 2 ** 20, { device: gpu }));
      expect(() => buffer("uint8", 50 * 2 ** 20, { device: gpu })).toThrow(
        /Cannot allocate 52.0 MiB on cuda:0.*the largest block about/s,
      );
      for (const one of kept) one.dispose();
    });

    it("gives back what is dropped in a loop that never awaits", async () => {
      const { buffer } = await import("../../src/array/array.js");
      const { device } = await import("../../src/runtime/devices/devices.js");
      const { pinned } = await import("../../src/runtime/memory/pinned.js");
      const { stream } = await import("../../src/runtime/order/stream.js");
      const gpu = device("cuda:0");
      gpu.trim();
      fake.fake_set_memory(96 * 2 ** 20);
      const before = gpu.memory().peakBytes;
      for (let i = 0; i < 20_000; i++) buffer("uint8", 20_000, { device: gpu });
      expect(gpu.memory().peakBytes).toBeLessThanOrEqual(Math.max(before, 96 * 2 ** 20));
      // More streams than are collected for at once, and page-locked memory of several GiB.
      const objects = fake.fake_live_objects();
      for (let i = 0; i < 4000; i++) stream({ device: gpu });
      expect(fake.fake_live_objects() - objects).toBeLessThan(2000);
      const blocks = fake.fake_host_blocks();
      for (let i = 0; i < 400; i++) pinned("uint8", 16 * 2 ** 20, { device: gpu });
      expect(fake.fake_host_blocks() - blocks).toBeLessThan(200);
    });

    it("releases foreign memory that is taken again and again in a loop that never awaits", async () => {
      const { buffer } = await import("../../src/array/array.js");
      const { device } = await import("../../src/runtime/devices/devices.js");
      const { fromPointer } = await import("../../src/interop/from-pointer.js");
      const on = { device: "cuda:0" } as const;
      using theirs = buffer("float32", 16, on);
      let released = 0;
      const take = (): void => {
        using x = fromPointer(theirs.storage.pointer, 16, "float32", { ...on, free: () => released++ });
        x.fill(1);
      };
      take();
      const objects = fake.fake_live_objects();
      for (let i = 0; i < 2000; i++) take();
      expect(fake.fake_live_objects() - objects).toBeLessThan(20);
      expect(released).toBeGreaterThan(1980);
      await device("cuda:0").synchronize();
      await expect.poll(() => released).toBe(2001);
    });

    it("collects garbage before it says that there is no more page-locked or managed memory", async () => {
      const { device } = await import("../../src/runtime/devices/devices.js");
      const { managed } = await import("../../src/array/array.js");
      const { pinned } = await import("../../src/runtime/memory/pinned.js");
      const gpu = device("cuda:0");
      for (const [call, make] of [
        ["cuMemHostAlloc", () => pinned("uint8", 3 * 2 ** 20, { device: gpu })],
        ["cuMemAllocManaged", () => managed("uint8", 3 * 2 ** 20, { device: gpu })],
      ] as const) {
        // The next call of it says that memory is out, and the one after that no longer does.
        fake.fake_fail(call, 2, 0);
        fake.fake_clear_log();
        make().dispose();
        expect(log().filter((line) => line.startsWith(call))).toHaveLength(2);
      }
    });
  },
);
