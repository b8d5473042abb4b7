import { describe, expect, it } from "vitest";
import { isPtx } from "./is-ptx.js";

describe("isPtx", () => {
  it.each([
    [".version 8.0\n.target sm_75", true],
    ["// by nvcc\n//\n\n/* a */ /* b */\n.version\t8.0", true],
    ["/* .version 8.0 */ int x;", false],
    ["int x; // .version 8.0", false],
    [".versions 8.0", false],
    ["/* not closed .version 8.0", false],
    ["// only this", false],
    ["", false],
  ])("%j: %s", (text, expected) => {
    expect(isPtx(text)).toBe(expected);
  });

  it("reads a banner of many comments once", () => {
    const banner = "/* ---------------- */\n".repeat(2000);
    expect(isPtx(`${banner}__global__ void k() {}`)).toBe(false);
    expect(isPtx(`${banner}.version 8.0\n`)).toBe(true);
  });
});
