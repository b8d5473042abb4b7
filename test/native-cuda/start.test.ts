// What becomes of a driver that does not start: each has a reason that a user can act on. Over the fake driver, because a
// machine has one driver in one state.

import { beforeEach, describe, expect, it } from "vitest";
import { fake, noCompiler, restoreFake } from "./fake-driver.js";

describe.skipIf(noCompiler !== undefined)(
  `a driver that does not start${noCompiler ? ` (${noCompiler})` : ""}`,
  () => {
    beforeEach(() => restoreFake());

    async function find() {
      const { cudaBackends } = await import("../../src/backend/cuda/find-devices.js");
      return cudaBackends.find();
    }

    it.each([
      [100, /CUDA_ERROR_NO_DEVICE \(100\).*CUDA_VISIBLE_DEVICES/s],
      [304, /CUDA_ERROR_OPERATING_SYSTEM \(304\).*\/dev\/nvidia\*, which this user must be able to read/s],
      [803, /CUDA_ERROR_SYSTEM_DRIVER_MISMATCH \(803\).*kernel module/s],
    ])("says why: %i", async (status, reason) => {
      fake.fake_fail("cuInit", status, 0);
      const { cudaDriver } = await import("../../src/backend/cuda/cuda-driver.js");
      expect(() => cudaDriver()).toThrow(reason);
      fake.fake_fail("cuInit", status, 0);
      const found = await find();
      expect(found.ids).toEqual([]);
      expect(found.whyNot).toMatch(/Cannot start the NVIDIA driver: CUDA_ERROR/);
    });

    it("too old is said with the version that is needed", async () => {
      fake.fake_set_version(11_080);
      const { device } = await import("../../src/runtime/devices/devices.js");
      expect(() => device("cuda:0")).toThrow(
        /Cannot use the device "cuda:0".*cuda: .*must support CUDA 12\.0 or newer \(got 11\.8\)/s,
      );
      fake.fake_set_version(13_000);
    });

    it("starts when what was wrong is put right", async () => {
      expect(await find()).toEqual({ ids: ["cuda:0"], whyNot: null });
    });
  },
);
