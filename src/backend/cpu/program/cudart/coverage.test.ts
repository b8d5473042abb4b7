import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFolder } from "../../../../host/assets.js";
import { argumentReaders } from "./bind-function.js";
import { CUDA_FUNCTION_NAMES } from "./function-names.js";
import { COMPILER_TABLES, DRIVER_TABLES, NVRTC_TABLES, RUNTIME_TABLES } from "./signatures.js";

describe("the functions of the runtime", () => {
  it("have declarations that cdecl reads", () => {
    const tables = [RUNTIME_TABLES, COMPILER_TABLES, DRIVER_TABLES, NVRTC_TABLES].flatMap((one) =>
      Object.values(one),
    );
    for (const [name, signature] of tables.flatMap((table) => Object.entries<string>(table))) {
      const count = signature.endsWith("()") ? 0 : signature.split(",").length;
      expect(argumentReaders(signature), name).toHaveLength(count);
    }
  });

  it("take int as it comes, other 32-bit values without a sign, and 64-bit ones whole", () => {
    const readers = argumentReaders(
      "cudaError_t(int a, size_t b, unsigned long long c, cudaTextureObject_t d, cudaStream_t e)",
    );
    expect(readers.map((read, at) => read(at === 2 || at === 3 ? -1n : -1))).toEqual([
      -1,
      0xffffffff,
      2 ** 64,
      2 ** 64,
      0xffffffff,
    ]);
  });

  it("all have a test", () => {
    const folder = join(packageFolder(), "src/backend/cpu/program/cudart");
    const tests = readdirSync(folder).filter(
      (name) => name.endsWith(".test.ts") && name !== "coverage.test.ts",
    );
    const helper = join(packageFolder(), "test/program-runner/cuda-runtime.ts");
    const files = [helper, ...tests.map((name) => join(folder, name))];
    const text = files.map((file) => readFileSync(file, "utf8")).join("\n");
    // Called at the ends of a program; the programs in test/programs do.
    const atTheEnds = ["__cudaRegisterFatBinaryEnd", "__cudaUnregisterFatBinary"];
    const missing = CUDA_FUNCTION_NAMES.filter((name) => !text.includes(`"${name}"`));
    expect(missing).toEqual(atTheEnds);
  });
});
