// Device code for one kernel and one size of blocks: blockDim is a constant, threadIdx is known to be less, and the
// other kernels are gone. One more optimisation then unrolls the loops that halve or double up to the size of a block,
// and each step of a reduction becomes a region whose limits are constants.

import { KERNEL_ATTRIBUTE } from "./abi.js";
import type { Specialisation } from "./lower-module.js";

/** The IR for one size of blocks, to be optimised again. */
export function fixBlockSize(ir: string, only: Specialisation): string {
  const sizes = new Map(["x", "y", "z"].map((axis, i) => [axis, only.block[i] as number]));
  const sized = ir
    .replace(
      /= (?:tail )?call [^@\n]*@__cuts_bdim_([xyz])\(\).*/g,
      (_, axis: string) => `= add i32 0, ${sizes.get(axis)}`,
    )
    .replace(
      /= (?:tail )?call [^@\n]*@__cuts_tid_([xyz])\(\)/g,
      (_, axis: string) => `= call range(i32 0, ${sizes.get(axis)}) i32 @__cuts_tid_${axis}()`,
    );
  const groups = new Set(
    [...ir.matchAll(/^attributes (#\d+) = \{.*$/gm)]
      .filter((m) => m[0].includes(KERNEL_ATTRIBUTE))
      .map((m) => m[1] as string),
  );
  return sized.replace(/^define [^\n]*\{\n[^]*?^\}\n/gm, (text) => {
    const head = text.slice(0, text.indexOf("\n"));
    const name = /@"?([-a-zA-Z$._0-9]+)"?\(/.exec(head)?.[1];
    const isKernel = (head.match(/#\d+/g) ?? []).some((group) => groups.has(group));
    return isKernel && name !== only.symbol ? "" : text;
  });
}
