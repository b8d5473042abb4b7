import { describe, expect, it } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { kernel } from "./kernel.js";
import type { LaunchConfig } from "./launch-config.js";

const fake = registerFake("fake:0");
registerFake("small:0", { maxThreadsPerBlock: 100 });
const k = kernel('extern "C" __global__ void k() {}', { device: "fake:0" });

function launch(config: unknown) {
  fake.clearLog();
  k(config as LaunchConfig);
  return fake.launches[0]?.launch;
}

describe("a launch configuration", () => {
  it.each<[LaunchConfig, object]>([
    [
      { grid: 3, block: 32 },
      { grid: [3, 1, 1], block: [32, 1, 1], sharedBytes: 0, cooperative: false },
    ],
    [
      { grid: [3, 2], block: [4, 4, 4] },
      { grid: [3, 2, 1], block: [4, 4, 4] },
    ],
    [{ threads: 1 }, { grid: [1, 1, 1], block: [256, 1, 1] }],
    [{ threads: 256 }, { grid: [1, 1, 1], block: [256, 1, 1] }],
    [{ threads: 257 }, { grid: [2, 1, 1], block: [256, 1, 1] }],
    [{ threads: [17, 16] }, { grid: [2, 1, 1], block: [16, 16, 1] }],
    [{ threads: [9, 8, 5] }, { grid: [2, 1, 2], block: [8, 8, 4] }],
    [
      { threads: 100, block: 32 },
      { grid: [4, 1, 1], block: [32, 1, 1] },
    ],
    [
      { threads: [100, 3], block: [64, 2] },
      { grid: [2, 2, 1], block: [64, 2, 1] },
    ],
    [
      { grid: 4, block: 1, shared: 1024, cooperative: true, cluster: 2, timeoutMs: 50 },
      { sharedBytes: 1024, cooperative: true, cluster: [2, 1, 1], timeoutMs: 50 },
    ],
  ])("%j", (config, expected) => {
    expect(launch(config)).toMatchObject(expected);
    expect(launch(config)).toMatchObject(expected);
  });

  it("of no threads launches nothing, and is legal only as `threads`", () => {
    expect(launch({ threads: 0 })).toBeUndefined();
    expect(launch({ threads: [5, 0] })).toBeUndefined();
    expect(() => launch({ grid: 0, block: 1 })).toThrow("Try: { threads: 0 } for a launch of nothing");
  });

  it.each<[string, unknown, string, string]>([
    [
      "TypeError",
      undefined,
      "CUTS_LAUNCH_CONFIG",
      "Cannot launch k: the launch configuration must come first (got undefined)",
    ],
    ["TypeError", 256, "CUTS_LAUNCH_CONFIG", "Try: k({ threads: n }, …)"],
    ["TypeError", {}, "CUTS_LAUNCH_CONFIG", "it must have `grid` and `block`, or `threads` (got {})"],
    ["TypeError", { grid: 1 }, "CUTS_LAUNCH_CONFIG", "or `threads` (got { grid })"],
    ["TypeError", { grid: 1, threads: 1 }, "CUTS_LAUNCH_CONFIG", "only one may be given (got both)"],
    [
      "TypeError",
      { grid: 1, blok: 1 },
      "CUTS_LAUNCH_CONFIG",
      '"blok" is no part of a launch configuration\nTry: block',
    ],
    [
      "TypeError",
      { grid: "1", block: 1 },
      "CUTS_LAUNCH_CONFIG",
      '`grid` must be a number or an array of up to three (got "1")',
    ],
    ["TypeError", { grid: [1, 1, 1, 1], block: 1 }, "CUTS_LAUNCH_CONFIG", "(got [1, 1, 1, 1])"],
    ["TypeError", { grid: [], block: 1 }, "CUTS_LAUNCH_CONFIG", "(got [])"],
    [
      "TypeError",
      { threads: 1, shared: -1 },
      "CUTS_LAUNCH_CONFIG",
      "`shared` must be a whole number and at least 0 (got -1)",
    ],
    ["TypeError", { threads: 1, timeoutMs: 0.5 }, "CUTS_LAUNCH_CONFIG", "`timeoutMs` must be a whole number"],
    [
      "TypeError",
      { threads: 1, cooperative: 1 },
      "CUTS_LAUNCH_CONFIG",
      "`cooperative` must be true or false",
    ],
    [
      "LaunchError",
      { grid: 1, block: 0 },
      "CUTS_LAUNCH_CONFIG",
      "every size of `block` must be a whole number and at least 1 (got 0; cudaErrorInvalidConfiguration)",
    ],
    [
      "LaunchError",
      { grid: 1.5, block: 1 },
      "CUTS_LAUNCH_CONFIG",
      "(got 1.5; cudaErrorInvalidConfiguration)",
    ],
    [
      "LaunchError",
      { threads: -1 },
      "CUTS_LAUNCH_CONFIG",
      "`threads` must be a whole number and at least 0 (got -1",
    ],
    [
      "LaunchError",
      { grid: 1, block: 1025 },
      "CUTS_LAUNCH_CONFIG",
      "a block has at most [1024, 1024, 64] threads (got [1025, 1, 1]; cudaErrorInvalidConfiguration)",
    ],
    [
      "LaunchError",
      { grid: 1, block: [32, 32, 2] },
      "CUTS_LAUNCH_CONFIG",
      "a block has at most 1024 threads (got [32, 32, 2]",
    ],
    [
      "LaunchError",
      { grid: [1, 65536], block: 1 },
      "CUTS_LAUNCH_CONFIG",
      "a grid has at most [2147483647, 65535, 65535] blocks (got [1, 65536, 1]",
    ],
    ["LaunchError", { threads: 1e12 }, "CUTS_LAUNCH_CONFIG", "a grid has at most"],
    [
      "LaunchError",
      { threads: 1, shared: 49153 },
      "CUTS_LAUNCH_SHARED_MEMORY",
      "at most 48.0 KiB of shared memory (got 48.0 KiB dynamic and 0 B static; cudaErrorInvalidValue)",
    ],
    [
      "LaunchError",
      { grid: 3, block: 1, cluster: 2 },
      "CUTS_LAUNCH_CONFIG",
      "the grid must be a whole number of clusters of [2, 1, 1] (got [3, 1, 1]",
    ],
  ])("is refused with a %s: %j", (name, config, code, message) => {
    const run = (): unknown => launch(config);
    expect(run).toThrow(message);
    expect(run).toThrow(expect.objectContaining({ name, code }));
    expect(fake.launches).toEqual([]);
  });

  it("that was right once is checked again when it changes", () => {
    const config = { grid: [1, 1], block: [32] };
    expect(launch(config)).toMatchObject({ grid: [1, 1, 1] });
    config.grid[1] = 7;
    expect(launch(config)).toMatchObject({ grid: [1, 7, 1] });
    config.block.push(64);
    expect(() => launch(config)).toThrow("at most 1024 threads");
    Object.assign(config, { block: [32], sharde: 1 });
    expect(() => launch(config)).toThrow("sharde");
    expect(launch({ grid: [1, 7], block: [32], shared: 16 })).toMatchObject({ sharedBytes: 16 });
    expect(launch({ grid: [1, 7], block: [32] })).toMatchObject({ sharedBytes: 0 });
  });

  it("reuses what it became while it stays the same", () => {
    const first = launch({ grid: 2, block: [32, 2] });
    expect(launch({ block: [32, 2], grid: 2 })).toBe(first);
    expect(launch({ grid: 3, block: [32, 2] })).not.toBe(first);
    const config = { grid: 2, block: 32, shared: 0 };
    const again = launch(config);
    expect(launch(config)).toBe(again);
    config.grid = 5;
    expect(launch(config)).toMatchObject({ grid: [5, 1, 1] });
    config.shared = 64;
    expect(launch(config)).toMatchObject({ sharedBytes: 64 });
  });

  it("takes the block that the device prefers for a kernel", () => {
    const other = registerFake("prefers:0", { preferredThreadsPerBlock: 384 });
    const preferring = kernel('extern "C" __global__ void p() {}', { device: "prefers:0" });
    preferring({ threads: 1000 });
    preferring({ threads: [10, 10] });
    preferring({ threads: 1000, block: 100 });
    expect(other.launches.map(({ launch }) => launch.block)).toEqual([
      [384, 1, 1],
      [16, 16, 1],
      [100, 1, 1],
    ]);
  });

  it("obeys a kernel that allows fewer threads than the device", () => {
    const bounded = kernel('extern "C" __global__ void bounded() {}', { device: "small:0" });
    expect(() => bounded({ grid: 1, block: 128 })).toThrow(
      "a block of this kernel has at most 100 threads (got [128, 1, 1]",
    );
    bounded({ threads: 65 });
    bounded({ threads: [9, 9] });
  });
});
