// Mends calls of functions that another file defines with other types, which C without declarations allows. Other machines do not
// notice, but WebAssembly traps. A wrapper function converts what can be converted; otherwise the error names the function.
import { CompileError } from "../../core/errors.js";
import type { Clang } from "./clang.js";
import type { AddressBits } from "./device-target.js";
import { compiledFile } from "./step-result.js";
import {
  BinaryReader,
  KIND,
  nameBytes,
  readSections,
  SECTION,
  u32Bytes,
  writeSections,
} from "./wasm-binary.js";

/** Object files by path. */
export type ObjectFiles = Readonly<Record<string, Uint8Array>>;

/** The types of a function by object file, as the linker writes them: `(i32, f64) -> void`. */
type Types = ReadonlyMap<string, string>;

const MISMATCH = /function signature mismatch: (.+)\n((?:>>> defined as .+\n?)+)/g;
const PLACE = /^>>> defined as (\(.*\) -> \w+) in (.+)$/gm;
const BRIDGES_PATH = "/bridges.o";

/** The functions that the linker found with several types. */
export function readMismatches(stderr: string): ReadonlyMap<string, Types> {
  const found = new Map<string, Map<string, string>>();
  for (const [, name = "", places = ""] of stderr.matchAll(MISMATCH)) {
    const types = found.get(name) ?? new Map<string, string>();
    found.set(name, types);
    for (const [, type = "", file = ""] of places.matchAll(PLACE)) types.set(file, type);
  }
  return found;
}

/**
 * The objects with calls that match, and one more object with the functions in between.
 *
 * @throws CompileError `CUTS_COMPILE_LINK` for a call whose types have nothing to do with those of the function.
 */
export async function matchCalls(
  program: string,
  objects: ObjectFiles,
  mismatches: ReadonlyMap<string, Types>,
  clang: Clang,
  addressBits: AddressBits,
): Promise<ObjectFiles> {
  const matched: Record<string, Uint8Array> = { ...objects };
  const code = new Set<string>();
  for (const [name, types] of mismatches) {
    const isCaller = (file: string): boolean => importNames(objects[file]).includes(name);
    const definition = [...types].find(([file]) => !isCaller(file))?.[1];
    if (definition === undefined || ![...types.keys()].some(isCaller)) throw wrongCall(program, name, types);
    const defined = parseType(definition);
    code.add(`declare ${defined.result} @"${name}"(${defined.parameters.join(", ")})`);
    for (const [file, type] of types) {
      if (type === definition) continue;
      const bridge = `${name} called as ${type}`;
      const body = bridgeBody(name, parseType(type), defined);
      if (body === undefined) throw wrongCall(program, name, types);
      code.add(`define ${signature(bridge, parseType(type))} {\n${body.join("\n")}\n}`);
      matched[file] = renameImport(matched[file] as Uint8Array, name, bridge);
    }
  }
  const result = await clang.run({
    steps: [
      {
        tool: "clang",
        args: `-cc1 -triple wasm${addressBits}-wasip1 -x ir -O1 -emit-obj -o ${BRIDGES_PATH} /bridges.ll`.split(
          " ",
        ),
      },
    ],
    files: { "/bridges.ll": [...code].join("\n") },
    outputs: [BRIDGES_PATH],
  });
  return { ...matched, [BRIDGES_PATH]: compiledFile(program, result, BRIDGES_PATH) };
}

interface FunctionType {
  readonly parameters: readonly string[];
  readonly result: string;
}

function parseType(text: string): FunctionType {
  const [, list = "", result = ""] = /^\((.*)\) -> (\w+)$/.exec(text) ?? [];
  const inIr = (type: string): string => (type === "f32" ? "float" : type === "f64" ? "double" : type);
  return { parameters: list.split(", ").filter(Boolean).map(inIr), result: inIr(result) };
}

function signature(name: string, { parameters, result }: FunctionType): string {
  return `${result} @"${name}"(${parameters.map((type, i) => `${type} %a${i}`).join(", ")})`;
}

const CONVERSIONS: Readonly<Record<string, string>> = {
  "i32 i64": "sext",
  "i64 i32": "trunc",
  "float double": "fpext",
  "double float": "fptrunc",
};

// What is passed beyond the parameters is dropped, and what is not passed or not returned is zero: C leaves it undefined.
function bridgeBody(name: string, call: FunctionType, defined: FunctionType): readonly string[] | undefined {
  const lines: string[] = [];
  let isPossible = true;
  const convert = (value: string, from: string, to: string): string => {
    if (from === to) return value;
    const operation = CONVERSIONS[`${from} ${to}`];
    isPossible &&= operation !== undefined;
    lines.push(`  ${value}.as = ${operation} ${from} ${value} to ${to}`);
    return `${value}.as`;
  };
  const args = defined.parameters.map((to, i) => {
    const from = call.parameters[i];
    return `${to} ${from === undefined ? "zeroinitializer" : convert(`%a${i}`, from, to)}`;
  });
  const isUsed = defined.result !== "void" && call.result !== "void";
  lines.push(`  ${isUsed ? "%r = " : ""}call ${defined.result} @"${name}"(${args.join(", ")})`);
  if (call.result === "void") lines.push("  ret void");
  else {
    const value = isUsed ? convert("%r", defined.result, call.result) : "zeroinitializer";
    lines.push(`  ret ${call.result} ${value}`);
  }
  return isPossible ? lines : undefined;
}

function wrongCall(program: string, name: string, types: Types): CompileError {
  return new CompileError(
    "CUTS_COMPILE_LINK",
    `Cannot link ${program}: ${name} is called with other types than it has (${[...new Set(types.values())].join(", ")})` +
      `\nTry: declare ${name} before it is called, as it is defined.`,
    "",
  );
}

/** The names under which an object file imports; none for what is no object of the program. */
function importNames(object: Uint8Array | undefined): readonly string[] {
  return object === undefined ? [] : readImports(object).map(({ name }) => name);
}

interface Import {
  readonly module: string;
  readonly name: string;
  /** What follows the names. */
  readonly rest: Uint8Array;
}

function readImports(object: Uint8Array): readonly Import[] {
  const section = readSections(object).find(({ id }) => id === SECTION.import);
  if (section === undefined) return [];
  const reader = new BinaryReader(section.payload);
  return Array.from({ length: reader.u32() }, () => {
    const module = reader.name();
    const name = reader.name();
    const start = reader.offset;
    const kind = reader.byte();
    // The type's number; before it an attribute, the kind of an element or of a value.
    if (kind !== KIND.function && kind !== KIND.memory) reader.byte();
    if (kind === KIND.table || kind === KIND.memory) skipLimits(reader);
    else if (kind === KIND.global) reader.byte();
    else reader.u32();
    return { module, name, rest: section.payload.subarray(start, reader.offset) };
  });
}

function skipLimits(reader: BinaryReader): void {
  const hasMaximum = (reader.byte() & 1) !== 0;
  reader.u32();
  if (hasMaximum) reader.u32();
}

/** The object with one import under another name: a symbol that is not defined is called what it is imported as. */
function renameImport(object: Uint8Array, from: string, to: string): Uint8Array {
  const imports = readImports(object).map(({ module, name, rest }) => [
    ...nameBytes(module),
    ...nameBytes(name === from ? to : name),
    ...rest,
  ]);
  const payload = Uint8Array.from([...u32Bytes(imports.length), ...imports.flat()]);
  return writeSections(
    readSections(object).map((section) =>
      section.id === SECTION.import ? { ...section, payload } : section,
    ),
  ).module;
}
