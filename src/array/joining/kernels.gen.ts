// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { preludeSource } from "../kernels/kernels.gen.js";

const joinSource: KernelSource = {
  includes: [preludeSource],
  text: `struct alignas(16) cuts_join_word { unsigned word[4]; };
`,
};

/** The parameters of `join_rows` in join.cuh. */
export interface JoinRowsArguments {
  readonly out: Pointer;
  readonly p0: Pointer;
  readonly p1: Pointer;
  readonly p2: Pointer;
  readonly p3: Pointer;
  readonly p4: Pointer;
  readonly p5: Pointer;
  readonly p6: Pointer;
  readonly p7: Pointer;
  readonly e0: number;
  readonly e1: number;
  readonly e2: number;
  readonly e3: number;
  readonly e4: number;
  readonly e5: number;
  readonly e6: number;
  readonly e7: number;
}

/** `join_rows` in join.cuh. */
export const joinRows: KernelDefinition<JoinRowsArguments, "W"> = {
  source: joinSource,
  types: { W: "class" },
  parameters: ["pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "pointer", "size", "size", "size", "size", "size", "size", "size", "size"],
  head: "__global__ void",
  list: `(W* out, const W* p0, const W* p1, const W* p2, const W* p3, const W* p4, const W* p5, const W* p6, const W* p7,
    cuts_size e0, cuts_size e1, cuts_size e2, cuts_size e3, cuts_size e4, cuts_size e5, cuts_size e6, cuts_size e7)`,
  body: `
  const cuts_size row = blockIdx.y;
  W own[CUTS_PER_THREAD];
  _Pragma("unroll") for (int k = 0; k < CUTS_PER_THREAD; k++) {
    const cuts_size i = CUTS_X(k);
    const W* from = p0;
    cuts_size begin = 0, end = e0;
    #define CUTS_PART(k, before, to) if (i >= before) { from = p##k; begin = before; end = to; }
    CUTS_PART(1, e0, e1) CUTS_PART(2, e1, e2) CUTS_PART(3, e2, e3) CUTS_PART(4, e3, e4)
    CUTS_PART(5, e4, e5) CUTS_PART(6, e5, e6) CUTS_PART(7, e6, e7)
    #undef CUTS_PART
    if (i < e7) own[k] = from[row * (end - begin) + (i - begin)];
  }
  _Pragma("unroll") for (int k = 0; k < CUTS_PER_THREAD; k++) {
    const cuts_size i = CUTS_X(k);
    if (i < e7) out[row * e7 + i] = own[k];
  }
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.p0);
    block.setArray(2, values.p1);
    block.setArray(3, values.p2);
    block.setArray(4, values.p3);
    block.setArray(5, values.p4);
    block.setArray(6, values.p5);
    block.setArray(7, values.p6);
    block.setArray(8, values.p7);
    block.setSize(9, values.e0);
    block.setSize(10, values.e1);
    block.setSize(11, values.e2);
    block.setSize(12, values.e3);
    block.setSize(13, values.e4);
    block.setSize(14, values.e5);
    block.setSize(15, values.e6);
    block.setSize(16, values.e7);
  },
};
