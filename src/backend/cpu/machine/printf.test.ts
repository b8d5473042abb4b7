import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { formatPrintf } from "./printf.js";

type Argument = number | bigint | { readonly real: number } | { readonly text: string };

// Lays out a format and its arguments as clang does for wasm32.
function format(text: string, ...args: readonly Argument[]): string {
  const memory = new DataView(new ArrayBuffer(65_536));
  const bytes = new Uint8Array(memory.buffer);
  let strings = 32_768;
  const put = (s: string): number => {
    const at = strings;
    bytes.set(new TextEncoder().encode(s), at);
    strings += s.length + 1;
    return at;
  };
  const formatAt = put(text);
  let at = 1024;
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
  return formatPrintf(memory, formatAt, 1024);
}

const real = (value: number): Argument => ({ real: value });
const CASES: readonly [string, ...Argument[]][] = [
  ["plain"],
  ["100%%"],
  ["%d %i %5d|%-5d|%05d|%+d|% d", 1, -2, 3, 4, 5, 6, 7],
  ["%u %x %X %o %#x %#o", -1, 255, 255, 8, 255, 8],
  ["%lld %llu %llx", -5n, 18446744073709551615n, 255n],
  ["%d %lld %d", 1, 2n, 3],
  ["%f %.2f %10.3f|%-10.1f|%010.2f", real(1.5), real(2.345), real(-3.21987), real(2), real(-1.5)],
  [
    "%e %.3E %g %g %g %g",
    real(12345.678),
    real(0.00012),
    real(100000),
    real(1000000),
    real(0.0001),
    real(0.00001),
  ],
  ["%g %G %#g", real(0.1), real(1e-10), real(1)],
  ["%f %f %F", real(Number.NaN), real(Number.POSITIVE_INFINITY), real(Number.NEGATIVE_INFINITY)],
  ["%c%c %s|%8s|%-8s|%.2s", 72, 105, { text: "abc" }, { text: "right" }, { text: "left" }, { text: "cut" }],
  ["%*d|%-*d|%.*f", 6, 42, 6, 42, 3, real(1.23456)],
  ["%hhd %hd %hhu %hu", 300, 70000, -1, -1],
  ["%5.3d|%.0d|%x", 7, 0, 0],
  ["%a %a", real(1), real(0.5)],
];

describe("printf on the cpu device", () => {
  it("takes 8-byte values from multiples of 8", () => {
    expect(format("%d %f %d %lld", 1, real(2.5), 3, 4n)).toBe("1 2.500000 3 4");
  });

  it("formats a null string and a pointer", () => {
    expect(format("%s %p", 0, 4096)).toBe("(null) 0x1000");
  });

  const compiler = findCompiler();
  it.skipIf(compiler === undefined)(
    `agrees with the C library on ${CASES.length} formats (needs a C compiler)`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), "cuts-printf-"));
      try {
        const lines = CASES.map(([text, ...args]) => {
          const values = args.map((a) => {
            if (typeof a === "number") return String(a);
            if (typeof a === "bigint") return `(long long)${BigInt.asUintN(64, a)}ULL`;
            if ("text" in a) return JSON.stringify(a.text);
            if (Number.isNaN(a.real)) return "NAN";
            return Number.isFinite(a.real) ? `(double)${a.real}` : a.real > 0 ? "INFINITY" : "-INFINITY";
          });
          return `printf(${[JSON.stringify(text), ...values].join(", ")}); putchar(10);`;
        });
        writeFileSync(
          join(folder, "p.c"),
          `#include <stdio.h>\n#include <math.h>\nint main(void) {\n${lines.join("\n")}\nreturn 0;\n}\n`,
        );
        execFileSync(compiler as string, ["-w", "-o", join(folder, "p"), join(folder, "p.c")]);
        const expected = execFileSync(join(folder, "p"), { encoding: "utf8" }).trimEnd().split("\n");
        expect(CASES.map(([text, ...args]) => format(text, ...args))).toEqual(expected);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

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
