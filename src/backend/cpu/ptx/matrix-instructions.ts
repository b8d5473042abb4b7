// The instructions of a warp that move and multiply matrices (mma.sync, ldmatrix, stmatrix), and copies that do not wait (cp.async), as C++.
import { ownTable } from "../../../core/own-table.js";
import type { Instruction } from "./instruction.js";

/** Their names. */
export const MATRIX_INSTRUCTIONS: readonly string[] = ["mma", "ldmatrix", "stmatrix", "cp.async"];

/** The C++ statement of such an instruction; undefined when it is none or not known. */
export function matrixInstruction(i: Instruction): string | undefined {
  const [name] = i.parts;
  if (name === "mma") return product(i);
  if (name === "ldmatrix" || name === "stmatrix") return moveMatrix(i, name === "ldmatrix");
  return name === "cp" && i.parts[1] === "async" ? copy(i) : undefined;
}

/** By shape and type of a: registers of a, of b, and numbers of the sum that a lane has. */
const SHAPES = ownTable<readonly [a: number, b: number, sums: number]>({
  "m16n8k8 f16": [2, 1, 4],
  "m16n8k16 f16": [4, 2, 4],
  "m16n8k8 bf16": [2, 1, 4],
  "m16n8k16 bf16": [4, 2, 4],
  "m16n8k4 tf32": [2, 1, 4],
  "m16n8k8 tf32": [4, 2, 4],
  "m16n8k16 s8": [2, 1, 4],
  "m16n8k32 s8": [4, 2, 4],
  "m8n8k16 s8": [1, 1, 2],
});

function itemsOf(i: Instruction, index: number): readonly string[] {
  const operand = i.operands[index];
  if (operand?.kind === "list") return operand.items;
  return operand?.kind === "plain" ? [operand.text] : [];
}

// mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 d, a, b, c
function product(i: Instruction): string | undefined {
  const shape = i.parts.find((part) => /^m\d+n\d+k\d+$/.test(part)) ?? "";
  const isRow = i.parts.includes("row") && i.parts.includes("col");
  const [d = "", a = "", b = "", c = ""] = i.parts.slice(-4);
  if (!isRow || i.parts.includes("sp") || d !== c) return undefined;
  const [to, left, right, sums] = [0, 1, 2, 3].map((at) => itemsOf(i, at)) as [
    readonly string[],
    readonly string[],
    readonly string[],
    readonly string[],
  ];
  const words = (items: readonly string[]): string =>
    items.map((item) => i.valueOf(item, "unsigned")).join(", ");
  if (shape === "m8n8k4" && d === "f64" && a === "f64" && to.length === 2) {
    const [x, y] = [left[0] ?? "", right[0] ?? ""].map((item) => i.valueOf(item, "double"));
    const sum = sums.map((item) => i.valueOf(item, "double")).join(", ");
    return `{ double s[2] = {${sum}}; multiply_double(s, ${x}, ${y}); ${to.map((item, k) => `put(${i.name(item)}, s[${k}]);`).join(" ")} }`;
  }
  const plain = (type: string): string => (type === "u8" ? "s8" : type);
  const counts = SHAPES[`${shape} ${plain(a)}`];
  if (counts === undefined || plain(a) !== plain(b)) return undefined;
  const [aWords, bWords, count] = counts;
  const isInteger = plain(a) === "s8";
  if (left.length !== aWords || right.length !== bWords) return undefined;
  const multiply = `multiply<cuts_ptx::${a}, cuts_ptx::${b}, ${aWords}, ${bWords}>(s, a, b);`;
  const operands = `const unsigned a[] = {${words(left)}}, b[] = {${words(right)}};`;
  if (d === "f16" && !isInteger && sums.length === 2 && to.length === 2) {
    const half = (item: string, k: number): string =>
      `__half2float(as<__half>(${i.valueOf(item, "unsigned")} >> ${16 * k}))`;
    const start = sums.flatMap((item) => [half(item, 0), half(item, 1)]).join(", ");
    const results = to.map(
      (item, k) => `put(${i.name(item)}, __floats2half2_rn(s[${2 * k}], s[${2 * k + 1}]));`,
    );
    return `{ ${operands} float s[4] = {${start}}; ${multiply} ${results.join(" ")} }`;
  }
  if (d !== (isInteger ? "s32" : "f32") || sums.length !== count || to.length !== count) return undefined;
  const type = isInteger ? "int" : "float";
  const start = sums.map((item) => i.valueOf(item, type)).join(", ");
  const narrow = (value: string): string => {
    if (!isInteger) return value;
    return i.parts.includes("satfinite") ? `saturated_sum(${value})` : `int(${value})`;
  };
  const results = to.map((item, k) => `put(${i.name(item)}, ${narrow(`s[${k}]`)});`);
  return `{ ${operands} ${isInteger ? "long long" : "float"} s[4] = {${start}}; ${multiply} ${results.join(" ")} }`;
}

// ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {d0, d1, d2, d3}, [address]
function moveMatrix(i: Instruction, isLoad: boolean): string | undefined {
  const isTransposed = i.parts.includes("trans");
  if (!i.parts.includes("m8n8") || i.parts.at(-1) !== "b16") return undefined;
  const items = itemsOf(i, isLoad ? 0 : 1);
  const from = `const unsigned at = unsigned(${i.address(isLoad ? 1 : 0)});`;
  const parts = items.map((item, k) =>
    isLoad
      ? `const unsigned m${k} = load_matrix(at, ${k}, ${isTransposed});`
      : `store_matrix(at, ${i.valueOf(item, "unsigned")}, ${k}, ${isTransposed});`,
  );
  // All are loaded before a register changes that the address may come from.
  const results = isLoad ? items.map((item, k) => `put(${i.name(item)}, m${k});`) : [];
  return `{ ${[from, ...parts, ...results].join(" ")} }`;
}

function copy(i: Instruction): string | undefined {
  if (i.parts.some((part) => /^(commit_group|wait_group|wait_all)$/.test(part))) return ";";
  if (i.parts.includes("bulk") || i.parts.includes("mbarrier")) return undefined;
  const size = i.value(2, "unsigned");
  const copied = i.operands.length > 3 && !i.parts.includes("L2::cache_hint") ? i.value(3, "unsigned") : size;
  return `copy_async(${i.address(0)}, ${i.address(1)}, ${size}, ${copied});`;
}
