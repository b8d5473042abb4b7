// The state of the process is made anew within one process: a test does not see what the one before left behind.

import { beforeEach, expect, it } from "vitest";
import { resetProcessState } from "../../src/core/process-state.js";
import * as cu from "../../src/index.js";
import { liveHandles } from "../../src/runtime/lifetimes/handle.js";
import { Storage } from "../../src/runtime/memory/storage.js";
import { registerFake } from "./fake-backend.js";

beforeEach(resetProcessState);

/** What every test here leaves behind: a device, a default device, arrays that nobody disposes, and a precision. */
function useEverything(): { readonly device: cu.Device; readonly serial: number } {
  registerFake("fake:0", {});
  process.env["CUTS_DEVICE"] = "fake:0";
  expect(liveHandles()).toEqual([]);
  expect(cu.matmulPrecision("tf32")).toBe("float32");
  const device = cu.device();
  const left = [cu.empty([4]), cu.empty([8]), cu.stream()];
  expect(liveHandles()).toHaveLength(left.length);
  expect(device.memory().allocations).toBe(2);
  return { device, serial: Storage.last };
}

let first: { readonly device: cu.Device; readonly serial: number } | undefined;

it("one test uses devices, arrays and settings", () => {
  first = useEverything();
  expect(cu.device().id).toBe("fake:0");
});

it("the next one finds a new process", () => {
  const second = useEverything();
  expect(second.device).not.toBe(first?.device);
  expect(second.serial).toBe(first?.serial);
});

it("devices that a test registered are gone", () => {
  process.env["CUTS_DEVICE"] = "cpu";
  expect(() => cu.device("fake:0")).toThrow(expect.objectContaining({ code: "CUTS_DEVICE_UNAVAILABLE" }));
  expect(cu.device().id).toBe("cpu");
});
