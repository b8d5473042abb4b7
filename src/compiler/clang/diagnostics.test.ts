import { describe, expect, it } from "vitest";
import { CompileError } from "../../core/errors.js";
import { compileError, formatDiagnostic, linkError, parseDiagnostics } from "./diagnostics.js";

const STDERR = `In file included from k.cu:1:
/inc/a.h:2:5: warning: unused variable 'x' [-Wunused-variable]
    2 | int x;
      |     ^
k.cu:7:10: error: use of undeclared identifier 'q'; did you mean 'p'?
    7 |   p[0] = q;
      |          ^
      |          p
k.cu:6:23: note: 'p' declared here
    6 | __global__ void k(int* p) {
      |                        ^
fatal error: too many errors emitted, stopping now [-ferror-limit=]
1 warning and 2 errors generated when compiling for wasm32-unknown-unknown.
`;

describe("parseDiagnostics", () => {
  it("reads place, severity, text and snippet, in order", () => {
    const diagnostics = parseDiagnostics(STDERR, (path) => path.replace("/inc/", "C:\\inc\\"));
    expect(diagnostics.map((d) => [d.file, d.line, d.column, d.severity])).toEqual([
      ["C:\\inc\\a.h", 2, 5, "warning"],
      ["k.cu", 7, 10, "error"],
      ["k.cu", 6, 23, "note"],
      ["", 0, 0, "fatal error"],
    ]);
    expect(diagnostics[1]?.message).toBe("use of undeclared identifier 'q'; did you mean 'p'?");
    expect(diagnostics[1]?.snippet).toBe("    7 |   p[0] = q;\n      |          ^\n      |          p");
    expect(diagnostics[3]?.snippet).toBe("");
  });

  it("gives back clang's own text", () => {
    const printed = parseDiagnostics(STDERR).map(formatDiagnostic).join("\n");
    for (const line of printed.split("\n")) expect(STDERR).toContain(line);
  });

  it("is empty for silence and for chatter", () => {
    expect(parseDiagnostics("")).toEqual([]);
    expect(parseDiagnostics("2 warnings generated.\n")).toEqual([]);
  });
});

describe("compileError", () => {
  it("shows line, caret and text of errors and notes; warnings are only in the log", () => {
    const error = compileError("k.cu", parseDiagnostics(STDERR));
    expect(error).toBeInstanceOf(CompileError);
    expect(error.code).toBe("CUTS_COMPILE");
    expect(error.message).toMatchInlineSnapshot(`
      "Cannot compile k.cu: use of undeclared identifier 'q'; did you mean 'p'? (first of 2 errors)
      k.cu:7:10: error: use of undeclared identifier 'q'; did you mean 'p'?
          7 |   p[0] = q;
            |          ^
            |          p
      k.cu:6:23: note: 'p' declared here
          6 | __global__ void k(int* p) {
            |                        ^
      fatal error: too many errors emitted, stopping now [-ferror-limit=]"
    `);
    expect(error.log).toContain("unused variable");
  });

  it("does not invent a reason", () => {
    expect(compileError("k.cu", []).message).toBe("Cannot compile k.cu: clang failed and did not say why");
  });
});

describe("linkError", () => {
  it("names each missing function once", () => {
    const text =
      "wasm-ld: error: /kernel.o: undefined symbol: foo(int)\nwasm-ld: error: /kernel.o: undefined symbol: foo(int)\n";
    expect(linkError("k.cu", text).message).toBe(
      "Cannot link k.cu: foo(int) is declared and used, and defined nowhere in device code",
    );
    expect(linkError("k.cu", `${text}wasm-ld: error: /kernel.o: undefined symbol: bar\n`).message).toContain(
      "foo(int), bar are declared and used",
    );
    expect(linkError("k.cu", "wasm-ld: error: symbol exported via --export not found: k\n").message).toBe(
      "Cannot link k.cu: symbol exported via --export not found: k",
    );
  });
});
