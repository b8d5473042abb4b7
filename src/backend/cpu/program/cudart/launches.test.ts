import { describe, expect, it } from "vitest";
import type { BackendLaunch } from "../../../backend.js";
import { POINTER_BYTES } from "../../../../compiler/clang/pointer-size.js";
import { structAt } from "./structs.js";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

function recorder(): { runs: [number[], BackendLaunch][]; t: TestRuntime } {
  const runs: [number[], BackendLaunch][] = [];
  const run = (parameters: number[], launch: BackendLaunch): void => void runs.push([parameters, launch]);
  const t = new TestRuntime({
    scale: { pointers: [true, false], run },
    shared: { staticSharedBytes: 1024, run },
  });
  return { runs, t };
}

describe("a launch", () => {
  it("hands over grid, block and arguments", () => {
    const { runs, t } = recorder();
    const p = t.make("cudaMalloc", 64);
    expect(t.launch(0, [2, 3, 4], [32, 2, 1], [p, 99], 128)).toBe("cudaSuccess");
    t.call("cudaDeviceSynchronize");
    expect(runs).toMatchObject([
      [[p, 99], { grid: [2, 3, 4], block: [32, 2, 1], sharedBytes: 128, cooperative: false }],
    ]);
  });

  it("by <<<>>> keeps its configuration between two calls", () => {
    const { t } = recorder();
    expect(t.value("__cudaPushCallConfiguration", t.words(1, 2, 3), t.words(4, 5, 6), 7, 0)).toBe(0);
    const [grid, block, shared, stream] = [t.place(12), t.place(12), t.place(), t.place()];
    expect(t.call("__cudaPopCallConfiguration", grid, block, shared, stream)).toBe("cudaSuccess");
    expect([t.guest.triple(grid), t.guest.triple(block), t.guest.u32(shared)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      7,
    ]);
    expect(t.call("__cudaPopCallConfiguration", grid, block, shared, stream)).toBe(
      "cudaErrorMissingConfiguration",
    );
  });

  it.each([
    ["no blocks", [0, 1, 1], [1, 1, 1], 0, "cudaErrorInvalidValue"],
    ["no threads", [1, 1, 1], [0, 1, 1], 0, "cudaErrorInvalidValue"],
    ["too many threads", [1, 1, 1], [1025, 1, 1], 0, "cudaErrorInvalidValue"],
    ["too many threads in all", [1, 1, 1], [64, 32, 1], 0, "cudaErrorInvalidValue"],
    ["too deep a block", [1, 1, 1], [1, 1, 65], 0, "cudaErrorInvalidValue"],
    ["too high a grid", [1, 65_536, 1], [1, 1, 1], 0, "cudaErrorInvalidValue"],
    ["too much shared memory", [1, 1, 1], [1, 1, 1], 48 * 1024, "cudaErrorInvalidValue"],
    ["all that is allowed", [1, 1, 1], [1024, 1, 1], 47 * 1024, "cudaSuccess"],
  ])("with %s", (_what, grid, block, shared, status) => {
    const { t } = recorder();
    expect(t.launch(1, grid, block, [], shared)).toBe(status);
    expect(t.call("cudaGetLastError")).toBe(status);
    expect(t.call("cudaDeviceSynchronize")).toBe("cudaSuccess");
  });

  it("of what is no kernel is refused", () => {
    const { t } = recorder();
    const one = t.words(1, 1, 1);
    expect(t.call("cudaLaunchKernel", 5, one, one, 0, 0, 0)).toBe("cudaErrorInvalidDeviceFunction");
  });

  it("with a pointer of the host fails when the program waits, as on a GPU", () => {
    const { runs, t } = recorder();
    expect(t.launch(0, [1, 1, 1], [1, 1, 1], [t.place(), 1])).toBe("cudaSuccess");
    expect(t.call("cudaGetLastError")).toBe("cudaSuccess");
    expect(t.call("cudaDeviceSynchronize")).toBe("cudaErrorIllegalAddress");
    expect(runs).toEqual([]);
    expect(t.warnings[0]).toContain("its parameter 1 is a pointer to the host's memory");
  });

  it("with a freed pointer fails too; null, ends of arrays and small numbers pass", () => {
    const { runs, t } = recorder();
    const p = t.make("cudaMalloc", 256);
    for (const pointer of [0, 12, p + 8, p + 256]) t.launch(0, [1, 1, 1], [1, 1, 1], [pointer, 1]);
    expect(t.call("cudaDeviceSynchronize")).toBe("cudaSuccess");
    expect(runs.length).toBe(4);
    t.call("cudaFree", p);
    t.launch(0, [1, 1, 1], [1, 1, 1], [p, 1]);
    expect(t.call("cudaDeviceSynchronize")).toBe("cudaErrorIllegalAddress");
    expect(t.warnings[0]).toContain("memory that was freed");
  });

  it("that is cooperative says so, and is refused when not all blocks fit", () => {
    const { runs, t } = recorder();
    const block = t.words(1024, 1, 1);
    const launch = (blocks: number): string =>
      t.call("cudaLaunchCooperativeKernel", t.stub(1), t.words(blocks, 1, 1), block, 0, 0, 0);
    expect(launch(8)).toBe("cudaSuccess");
    expect(launch(9)).toBe("cudaErrorCooperativeLaunchTooLarge");
    t.call("cudaDeviceSynchronize");
    expect(runs.map(([, l]) => l.cooperative)).toEqual([true]);
  });

  it("by a configuration structure reads its attributes", () => {
    const { runs, t } = recorder();
    const cooperative = t.place(72);
    t.guest.setU32(cooperative, 2);
    t.guest.setU32(cooperative + POINTER_BYTES, 1);
    const config = launchConfig(t, 1, 16, cooperative);
    expect(t.call("cudaLaunchKernelExC", config, t.stub(1), 0)).toBe("cudaSuccess");
    t.call("cudaDeviceSynchronize");
    expect(runs).toMatchObject([[[], { block: [32, 1, 1], sharedBytes: 16, cooperative: true }]]);
    const cluster = t.place(72);
    t.guest.setU32(cluster, 4);
    t.guest.setTriple(cluster + POINTER_BYTES, [2, 1, 1]);
    expect(t.call("cudaLaunchKernelExC", launchConfig(t, 2, 0, cluster), t.stub(1), 0)).toBe(
      "cudaErrorNotSupported",
    );
    expect(t.warnings[0]).toContain("clusters are not supported on the cpu device");
  });
});

/** A cudaLaunchConfig_t with one attribute. */
function launchConfig(t: TestRuntime, blocks: number, sharedBytes: number, attribute: number): number {
  const config = t.place(24 + 3 * POINTER_BYTES + 4);
  t.guest.setTriple(config, [blocks, 1, 1]);
  t.guest.setTriple(config + 12, [32, 1, 1]);
  [sharedBytes, 0, attribute].forEach((value, i) => t.guest.setWord(config + 24 + POINTER_BYTES * i, value));
  t.guest.setU32(config + 24 + 3 * POINTER_BYTES, 1);
  return config;
}

describe("a kernel", () => {
  it("tells its attributes; asking for more shared memory allows it", () => {
    const { t } = recorder();
    const attributes = t.struct("cudaFuncAttributes", {});
    expect(t.call("cudaFuncGetAttributes", attributes, t.stub(1))).toBe("cudaSuccess");
    const { get } = structAt(t.guest, "cudaFuncAttributes", attributes);
    expect(
      ["sharedSizeBytes", "maxThreadsPerBlock", "maxDynamicSharedSizeBytes"].map((field) => get(field)),
    ).toEqual([1024, 1024, 47 * 1024]);
    expect(t.call("cudaFuncSetAttribute", t.stub(1), 8, 100_000)).toBe("cudaSuccess");
    expect(t.launch(1, [1, 1, 1], [1, 1, 1], [], 100_000)).toBe("cudaSuccess");
    expect(t.call("cudaFuncSetAttribute", t.stub(1), 8, 300_000)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaFuncSetAttribute", t.stub(1), 9, 50)).toBe("cudaSuccess");
    expect(t.call("cudaFuncSetAttribute", t.stub(1), 99, 1)).toBe("cudaErrorInvalidValue");
    expect(t.call("cudaFuncSetCacheConfig", t.stub(1), 1)).toBe("cudaSuccess");
    expect(t.call("cudaFuncSetSharedMemConfig", t.stub(1), 2)).toBe("cudaSuccess");
    expect(t.guest.text(t.make("cudaFuncGetName", t.stub(1)))).toBe("shared");
    expect(t.make("cudaGetFuncBySymbol", t.stub(1))).toBe(t.stub(1));
    const [offset, size] = [t.place(), t.place()];
    expect(t.call("cudaFuncGetParamInfo", t.stub(0), 1, offset, size)).toBe("cudaSuccess");
    expect([t.guest.u32(offset), t.guest.u32(size)]).toEqual([POINTER_BYTES, POINTER_BYTES]);
    expect(t.call("cudaFuncGetParamInfo", t.stub(0), 2, offset, size)).toBe("cudaErrorInvalidValue");
  });

  it.each([
    [1024, 0, 2],
    [256, 0, 8],
    [32, 0, 32],
    [33, 0, 32],
    [1024, 100 * 1024, 2],
    [1024, 150 * 1024, 1],
    [1025, 0, 0],
  ])("in blocks of %i threads and %i bytes is resident %i times", (threads, bytes, blocks) => {
    const { t } = recorder();
    expect(t.make("cudaOccupancyMaxActiveBlocksPerMultiprocessor", t.stub(0), threads, bytes)).toBe(blocks);
    const flagged = "cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags";
    expect(t.make(flagged, t.stub(0), threads, bytes, 0)).toBe(blocks);
  });

  it("has the shared memory that is left for so many blocks", () => {
    const { t } = recorder();
    expect(t.make("cudaOccupancyAvailableDynamicSMemPerBlock", t.stub(0), 2, 128)).toBe(113 * 1024);
    expect(t.make("cudaOccupancyAvailableDynamicSMemPerBlock", t.stub(0), 1, 128)).toBe(227 * 1024);
  });
});
