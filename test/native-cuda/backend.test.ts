// The backend against a driver that checks what it is given, without a GPU: packing, lifetimes, order, and what becomes of
// every error. What kernels compute is not looked at here; that comes from real devices only (test/gpu).

import { unwatched } from "../../src/backend/work.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { Backend, BackendLaunch, BackendModule } from "../../src/backend/backend.js";
import { CompileError, CudaError, LaunchError } from "../../src/core/errors.js";
import { fake, launchOf, log, noCompiler, openGpu, restoreFake, source } from "./fake-driver.js";

describe.skipIf(noCompiler !== undefined)(
  `the backend over a fake driver${noCompiler ? ` (${noCompiler})` : ""}`,
  () => {
    let gpu: Backend;

    beforeEach(async () => {
      const { cudaBackends } = await import("../../src/backend/cuda/find-devices.js");
      expect(cudaBackends.find()).toEqual({ ids: ["cuda:0"], whyNot: null });
      gpu ??= await openGpu();
      restoreFake();
    });

    async function scale() {
      const module = gpu.compile(source, { waitsItself: false });
      await module.ready;
      return module;
    }

    it("packs a launch as the driver reads it", async () => {
      const module = await scale();
      const parameters = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 128, 63, 42, 0, 0, 0);
      fake.fake_clear_log();
      gpu.launch(module, "scale", launchOf(), parameters, gpu.defaultStream, unwatched);
      const stream = gpu.createStream({});
      const all = launchOf({ sharedBytes: 100_000, cooperative: true, cluster: [2, 1, 1] });
      gpu.launch(module, "scale", all, parameters, stream, unwatched);
      gpu.launch(module, "scale", launchOf({ sharedBytes: 99_999 }), new Uint8Array(0), stream, unwatched);
      const packed = "01020304050607080000803f2a000000";
      expect(log()).toEqual([
        "cuLibraryGetKernel",
        `launch scale grid 3,2,1 block 64,2,1 shared 0 stream default attributes parameters ${packed}`,
        "cuStreamCreateWithPriority",
        "cuKernelSetAttribute 8 100000",
        `launch scale grid 3,2,1 block 64,2,1 shared 100000 stream own attributes 2:1,0,0 4:2,1,1 parameters ${packed}`,
        "launch scale grid 3,2,1 block 64,2,1 shared 99999 stream own attributes parameters ",
      ]);
      gpu.destroyStream(stream);
      module.dispose();
    });

    it("lets long launches of kernels that wait by themselves start early, and short ones after them", async () => {
      const own = gpu.compile(source, { waitsItself: true });
      const users = await scale();
      await own.ready;
      const many = gpu.properties.multiprocessors * 8;
      const long = launchOf({ grid: [many, 1, 1], work: 1e8 });
      const longOfFew = launchOf({ grid: [gpu.properties.multiprocessors * 4, 1, 1], work: 1e8 });
      const short = launchOf({ grid: [1, 1, 1], work: 100 });
      const isEarly = (module: BackendModule, launch: BackendLaunch, stream = gpu.defaultStream): boolean => {
        fake.fake_clear_log();
        gpu.launch(module, "scale", launch, new Uint8Array(16), stream, unwatched);
        return / attributes 6:1,/.test(log().at(-1) ?? "");
      };
      expect([long, long, longOfFew, short, longOfFew, short, short].map((one) => isEarly(own, one))).toEqual(
        [
          true,
          true,
          // Its blocks would crowd where those before end first.
          false,
          true,
          true,
          true,
          // The host is what is waited for.
          false,
        ],
      );
      expect([long, short].map((one) => isEarly(users, one))).toEqual([false, false]);
      expect(isEarly(own, launchOf({ grid: [many, 1, 1], work: 1e8, cooperative: true }))).toBe(false);
      own.dispose();
      users.dispose();
    });

    it("makes one call of the driver for a launch", async () => {
      const module = await scale();
      const parameters = new Uint8Array(16);
      gpu.launch(module, "scale", launchOf(), parameters, gpu.defaultStream, unwatched);
      fake.fake_clear_log();
      for (let i = 0; i < 10; i++)
        gpu.launch(module, "scale", launchOf(), parameters, gpu.defaultStream, unwatched);
      expect(log()).toHaveLength(10);
      module.dispose();
    });

    it("knows parameters, symbols and names", async () => {
      const module = gpu.compile(`${source} template <int N> __global__ void t() {}`, {
        nameExpressions: ["t<4>"],
        waitsItself: false,
      });
      await module.ready;
      expect(module.kernelNames()).toEqual(["t<4>", "scale"]);
      expect(module.kernel("t<4>")?.name).toBe("t<4>");
      expect(module.kernel("nothing")).toBeUndefined();
      expect(module.kernel("scale")).toMatchObject({ parameterBytes: 16, maxThreadsPerBlock: 1024 });
      expect(module.global("nothing")).toBeUndefined();
      module.dispose();
    });

    it("hands options, headers and standard headers to the compiler, once", async () => {
      const text = `#include "mine.h"\n#include <cstdint>\n${source}`;
      const options = {
        headers: { "mine.h": "// mine" },
        options: ["-D", "N=3", "-O3"],
        fileName: "a.cu",
        waitsItself: false,
      };
      const module = gpu.compile(text, options);
      expect(module.isReady()).toBe(false);
      await module.ready;
      expect(log()).toEqual(
        expect.arrayContaining([
          "header mine.h: // mine",
          expect.stringMatching(/^header cstdint: #pragma once/),
          "a.cu",
          expect.stringMatching(
            /^nvrtcCompileProgram --gpu-architecture=sm_90 -DINFINITY=\S+ .*-DM_PI=3\.14159\d+ .*-std=c\+\+17 -DN=3/,
          ),
        ]),
      );
      fake.fake_clear_log();
      const again = gpu.compile(text, options);
      expect(again.isReady()).toBe(true);
      expect(log()).toEqual(["cuLibraryLoadData"]);
      module.dispose();
      again.dispose();
    });

    it("tells a compile error in the compiler's words, waited for or blocked for", async () => {
      const module = gpu.compile("#error no", { waitsItself: false });
      await expect(module.ready).rejects.toThrow(CompileError);
      await expect(module.ready).rejects.toThrow(
        /Cannot compile kernel\.cu: #error directive: no\nkernel\.cu\(1\)/,
      );
      expect(() => module.readySync()).toThrow(CompileError);
      const before = fake.fake_live_objects();
      await gpu.compile("#error no", { waitsItself: false }).ready.catch(() => {});
      expect(fake.fake_live_objects()).toBe(before);
    });

    it("takes the bytes of a write at once and returns what is there", async () => {
      const { defaultStream } = gpu;
      const size = 9 * 2 ** 20 + 3;
      const memory = gpu.allocate(size, defaultStream);
      const bytes = new Uint8Array(size).map((_, i) => i * 13);
      const kept = bytes.slice();
      gpu.write(memory.address, bytes.subarray(0, 1000), defaultStream, unwatched);
      gpu.write(memory.address + 1000, bytes.subarray(1000), defaultStream, unwatched);
      bytes.fill(0);
      const back = new Uint8Array(size);
      await gpu.read(memory.address, back, defaultStream, unwatched);
      expect(Buffer.compare(back, kept)).toBe(0);
      back.fill(0);
      gpu.readSync(memory.address, back, defaultStream, unwatched);
      expect(Buffer.compare(back, kept)).toBe(0);
      gpu.free(memory, defaultStream);
    });

    it("reads much through a snapshot, which is given back", async () => {
      const { defaultStream } = gpu;
      const size = 40 * 2 ** 20 + 1;
      const memory = gpu.allocate(size, defaultStream);
      gpu.fill(memory.address, Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2), size >> 3, defaultStream, unwatched);
      const { liveBytes } = gpu.memory();
      const back = new Uint8Array(size);
      fake.fake_set_event_delay(3);
      const reading = gpu.read(memory.address, back, defaultStream, unwatched);
      gpu.fill(memory.address, Uint8Array.of(0), size, defaultStream, unwatched);
      await reading;
      expect(back[0]).toBe(9);
      expect(back[size - 2]).toBe(2);
      expect(gpu.memory().liveBytes).toBe(liveBytes);
      gpu.free(memory, defaultStream);
    });

    it("waits for events without blocking", async () => {
      fake.fake_set_event_delay(1000);
      let turns = 0;
      const count = (): void => void (turns++, (next = setImmediate(count)));
      let next = setImmediate(count);
      await gpu.synchronize(gpu.defaultStream);
      clearImmediate(next);
      expect(turns).toBeGreaterThan(0);
      const event = gpu.record(gpu.defaultStream);
      expect(event.isDone()).toBe(false);
      await event.done;
      expect(event.isDone()).toBe(true);
      expect(event.timeMs()).toBe(1.5);
      event.dispose();
    });

    it("uses blocks again on their stream, and on others", () => {
      const stream = gpu.createStream({});
      const a = gpu.allocate(5000, stream);
      gpu.free(a, stream);
      fake.fake_clear_log();
      const b = gpu.allocate(4900, stream);
      expect(b.address).toBe(a.address);
      gpu.free(b, stream);
      const c = gpu.allocate(5000, gpu.defaultStream);
      expect(c.address).toBe(a.address);
      expect(log()).toEqual([]);
      gpu.free(c, gpu.defaultStream);
      // Freed twice is freed once.
      const { cachedBytes } = gpu.memory();
      gpu.free(c, gpu.defaultStream);
      expect(gpu.memory().cachedBytes).toBe(cachedBytes);
      gpu.destroyStream(stream);
    });

    it("keeps the blocks of a stream that ends", () => {
      const stream = gpu.createStream({});
      const a = gpu.allocate(123_456, stream);
      gpu.free(a, stream);
      gpu.destroyStream(stream);
      const b = gpu.allocate(123_456, gpu.defaultStream);
      expect(b.address).toBe(a.address);
      gpu.free(b, gpu.defaultStream);
    });

    it("gives cached memory back before it says that there is none", () => {
      const { defaultStream } = gpu;
      const half = gpu.allocate(400 * 2 ** 20, defaultStream);
      gpu.free(half, defaultStream);
      expect(gpu.memory().cachedBytes).toBeGreaterThanOrEqual(400 * 2 ** 20);
      const most = gpu.allocate(900 * 2 ** 20, defaultStream);
      expect(log()).toContain("cuMemPoolTrimTo");
      expect(() => gpu.allocate(500 * 2 ** 20, defaultStream)).toThrow(CudaError);
      expect(() => gpu.allocate(500 * 2 ** 20, defaultStream)).toThrow(
        /Cannot allocate 512.* MiB on cuda:0.*has 1.* GiB/s,
      );
      gpu.free(most, defaultStream);
    });

    it("refuses one launch and goes on", async () => {
      const module = await scale();
      const wrong = launchOf({ block: [1024, 2, 1] });
      const launch = (shape: BackendLaunch): void =>
        gpu.launch(module, "scale", shape, new Uint8Array(16), gpu.defaultStream, unwatched);
      expect(() => launch(wrong)).toThrow(LaunchError);
      expect(() => launch(wrong)).toThrow(/Cannot launch scale: CUDA_ERROR_INVALID_VALUE.*block 1024x2x1/);
      launch(launchOf());
      await gpu.synchronize(gpu.defaultStream);
      module.dispose();
    });

    it("starts anew after a reset, and forgets what was there", async () => {
      const module = await scale();
      const stream = gpu.createStream({});
      const memory = gpu.allocate(16, stream);
      gpu.launch(module, "scale", launchOf(), new Uint8Array(0), stream, unwatched);
      fake.fake_set_event_delay(1_000_000);
      const waiting = gpu.record(stream).done;
      gpu.reset();
      await expect(waiting).rejects.toThrow("was reset");
      fake.fake_set_event_delay(0);
      expect(gpu.memory()).toMatchObject({ liveBytes: 0, cachedBytes: 0 });
      gpu.free(memory, stream);
      expect(gpu.memory()).toMatchObject({ liveBytes: 0, cachedBytes: 0 });
      fake.fake_clear_log();
      gpu.launch(module, "scale", launchOf(), new Uint8Array(0), stream, unwatched);
      expect(log()).toEqual([
        "cuLibraryLoadData",
        "cuLibraryGetKernel",
        "cuStreamCreateWithPriority",
        "launch scale grid 3,2,1 block 64,2,1 shared 0 stream own attributes parameters ",
      ]);
      await gpu.synchronize(stream);
      gpu.destroyStream(stream);
      module.dispose();
    });

    it("leaves no events or streams behind", async () => {
      const work = async (): Promise<void> => {
        const stream = gpu.createStream({});
        const memory = gpu.allocate(64, stream);
        gpu.write(memory.address, new Uint8Array(64), stream, unwatched);
        const event = gpu.record(stream);
        gpu.waitFor(event, gpu.defaultStream);
        await event.done;
        event.dispose();
        await gpu.synchronize(stream);
        gpu.free(memory, stream);
        gpu.destroyStream(stream);
      };
      for (let i = 0; i < 5; i++) await work();
      const before = fake.fake_live_objects();
      for (let i = 0; i < 50; i++) await work();
      expect(fake.fake_live_objects()).toBe(before);
    });

    // Last: the device does not come back.
    it("names the kernels that may have broken the device, and drops work", async () => {
      const module = await scale();
      const stream = gpu.createStream({});
      const memory = gpu.allocate(16, stream);
      gpu.launch(module, "scale", launchOf(), new Uint8Array(16), stream, unwatched);
      fake.fake_fail("cuEventQuery", 700, 0);
      const error = await gpu.synchronize(stream).catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(LaunchError);
      expect(error).toMatchObject({ code: "CUDA_ERROR_ILLEGAL_ADDRESS" });
      expect(String(error)).toMatch(/the kernel scale failed.*cudaErrorIllegalAddress/);
      fake.fake_clear_log();
      gpu.launch(module, "scale", launchOf(), new Uint8Array(16), stream, unwatched);
      gpu.write(memory.address, new Uint8Array(16), stream, unwatched);
      gpu.waitFor(gpu.record(stream), gpu.defaultStream);
      gpu.free(memory, stream);
      expect(log()).toEqual([]);
      await expect(gpu.record(stream).done).rejects.toBe(error);
      await expect(gpu.read(memory.address, new Uint8Array(16), stream, unwatched)).rejects.toBe(error);
      expect(() => gpu.allocate(16, stream)).toThrow("scale");
      expect(() => gpu.reset()).toThrow(expect.objectContaining({ code: "CUTS_DEVICE_LOST" }));
      expect(log()).toEqual([]);
      gpu.destroyStream(stream);
      module.dispose();
    });
  },
);
