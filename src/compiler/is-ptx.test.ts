import { describe, expect, it } from "vitest";
import { isPtx, isText, ptxOf } from "./is-ptx.js";

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

  it("knows bytes of PTX, also with a NUL behind them", () => {
    const text = "// by nvcc\n.version 8.0\n";
    expect(ptxOf(Buffer.from(text))).toBe(text);
    expect(ptxOf(Buffer.from(`${text}\0`))).toBe(text);
    expect(ptxOf(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46))).toBeUndefined();
    expect(ptxOf(Buffer.from("/* a source */"))).toBeUndefined();
    expect(ptxOf(new Uint8Array(0))).toBeUndefined();
  });

  it("tells text from machine code", () => {
    expect(isText(Buffer.from('extern "C" __global__ void größe(int* x) {}\n'))).toBe(true);
    expect(isText(Uint8Array.of(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1))).toBe(false);
    expect(isText(Uint8Array.of(0x50, 0xed, 0x55, 0xba, 1, 0))).toBe(false);
    expect(isText(new Uint8Array(0))).toBe(false);
  });

  it("reads a banner of many comments once", () => {
    const banner = "/* ---------------- */\n".repeat(2000);
    expect(isPtx(`${banner}__global__ void k() {}`)).toBe(false);
    expect(isPtx(`${banner}.version 8.0\n`)).toBe(true);
  });
});
