import { describe, expect, it } from "vitest";
import { inOwnWords } from "./refused-features.js";

describe("inOwnWords", () => {
  it("names what clang calls by what it misses", () => {
    const said =
      "kernel launch from __device__ or __global__ function requires relocatable device code (i.e. requires -fgpu-rdc)";
    expect(inOwnWords(said)).toBe(
      "a launch from device code (dynamic parallelism) is not supported on the cpu device",
    );
    expect(inOwnWords("no template named 'texture'")).toContain(
      "a texture reference (texture<…>) is not supported",
    );
    expect(inOwnWords("invalid output constraint '=r' in asm")).toBe(
      "this inline PTX is not supported on the cpu device (invalid output constraint '=r' in asm)",
    );
  });

  it("leaves other messages as they are", () => {
    expect(inOwnWords("no template named 'textures'")).toBe("no template named 'textures'");
  });
});
