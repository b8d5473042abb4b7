// printf of kernels, format by format: against the C library, by its own rules, and with what no printf can do.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatPrintf } from "../../src/backend/cpu/machine/printf.js";
import { type Argument, randomFormat } from "./random-formats.js";

const ARGUMENTS = 1024;
const STRINGS = 32_768;

/** Lays out a format and its arguments as clang does for wasm32, and formats them. */
function printed(text: string, ...args: readonly Argument[]): { text: string; count: number } {
  const memory = new DataView(new ArrayBuffer(65_536));
  const bytes = new Uint8Array(memory.buffer);
  let strings = STRINGS;
  const put = (s: string): number => {
    const at = strings;
    bytes.set(new TextEncoder().encode(s), at);
    strings += Buffer.byteLength(s) + 1;
    return at;
  };
  const formatAt = put(text);
  let at = ARGUMENTS;
  for (const arg of args) {
    if (typeof arg === "number") {
      memory.setInt32(at, arg, true);
      at += 4;
    } else if (typeof arg === "object" && "text" in arg) {
      memory.setInt32(at, put(arg.text), true);
      at += 4;
    } else {
      at = Math.ceil(at / 8) * 8;
      if (typeof arg === "bigint") memory.setBigInt64(at, arg, true);
      else memory.setFloat64(at, arg.real, true);
      at += 8;
    }
  }
  const { text: result, count } = formatPrintf(memory, formatAt, ARGUMENTS, 4);
  return { text: Buffer.from(result, "latin1").toString(), count };
}

const format = (text: string, ...args: readonly Argument[]): string => printed(text, ...args).text;
const real = (value: number): Argument => ({ real: value });

describe("printf on the cpu device", () => {
  it("takes 8-byte values from multiples of 8", () => {
    expect(format("%d %f %d %lld", 1, real(2.5), 3, 4n)).toBe("1 2.500000 3 4");
  });

  it("rounds to the nearest, and of two to the even one", () => {
    const values = [0.5, 1.5, 2.5, -2.5].map(real);
    expect(format("%.0f %.0f %.0f %.0f", ...values)).toBe("0 2 2 -2");
    expect(format("%.1f %.2f %.0e %.1g", real(0.25), real(1.125), real(2.5), real(0.25))).toBe(
      "0.2 1.12 2e+00 0.2",
    );
  });

  it("has as many digits as are asked for", () => {
    expect(format("%.30f", real(0.1))).toBe("0.100000000000000005551115123126");
    expect(format("%.120f", real(0.5))).toBe(`0.5${"0".repeat(119)}`);
    expect(format("%.16e", real(1e23))).toBe("9.9999999999999992e+22");
    expect(format("%.0f", real(1e22))).toBe("10000000000000000000000");
  });

  it("counts widths and precisions in bytes", () => {
    expect(format("%5s|%.2s|", { text: "é" }, { text: "éé" })).toBe("   é|é|");
  });

  it("passes the bytes of a character on, one by one", () => {
    expect(format("%c%c", 0xc3, 0xa9)).toBe("é");
  });

  it("counts arguments, those for widths too", () => {
    expect(printed("none %%").count).toBe(0);
    expect(printed("%d %s %*.*f", 1, { text: "" }, 5, 2, real(1)).count).toBe(5);
  });

  it("formats a null string and a pointer", () => {
    expect(format("%s %.3s %p %p", 0, 0, 4096, 0)).toBe("(null)  0x1000 (nil)");
  });

  it.each([
    ["%s", [-16], "address", "printf read a string at 0xfffffff0, which leaves the device's memory"],
    ["%s", [65_536], "address", "printf read a string at 0x10000, which leaves the device's memory"],
    ["%*d", [1_000_000_000, 1], "printf", "one printf may print at most 16777216 bytes (got 1000000000)"],
    ["%*d", [-(2 ** 31), 1], "printf", "one printf may print at most 16777216 bytes (got 2147483648)"],
    ["%.999999999d", [1], "printf", "one printf may print at most 16777216 bytes (got 999999999)"],
    ["%9000000d%9000000d", [1, 2], "printf", "one printf may print at most 16777216 bytes (got 18000000)"],
  ])("refuses %s of %j", (text, args, type, message) => {
    expect(() => format(text, ...args)).toThrow(expect.objectContaining({ type, message }));
  });

  it("reads no more of a string than the precision asks for", () => {
    const memory = new DataView(new ArrayBuffer(64));
    new Uint8Array(memory.buffer).set(Buffer.from("%.4s"), 0);
    new Uint8Array(memory.buffer).set(Buffer.from("rest"), 60);
    memory.setInt32(16, 60, true);
    expect(formatPrintf(memory, 0, 16, 4).text).toBe("rest");
  });

  const compiler = findCompiler();
  it.skipIf(compiler === undefined)(
    "agrees with the C library on 2000 random formats (needs a C compiler and glibc)",
    ({ skip }) => {
      const cases = Array.from({ length: 2000 }, (_, seed) => randomFormat(seed));
      const expected = printedByC(compiler as string, cases);
      if (expected[0] === "not glibc") skip("C leaves some of it to the library, and this one is not glibc");
      const wrong = cases.flatMap(({ text, args }, i) => {
        const got = format(text, ...args);
        return got === expected[i] ? [] : [{ text, args, got, expected: expected[i] }];
      });
      expect(wrong).toEqual([]);
    },
  );
});

/** What the C library makes of formats. */
function printedByC(
  compiler: string,
  cases: readonly { readonly text: string; readonly args: readonly Argument[] }[],
): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "cuts-printf-"));
  try {
    const lines = cases.map(
      ({ text, args }) => `  printf(${[quoted(text), ...args.map(literal)].join(", ")}); putchar(1);`,
    );
    // Compilers take long over long functions.
    const parts = Array.from({ length: Math.ceil(lines.length / 100) }, (_, i) => i);
    const source = join(folder, "p.c");
    writeFileSync(
      source,
      `#include <stdio.h>
#include <string.h>
#ifndef __GLIBC__
int main(void) { printf("not glibc\\001"); return 0; }
#else
static double bits(unsigned long long u) { double d; memcpy(&d, &u, 8); return d; }
${parts.map((i) => `static void part${i}(void) {\n${lines.slice(i * 100, i * 100 + 100).join("\n")}\n}`).join("\n")}
int main(void) { ${parts.map((i) => `part${i}();`).join(" ")} return 0; }
#endif\n`,
    );
    execFileSync(compiler, ["-w", "-O0", "-fno-builtin", "-o", join(folder, "p"), source]);
    return execFileSync(join(folder, "p"), { encoding: "utf8", maxBuffer: 2 ** 26 }).split("\u0001");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function literal(arg: Argument): string {
  if (typeof arg === "number") return `(int)${arg >>> 0}u`;
  if (typeof arg === "bigint") return `(long long)${BigInt.asUintN(64, arg)}ULL`;
  if ("text" in arg) return quoted(arg.text);
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, arg.real);
  return `bits(${view.getBigUint64(0)}ULL)`;
}

/** A string of C, every byte in octal. */
function quoted(text: string): string {
  return `"${[...Buffer.from(text)].map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`;
}

function findCompiler(): string | undefined {
  for (const name of ["cc", "gcc", "clang"]) {
    try {
      execFileSync(name, ["--version"], { stdio: "ignore" });
      return name;
    } catch {
      // The next name is tried.
    }
  }
  return undefined;
}
