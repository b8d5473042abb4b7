// Kernels that fail on a GPU, each in a process of its own: the error's class, code and message, that everything after it
// says the same, and that the process ends by itself.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { noGpu } from "./device.js";

interface Seen {
  readonly name: string;
  readonly code: string;
  readonly message: string;
}

function run(kernel: string, environment: Record<string, string> = {}) {
  const program = fileURLToPath(new URL("fault-program.ts", import.meta.url));
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", program, kernel],
    {
      encoding: "utf8",
      timeout: 60_000,
      env: { ...process.env, CUTS_DEBUG: "", ...environment },
    },
  );
  expect({ status, signal, stderr: status === 0 ? "" : stderr }).toEqual({
    status: 0,
    signal: null,
    stderr: "",
  });
  return { seen: JSON.parse(stdout) as Record<string, Seen | string>, stderr };
}

describe.skipIf(noGpu !== undefined)(
  `the end of a process${noGpu === undefined ? "" : ` (${noGpu})`}`,
  () => {
    it.each(["end", "exit", "throw"])("is in order with everything alive and work under way: %s", (how) => {
      const program = fileURLToPath(new URL("exit-program.ts", import.meta.url));
      const { status, signal, stdout, stderr } = spawnSync(
        process.execPath,
        ["--import", "tsx", program, how],
        {
          encoding: "utf8",
          timeout: 60_000,
        },
      );
      expect({ status, signal, stdout }).toEqual({
        status: how === "throw" ? 1 : 0,
        signal: null,
        stdout: "alive",
      });
      if (how === "throw") expect(stderr).toContain("the program's own error");
      else expect(stderr).toBe("");
    });

    // NVRTC, which has compiled a kernel by then, leaves the handlers of signals without their flags.
    it.each(["SIGINT", "SIGTERM"] as const)("comes by %s", async (signal) => {
      const program = fileURLToPath(new URL("exit-program.ts", import.meta.url));
      const child = spawn(process.execPath, ["--import", "tsx", program, "wait"], {
        env: { ...process.env, CUTS_CACHE_DIR: mkdtempSync(join(tmpdir(), "cuts-signals-")) },
        stdio: ["ignore", "pipe", "inherit"],
        timeout: 50_000,
        killSignal: "SIGKILL",
      });
      child.stdout.once("data", () => child.kill(signal));
      expect(await once(child, "close")).toEqual([null, signal]);
    });
  },
);

describe.skipIf(noGpu !== undefined)(`faults of kernels${noGpu === undefined ? "" : ` (${noGpu})`}`, () => {
  it.each([
    ["out_of_bounds", "CUDA_ERROR_ILLEGAL_ADDRESS", "cudaErrorIllegalAddress"],
    ["misaligned", "CUDA_ERROR_MISALIGNED_ADDRESS", "cudaErrorMisalignedAddress"],
    ["trapping", "CUDA_ERROR_LAUNCH_FAILED", "cudaErrorLaunchFailure"],
    ["failing_assert", "CUDA_ERROR_ASSERT", "cudaErrorAssert"],
  ])("%s is named, with the kernel, by whoever waits", (kernel, code, runtimeName) => {
    const { seen, stderr } = run(kernel);
    const error = seen["data"] as Seen;
    expect(error).toMatchObject({ name: "LaunchError", code });
    expect(error.message).toContain(`the kernel ${kernel} failed`);
    expect(error.message).toContain(runtimeName);
    expect(seen).toMatchObject({
      launch: "no error",
      again: error,
      "later launch": "no error",
      event: error,
      allocate: error,
      dispose: "no error",
      reset: { code: "CUTS_DEVICE_LOST" },
    });
    if (kernel === "failing_assert") expect(stderr).toContain("x[threadIdx.x] == 1");
  });

  it("CUTS_DEBUG=1 throws at the launch itself", () => {
    const { seen } = run("out_of_bounds", { CUTS_DEBUG: "1" });
    expect(seen["launch"]).toMatchObject({ code: "CUDA_ERROR_ILLEGAL_ADDRESS" });
    expect((seen["launch"] as Seen).message).toContain("the kernel out_of_bounds failed");
    expect((seen["launch"] as Seen).message).toMatch(/Launched at .*fault-program\.ts:\d+:\d+$/);
  });

  it("a fault inside a graph names the kernels of the graph", () => {
    const { seen } = run("graph");
    expect(seen["data"]).toMatchObject({ name: "LaunchError", code: "CUDA_ERROR_ILLEGAL_ADDRESS" });
    expect((seen["data"] as Seen).message).toContain("one of the kernels fine, out_of_bounds");
    expect(seen["reset"]).toMatchObject({ code: "CUTS_DEVICE_LOST" });
  });

  it("memory that runs out is an error, and the process goes on", () => {
    const { seen } = run("memory");
    expect(seen).toMatchObject({ launch: { code: "CUTS_OUT_OF_MEMORY" }, data: "no error" });
    expect((seen["launch"] as Seen).message).toMatch(/Cannot allocate .* on cuda:0.*Try: /s);
  });

  it.each([
    ["a missing library", { CUTS_LIBCUDA: "/nowhere/libcuda.so.1" }, /no NVIDIA driver is installed/],
    ["hidden devices", { CUDA_VISIBLE_DEVICES: "" }, /CUDA_ERROR_NO_DEVICE/],
  ])("%s is told by whoever asks for the device", (_what, environment, reason) => {
    const { seen } = run("none", environment);
    expect(seen["device"]).toMatchObject({ name: "DeviceUnavailableError", code: "CUTS_DEVICE_UNAVAILABLE" });
    expect((seen["device"] as Seen).message).toMatch(reason);
  });
});
