// Which arrays a pointer parameter takes, at compile time.

import { describe, expectTypeOf, it } from "vitest";
import type { ArrayArgument, DeviceArrayArgument, HostArrayArgument } from "./array-argument.js";
import type { ReadableTypedArray, ReadonlyTypedArray } from "./readonly-typed-array.js";

declare const anywhere: ArrayArgument<"float32">;
declare const onHost: ArrayArgument<"float32", "host">;
declare const onDevice: ArrayArgument<"float32", "device">;
declare const readOnly: ArrayArgument<"float32", "host", "read">;
declare const doubles: ArrayArgument<"float64", "host">;

declare function reads(array: HostArrayArgument<"float32", "read">): void;
declare function writes(array: HostArrayArgument<"float32", "write">): void;
declare function readsOnDevice(array: DeviceArrayArgument<"float32", "read">): void;

describe("array objects", () => {
  it("goes where it may live and is refused where it cannot", () => {
    reads(onHost);
    reads(anywhere);
    readsOnDevice(onDevice);
    readsOnDevice(anywhere);
    // @ts-expect-error memory of a GPU for a host pointer
    reads(onDevice);
    // @ts-expect-error host memory for a device pointer
    readsOnDevice(onHost);
    // @ts-expect-error wrong dtype
    reads(doubles);
  });

  it("is not written when it is read-only", () => {
    writes(onHost);
    writes(anywhere);
    reads(readOnly);
    // @ts-expect-error read-only data for a writing pointer
    writes(readOnly);
  });
});

describe("read-only typed arrays", () => {
  it("accepts the array itself, keeps the dtype and drops the mutators", () => {
    const readOnlyFloats: ReadonlyTypedArray<Float32Array> = new Float32Array(4);
    expectTypeOf(readOnlyFloats[0]).toEqualTypeOf<number | undefined>();
    expectTypeOf<ReadonlyTypedArray<BigInt64Array>[0]>().toEqualTypeOf<bigint>();
    expectTypeOf(readOnlyFloats.slice()).toEqualTypeOf<Float32Array>();
    // @ts-expect-error read-only index
    readOnlyFloats[0] = 1;
    // @ts-expect-error no mutators
    readOnlyFloats.fill(0);
    // @ts-expect-error no way to the memory
    void readOnlyFloats.buffer;
    // @ts-expect-error a subarray is read-only too
    readOnlyFloats.subarray(1).set([1]);
    // @ts-expect-error another dtype
    const wrong: ReadonlyTypedArray<Float32Array> = new Float64Array(4);
    // @ts-expect-error not writable
    const writable: Float32Array = readOnlyFloats;
    void [wrong, writable];
    expectTypeOf<Float32Array>().toExtend<ReadableTypedArray<Float32Array>>();
    expectTypeOf<ReadonlyTypedArray<Float32Array>>().toExtend<ReadonlyTypedArray>();
  });
});
