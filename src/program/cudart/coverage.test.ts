import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFolder } from "../../core/package-files.js";
import { CUDA_FUNCTION_NAMES } from "./function-names.js";

describe("the functions of the runtime", () => {
  it("all have a test", () => {
    const folder = join(packageFolder(), "src/program/cudart");
    const files = readdirSync(folder).filter(
      (name) => /\.test\.ts$|^test-runtime/.test(name) && name !== "coverage.test.ts",
    );
    const text = files.map((name) => readFileSync(join(folder, name), "utf8")).join("\n");
    // Called at the ends of a program; the programs in test/programs do.
    const atTheEnds = ["__cudaRegisterFatBinaryEnd", "__cudaUnregisterFatBinary"];
    const missing = CUDA_FUNCTION_NAMES.filter((name) => !text.includes(`"${name}"`));
    expect(missing).toEqual(atTheEnds);
  });
});
