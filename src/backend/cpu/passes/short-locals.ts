// Before: code may read more bytes than a local variable has: `*(long*)&v` of a float, in the inverse square root that everybody copies from times
// when a long had 4 bytes. C++ leaves such reads open, and LLVM makes anything of them; with nvcc the bytes of the variable are read, and others
// behind them. After: the bytes that are not there read as zero.
//
// It must run on clang's first IR, before the optimiser concludes anything from such reads.

import { cast } from "../../../compiler/ir/builder.js";
import type { Instruction, Load } from "../../../compiler/ir/instruction.js";
import { type IrModule, mapInstructions } from "../../../compiler/ir/module.js";
import { intType, type Type } from "../../../compiler/ir/type.js";
import { local } from "../../../compiler/ir/value.js";

/** A module in which no variable of a number is read past its end. */
export function readZerosPastLocals(module: IrModule): IrModule {
  let count = 0;
  const functions = module.functions.map((f) => {
    const bitsOf = new Map<string, number>();
    return mapInstructions(f, (i) => {
      if (i.op === "alloca" && i.count === undefined && i.result !== undefined) {
        const bits = bitsIn(i.allocated);
        if (bits !== undefined) bitsOf.set(i.result, bits);
      }
      if (i.op !== "load" || i.result === undefined || i.atomic !== undefined || i.isVolatile) return i;
      const has = i.pointer.kind === "local" ? bitsOf.get(i.pointer.name) : undefined;
      const wanted = bitsIn(i.type);
      if (has === undefined || wanted === undefined || wanted <= has) return i;
      return shortened(i, i.result, has, wanted, `%short.${count++}`);
    });
  });
  return { ...module, functions };
}

/** The bits of a number that memory has as it is. */
function bitsIn(type: Type): number | undefined {
  if (type.kind !== "int" && type.kind !== "float") return undefined;
  return type.bits === 8 || type.bits === 16 || type.bits === 32 || type.bits === 64 ? type.bits : undefined;
}

function shortened(
  load: Load,
  result: string,
  has: number,
  wanted: number,
  fresh: string,
): readonly Instruction[] {
  // By its type clang says what the read does not overlap, which is wrong here.
  const metadata = load.metadata.filter(({ kind }) => kind !== "tbaa");
  const short = local(fresh, intType(has));
  const whole = local(`${fresh}.whole`, intType(wanted));
  return [
    { ...load, result: fresh, type: short.type, metadata },
    { ...cast(whole.name, "zext", short, whole.type), metadata },
    { ...cast(result, "bitcast", whole, load.type), metadata },
  ];
}
