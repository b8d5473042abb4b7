// Instructions on the two halves or four bytes of a register (PTX calls them video instructions), over op_video of
// include/cuts/cuda/cuts_ptx.h. With a mask or a selection of lanes they are not known.
import { ownTable } from "../../../core/own-table.js";
import type { Instruction } from "./instruction.js";

const OPERATIONS = ownTable<string>({
  vadd: "kVideoAdd",
  vsub: "kVideoSub",
  vavrg: "kVideoAverage",
  vabsdiff: "kVideoDifference",
  vmin: "kVideoMin",
  vmax: "kVideoMax",
});

export const VIDEO_INSTRUCTIONS: readonly string[] = Object.keys(OPERATIONS).flatMap((name) => [
  `${name}2`,
  `${name}4`,
]);

/** The C++ statement of `vabsdiff4.u32.u32.u32.add %0, %1, %2, %3` and its like; undefined for any other instruction. */
export function videoInstruction(i: Instruction): string | undefined {
  const [, name = "", lanes] = /^(v[a-z]+)([24])$/.exec(i.parts[0] ?? "") ?? [];
  const operation = OPERATIONS[name];
  const types = i.parts.slice(1, 4);
  const rest = i.parts.slice(4);
  if (operation === undefined || i.operands.length !== 4) return undefined;
  if (types.length !== 3 || types.some((type) => type !== "s32" && type !== "u32")) return undefined;
  if (rest.some((part) => part !== "sat" && part !== "add")) return undefined;
  // A mask or a selection stands behind a register: "%1.b10".
  if (i.operands.some((operand) => operand.kind !== "plain" || /\.[bh]\d+$/.test(operand.text)))
    return undefined;
  const signs = types.map((type) => type === "s32").join(", ");
  const values = [1, 2, 3].map((at) => i.value(at, "unsigned")).join(", ");
  return i.put(
    0,
    `op_video<${operation}, ${lanes}, ${signs}, ${rest.includes("sat")}, ${rest.includes("add")}>(${values})`,
  );
}
