import { expect, test } from "vitest";
import { ERROR_CODES } from "../cudart/error-codes.js";
import { type KnownMemory, whyFailed } from "./why-failed.js";

const live: KnownMemory = { base: 1000, byteLength: 40, site: "a.cu:3:1" };
const freed: KnownMemory = { base: 2000, byteLength: 8, freed: "a.cu:9:1" };
const near = (address: number): KnownMemory | undefined =>
  [live, freed].find(({ base, byteLength }) => address >= base && address < base + byteLength + 16);
const invalid = ERROR_CODES.cudaErrorInvalidValue;

test.each([
  [
    "cudaFree",
    [1004],
    "the pointer is 4 bytes behind the beginning of the 40-byte allocation made at a.cu:3:1, and only its beginning can be freed",
  ],
  ["cudaFree", [2000], "the 8-byte allocation was freed before, at a.cu:9:1"],
  ["cudaFreeHost", [5000], "the pointer is not one that cudaMalloc gave"],
  [
    "cudaMemcpy",
    [1000, 5000, 80, 1],
    "it wants 80 bytes, and the 40-byte allocation made at a.cu:3:1 has 40 from the pointer on",
  ],
  [
    "cudaMemcpyAsync",
    [5000, 1030, 11, 2, 0],
    "it wants 11 bytes, and the 40-byte allocation made at a.cu:3:1 has 10 from the pointer on",
  ],
  ["cudaMemset", [2004, 0, 4], "the 8-byte allocation was freed at a.cu:9:1"],
  ["cudaMemset", [5000, 0, 4], undefined],
  ["cudaMemcpy", [1000, 5000, 40, 9], undefined],
  ["cudaStreamCreate", [1004], undefined],
])("%s(%j)", (name, args, why) => {
  expect(whyFailed(name, args, invalid, near)).toBe(why);
});

test("other errors have other reasons", () => {
  expect(whyFailed("cudaFree", [1004], ERROR_CODES.cudaErrorMemoryAllocation, near)).toBeUndefined();
});
