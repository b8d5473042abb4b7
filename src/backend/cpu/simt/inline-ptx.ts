// Inline PTX of device code, in the IR that clang made of it: the few instructions that programs use most become IR, and
// the first that does not is handed back, so that the caller can say where it stands. Empty inline assembly, which only
// keeps the compiler from moving code, stays.

import { ownTable } from "../../../core/own-table.js";
import { BARRIER } from "./abi.js";

/** IR without the inline PTX that is known. */
export interface LoweredPtx {
  readonly ir: string;
  /** The first instruction that is not known, and the number of its metadata for the place (`!dbg`), if it has one. */
  readonly refused: { readonly text: string; readonly place: string | undefined } | undefined;
}

const ASM = /^ .*\bcall\b.*? asm (?:sideeffect |alignstack |unwind )*"((?:[^"\\]|\\.)*)", "([^"]*)"\((.*)$/;
const RESULT = /^ +(%[\w.]+) = .*?\bcall (?:noundef )?i32 asm/;

/** Replaces the inline PTX of a module printed by clang. */
export function lowerInlinePtx(ir: string): LoweredPtx {
  if (!ir.includes(" asm ")) return { ir, refused: undefined };
  let refused: LoweredPtx["refused"];
  const declared = new Set<string>();
  const lines = ir.split("\n").flatMap((line, number) => {
    const [, text = "", constraints = "", rest = ""] = ASM.exec(line) ?? [];
    const ptx = readable(text);
    if (ptx === "") return [line];
    const result = RESULT.exec(line)?.[1];
    const operand = /^i32 (?:noundef )?(%?[\w.-]+)\)/.exec(rest)?.[1];
    const lowered = lowerInstruction(ptx, constraints, result, operand, `%ptx.${number}`);
    if (lowered === undefined) {
      refused ??= { text: ptx.replaceAll("$", "%"), place: /!dbg !(\d+)/.exec(line)?.[1] };
      return [line];
    }
    for (const [, name = ""] of lowered.join("\n").matchAll(/(@[\w.]+)\(/g)) declared.add(name);
    const place = /, !dbg !\d+/.exec(line)?.[0] ?? "";
    return lowered.map((instruction) => `  ${instruction}${place}`);
  });
  const missing = [...declared].filter((name) => !new RegExp(`^declare .*${name}\\(`, "m").test(ir));
  return { ir: [...lines, ...missing.map(declaration), ""].join("\n"), refused };
}

/** Where the metadata `place` of a module with lines points to. */
export function placeOf(ir: string, place: string): { file: string; line: number; column: number } {
  const metadata = (id: string | undefined): string => new RegExp(`^!${id} = (.*)$`, "m").exec(ir)?.[1] ?? "";
  const reference = (text: string, key: string): string | undefined =>
    new RegExp(`\\b${key}: !(\\d+)`).exec(text)?.[1];
  const location = metadata(place);
  const file = metadata(reference(metadata(reference(location, "scope")), "file"));
  return {
    file: /filename: "([^"]*)"/.exec(file)?.[1] ?? "",
    line: Number(/line: (\d+)/.exec(location)?.[1] ?? 0),
    column: Number(/column: (\d+)/.exec(location)?.[1] ?? 0),
  };
}

/** The text of an instruction with single spaces and without what ends it; `$0` is its first operand. */
function readable(text: string): string {
  return text
    .replace(/\\([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/\s+/g, " ")
    .replace(/[\s;]+$/, "")
    .trim();
}

const FENCE = /^(?:membar\.(?:cta|gl|sys)|fence\.(?:sc|acq_rel)\.(?:cta|cluster|gpu|sys))$/;
const WAIT = /^(?:bar|barrier)\.sync(?:\.aligned)? 0$/;
const READ_REGISTER = /^mov\.[usb]32 \$0, %([\w.]+)$/;
const COMPUTE = /^(\w+\.[ub]32) \$0, \$1$/;

function lowerInstruction(
  ptx: string,
  constraints: string,
  result: string | undefined,
  operand: string | undefined,
  temporary: string,
): readonly string[] | undefined {
  const inputs = constraints.replace(/,?~\{memory\}/, "");
  if (inputs === "" && FENCE.test(ptx)) return ["fence seq_cst"];
  if (inputs === "" && WAIT.test(ptx)) return [`call void ${BARRIER}() convergent nounwind`];
  if (result === undefined) return undefined;
  const register = READ_REGISTER.exec(ptx)?.[1];
  if (register !== undefined && inputs === "=r") return readRegister(register, result, temporary);
  const compute = COMPUTE.exec(ptx)?.[1];
  if (compute === undefined || operand === undefined || inputs !== "=r,r") return undefined;
  return COMPUTATIONS[compute]?.(result, operand, temporary);
}

type Computation = (result: string, operand: string, temporary: string) => readonly string[];

const COMPUTATIONS = ownTable<Computation>({
  // The place of the highest bit; -1 without one.
  "bfind.u32": (r, x, t) => [`${t} = call i32 @llvm.ctlz.i32(i32 ${x}, i1 false)`, `${r} = sub i32 31, ${t}`],
  "clz.b32": (r, x) => [`${r} = call i32 @llvm.ctlz.i32(i32 ${x}, i1 false)`],
  "popc.b32": (r, x) => [`${r} = call i32 @llvm.ctpop.i32(i32 ${x})`],
  "brev.b32": (r, x) => [`${r} = call i32 @llvm.bitreverse.i32(i32 ${x})`],
});

const COORDINATE_REGISTERS = ownTable<string>({
  tid: "tid",
  ntid: "bdim",
  ctaid: "bid",
  nctaid: "gdim",
});

/** The bits of a lane mask, from the bit of the lane itself (`%t.bit`). */
const LANE_MASKS = ownTable<(result: string, t: string) => readonly string[]>({
  lanemask_eq: (r, t) => [`${r} = add i32 ${t}.bit, 0`],
  lanemask_lt: (r, t) => [`${r} = sub i32 ${t}.bit, 1`],
  lanemask_ge: (r, t) => [`${r} = sub i32 0, ${t}.bit`],
  lanemask_le: (r, t) => [`${t}.low = sub i32 ${t}.bit, 1`, `${r} = or i32 ${t}.low, ${t}.bit`],
  lanemask_gt: (r, t) => [`${t}.high = sub i32 0, ${t}.bit`, `${r} = xor i32 ${t}.high, ${t}.bit`],
});

function readRegister(register: string, result: string, t: string): readonly string[] | undefined {
  const [, name = "", axis] = /^(\w+)\.([xyz])$/.exec(register) ?? [];
  const coordinate = COORDINATE_REGISTERS[name];
  if (coordinate !== undefined) return [`${result} = call i32 @__cuts_${coordinate}_${axis}()`];
  if (register === "smid") return [`${result} = add i32 0, 0`];
  if (register === "laneid") return [...rank(t), `${result} = and i32 ${t}.rank, 31`];
  if (register === "warpid") return [...rank(t), `${result} = lshr i32 ${t}.rank, 5`];
  const mask = LANE_MASKS[register];
  if (mask === undefined) return undefined;
  return [
    ...rank(t),
    `${t}.lane = and i32 ${t}.rank, 31`,
    `${t}.bit = shl i32 1, ${t}.lane`,
    ...mask(result, t),
  ];
}

/** The thread's number in its block, x fastest. */
function rank(t: string): readonly string[] {
  return [
    ...["tid_x", "tid_y", "tid_z", "bdim_x", "bdim_y"].map(
      (name) => `${t}.${name} = call i32 @__cuts_${name}()`,
    ),
    `${t}.planes = mul i32 ${t}.tid_z, ${t}.bdim_y`,
    `${t}.rows = add i32 ${t}.planes, ${t}.tid_y`,
    `${t}.before = mul i32 ${t}.rows, ${t}.bdim_x`,
    `${t}.rank = add i32 ${t}.before, ${t}.tid_x`,
  ];
}

function declaration(name: string): string {
  if (name === BARRIER) return `declare void ${name}() convergent nounwind`;
  if (name === "@llvm.ctlz.i32") return `declare i32 ${name}(i32, i1)`;
  return name.startsWith("@llvm.")
    ? `declare i32 ${name}(i32)`
    : `declare i32 ${name}() nounwind memory(none)`;
}
