// An addon with kernels in it on the cpu device: the same file as on a GPU (test/gpu/addons.test.ts), and what is only so here.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import { array, ones } from "../../src/array/array.js";
import { loadOnDevice, testsOnDevice } from "./on-device.js";

const cpu = { device: "cpu" };

describe("an addon on the cpu device", () => {
  testsOnDevice("cpu", "wasm");

  it("loses what a kernel was to write that failed, and tells whoever looks", async () => {
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    using addon = await loadOnDevice("cpu");
    using x = ones([4], cpu);
    addon.fault(x);
    await expect(x.data()).rejects.toThrow(/store_through_null.*wrote through a null pointer/s);
    // CUDA has no way back from it, and neither has the addon.
    using y = array([1], cpu);
    expect(() => addon.doubled([1])).toThrow(/Cannot call doubled: .*(on-device\.cu:\d+)/);
    expect(await y.tolist()).toEqual([1]);
    stderr.mockRestore();
  });

  it("ends alone where it crashes", async () => {
    const addon = await loadOnDevice("cpu");
    expect(() => addon.crash()).toThrow(/^Cannot finish crash: it ended the library on-device \(Aborted\)$/);
    expect(() => addon.stream()).toThrow(
      /^Cannot call stream: the library on-device ended in an earlier call/,
    );
    addon.dispose();
    expect(() => addon.stream()).toThrow(/^Cannot call stream: the library on-device was disposed$/);
  });

  it("has nothing to say at the end of the process when it was given back", async () => {
    const program = fileURLToPath(new URL("dispose-program.ts", import.meta.url));
    const ended = await promisify(execFile)(process.execPath, ["--import", "tsx", program]);
    expect(ended).toEqual({ stdout: "", stderr: "" });
  });
});
