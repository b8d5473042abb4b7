import { describe, expect, it } from "vitest";
import { inOwnWords, withNote } from "./refused-features.js";

describe("inOwnWords", () => {
  it("names what clang calls by what it misses", () => {
    const said =
      "kernel launch from __device__ or __global__ function requires relocatable device code (i.e. requires -fgpu-rdc)";
    expect(inOwnWords(said)).toBe(
      "a launch from device code (dynamic parallelism) needs relocatable device code: compile with -rdc=true, as with nvcc",
    );
    expect(inOwnWords("no template named 'texture'")).toContain(
      "a texture reference (texture<…>) is not supported",
    );
    expect(inOwnWords("invalid output constraint '=r' in asm")).toBe(
      "this inline PTX is not supported on the cpu device (invalid output constraint '=r' in asm)",
    );
  });

  it("says of names of CUDA's that they are not there", () => {
    expect(inOwnWords("unknown type name 'cudaGraphConditionalHandle'")).toBe(
      "'cudaGraphConditionalHandle' is not supported on the cpu device, or misspelled",
    );
    expect(inOwnWords("use of undeclared identifier 'CU_MEM_ALLOCATION_TYPE_PINNED'")).toBe(
      "'CU_MEM_ALLOCATION_TYPE_PINNED' is not supported on the cpu device, or misspelled",
    );
    expect(inOwnWords("use of undeclared identifier 'CUarray'; did you mean 'array'?")).toBe(
      "'CUarray' is not supported on the cpu device, or misspelled",
    );
    expect(inOwnWords("unknown type name 'CUDA_MEMCPY2D'")).toBe(
      "'CUDA_MEMCPY2D' is not supported on the cpu device, or misspelled",
    );
    expect(inOwnWords("use of undeclared identifier '__isShared'")).toBe(
      "the question in which memory a pointer points (__isShared) is not supported on the cpu device",
    );
    expect(inOwnWords("no type named 'cluster_group' in namespace 'cooperative_groups'")).toBe(
      "a thread block cluster (cluster_group) is not supported on the cpu device",
    );
    for (const own of [
      "use of undeclared identifier 'cursor'",
      "use of undeclared identifier 'CUSTOM'",
      "unknown type name 'cudaEror_t'; did you mean 'cudaError_t'?",
    ])
      expect(inOwnWords(own)).toBe(own);
  });

  it("leaves other messages as they are", () => {
    expect(inOwnWords("no template named 'textures'")).toBe("no template named 'textures'");
  });
});

describe("withNote", () => {
  const note = "candidate function not viable: call to __host__ function from __global__ function";

  it("tells of a function of the host that a kernel calls", () => {
    expect(withNote("no matching function for call to 'puts'", note)).toBe(
      "a __global__ function cannot call 'puts', which is a __host__ function",
    );
  });

  it("leaves other messages as they are", () => {
    const other = "candidate function not viable: requires 2 arguments, but 1 was provided";
    expect(withNote("no matching function for call to 'f'", other)).toBe(
      "no matching function for call to 'f'",
    );
    expect(withNote("unknown type name 'T'", note)).toBe("unknown type name 'T'");
  });
});
