import { afterAll, describe, expect, it } from "vitest";
import { clang } from "../../../compiler/clang/clang.js";
import { compileDeviceIr } from "../../../compiler/clang/device-ir.js";
import { parseModule } from "../../../compiler/ir/parse-module.js";
import { printModule } from "../../../compiler/ir/print.js";
import { takeLaunchBounds } from "./launch-bounds.js";

describe("takeLaunchBounds", () => {
  afterAll(() => clang().stop());

  it("reads what sources say, of templates too, and leaves no trace of it", async () => {
    const source = `
      enum { SIXTEEN = 16 };
      extern "C" __global__ void __launch_bounds__(64) one(int* x) { x[0] = 1; }
      extern "C" __global__ void __launch_bounds__(4 * SIXTEEN + 32u, 2) two(int* x) { x[0] = 2; }
      extern "C" __global__ void none(int* x) { x[0] = 3; }
      template <int N> __global__ void __launch_bounds__(N * 2) sized(int* x) { x[0] = N; }
      extern "C" __global__ void later(int* x);
      extern "C" __launch_bounds__(32) __global__ void later(int* x) { x[0] = 4; }
      [[clang::annotate("another")]] __device__ int annotated = 5;
    `;
    const { module, names } = await compileDeviceIr(source, { nameExpressions: ["sized<8>"], debug: "none" });
    const taken = takeLaunchBounds(module);
    const text = printModule(taken.module);
    expect(taken.maxThreads).toEqual(
      new Map([
        ["one", 64],
        ["two", 96],
        ["later", 32],
        [names.get("sized<8>"), 16],
      ]),
    );
    expect(text).not.toContain("llvm.metadata");
    expect(text).toContain("define void @one(");
  });

  it("leaves a module without annotations as it is", () => {
    const module = parseModule('@x = global [5 x i8] c"cuts\\00"\n');
    expect(takeLaunchBounds(module)).toEqual({ module, maxThreads: new Map() });
  });
});
