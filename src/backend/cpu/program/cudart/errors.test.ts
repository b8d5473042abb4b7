import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LaunchError } from "../../../../core/errors.js";
import { dlopen } from "../../../../ffi/dlopen.js";
import { CUDA_ERRORS, UNKNOWN_ERROR_TEXT } from "./error-codes.js";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

describe("names and texts of errors", () => {
  it("are CUDA's", () => {
    const t = new TestRuntime();
    expect(t.guest.text(t.value("cudaGetErrorName", 1))).toBe("cudaErrorInvalidValue");
    expect(t.guest.text(t.value("cudaGetErrorString", 700))).toBe("an illegal memory access was encountered");
    expect(t.guest.text(t.value("cudaGetErrorString", 12_345))).toBe("unrecognized error code");
    expect(t.value("cudaGetErrorString", 2)).toBe(t.value("cudaGetErrorString", 2));
  });

  const library = [process.env["CUDA_PATH"], "/usr/local/cuda"]
    .map((folder) => `${folder}/lib64/libcudart.so`)
    .find((path) => existsSync(path));
  it.skipIf(library === undefined)(
    "agree with the toolkit's library (skipped where there is no toolkit)",
    () => {
      const toolkit = dlopen(library as string, {
        cudaGetErrorName: "const char*(int error)",
        cudaGetErrorString: "const char*(int error)",
      });
      const known: Readonly<Record<number, readonly [string, string]>> = CUDA_ERRORS;
      for (let code = 0; code < 1000; code++) {
        const [name, text] = known[code] ?? [UNKNOWN_ERROR_TEXT, UNKNOWN_ERROR_TEXT];
        expect([code, toolkit.cudaGetErrorName(code), toolkit.cudaGetErrorString(code)]).toEqual([
          code,
          name,
          text,
        ]);
      }
    },
  );
});

describe("the last error", () => {
  it("is kept until it is taken; looking at it leaves it", () => {
    const t = new TestRuntime();
    expect(t.call("cudaSetDevice", 3)).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaDeviceSynchronize")).toBe("cudaSuccess");
    expect(t.call("cudaPeekAtLastError")).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaGetLastError")).toBe("cudaErrorInvalidDevice");
    expect(t.call("cudaGetLastError")).toBe("cudaSuccess");
  });

  it("is also left by functions that work whatever happened", () => {
    const t = new TestRuntime();
    t.call("cudaGetDeviceProperties", t.place(800), 9);
    expect(t.call("cudaGetLastError")).toBe("cudaErrorInvalidDevice");
  });

  it("is the newest one", () => {
    const t = new TestRuntime();
    t.call("cudaSetDevice", 3);
    t.call("cudaFree", t.place());
    expect(t.call("cudaGetLastError")).toBe("cudaErrorInvalidValue");
  });
});

describe("an error of a kernel", () => {
  const failing = (error: Error) =>
    new TestRuntime({
      bad: {
        run: () => {
          throw error;
        },
      },
      good: { run: () => {} },
    });
  const illegal = new LaunchError("CUTS_KERNEL_TRAP", "Cannot finish bad: it … (cudaErrorIllegalAddress)");

  it("comes from the call that waits, and from every call after it", () => {
    const t = failing(illegal);
    expect(t.launch(0, [1, 1, 1], [1, 1, 1], [])).toBe("cudaSuccess");
    expect(t.call("cudaGetLastError")).toBe("cudaSuccess");
    expect(t.call("cudaDeviceSynchronize")).toBe("cudaErrorIllegalAddress");
    expect(t.call("cudaMalloc", t.place(), 4)).toBe("cudaErrorIllegalAddress");
    expect(t.call("cudaGetLastError")).toBe("cudaErrorIllegalAddress");
    expect(t.call("cudaGetLastError")).toBe("cudaSuccess");
    expect(t.launch(1, [1, 1, 1], [1, 1, 1], [])).toBe("cudaErrorIllegalAddress");
    expect(t.warnings).toEqual(["cuts: Cannot finish bad: it … (cudaErrorIllegalAddress)\n"]);
  });

  it("stays after a reset of the device, as on a GPU; other errors go", () => {
    const t = failing(illegal);
    t.call("cudaSetDevice", 7);
    expect(t.call("cudaDeviceReset")).toBe("cudaSuccess");
    expect(t.call("cudaGetLastError")).toBe("cudaSuccess");
    t.launch(0, [1, 1, 1], [1, 1, 1], []);
    expect(t.call("cudaThreadSynchronize")).toBe("cudaErrorIllegalAddress");
    expect(t.call("cudaDeviceReset")).toBe("cudaErrorIllegalAddress");
    expect(t.launch(1, [1, 1, 1], [1, 1, 1], [])).toBe("cudaErrorIllegalAddress");
  });

  it("that is a failed assertion prints its line, as CUDA does", () => {
    const t = failing(
      new LaunchError("CUTS_KERNEL_ASSERT", "Assertion failed in bad (cudaErrorAssert)\na.cu:3: …"),
    );
    t.launch(0, [1, 1, 1], [1, 1, 1], []);
    expect(t.call("cudaStreamSynchronize", 0)).toBe("cudaErrorAssert");
    expect(t.warnings).toEqual(["a.cu:3: …\n"]);
  });

  it("that no CUDA error stands for is a launch failure; a bug of our own is thrown", () => {
    const t = failing(new LaunchError("CUTS_LAUNCH_DEADLOCK", "Cannot finish bad: its threads wait in vain"));
    t.launch(0, [1, 1, 1], [1, 1, 1], []);
    expect(t.call("cudaDeviceSynchronize")).toBe("cudaErrorLaunchFailure");
    const broken = failing(new Error("internal: broken"));
    broken.launch(0, [1, 1, 1], [1, 1, 1], []);
    expect(() => broken.call("cudaDeviceSynchronize")).toThrow("internal: broken");
  });
});
