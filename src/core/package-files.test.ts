import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeFolder, isUnbuilt, packageFolder, programUrl } from "./package-files.js";

describe("files of the package", () => {
  it("are found from the source tree", () => {
    expect(isUnbuilt).toBe(true);
    expect(existsSync(join(packageFolder(), "package.json"))).toBe(true);
    expect(codeFolder()).toBe(join(packageFolder(), "src"));
    expect(existsSync(programUrl("cli/main.ts"))).toBe(true);
  });
});
