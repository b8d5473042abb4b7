// Graphs, page-locked and managed memory, memory of other processes and devices, over the fake driver: which calls are
// made, in which order, and that nothing is given back too early or never.

import { unwatched } from "../../src/backend/work.js";
import { beforeEach, describe, expect, it } from "vitest";
import type { BackendModule, BackendStream } from "../../src/backend/backend.js";
import type { CudaDevice } from "../../src/backend/cuda/cuda-backend.js";
import { ArgumentRangeError, CudaError } from "../../src/core/errors.js";
import { fake, launchOf, log, noCompiler, openGpu, restoreFake, source } from "./fake-driver.js";

const packed = (...bytes: number[]): Uint8Array =>
  new Uint8Array(128)
    .fill(0)
    .map((_, i) => bytes[i] ?? 0)
    .subarray(0, 16);
const canDetach = "transfer" in ArrayBuffer.prototype;

describe.skipIf(noCompiler !== undefined)(
  `graphs and memory over a fake driver${noCompiler ? ` (${noCompiler})` : ""}`,
  () => {
    let gpu: CudaDevice;
    let module: BackendModule;
    let stream: BackendStream;
    let capture: BackendStream;

    beforeEach(async () => {
      fake.fake_set_devices(2);
      if (gpu === undefined) {
        gpu = await openGpu();
        module = gpu.compile(source, { waitsItself: false });
        await module.ready;
        stream = gpu.createStream({});
        capture = gpu.createStream({});
      }
      restoreFake();
    });

    function record(...parameters: readonly Uint8Array[]): void {
      gpu.graphs.begin(capture);
      for (const one of parameters) gpu.launch(module, "scale", launchOf(), one, capture, unwatched);
    }
    const launches = (): readonly string[] => log().filter((line) => line.startsWith("launch "));

    it("records launches and does them at each launch of the graph", () => {
      const before = fake.fake_live_objects();
      record(packed(1), packed(2));
      const graph = gpu.graphs.end(capture);
      expect(launches()).toEqual([]);
      fake.fake_clear_log();
      gpu.graphs.launch(graph, stream, unwatched);
      gpu.graphs.launch(graph, gpu.defaultStream, unwatched);
      expect(log().filter((line) => line.startsWith("cu"))).toEqual(["cuGraphLaunch", "cuGraphLaunch"]);
      expect(launches().map((line) => line.slice(-32, -28))).toEqual(["0100", "0200", "0100", "0200"]);
      graph.dispose();
      graph.dispose();
      expect(fake.fake_live_objects()).toBe(before);
    });

    it("changes a graph in place as long as its shape stays", () => {
      record(packed(1));
      const graph = gpu.graphs.end(capture);
      fake.fake_clear_log();
      record(packed(7));
      const same = gpu.graphs.end(capture, graph);
      expect(same).toBe(graph);
      expect(log()).not.toContain("cuGraphInstantiate");
      record(packed(8), packed(9));
      const other = gpu.graphs.end(capture, same);
      expect(other).not.toBe(graph);
      fake.fake_clear_log();
      gpu.graphs.launch(other, stream, unwatched);
      expect(launches().map((line) => line.slice(-32, -30))).toEqual(["08", "09"]);
      other.dispose();
    });

    it("changes the arguments of one launch, whatever order the driver tells nodes in", () => {
      record(packed(1), packed(2), packed(3));
      const graph = gpu.graphs.end(capture);
      fake.fake_clear_log();
      expect(gpu.graphs.setArguments(graph, 1, packed(0xaa))).toBe(true);
      expect(log()).toEqual(["cuGraphExecKernelNodeSetParams"]);
      gpu.graphs.launch(graph, stream, unwatched);
      expect(launches().map((line) => line.slice(-32, -30))).toEqual(["01", "aa", "03"]);
      // Sizes are those of the newest update.
      gpu.graphs.begin(capture);
      const wide = launchOf({ grid: [9, 1, 1] });
      for (let i = 0; i < 3; i++) gpu.launch(module, "scale", wide, packed(i), capture, unwatched);
      const updated = gpu.graphs.end(capture, graph);
      expect(gpu.graphs.setArguments(updated, 2, packed(0xbb))).toBe(true);
      fake.fake_clear_log();
      gpu.graphs.launch(updated, stream, unwatched);
      expect(launches()[2]).toMatch(/grid 9,1,1 .*bb0{30}$/);
      expect(gpu.graphs.setArguments(updated, 3, packed(1))).toBe(false);
      updated.dispose();
    });

    it("keeps what is written inside a graph, and overlapping copies, with the graph", () => {
      const memory = gpu.allocate(4096, stream);
      const allocations = fake.fake_live_allocations();
      const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
      gpu.graphs.begin(capture);
      gpu.write(memory.address, bytes, capture, unwatched);
      gpu.copy(memory.address + 4, memory.address, 8, capture, unwatched);
      gpu.fill(memory.address + 20, Uint8Array.of(9), 3, capture, unwatched);
      const graph = gpu.graphs.end(capture);
      bytes.fill(0);
      for (let round = 0; round < 2; round++) {
        gpu.fill(memory.address, Uint8Array.of(0), 32, stream, unwatched);
        gpu.graphs.launch(graph, stream, unwatched);
        const back = new Uint8Array(24);
        gpu.readSync(memory.address, back, stream, unwatched);
        expect([...back]).toEqual([1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 0]);
      }
      graph.dispose();
      gpu.free(memory, stream);
      gpu.trim();
      expect(fake.fake_live_allocations()).toBe(allocations);
    });

    it("ends a recording that goes wrong, and works afterwards", () => {
      const before = fake.fake_live_objects();
      gpu.graphs.begin(capture);
      const wrong = launchOf({ block: [1024, 2, 1] });
      expect(() => gpu.launch(module, "scale", wrong, packed(1), capture, unwatched)).toThrow(
        "Cannot launch scale",
      );
      gpu.graphs.cancel(capture);
      expect(fake.fake_live_objects()).toBe(before);
      for (const call of ["cuStreamEndCapture", "cuGraphInstantiate"]) {
        record(packed(1));
        fake.fake_fail(call, 900, 0);
        expect(() => gpu.graphs.end(capture)).toThrow(CudaError);
        if (call === "cuStreamEndCapture") gpu.graphs.cancel(capture);
      }
      record(packed(1));
      gpu.graphs.end(capture).dispose();
      expect(fake.fake_live_objects()).toBe(before);
    });

    it("copies from and to page-locked memory without another copy", async () => {
      const { hostMemory } = gpu;
      const pinned = hostMemory.allocate(1000);
      pinned.bytes.fill(3);
      const memory = gpu.allocate(1000, stream);
      fake.fake_clear_log();
      hostMemory.writeFrom(pinned, 10, memory.address, 500, stream, unwatched);
      hostMemory.readInto(pinned, 500, memory.address, 100, stream, unwatched);
      expect(log().filter((line) => line.startsWith("cuMemcpy"))).toEqual([
        "cuMemcpyHtoDAsync",
        "cuMemcpyDtoHAsync",
      ]);
      await gpu.synchronize(stream);
      expect(pinned.bytes[599]).toBe(3);
      pinned.dispose();
      gpu.free(memory, stream);
    });

    it.skipIf(!canDetach)(
      `uses page-locked memory again, but not before copies are done${canDetach ? "" : " (this Node cannot detach views)"}`,
      () => {
        const { hostMemory } = gpu;
        const memory = gpu.allocate(70_000, stream);
        const first = hostMemory.allocate(70_000);
        const blocks = fake.fake_host_blocks();
        fake.fake_set_event_delay(3);
        hostMemory.writeFrom(first, 0, memory.address, 70_000, stream, unwatched);
        first.dispose();
        expect(first.bytes).toHaveLength(0);
        const second = hostMemory.allocate(70_000);
        expect(fake.fake_host_blocks()).toBe(blocks + 1);
        second.dispose();
        for (let i = 0; i < 5; i++) hostMemory.allocate(70_000).dispose();
        expect(fake.fake_host_blocks()).toBe(blocks + 1);
        gpu.trim();
        expect(fake.fake_host_blocks()).toBeLessThan(blocks);
        expect(gpu.memory().hostBytes).toBeGreaterThanOrEqual(0);
        gpu.free(memory, stream);
      },
    );

    it("locks the pages of a large write for its time, and does without where it cannot", () => {
      const size = 70 * 2 ** 20 + 3;
      const memory = gpu.allocate(size, stream);
      const bytes = new Uint8Array(size).map((_, i) => i * 7);
      const back = new Uint8Array(size);
      for (const refused of [-1, 0, 1]) {
        fake.fake_clear_log();
        if (refused >= 0) fake.fake_fail("cuMemHostRegister", 712, refused);
        gpu.write(memory.address, bytes, stream, unwatched);
        expect(log().filter((line) => line === "cuMemHostRegister")).toHaveLength(
          refused < 0 ? 3 : refused + 1,
        );
        expect(fake.fake_registered()).toBe(0);
        back.fill(0);
        gpu.readSync(memory.address, back, stream, unwatched);
        expect(Buffer.compare(back, bytes)).toBe(0);
      }
      gpu.free(memory, stream);
    });

    it("makes managed memory that the host sees, advises on it and moves it", () => {
      const { hostMemory } = gpu;
      const memory = hostMemory.allocateManaged(4096);
      memory.hostBytes()?.fill(5);
      const back = new Uint8Array(4);
      gpu.readSync(memory.address, back, stream, unwatched);
      expect([...back]).toEqual([5, 5, 5, 5]);
      fake.fake_clear_log();
      for (const advice of ["read-mostly", "prefer-device", "prefer-host", "none"] as const) {
        hostMemory.advise(memory.address, 4096, advice);
      }
      hostMemory.prefetch(memory.address, 4096, "device", stream);
      hostMemory.prefetch(memory.address, 4096, "host", stream);
      expect(log()).toEqual([
        "cuMemAdvise 1 at 1:0",
        "cuMemAdvise 3 at 1:0",
        "cuMemAdvise 3 at 2:0",
        "cuMemAdvise 2 at 1:0",
        "cuMemAdvise 4 at 1:0",
        "cuMemPrefetchAsync to 1:0",
        "cuMemPrefetchAsync to 2:0",
      ]);
      gpu.free(memory, stream);
    });

    it("shares memory with other processes by handles", async () => {
      const sharing = gpu.sharing;
      const memory = sharing?.allocate(4096);
      if (sharing === undefined || memory === undefined) throw new Error("no sharing");
      const handle = sharing.export(memory);
      expect(handle).toHaveLength(64);
      const opened = sharing.open(handle, 4096);
      expect(opened.address).toBe(memory.address);
      fake.fake_clear_log();
      gpu.free(opened, stream);
      await gpu.synchronize(stream);
      expect(log()).toContain("cuIpcCloseMemHandle");
      gpu.free(memory, stream);
      await gpu.synchronize(stream);
      expect(log()).toContain("cuMemFree");
      const pooled = gpu.allocate(64, stream);
      expect(() => sharing.export(pooled)).toThrow(/ipc: true/);
      expect(() => sharing.open(new Uint8Array(64), 4096)).toThrow(
        /Cannot open the memory of another process/,
      );
      gpu.free(pooled, stream);
    });

    it("copies between devices in the order of both streams", async () => {
      const other = await openGpu("cuda:1");
      const [from, to] = [gpu.allocate(64, stream), other.allocate(64, other.defaultStream)];
      gpu.fill(from.address, Uint8Array.of(6), 64, stream, unwatched);
      const copy = (): boolean | undefined =>
        other.sharing.copyFrom(gpu.sharing, stream, from.address, to.address, 64, other.defaultStream);
      fake.fake_clear_log();
      expect(copy()).toBe(true);
      const calls = log().filter((line) => !line.startsWith("cuEventCreate"));
      expect(calls).toEqual([
        "cuCtxSetCurrent",
        "cuCtxEnablePeerAccess",
        "cuMemPoolSetAccess",
        "cuCtxSetCurrent",
        "cuEventRecord",
        "cuCtxSetCurrent",
        "cuStreamWaitEvent",
        "cuMemcpyPeerAsync",
        "cuEventRecord",
        "cuCtxSetCurrent",
        "cuStreamWaitEvent",
      ]);
      fake.fake_clear_log();
      copy();
      expect(log()).not.toContain("cuCtxEnablePeerAccess");
      const back = new Uint8Array(64);
      other.readSync(to.address, back, other.defaultStream, unwatched);
      expect(back.every((byte) => byte === 6)).toBe(true);
      other.free(to, other.defaultStream);
      gpu.free(from, stream);
    });

    it("chooses the block that fills the device", () => {
      expect(module.kernel("scale")?.preferredThreadsPerBlock).toBe(128);
    });

    it("refuses priorities that the device does not have", () => {
      gpu.destroyStream(gpu.createStream({ priority: -5 }));
      expect(() => gpu.createStream({ priority: 1 })).toThrow(ArgumentRangeError);
      expect(() => gpu.createStream({ priority: -6 })).toThrow(
        "a priority of cuda:0 is from -5, the first served, to 0 (got -6)",
      );
    });

    it("asks for PTX where the GPU is newer than the compiler", async () => {
      fake.fake_set_architecture(121);
      const newer = await openGpu("cuda:1");
      fake.fake_set_architecture(90);
      const made = newer.compile(`${source} // for a newer GPU`, { waitsItself: false });
      await made.ready;
      expect(log()).toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^nvrtcCompileProgram --gpu-architecture=compute_90 /),
        ]),
      );
      expect(made.kernel("scale")).toBeDefined();
      made.dispose();
    });

    it("takes machine code and PTX as they are", () => {
      const code = new TextEncoder().encode("FAKE\nscale\n\0");
      fake.fake_clear_log();
      const loaded = gpu.machineCode.load(code, { waitsItself: false });
      expect(loaded.isReady()).toBe(true);
      expect(loaded.kernelNames()).toEqual(["scale"]);
      expect(log()).not.toContain("nvrtcCreateProgram");
      loaded.dispose();
    });

    it("forgets graphs and page-locked memory of before a reset", () => {
      record(packed(1));
      const graph = gpu.graphs.end(capture);
      const pinned = gpu.hostMemory.allocate(100);
      gpu.reset();
      fake.fake_clear_log();
      graph.dispose();
      expect(() => gpu.hostMemory.writeFrom(pinned, 0, 1234, 100, stream, unwatched)).toThrow(/was reset/);
      pinned.dispose();
      expect(log()).toEqual([]);
      record(packed(1));
      const again = gpu.graphs.end(capture);
      gpu.graphs.launch(again, stream, unwatched);
      again.dispose();
    });
  },
);
