// What TypeScript refuses of a launch by name.

import { describe, expectTypeOf, it } from "vitest";
import type { ScanArguments } from "../reduction/kernels.gen.js";
import { scan } from "../reduction/kernels.gen.js";
import type { BuiltinKernelOnDevice } from "./builtin-kernel.js";
import { kernelText } from "./kernel-definition.js";
import type { Pointer } from "./pointer.js";

declare const own: BuiltinKernelOnDevice<ScanArguments>;
declare const array: Pointer;

describe("a launch", () => {
  it("names every parameter, each with its kind", () => {
    const all = { out: array, in: array, before: undefined, n: 1, chunk: 1, rows: 1, exclusive: 0 };
    expectTypeOf(all).toExtend<ScanArguments>();
    own.set(all);
    // @ts-expect-error one is missing
    own.set({ out: array, in: array, before: undefined, n: 1, chunk: 1, exclusive: 0 });
    // @ts-expect-error there is no such parameter
    own.set({ out: array, in: array, before: undefined, n: 1, chunk: 1, rows: 1, exclusive: 0, size: 1 });
    // @ts-expect-error a size is no pointer
    own.set({ ...all, out: 1 });
    // @ts-expect-error a pointer is no size
    own.set({ ...all, n: array });
    // @ts-expect-error all parameters of the template must be given
    kernelText(scan, "scan_sum", {});
  });
});
