// The fake driver of fake.c, compiled, and the backend over it. Importing this file points CuTS at the fake; one test file
// has it to itself.

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import type { BackendLaunch } from "../../src/backend/backend.js";
import type { CudaDevice } from "../../src/backend/cuda/cuda-backend.js";
import { dlopen } from "../../src/ffi/dlopen.js";
import { compileLibrary, noCompiler } from "../native/compile.js";

export { noCompiler } from "../native/compile.js";

const cache = mkdtempSync(join(tmpdir(), "cuts-fake-cache-"));
process.env["CUTS_CACHE_DIR"] = cache;
afterAll(() => rmSync(cache, { recursive: true, force: true }));

function openFake() {
  const path = compileLibrary("fakecuda", readFileSync(new URL("fake.c", import.meta.url), "utf8"));
  process.env["CUTS_LIBCUDA"] = path;
  process.env["CUTS_LIBNVRTC"] = path;
  return dlopen(path, {
    fake_log: "const char*()",
    fake_clear_log: "void()",
    fake_fail: "void(const char* call, int status, int after)",
    fake_set_version: "void(int version)",
    fake_set_devices: "void(int count)",
    fake_set_event_delay: "void(int queries)",
    fake_set_memory: "void(uint64_t bytes)",
    fake_set_architecture: "void(int sm)",
    fake_set_concurrent_managed: "void(int yes)",
    fake_set_peers: "void(int yes)",
    fake_live_objects: "int()",
    fake_live_allocations: "int()",
    fake_host_blocks: "int()",
    fake_registered: "int()",
  });
}

/** What tests set and see of the fake; undefined, and never asked, where no compiler is there. */
export const fake = noCompiler === undefined ? openFake() : (undefined as never);

/** The calls that were made since the log was cleared. */
export function log(): readonly string[] {
  return (fake.fake_log() ?? "").split("\n").filter((line) => line !== "");
}

/** Puts the fake back to what it is at first. */
export function restoreFake(): void {
  fake.fake_fail("", 0, 0);
  fake.fake_set_event_delay(0);
  fake.fake_set_memory(2 ** 30);
  fake.fake_clear_log();
}

/** Opens a device of the fake. */
export async function openGpu(id = "cuda:0"): Promise<CudaDevice> {
  const { cudaBackends } = await import("../../src/backend/cuda/find-devices.js");
  return cudaBackends.open(id);
}

/** A launch, with some of it as the test wants it. */
export const launchOf = (more: Partial<BackendLaunch> = {}): BackendLaunch => ({
  grid: [3, 2, 1],
  block: [64, 2, 1],
  sharedBytes: 0,
  cooperative: false,
  cluster: undefined,
  timeoutMs: undefined,
  work: undefined,
  watch: undefined,
  ...more,
});

/** A kernel as the fake knows them: a pointer, a float and an int. */
export const source = 'extern "C" __global__ void scale(float* x, float s, int n) {}';
