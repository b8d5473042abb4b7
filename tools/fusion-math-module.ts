// src/backend/cpu/fused/math.gen.ts: the compiled functions of fused kernels on the cpu device (fusion-math.ts).

import { createHash } from "node:crypto";
import { CodeReader, type FunctionType } from "../src/compiler/clang/memory64/code-reader.js";
import { OP } from "../src/compiler/clang/memory64/instructions.js";
import {
  BinaryReader,
  KIND,
  readSections,
  SECTION,
  writeSections,
} from "../src/compiler/clang/wasm-binary.js";
import { compileMath } from "./fusion-math.js";

/** The text of the module. */
export async function fusionMathModule(): Promise<string> {
  const { image, names, inlined, source } = await compileMath();
  // Names are for people; what is in front of them stays where it is.
  const { module } = writeSections(readSections(image.module).filter(({ id }) => id !== SECTION.custom));
  // Not deflated: what it would save on disk costs milliseconds of the first fused kernel.
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
  const list = (numbers: ArrayLike<number> & Iterable<number>): string => `[${[...numbers].join(", ")}]`;
  if (image.relocations.pointers.length > 0)
    throw new Error("the functions of fused kernels have pointers in their data");
  return `// Written by \`npm run generate\` (tools/fusion-math-module.ts). Do not edit.

/** What it was compiled from. */
export const mathDigest = "${createHash("sha256").update(source).digest("hex").slice(0, 16)}";

/** The functions: \`<operation>_<dtype>\`. */
export const mathNames =
  "${names.join(" ")}";

/** Those that have a form without a jump, \`fast_<name>\`, for where \`fits_<name>\` says so. */
export const inlinedNames = "${inlined.join(" ")}";

/** The compiled code without an address: module and data as base64. */
export const math = {
  module:
    "${text(module)}",
  data: "${text(image.data)}",
  byteLength: ${image.byteLength},
  constants: ${list(image.relocations.constants)},
  offsets: ${list(image.relocations.offsets)},
  calls: ${list(callsIn(module))},
  exports: ${JSON.stringify(exportsOf(module)).replaceAll(",", ", ").replaceAll(":", ": ")},
  readonly: [${image.constants.join(", ")}],
} as const;
`;
}

/** The numbers of functions by their names. */
function exportsOf(module: Uint8Array): Readonly<Record<string, number>> {
  const exported = readSections(module).find(({ id }) => id === SECTION.export);
  const reader = new BinaryReader(exported?.payload ?? Uint8Array.of(0));
  const found: [string, number][] = Array.from({ length: reader.u32() }, () => {
    const name = reader.name();
    const kind = reader.byte();
    return [name, kind === KIND.function ? reader.u32() : -1 - reader.u32()];
  });
  return Object.fromEntries(found.filter(([, number]) => number >= 0));
}

/** Where in a module the numbers of functions are that are called, five bytes each. */
function callsIn(module: Uint8Array): number[] {
  const sections = readSections(module);
  const code = sections.findIndex(({ id }) => id === SECTION.code);
  const start = writeSections(sections).starts[code] as number;
  const reader = new BinaryReader(module, start);
  const found: number[] = [];
  const noTypes: readonly FunctionType[] = [];
  for (let left = reader.u32(); left > 0; left--) {
    const end = reader.u32() + reader.offset;
    for (let groups = reader.u32(); groups > 0; groups--) {
      reader.u32();
      reader.byte();
    }
    const instructions = new CodeReader(reader, end, noTypes);
    while (reader.offset < end) {
      const opcode = reader.byte();
      if (opcode === OP.block || opcode === OP.loop || opcode === OP.if) instructions.blockType();
      else if (opcode === OP.localSet || opcode === OP.localTee) reader.u32();
      else if (opcode === OP.call) {
        found.push(reader.offset);
        reader.u32();
        if (reader.offset !== (found.at(-1) as number) + 5)
          throw new Error("a call in the functions of fused kernels has no room for another number");
      } else if (opcode === OP.callIndirect)
        throw new Error("the functions of fused kernels call through a table");
      else if (opcode !== OP.end) instructions.skip(opcode);
    }
  }
  return found;
}
