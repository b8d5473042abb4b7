import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  // As on a machine where nobody has set it.
  vi.stubEnv("CUTS_DEVICE", undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** The registry as a fresh process has it, with providers of `ids` and, under `cuda`, a reason why there is none. */
async function fresh(ids: readonly string[], whyNot: string | null = null) {
  const { registerBackend } = await import("./backends.js");
  const { FakeBackend } = await import("../../../test/runtime/fake-backend.js");
  const opened: string[] = [];
  const open = (id: string) => {
    opened.push(id);
    return new FakeBackend(id, {});
  };
  registerBackend({
    kind: "cuda",
    isChosen: true,
    programs: null,
    libraries: null,
    prebuilder: null,
    find: () => ({ ids, whyNot }),
    open,
  });
  return { ...(await import("./devices.js")), opened };
}

describe("the current device", () => {
  it("is the first GPU, else the cpu", async () => {
    expect((await fresh(["cuda:0", "cuda:1"])).device().id).toBe("cuda:0");
    vi.resetModules();
    expect((await fresh([], "no driver")).device().id).toBe("cpu");
  });

  it("is what CUTS_DEVICE names", async () => {
    vi.stubEnv("CUTS_DEVICE", "cuda:1");
    expect((await fresh(["cuda:0", "cuda:1"])).device().id).toBe("cuda:1");
    vi.resetModules();
    vi.stubEnv("CUTS_DEVICE", "cpu");
    expect((await fresh(["cuda:0"])).device().id).toBe("cpu");
  });

  it("is never another one than CUTS_DEVICE names", async () => {
    vi.stubEnv("CUTS_DEVICE", "cuda:0");
    const { device } = await fresh([], "libcuda.so.1 was not found");
    expect(() => device()).toThrow(
      'Cannot use the device "cuda:0", which CUTS_DEVICE asks for: it must be one of cpu\n  cuda: libcuda.so.1 was not found\nTry: ',
    );
  });

  it("follows withDevice() across await, and only there", async () => {
    const { device, withDevice } = await fresh(["cuda:0", "cuda:1"]);
    const inside = withDevice("cuda:1", async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      return [device().id, withDevice("cpu", () => device().id), device().id];
    });
    expect(device().id).toBe("cuda:0");
    expect(await inside).toEqual(["cuda:1", "cpu", "cuda:1"]);
  });
});

describe("devices", () => {
  it("are listed and named without being opened", async () => {
    const { device, devices, opened } = await fresh(["cuda:0", "cuda:1"]);
    expect(devices().map(String)).toEqual(["cuda:0", "cuda:1", "cpu"]);
    expect(device("cuda")).toBe(device("cuda:0"));
    expect(opened).toEqual([]);
    expect(inspect(device("cuda:1"))).toBe("Device cuda:1 (a fake, 1.0 MiB)");
    expect(opened).toEqual(["cuda:1"]);
  });

  it("that are not there are an error that lists what is", async () => {
    const { device, withDevice } = await fresh(["cuda:0"]);
    const { DeviceUnavailableError } = await import("../../core/errors.js");
    expect(() => device("cuda:7")).toThrow(DeviceUnavailableError);
    expect(() => device("cuda:7")).toThrow('Cannot use the device "cuda:7": it must be one of cuda:0, cpu');
    expect(() => withDevice("gpu", () => 1)).toThrow('"gpu"');
    expect(() => withDevice(3 as never, () => 1)).toThrow("(got 3)");
  });

  it("tell their memory and limits", async () => {
    const { device } = await fresh(["cuda:0"]);
    expect(device().properties.warpSize).toBe(32);
    const memory = { liveBytes: 0, cachedBytes: 0, totalBytes: 1 << 20, hostBytes: 0, peakBytes: 0 };
    expect(device().memory()).toEqual({ ...memory, allocations: 0, limitBytes: undefined });
  });
});
