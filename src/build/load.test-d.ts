import { describe, expectTypeOf, it } from "vitest";
import type { load } from "./load.js";
import type { Loaded, LoadedFunction, LoadedMethods } from "./loaded.js";

interface Sum {
  add: "void(const float a[n], float out[n], int n)";
  mean(values: Float64Array): number;
}

describe("what load() gives", () => {
  it("is typed by C declarations", () => {
    type Add = Loaded<Sum>["add"];
    expectTypeOf<ReturnType<Add>>().toEqualTypeOf<void>();
    expectTypeOf<Add>().toBeCallableWith(new Float32Array(1), new Float32Array(1), 1);
    // @ts-expect-error a Float64Array is no float*
    expectTypeOf<Add>().toBeCallableWith(new Float64Array(1), new Float32Array(1), 1);
    expectTypeOf<ReturnType<Add["async"]>>().toEqualTypeOf<Promise<void>>();
  });

  it("is typed by TypeScript signatures, as they are", () => {
    expectTypeOf<Loaded<Sum>["mean"]>().toEqualTypeOf<Sum["mean"]>();
  });

  it("is a record of functions where nothing is said", () => {
    expectTypeOf<Loaded["anything"]>().toExtend<LoadedFunction>();
  });

  it("can be disposed", () => {
    expectTypeOf<Loaded<Sum>>().toExtend<LoadedMethods>();
    expectTypeOf<Loaded<Sum>>().toExtend<Disposable>();
  });

  it("wants C declarations as values, which can be checked", () => {
    const sources = "half.c";
    const declared = (loadIt: typeof load) => loadIt({ sources, functions: { half: "double(double x)" } });
    type Half = Awaited<ReturnType<typeof declared>>["half"];
    expectTypeOf<ReturnType<Half>>().toEqualTypeOf<number>();
    // @ts-expect-error a declaration that nobody could check
    ((loadIt: typeof load) => loadIt<{ half: "int(int x)" }>({ sources })) satisfies unknown;
    ((loadIt: typeof load) => loadIt<{ half(x: number): number }>({ sources })) satisfies unknown;
  });
});
