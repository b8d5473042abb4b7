import { expect, it } from "vitest";
import { ptxEntries } from "./ptx-entries.js";

it("finds the kernels of PTX and the types of their parameters", () => {
  const text = `.version 8.0 // .entry not(.param .u64 a)
    .visible .func (.param .b32 r) helper(.param .b64 p) { ret; }
    .visible .entry scale( .param .u64 .ptr .global .align 4 scale_param_0, /* .param .f64 */
      .param .f32 scale_param_1, .param .align 8 .b8 scale_param_2[16] ) { ret; }
    .entry $none() { ret; } .weak .entry bare { ret; }`;
  expect(Object.fromEntries(ptxEntries(text))).toEqual({ scale: ["u64", "f32", "b8"], $none: [], bare: [] });
});
