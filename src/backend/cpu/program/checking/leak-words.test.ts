import { expect, it } from "vitest";
import { leakWords } from "./leak-words.js";

it("memory is freed by the counterpart of the call that made it", () => {
  const hint = (maker: string): string => leakWords(maker, 4, "memory").hint;
  expect(hint("cudaMalloc")).toBe("free it with cudaFree");
  expect(hint("cudaMallocManaged")).toBe("free it with cudaFree");
  expect(hint("cudaHostAlloc")).toBe("free it with cudaFreeHost");
  expect(hint("cudaMallocAsync")).toBe("free it with cudaFreeAsync");
  expect(hint("cuMemAlloc_v2")).toBe("free it with cuMemFree");
  expect(leakWords("cudaMalloc", 4000, "device memory")).toMatchObject({
    noun: "device memory",
    detail: "4000 bytes of device memory, allocated here, were not freed when the program ended",
  });
});

it("arrays and textures are called what they are, not memory", () => {
  expect(leakWords("cudaCreateTextureObject", 88, "pinned memory")).toEqual({
    noun: "texture object",
    detail: "a texture object, made here, was not freed when the program ended",
    hint: "free it with cudaDestroyTextureObject",
  });
  expect(leakWords("cudaMallocArray", 800, "device memory").hint).toBe("free it with cudaFreeArray");
});
