// Written by `npm run generate` from the .cuh files beside it (tools/kernel-modules.ts). Do not edit.

import type { KernelDefinition, KernelSource } from "../kernels/kernel-definition.js";
import type { Pointer } from "../kernels/pointer.js";
import { keysSource } from "../order/kernels.gen.js";

const memberSource: KernelSource = {
  includes: [keysSource],
  text: `CUTS_INLINE cuts_size cuts_member_place(unsigned key) {
  key ^= key >> 16; key *= 0x85ebca6bu;
  key ^= key >> 13; key *= 0xc2b2ae35u;
  return key ^ key >> 16;
}
CUTS_INLINE cuts_size cuts_member_place(unsigned long long key) {
  key ^= key >> 33; key *= 0xff51afd7ed558ccdull;
  key ^= key >> 33; key *= 0xc4ceb9fe1a85ec53ull;
  return (cuts_size)(key ^ key >> 33);
}
`,
};

/** The parameters of `member_put` in member.cuh. */
export interface MemberPutArguments {
  readonly table: Pointer;
  readonly values: Pointer;
  readonly n: number;
  readonly slots: number;
}

/** `member_put` in member.cuh. */
export const memberPut: KernelDefinition<MemberPutArguments, "V" | "K"> = {
  source: memberSource,
  types: { V: "class", K: "class" },
  parameters: ["pointer", "pointer", "size", "size"],
  head: "__global__ void",
  list: "(K* table, const V* values, cuts_size n, cuts_size slots)",
  body: `
  CUTS_EACH(i, n,
    const V x = values[i];
    const K key = ~cuts_key_of(x, 2);
    if (key == 0) { if (x == x) table[slots] = 1; }
    else for (cuts_size at = cuts_member_place(key);; at++) {
      K* const slot = table + (at & (slots - 1));
      K there = *slot;
      if (there == 0) there = atomicCAS(slot, (K)0, key);
      if (there == 0 || there == key) break;
    })
`,
  write(block, values) {
    block.setArray(0, values.table);
    block.setArray(1, values.values);
    block.setSize(2, values.n);
    block.setSize(3, values.slots);
  },
};

/** The parameters of `member_find` in member.cuh. */
export interface MemberFindArguments {
  readonly out: Pointer;
  readonly table: Pointer;
  readonly values: Pointer;
  readonly n: number;
  readonly slots: number;
  readonly isInverted: number;
}

/** `member_find` in member.cuh. */
export const memberFind: KernelDefinition<MemberFindArguments, "V" | "K"> = {
  source: memberSource,
  types: { V: "class", K: "class" },
  parameters: ["pointer", "pointer", "pointer", "size", "size", "int32"],
  head: "__global__ void",
  list: "(bool* out, const K* table, const V* values, cuts_size n, cuts_size slots, int isInverted)",
  body: `
  CUTS_EACH(i, n,
    const V x = values[i];
    const K key = ~cuts_key_of(x, 2);
    bool isIn = x == x && table[slots] != 0;
    if (key != 0) {
      cuts_size at = cuts_member_place(key);
      K there = table[at & (slots - 1)];
      while (there != 0 && there != key) there = table[++at & (slots - 1)];
      isIn = there == key;
    }
    out[i] = isIn != (isInverted != 0);)
`,
  write(block, values) {
    block.setArray(0, values.out);
    block.setArray(1, values.table);
    block.setArray(2, values.values);
    block.setSize(3, values.n);
    block.setSize(4, values.slots);
    block.setInt32(5, values.isInverted);
  },
};
