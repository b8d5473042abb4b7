// What TypeScript knows of methods that classes of users override.

import { describe, expectTypeOf, it } from "vitest";
import type { DType } from "../core/dtype.js";
import * as cu from "./array.js";

declare const u8: cu.NDArray<"uint8">;
declare const operand: cu.NDArray | number;

describe("a method", () => {
  it("may be overridden with the types that it has", () => {
    class Image extends cu.NDArray<"uint8"> {
      override mul<B extends cu.Operand>(b: B, options?: cu.OutOptions) {
        return super.mul(b, options);
      }
    }
    const image = {} as Image;
    expectTypeOf(image.mul(u8)).toEqualTypeOf<cu.NDArray<"uint8">>();
    expectTypeOf(image.mul(0.5)).toEqualTypeOf<cu.NDArray<"float64">>();
    expectTypeOf(image).toExtend<cu.NDArray<"uint8">>();
  });

  it("may be overridden by one without type parameters, also by one that gives the class", () => {
    class Signal extends cu.NDArray<"float32"> {
      override mul(b: cu.Operand): Signal {
        return new Signal(super.mul(b).astype("float32"));
      }
      override sum(): cu.NDArray<"float32"> {
        return super.sum();
      }
      override take(indices: readonly number[]): Signal {
        return new Signal(super.take(indices));
      }
    }
    const signal = {} as Signal;
    expectTypeOf(signal.mul(2).mul(u8)).toEqualTypeOf<Signal>();
    expectTypeOf(signal).toExtend<cu.NDArray>();
    class Any extends cu.NDArray {
      override mul(b: cu.Operand): cu.NDArray {
        return super.mul(b);
      }
    }
    expectTypeOf(({} as Any).mul(1)).toEqualTypeOf<cu.NDArray>();
  });

  it("may be overridden in a class that is generic in the dtype", () => {
    class Tensor<D extends DType> extends cu.NDArray<D> {
      override mul<B extends cu.Operand>(b: B) {
        return super.mul(b);
      }
    }
    expectTypeOf(({} as Tensor<"int32">).mul(2)).toEqualTypeOf<cu.NDArray<"int32">>();
  });

  it("takes any operand, and refuses what is none", () => {
    expectTypeOf(u8.add(operand)).toExtend<cu.NDArray>();
    // @ts-expect-error no operand
    u8.add("1");
  });
});
