import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { UnsupportedError } from "../../core/errors.js";
import { compilerPackage, findPackage } from "./package.js";

describe("the compiler package", () => {
  it("is found with its version and its files", () => {
    const { version, folder } = compilerPackage();
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(existsSync(join(folder, "llvm.core.wasm"))).toBe(true);
    expect(existsSync(join(folder, "llvm-resources.tar"))).toBe(true);
  });

  it("says what to install when it is absent", () => {
    const find = (): unknown =>
      findPackage(() => {
        throw new Error("Cannot find module");
      });
    expect(find).toThrow(UnsupportedError);
    expect(find).toThrow("Try: npm install @yowasp/clang");
  });

  it("must be the version that was asked for", () => {
    const { folder, version } = compilerPackage();
    const entry = join(folder, "index.js");
    expect(findPackage(() => entry, version).version).toBe(version);
    expect(() => findPackage(() => entry, "1.2.3")).toThrow(`takes @yowasp/clang 1.2.3 (got ${version})`);
  });
});
