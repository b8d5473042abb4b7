// src/array/elementwise/dtypes.test-d.ts: the dtypes that element-wise functions have when they run, of every dtype and of
// every dtype with every other and with plain numbers, held against those that TypeScript tells.

import * as cu from "../src/array/array.js";
import { families } from "../src/array/elementwise/families.js";
import * as functions from "../src/array/elementwise/functions.js";
import { dtypeNames } from "../src/core/dtype.js";

const plainNumbers = { whole: 1, fraction: 0.5, bigint: 1n, truth: true, complex: { re: 1, im: 1 } } as const;
const operandNames = [...dtypeNames, ...Object.keys(plainNumbers)];

const head = `// Written by \`npm run generate\` from what element-wise functions give when they run. Do not edit.
// A "-" is what they refuse.

import { describe, expectTypeOf, it } from "vitest";
import type { Complex, DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type * as f from "./functions.js";

type DTypes = "${dtypeNames.join(" ")}";
type OperandNames = "${operandNames.join(" ")}";
type Operands = { [D in DType]: NDArray<D> } & {
  whole: 1;
  fraction: 0.5;
  bigint: 1n;
  truth: true;
  complex: Complex;
};
type Operand = keyof Operands;

/** What TypeScript tells that is not what runs; \`never\` where there is nothing. */
type Difference<Of extends string, Told, Ran extends string> = Ran extends "-"
  ? never
  : Told extends NDArray<infer D extends DType>
    ? [D, Ran] extends [Ran, D]
      ? never
      : \`\${Of} is \${Ran}, not \${D}\`
    : Of;
/** The same for a row of words: a name and what ran, one by one. */
type RowDifference<Of extends string, Told, Names extends string, Row extends string> = Names extends \`\${infer Name} \${infer Others}\`
  ? Row extends \`\${infer Ran} \${infer Rest}\`
    ? Difference<\`\${Of}\${Name}\`, Told[Name & keyof Told], Ran> | RowDifference<Of, Told, Others, Rest>
    : "a row that is too short"
  : Difference<\`\${Of}\${Names}\`, Told[Names & keyof Told], Row>;
type UnaryDifference<Told extends Record<DType, unknown>, Row extends string> = RowDifference<"", Told, DTypes, Row>;
type BinaryDifference<Told extends Record<DType, Record<Operand, unknown>>, Rows extends Record<DType, string>> = {
  [A in DType]: RowDifference<\`\${A} with \`, Told[A], OperandNames, Rows[A]>;
}[DType];
`;

/** The text of src/array/elementwise/dtypes.test-d.ts, but for how it is laid out. */
export function elementwiseTypes(): string {
  const declarations = families.flatMap((one) => one.declarations).filter(({ name }) => name !== "geluTanh");
  const lines: Record<1 | 2, string[]> = { 1: [], 2: [] };
  const tables = new Map<string, string>();
  for (const { name, arity, result } of declarations) {
    const rows = arity === 1 ? unaryRow(name) : binaryRows(name);
    const table = tables.get(rows) ?? `${name[0]?.toUpperCase()}${name.slice(1)}DTypes`;
    tables.set(rows, table);
    const operands = arity === 1 ? "A" : "NDArray<A>, Operands[B]";
    // What tells true from false has no type parameters.
    const told = `ReturnType<typeof f.${name}${result === "bool" ? "" : `<${operands}>`}>`;
    const record = `{ [A in DType]: ${arity === 1 ? told : `{ [B in Operand]: ${told} }`} }`;
    const difference = `${arity === 1 ? "Unary" : "Binary"}Difference<${record}, ${table}>`;
    lines[arity].push(
      `it("${name}", () => {`,
      `expectTypeOf<${difference}>().toEqualTypeOf<never>();`,
      "});",
    );
  }
  const types = Array.from(tables, ([rows, table]) => `type ${table} = ${rows};`);
  return [
    head,
    ...types,
    'describe("dtypes of functions of one operand", () => {',
    ...lines[1],
    "});",
    'describe("dtypes of functions of two operands", () => {',
    ...lines[2],
    'it("show a difference where there is one", () => {',
    `type Wrong = UnaryDifference<{ [A in DType]: NDArray<A> }, "${["int8", ...dtypeNames.slice(1)].join(" ")}">;`,
    'expectTypeOf<Wrong>().toEqualTypeOf<"bool is int8, not bool">();',
    'expectTypeOf<UnaryDifference<{ [A in DType]: NDArray<A> }, "bool int8">>().not.toBeNever();',
    "});",
    "});",
  ].join("\n");
}

function unaryRow(name: string): string {
  return `"${dtypeNames.map((dtype) => ranAs(name, none(dtype))).join(" ")}"`;
}

function binaryRows(name: string): string {
  const others = [...dtypeNames.map(none), ...Object.values(plainNumbers)];
  const rows = dtypeNames.map(
    (dtype) => `${dtype}: "${others.map((other) => ranAs(name, none(dtype), other)).join(" ")}"`,
  );
  return `{ ${rows.join("; ")} }`;
}

/** No elements: what a function gives for them has its dtype, and no kernel is launched. */
function none(dtype: cu.DTypeOfValues<cu.NDArray>): cu.NDArray {
  return cu.empty([0], { dtype, device: "cpu" });
}

function ranAs(name: string, ...operands: readonly unknown[]): string {
  const apply = (functions as unknown as Record<string, (...operands: readonly unknown[]) => cu.NDArray>)[
    name
  ];
  try {
    return (apply as NonNullable<typeof apply>)(...operands).dtype;
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === "CUTS_OPERATION_DTYPE") return "-";
    throw error;
  }
}

/** A text without what layout may change. */
export function withoutLayout(text: string): string {
  return text
    .replace(/\s+/g, "")
    .replace(/([{;|[(<])\|/g, "$1")
    .replace(/[,;](?=[}\])>])/g, "");
}
