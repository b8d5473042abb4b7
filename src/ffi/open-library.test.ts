import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { LibraryNotFoundError } from "../core/errors.js";
import { findSymbol, openLibrary, symbolNotFound, tryOpenLibrary } from "./open-library.js";

const linux = process.platform === "linux";

describe("openLibrary", () => {
  it("opens the process itself", () => {
    const library = openLibrary(null);
    expect(library.label).toBe("this process");
    expect(findSymbol(library, "malloc")).toBeTypeOf("bigint");
    expect(findSymbol(library, "no_such_symbol_here")).toBeUndefined();
  });

  it.runIf(linux)("on Linux: opens libraries by short name, and takes the first name that opens", () => {
    expect(openLibrary("m").label).toMatch(/^libm\.so/);
    expect(openLibrary(["no_such_library", "c"]).label).toMatch(/^libc\.so/);
  });

  it.runIf(linux)("on Linux: lists every place that was tried, with the loader's reason", () => {
    expect(() => openLibrary("cuts_nowhere")).toThrow(
      expect.objectContaining({
        code: "CUTS_LIBRARY_NOT_FOUND",
        message: expect.stringMatching(
          /^Cannot open library "cuts_nowhere": .*\n {2}libcuts_nowhere\.so: cannot open shared object file.*\n {2}cuts_nowhere\.so: .*\nTry: .*LD_LIBRARY_PATH/,
        ) as string,
      }),
    );
    expect(() => openLibrary("./missing/libsum.so")).toThrow(/libsum\.so: .*\nTry: check the path/);
  });

  it.runIf(linux)("on Linux: says when a file is there and is no library", () => {
    const folder = mkdtempSync(join(tmpdir(), "cuts-test-"));
    try {
      const path = join(folder, "libtext.so");
      writeFileSync(path, "not a library");
      expect(() => openLibrary(path)).toThrow(
        /libtext\.so: .*(too short|invalid ELF).*\nTry: check that the file is a library/,
      );
      expect(() => openLibrary(pathToFileURL(path))).toThrow(LibraryNotFoundError);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("reports attempts without throwing", () => {
    const result = tryOpenLibrary("cuts_nowhere");
    expect(result.library).toBeUndefined();
    expect(result.attempts.length).toBeGreaterThan(0);
    expect(tryOpenLibrary(null).attempts).toEqual([]);
  });
});

describe("symbolNotFound", () => {
  it.runIf(linux)("on Linux: names the nearest symbols of the library", () => {
    const error = symbolNotFound(openLibrary("m"), "csoh");
    expect(error.code).toBe("CUTS_SYMBOL_NOT_FOUND");
    expect(error.message).toContain("Cannot find a symbol in libm.so");
    expect(error.message).toContain("Try: cosh");
    expect(symbolNotFound(openLibrary(null), "mallocc").message).toContain("malloc");
  });

  it("does without suggestions where there are none", () => {
    expect(symbolNotFound(openLibrary(null), "qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq").message).not.toContain(
      "Try:",
    );
  });
});
