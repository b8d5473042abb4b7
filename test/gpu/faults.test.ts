// Kernels that fail on a GPU, each in a process of its own: the error's class, code and message, that everything after it
// says the same, and that the process ends by itself.

import { spawnSync } from "node:child_process";
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
  });
});
