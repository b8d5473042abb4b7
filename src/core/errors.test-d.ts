// What TypeScript knows of errors: codes are those of the list, and of NVIDIA's libraries.

import { describe, expectTypeOf, it } from "vitest";
import { ArgumentTypeError, type CutsError, type ErrorCode } from "./errors.js";

declare const error: CutsError;

describe("codes of errors", () => {
  it("come from the list", () => {
    expectTypeOf(error.code).toEqualTypeOf<ErrorCode>();
    expectTypeOf<"CUTS_OPERAND">().toExtend<ErrorCode>();
    expectTypeOf<"CUDA_ERROR_OUT_OF_MEMORY">().toExtend<ErrorCode>();
    expectTypeOf<"CUTS_OPERANDS">().not.toExtend<ErrorCode>();
    // @ts-expect-error -- not in the list
    expectTypeOf(new ArgumentTypeError("CUTS_OPERANDS", "")).toBeObject();
  });
});
