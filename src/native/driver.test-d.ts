// What TypeScript knows of the driver: one-to-one functions whose handles cannot be mixed up.

import { describe, expectTypeOf, it } from "vitest";
import type { NativePointer } from "../cdecl/types/native-pointer.js";
import type { Driver, RawDriver } from "./driver.js";
import type { RawHandle } from "./raw-call.js";

declare const cuda: Driver;
declare const raw: RawDriver;
declare const stream: NativePointer<"struct CUstream_st">;
declare const event: NativePointer<"struct CUevent_st">;
declare const rawStream: RawHandle<"CUstream">;
declare const rawEvent: RawHandle<"CUevent">;

describe("the driver", () => {
  it("takes right calls and gives a status", () => {
    expectTypeOf(cuda.cuInit(0)).toEqualTypeOf<number>();
    cuda.cuMemAlloc_v2(new BigUint64Array(1), 1024);
    cuda.cuStreamSynchronize(stream);
    cuda.cuEventRecord(event, stream);
    expectTypeOf(cuda.cuCtxSynchronize.async()).toEqualTypeOf<Promise<number>>();
    expectTypeOf(raw.cuEventRecord(rawEvent, rawStream)).toEqualTypeOf<number>();
    raw.cuMemPrefetchAsync_v2(1, 2, { type: 1, id: 0 }, 0, rawStream);
  });

  it("refuses wrong ones", () => {
    // @ts-expect-error a missing argument
    cuda.cuMemAlloc_v2(new BigUint64Array(1));
    // @ts-expect-error an event for a stream
    cuda.cuStreamSynchronize(event);
    // @ts-expect-error a text for a number
    cuda.cuInit("0");
    // @ts-expect-error the same without checks
    raw.cuEventRecord(rawStream, rawEvent);
    // @ts-expect-error a bare number is no handle
    raw.cuStreamSynchronize(1);
    // @ts-expect-error a struct by value has its fields
    raw.cuMemPrefetchAsync_v2(1, 2, { type: 1 }, 0, rawStream);
  });
});
