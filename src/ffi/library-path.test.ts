import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isPath, libraryCandidates, versionsOf } from "./library-path.js";

describe("libraryCandidates", () => {
  it("takes null and the empty name for the process itself", () => {
    expect(libraryCandidates(null, "linux")).toEqual([null]);
  });

  it("takes a complete file name as it is", () => {
    expect(libraryCandidates("libz.so.1", "linux")).toEqual(["libz.so.1"]);
    expect(libraryCandidates("libz.dylib", "darwin")).toEqual(["libz.dylib"]);
    expect(libraryCandidates("KERNEL32.DLL", "win32")).toEqual(["KERNEL32.DLL"]);
  });

  it("completes a bare name by the rules of the platform", () => {
    const linux = libraryCandidates("cuts_nowhere", "linux");
    expect(linux).toEqual(["libcuts_nowhere.so", "cuts_nowhere.so"]);
    expect(libraryCandidates("libcuts_nowhere", "linux")).toEqual(["libcuts_nowhere.so"]);
    expect(libraryCandidates("z", "win32")).toEqual(["z.dll", "libz.dll"]);
    expect(libraryCandidates("z", "darwin").slice(0, 2)).toEqual(["libz.dylib", "z.dylib"]);
  });

  it("resolves a path against the current folder and completes its extension", () => {
    expect(libraryCandidates("./libsum.so", "linux")).toEqual([resolve("libsum.so")]);
    expect(libraryCandidates("build/libsum", "linux")).toEqual([
      resolve("build/libsum"),
      resolve("build/libsum.so"),
    ]);
  });

  it("tells paths from names", () => {
    expect(isPath("a/b", "linux")).toBe(true);
    expect(isPath("a\\b", "linux")).toBe(false);
    expect(isPath("a\\b", "win32")).toBe(true);
    expect(isPath("libz.so", "linux")).toBe(false);
  });
});

describe("versionsOf", () => {
  it("finds versions of the file only, newest first and the name programs link with before the full one", () => {
    const folder = mkdtempSync(join(tmpdir(), "cuts-test-"));
    try {
      const second = join(folder, "second");
      mkdirSync(second);
      for (const name of [
        "libq.so.1",
        "libq.so.1.2.13",
        "libq.so.2",
        "libq.so.10",
        "libq.so.txt",
        "libqq.so.3",
      ]) {
        writeFileSync(join(folder, name), "");
      }
      writeFileSync(join(second, "libq.so.11"), "");
      writeFileSync(join(second, "libq.so.2"), "");
      expect(versionsOf("libq.so", [folder, second, join(folder, "missing")])).toEqual([
        "libq.so.11",
        "libq.so.10",
        "libq.so.2",
        "libq.so.1",
        "libq.so.1.2.13",
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
