import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFolder } from "../../../../host/assets.js";
import { CUDA_FUNCTION_NAMES } from "./function-names.js";
import { runtimePage } from "./write-docs.js";
import { generatedHeaders } from "./write-headers.js";

const folder = join(packageFolder(), "include/cuts/cuda/detail");

describe("the page about the runtime", () => {
  it("lists what is in the tables", async () => {
    await expect(runtimePage()).toMatchFileSnapshot(join(packageFolder(), "docs/cuda-runtime.md"));
  });
});

describe("the generated headers", () => {
  it.each(Object.entries(generatedHeaders()))("%s is what the tables say", async (name, text) => {
    await expect(text).toMatchFileSnapshot(join(folder, name));
  });

  it("name each function once", () => {
    expect(new Set(CUDA_FUNCTION_NAMES).size).toBe(CUDA_FUNCTION_NAMES.length);
    const text = readFileSync(join(folder, "runtime_functions.h"), "utf8");
    expect(text).toContain("cudaError_t cudaMalloc(void** pointer, size_t size);");
  });
});
