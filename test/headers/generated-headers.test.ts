// The headers of the CUDA runtime, and the page about it, are written from the tables of its functions.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CUDA_FUNCTION_NAMES } from "../../src/backend/cpu/program/cudart/function-names.js";
import { runtimePage } from "../../tools/cuda-runtime-docs.js";
import { generatedHeaders } from "../../tools/cuda-runtime-headers.js";
import { root } from "../../tools/manifest.js";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

it("docs/cuda-runtime.md lists what is in the tables (npm run generate)", () => {
  expect(read("docs/cuda-runtime.md")).toBe(runtimePage());
});

describe("the generated headers", () => {
  it.each(Object.entries(generatedHeaders()))(
    "%s is what the tables say (npm run generate)",
    (name, text) => {
      expect(read(`include/cuts/cuda/detail/${name}`)).toBe(text);
    },
  );

  it("name each function once", () => {
    expect(new Set(CUDA_FUNCTION_NAMES).size).toBe(CUDA_FUNCTION_NAMES.length);
    const text = read("include/cuts/cuda/detail/runtime_functions.h");
    expect(text).toContain("cudaError_t cudaMalloc(void** pointer, size_t size);");
  });
});
