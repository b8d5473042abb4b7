// A PTX module as CUDA C++: a kernel for each entry, a function for each function, and their instructions as those of inline PTX.
// Parameters are memory in PTX, of so many bytes; here they are too (`ptx_param` of cuts_ptx.h).

import { ownTable } from "../../../core/own-table.js";
import { CompileError } from "../../../core/errors.js";
import type { Instruction } from "./instruction.js";
import { TYPES } from "./instructions.js";
import { parseModule, parseVariable, type PtxFunction, type PtxVariable } from "./parse-module.js";
import { type Operand, parsePtx, type Statement } from "./parse-ptx.js";
import { instructionOf, lineOf, type PtxInstruction, variable } from "./translate-ptx.js";

/** Functions of the GPU's own library, by what they are here. */
const LIBRARY = ownTable<string>({
  vprintf: "ptx_vprintf",
  malloc: "ptx_malloc",
  free: "ptx_free",
  __assertfail: "ptx_assertfail",
});

/** The CUDA C++ of a module. @throws CompileError `CUTS_COMPILE` with what has no meaning on the cpu device. */
export function translateModule(source: string, fileName: string): string {
  const module = parseModule(source);
  if ("unknown" in module) throw refused(fileName, module.unknown);
  const defined = module.functions.filter(({ body }) => body !== undefined);
  const names = new Map(defined.map((one) => [one.name, one]));
  return [
    '#include "cuts_ptx.h"',
    "using namespace cuts_ptx;",
    ...module.variables.map((one) => variableText(one, fileName)),
    ...defined.filter(({ isEntry }) => !isEntry).map((one) => `${headOf(one, fileName)};`),
    ...defined.map((one) => functionText(one, { names, variables: module.variables, fileName })),
    "",
  ].join("\n");
}

interface Around {
  readonly names: ReadonlyMap<string, PtxFunction>;
  readonly variables: readonly PtxVariable[];
  readonly fileName: string;
}

const SPACES = ownTable<string>({
  global: "__device__",
  const: "__constant__",
  shared: "__shared__",
});

/** Numbers of floats are written as their bits. */
function bitsType(type: string, fileName: string): string {
  const found = TYPES[type.replace(/^f(16|32|64)$/, "b$1").replace(/^(?:b?f16x2|bf16)$/, "b32")];
  if (found === undefined || found === "bool") throw refused(fileName, `.${type}`);
  return found;
}

function sizeOfType(type: string): number {
  return Number(/\d+/.exec(type)?.[0] ?? 0) / 8;
}

function bytesOf({ type, count }: PtxVariable): number {
  return sizeOfType(type) * (count ?? 1);
}

function variableText(one: PtxVariable, fileName: string): string {
  const { space, type, align, name, count, isExtern, values } = one;
  const bits = bitsType(type, fileName);
  const aligned = align === undefined ? "" : ` __attribute__((aligned(${align})))`;
  if (isExtern && space === "shared") return `extern __shared__${aligned} ${bits} ${name}[];`;
  const where = SPACES[space];
  if (where === undefined || isExtern) throw refused(fileName, `.${space} ${name}`);
  const numbers = values.map((value) => numberText(value, fileName));
  const start = numbers.length === 0 ? "" : ` = {${numbers.join(", ")}}`;
  const array = count === undefined ? "" : `[${count}]`;
  return `extern "C" { ${where}${aligned} ${bits} ${name}${array}${start}; }`;
}

function numberText(value: string, fileName: string): string {
  const bits = /^0[fFdD]([0-9a-fA-F]+)$/.exec(value)?.[1];
  if (bits !== undefined) return `0x${bits}`;
  if (/^-?(?:0[xX][0-9a-fA-F]+|\d+)U?$/.test(value)) return value.replace(/U$/, "u");
  throw refused(fileName, `the initial value ${value}`);
}

function headOf({ isEntry, name, result, parameters, directives }: PtxFunction, fileName: string): string {
  const list = parameters.map((one) => `${isEntry ? kernelType(one, fileName) : paramType(one)} ${one.name}`);
  const threads = /\.maxntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?/.exec(directives);
  const most = threads?.slice(1).reduce((product, one) => product * Number(one ?? 1), 1);
  if (!isEntry)
    return `static __device__ __noinline__ ${result === undefined ? "void" : paramType(result)} ${name}(${list.join(", ")})`;
  return `extern "C" __global__ void ${most === undefined ? "" : `__launch_bounds__(${most}) `}${name}(${list.join(", ")})`;
}

/** Numbers are what they are, so that a launch lays them out as it does those of C++. */
function kernelType(one: PtxVariable, fileName: string): string {
  if (one.count !== undefined) return paramType(one);
  const type = TYPES[one.type];
  if (type === undefined || type === "bool") throw refused(fileName, `.param .${one.type} ${one.name}`);
  return type;
}

function paramType(one: PtxVariable): string {
  return `ptx_param<${bytesOf(one)}, ${one.align ?? Math.max(1, Math.min(8, sizeOfType(one.type)))}>`;
}

function functionText(one: PtxFunction, around: Around): string {
  const { fileName } = around;
  const { statements, locals } = bodyOf(one, fileName);
  const memory = new Map(
    [...one.parameters, ...(one.result === undefined ? [] : [one.result])].map((own) => [own.name, own]),
  );
  for (const own of locals) if (own.space === "param") memory.set(own.name, own);
  const used = (name: string): boolean => one.body?.includes(name) === true;
  const addressed = [...around.variables, ...locals, ...one.parameters].filter(({ name }) => used(name));
  const tables = targetsIn(statements);
  const lines = statements.map((statement) => {
    const line = lineOf(statement, (i) => switchText(i, tables) ?? special(i, one, memory, around));
    if (line === undefined)
      throw refused(fileName, statement.kind === "instruction" ? statement.text : statement.kind);
    return `  ${line}`;
  });
  return [
    `${headOf(one, fileName)} {`,
    "  unsigned cc = 0, unused = 0;",
    "  (void)cc, (void)unused;",
    ...(one.result === undefined ? [] : [`  ${paramType(one.result)} ${one.result.name} = {};`]),
    ...locals.map((own) => `  ${localText(own, fileName)}`),
    ...addressed.map(
      ({ name }) =>
        `  const unsigned long long ${variable(name)} = address_of(${name}); (void)${variable(name)};`,
    ),
    ...lines,
    "}",
  ].join("\n");
}

function localText(own: PtxVariable, fileName: string): string {
  if (own.space === "param") return `${paramType(own)} ${own.name};`;
  if (own.space === "local")
    return `${own.align === undefined ? "" : `__attribute__((aligned(${own.align}))) `}${bitsType(own.type, fileName)} ${own.name}[${own.count ?? 1}];`;
  if (own.space === "shared")
    return `__shared__ ${own.align === undefined ? "" : `__attribute__((aligned(${own.align}))) `}${bitsType(own.type, fileName)} ${own.name}[${own.count ?? 1}];`;
  throw refused(fileName, `.${own.space} ${own.name} inside a function`);
}

/** The statements of a body without its variables. Each call has parameters of its own in braces, which have one name often. */
function bodyOf(
  one: PtxFunction,
  fileName: string,
): { readonly statements: readonly Statement[]; readonly locals: readonly PtxVariable[] } {
  const locals = new Map<string, PtxVariable>();
  const text = (one.body ?? "").replaceAll(
    /(^|[;{}\s])(\.(?:param|local|shared)\s[^;]*);/g,
    (_, before: string, declaration: string) => {
      const own = parseVariable(declaration);
      if (own === undefined) throw refused(fileName, declaration.trim());
      const known = locals.get(own.name);
      // The largest of those that have its name: each is used inside its own braces.
      if (known === undefined || bytesOf(known) < bytesOf(own))
        locals.set(own.name, { ...own, align: own.align ?? 8 });
      return before;
    },
  );
  const statements = parsePtx(text);
  if (statements === undefined) throw refused(fileName, `the body of ${one.name}`);
  return { statements, locals: [...locals.values()] };
}

/** Where each `brx.idx` may go, by the label that it names. */
function targetsIn(statements: readonly Statement[]): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, readonly string[]>();
  for (const [at, statement] of statements.entries()) {
    const before = statements[at - 1];
    if (statement.kind === "targets" && before?.kind === "label") tables.set(before.name, statement.names);
  }
  return tables;
}

function switchText(
  { parts, operands }: PtxInstruction,
  tables: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const [index, table] = operands;
  const names = table?.kind === "plain" ? tables.get(table.text) : undefined;
  if (parts[0] !== "brx" || index?.kind !== "plain" || names === undefined) return undefined;
  const cases = names.map((name, at) => `case ${at}: goto ${variable(name)};`);
  return `switch (${instructionOf(parts, operands).valueOf(index.text, "unsigned")}) { ${cases.join(" ")} default: __trap(); }`;
}

/** What only modules have: parameters, calls and ends. */
function special(
  statement: PtxInstruction,
  one: PtxFunction,
  memory: ReadonlyMap<string, PtxVariable>,
  around: Around,
): string | undefined {
  const [name = ""] = statement.parts;
  if (name === "ret" || (name === "exit" && one.isEntry))
    return `return${one.result === undefined ? "" : ` ${one.result.name}`};`;
  if (name === "call") return callText(statement, around);
  if ((name === "ld" || name === "st") && statement.parts.some((part) => part.startsWith("param")))
    return parameterText(statement, memory);
  return undefined;
}

function parameterText(
  { parts, operands }: PtxInstruction,
  memory: ReadonlyMap<string, PtxVariable>,
): string | undefined {
  const isLoad = parts[0] === "ld";
  const [first, second] = operands;
  const [place, other] = isLoad ? [second, first] : [first, second];
  const type = TYPES[parts.at(-1) ?? ""];
  if (place?.kind !== "address" || !memory.has(place.base) || type === undefined || other === undefined)
    return undefined;
  const i: Instruction = instructionOf(parts, operands);
  return itemsOf(other)
    .map((item, at) => {
      const where = `${place.base}, ${place.offset} + ${at} * sizeof(${type})`;
      return isLoad
        ? `put(${i.name(item)}, read_param<${type}>(${where}));`
        : `write_param<${type}>(${where}, ${i.valueOf(item, type)});`;
    })
    .join(" ");
}

function itemsOf(operand: Operand): readonly string[] {
  return operand.kind === "list" ? operand.items : operand.kind === "plain" ? [operand.text] : [];
}

function callText({ operands, text }: PtxInstruction, { names, fileName }: Around): string {
  const results = operands[0]?.kind === "list" ? itemsOf(operands[0]) : [];
  const [callee, list] = operands[0]?.kind === "list" ? operands.slice(1) : operands;
  const name = callee?.kind === "plain" ? callee.text : "";
  const values = list === undefined ? [] : itemsOf(list);
  const known = names.get(name);
  const target = known === undefined ? LIBRARY[name] : name;
  if (target === undefined) throw refused(fileName, text);
  // A parameter that shares its name with a larger one of another call.
  const passed = values.map((value, at) => {
    const declared = known?.parameters[at];
    return declared === undefined ? value : `cut_param<${paramType(declared)}>(${value})`;
  });
  const call = `${target}(${passed.join(", ")})`;
  const [result] = results;
  return result === undefined ? `${call};` : `fill_param(${result}, ${call});`;
}

function refused(fileName: string, what: string): CompileError {
  const text = what.replaceAll(/\s+/g, " ").trim();
  return new CompileError(
    "CUTS_COMPILE",
    `Cannot compile ${fileName}: ${text}: this PTX has no meaning on the cpu device\nTry: the CUDA C++ it was made from`,
    text,
  );
}
