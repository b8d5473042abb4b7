import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compileFailure, linkFailure } from "./diagnostics.js";

const headline = (error: Error) => error.message.split("\n")[0];
const source = join(process.cwd(), "src", "sum.cpp");

describe("what compilers say", () => {
  it.each([
    [
      "gcc",
      `${source}:3:5: error: 'x' was not declared in this scope\n    3 |     x;\n      |     ^`,
      "'x' was not declared in this scope (src/sum.cpp:3)",
    ],
    [
      "gcc, a header that is not there",
      `${source}:1:10: fatal error: no.h: No such file or directory`,
      "no.h: No such file or directory (src/sum.cpp:1)",
    ],
    [
      "clang",
      `${source}:3:5: warning: unused\n${source}:4:5: error: use of undeclared identifier 'x'\n1 error generated.`,
      "use of undeclared identifier 'x' (src/sum.cpp:4)",
    ],
    [
      "nvcc",
      `${source}(2): error: identifier "x" is undefined\n\n1 error detected`,
      'identifier "x" is undefined (src/sum.cpp:2)',
    ],
    ["nvcc's options", "nvcc fatal   : Unknown option '-foo'", "Unknown option '-foo'"],
    ["two errors", `a.h:1:1: error: one\n${source}:2:1: error: two`, "one (a.h:1), first of 2 errors"],
    ["something else", "cc1plus: out of memory", "cc1plus: out of memory"],
  ])("%s", (_, log, expected) => {
    const error = compileFailure(source, log);
    expect(headline(error)).toBe(`Cannot compile src/sum.cpp: ${expected}`);
    expect(error).toMatchObject({ code: "CUTS_COMPILE", log });
  });
});

describe("what linkers say", () => {
  it.each([
    [
      "GNU ld",
      "/usr/bin/ld: a.o: in function `g':\na.c:(.text+0x4): undefined reference to `h'\ncollect2: error: ld returned 1 exit status",
      "h is used and defined nowhere",
    ],
    [
      "lld",
      "ld.lld: error: undefined symbol: h(int)\n>>> referenced by a.c",
      "h(int) is used and defined nowhere",
    ],
    [
      "Apple's",
      'Undefined symbols for architecture arm64:\n  "_h", referenced from:\n      _g in a.o',
      "h is used and defined nowhere",
    ],
    [
      "two names",
      "a: undefined reference to `h'\nb: undefined reference to `k'\nb: undefined reference to `h'",
      "h, k are used and defined nowhere",
    ],
    [
      "twice",
      "/usr/bin/ld: b.o: in function `f':\nb.c:(.text+0x0): multiple definition of `f'; a.o:a.c:(.text+0x0): first defined here",
      "f is defined more than once",
    ],
    [
      "a library that is not there",
      "/usr/bin/ld: cannot find -lnothing: No such file or directory",
      "/usr/bin/ld: cannot find -lnothing: No such file or directory",
    ],
  ])("%s", (_, log, expected) => {
    expect(headline(linkFailure("sum", log))).toBe(`Cannot link sum: ${expected}`);
  });
});
