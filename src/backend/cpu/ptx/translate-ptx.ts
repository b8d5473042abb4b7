// One inline PTX statement as a C++ function of its operands: a variable of bits for each register, a C++ statement for each instruction.
import type { Type } from "../../../compiler/ir/type.js";
import { ownTable } from "../../../core/own-table.js";
import type { Instruction } from "./instruction.js";
import { meaningOf, TYPES } from "./instructions.js";
import { type Operand, parsePtx, type Statement } from "./parse-ptx.js";

/** A statement as the front end has left it. */
export interface PtxStatement {
  /** With `$0` for its first operand. */
  readonly text: string;
  /** LLVM types of results. */
  readonly outputs: readonly Type[];
  /** LLVM types of inputs, and which result each starts, if it does. */
  readonly inputs: readonly { readonly type: Type; readonly starts: number | undefined }[];
}

export type Translation = { readonly code: string } | { readonly refused: string };

const OF_LLVM = ownTable<string>({
  i1: "bool",
  i8: "unsigned char",
  i16: "unsigned short",
  i32: "unsigned",
  i64: "unsigned long long",
  float: "float",
  double: "double",
  ptr: "unsigned long long",
});

const REGISTER_TYPES = ownTable<string>({
  float: "unsigned",
  double: "unsigned long long",
});

/** The C++ function called `name`: results by address, then inputs. Or the instruction that is not known. */
export function translatePtx(statement: PtxStatement, name: string): Translation {
  const statements = parsePtx(statement.text);
  const types = [...statement.outputs, ...statement.inputs.map(({ type }) => type)].map(
    ({ text }) => OF_LLVM[text],
  );
  if (statements === undefined || types.includes(undefined)) return { refused: statement.text };
  const outputs = statement.outputs.length;
  const parameters = types.map((type, n) => (n < outputs ? `${type}* o${n}` : `${type} i${n}`));
  const registers = types.map((type = "", n) => {
    const started = n < outputs ? statement.inputs.findIndex(({ starts }) => starts === n) : n - outputs;
    const from = started < 0 ? "" : ` put(r${n}, i${outputs + started});`;
    return `  ${REGISTER_TYPES[type] ?? type} r${n} = 0;${from}`;
  });
  const body: string[] = [];
  for (const one of statements) {
    const line = lineOf(one);
    if (line === undefined) return { refused: one.kind === "instruction" ? one.text : statement.text };
    body.push(`  ${line}`);
  }
  const results = statement.outputs.map((type, n) => `  *o${n} = as<${OF_LLVM[type.text]}>(r${n});`);
  return {
    code: [
      `extern "C" __device__ void ${name}(${parameters.join(", ")}) {`,
      "  using namespace cuts_ptx;",
      "  unsigned cc = 0, unused = 0;",
      "  (void)cc, (void)unused;",
      ...registers,
      ...body,
      ...results,
      "}",
      "",
    ].join("\n"),
  };
}

/** A statement that computes. */
export type PtxInstruction = Extract<Statement, { kind: "instruction" }>;

/** The C++ of a statement; `special` knows instructions that all texts of its kind have. Undefined when it is not known. */
export function lineOf(
  statement: Statement,
  special: (instruction: PtxInstruction) => string | undefined = () => undefined,
): string | undefined {
  switch (statement.kind) {
    case "open":
      return "{";
    case "close":
      return "}";
    case "label":
      return `${variable(statement.name)}:;`;
    case "registers": {
      const type =
        TYPES[
          statement.type.replace(/^f(16|16x2|32|64)$/, (_, bits: string) => `b${bits.replace("16x2", "32")}`)
        ];
      return type === undefined ? undefined : `${type} ${statement.names.map(variable).join(", ")};`;
    }
    case "instruction":
      return guarded(statement, special(statement));
    case "targets":
      return ";";
    default:
      return undefined;
  }
}

function guarded(
  { parts, operands, guard }: PtxInstruction,
  special: string | undefined,
): string | undefined {
  const [first] = operands;
  const code =
    special ??
    (parts[0] === "bra" && first?.kind === "plain"
      ? `goto ${variable(first.text)};`
      : meaningOf(instructionOf(parts, operands)));
  if (code === undefined || guard === undefined) return code;
  return `if (${guard.startsWith("!") ? "!" : ""}${variable(guard.replace("!", ""))}) { ${code} }`;
}

/** An instruction over the variables of its registers. */
export function instructionOf(parts: readonly string[], operands: readonly Operand[]): Instruction {
  const textOf = (index: number): string => {
    const operand = operands[index];
    return operand?.kind === "plain" ? operand.text : operand?.kind === "address" ? operand.base : "";
  };
  return {
    parts,
    operands,
    name: variable,
    valueOf,
    value: (index, type) => valueOf(textOf(index), type),
    put: (index, value) => {
      const to = textOf(index);
      return to === "_" ? `(void)(${value});` : `put(${variable(to)}, ${value});`;
    },
    address: (index) => {
      const operand = operands[index];
      const offset = operand?.kind === "address" ? operand.offset : "0";
      return `(${valueOf(textOf(index), "unsigned long long")} + ${valueOf(offset, "long long")})`;
    },
  };
}

/** `$3` is the fourth operand; all else is a name of the statement's own. */
export function variable(text: string): string {
  const operand = /^\$(?:\{)?(\d+)/.exec(text)?.[1];
  return operand === undefined ? `v_${text.replaceAll(/[^\w]/g, "_")}` : `r${operand}`;
}

const SPECIAL = ownTable<string>({
  "%laneid": "lane()",
  "%warpid": "warp()",
  "%nwarpid": "32u",
  "%smid": "0u",
  "%nsmid": "1u",
  "%gridid": "0ull",
  "%clock": "unsigned(clock64())",
  "%clock_hi": "unsigned(clock64() >> 32)",
  "%clock64": "(unsigned long long)clock64()",
  "%globaltimer": "(unsigned long long)clock64()",
  "%lanemask_eq": "(1u << lane())",
  "%lanemask_lt": "((1u << lane()) - 1)",
  "%lanemask_le": "((2u << lane()) - 1)",
  "%lanemask_gt": "~((2u << lane()) - 1)",
  "%lanemask_ge": "~((1u << lane()) - 1)",
  WARP_SZ: "32u",
});
const COORDINATES = ownTable<string>({
  tid: "threadIdx",
  ntid: "blockDim",
  ctaid: "blockIdx",
  nctaid: "gridDim",
});

function valueOf(text: string, type: string): string {
  if (text.startsWith("!")) return `!${valueOf(text.slice(1), type)}`;
  const [, which = "", axis] = /^%(\w+)\.([xyz])$/.exec(text) ?? [];
  const coordinate = COORDINATES[which];
  if (coordinate !== undefined) return `as<${type}>(${coordinate}.${axis})`;
  const special = SPECIAL[text];
  if (special !== undefined) return `as<${type}>(${special})`;
  const bits = /^0[fF]([0-9a-fA-F]{8})$/.exec(text)?.[1] ?? /^0[dD]([0-9a-fA-F]{16})$/.exec(text)?.[1];
  if (bits !== undefined) return `as<${type}>(0x${bits}ull)`;
  if (/^[-+]?(\d+\.\d*|\.\d+|\d+(?=[eE]))([eE][-+]?\d+)?$/.test(text)) return `${castTo(type)}(${text})`;
  const number = /^(-?)(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)U?$/.exec(text);
  if (number) return `${castTo(type)}(${number[1]}${number[2]}ll)`;
  return type === "bool" ? `bool(${variable(text)})` : `as<${type}>(${variable(text)})`;
}

function castTo(type: string): string {
  return type.includes(" ") ? `(${type})` : type;
}
