// Mistakes of plain JavaScript: each is an error with a code that names the call, and none of CuTS's own slips.

import { afterEach, describe, expect, it, vi } from "vitest";
import { readEnvironmentNumber } from "../../src/host/environment-number.js";
import * as cu from "../../src/index.js";

const nothing = undefined as never;

describe("what is given in place of", () => {
  it.each([
    ["a graph's function", "CUTS_FUNCTION", () => cu.graph(cu.DisposedError as never)],
    ["a graph's function, as a number", "CUTS_FUNCTION", () => cu.graph(5 as never)],
    ["an array, to irfft2", "CUTS_OPERAND", () => cu.fft.irfft2(nothing)],
    ["an array, to irfftn", "CUTS_OPERAND", () => cu.fft.irfftn(nothing)],
    ["reports", "CUTS_OPERAND", () => cu.formatReports(5 as never)],
    ["arrays by name", "CUTS_OPERAND", () => cu.saveSafetensors("x", nothing)],
    ["a CUDA array interface", "CUTS_OPERAND", () => cu.fromCudaArrayInterface(5 as never)],
    ["a path", "CUTS_PATH", () => cu.openSafetensors(-1 as never)],
  ])("%s is refused with %s", async (_, code, call) => {
    await expect(async () => call()).rejects.toMatchObject({ code });
  });
});

describe("a number in the environment", () => {
  afterEach(() => vi.unstubAllEnvs());
  const range = { least: 1, most: 1024 };

  it.each(["0", "1025", "1000000000", "-1", "1.5", "a"])("is refused where it makes no sense: %s", (text) => {
    vi.stubEnv("CUTS_CPU_THREADS", text);
    expect(() => readEnvironmentNumber("CUTS_CPU_THREADS", range)).toThrow(
      `Cannot use the environment variable CUTS_CPU_THREADS: it must be a whole number from 1 to 1024 (got "${text}")`,
    );
  });

  it("is read", () => {
    vi.stubEnv("CUTS_CPU_THREADS", "4");
    expect(readEnvironmentNumber("CUTS_CPU_THREADS", range)).toBe(4);
    vi.stubEnv("CUTS_CPU_THREADS", "");
    expect(readEnvironmentNumber("CUTS_CPU_THREADS", range)).toBe(undefined);
    vi.stubEnv("CUTS_TIMEOUT_MS", "0");
    expect(readEnvironmentNumber("CUTS_TIMEOUT_MS")).toBe(0);
  });
});
