// Reads a function: its head, and its blocks.

import type { Cursor } from "./cursor.js";
import type { Instruction } from "./instruction.js";
import type { Block, IrFunction, Parameter } from "./module.js";
import { parseAttributes } from "./parse-flags.js";
import { parseAttachment, parseInstruction } from "./parse-instruction.js";
import { parseType } from "./parse-type.js";
import { parseTyped } from "./parse-value.js";
import type { Value } from "./value.js";

const LINKAGES: ReadonlySet<string> = new Set(
  "private internal available_externally linkonce weak linkonce_odr weak_odr external extern_weak".split(" "),
);
const SPECIFIERS =
  /^(?:dso_local|dso_preemptable|default|hidden|protected|dllimport|dllexport|\w+cc|\w+_kernel)$/;

/** A function behind `define` or `declare`, up to its body. */
export function parseHead(c: Cursor): Omit<IrFunction, "blocks"> {
  const metadata = [];
  // A declaration has its metadata first.
  while (c.peek() === "!") metadata.push(parseAttachment(c));
  const linkage = LINKAGES.has(c.peekWord()) ? c.word() : undefined;
  const specifiers: string[] = [];
  while (SPECIFIERS.test(c.peekWord())) specifiers.push(c.word());
  const resultAttributes = parseAttributes(c);
  const type = parseType(c);
  const name = c.name("@");
  const { parameters, isVariadic } = parseParameters(c);
  const attributes: string[] = [];
  let comdat: string | undefined;
  let personality: Value | undefined;
  for (;;) {
    const next = parseAttributes(c);
    attributes.push(...next);
    if (c.peek() === "!") metadata.push(parseAttachment(c));
    else if (c.takeWord("comdat")) comdat = c.peek() === "(" ? `comdat${c.bracket()}` : "comdat";
    else if (c.takeWord("personality")) personality = parseTyped(c);
    else if (ADDRESS_WORDS.has(c.peekWord())) attributes.push(c.word());
    else if (c.takeWord("section")) attributes.push(`section "${c.quoted()}"`);
    else if (next.length === 0) break;
  }
  return {
    name,
    linkage,
    specifiers,
    resultAttributes,
    type,
    parameters,
    isVariadic,
    attributes,
    comdat,
    personality,
    metadata,
  };
}

const ADDRESS_WORDS: ReadonlySet<string> = new Set(["unnamed_addr", "local_unnamed_addr"]);

function parseParameters(c: Cursor): { parameters: Parameter[]; isVariadic: boolean } {
  const parameters: Parameter[] = [];
  c.expect("(");
  if (c.take(")")) return { parameters, isVariadic: false };
  do {
    if (c.take("...")) {
      c.expect(")");
      return { parameters, isVariadic: true };
    }
    const type = parseType(c);
    const attributes = parseAttributes(c);
    // Declarations have no names.
    const name = c.peek() === "%" ? c.localName() : `${c.numberPrefix}${parameters.length}`;
    parameters.push({ name, type, attributes });
  } while (c.take(","));
  c.expect(")");
  return { parameters, isVariadic: false };
}

/** The body of a function from `{` to `}`. */
export function parseBlocks(c: Cursor, parameters: readonly Parameter[]): Block[] {
  const blocks: Block[] = [];
  let instructions: Instruction[] | undefined;
  const start = (label: string): Instruction[] => {
    instructions = [];
    blocks.push({ label, instructions });
    return instructions;
  };
  c.expect("{");
  for (c.skipLines(); !c.take("}"); c.skipLines()) {
    const label = takeLabel(c);
    if (label !== undefined) start(label);
    else if (c.peek() === "#") c.skipLine();
    else (instructions ?? start(firstLabel(parameters, c))).push(parseInstruction(c));
  }
  return blocks;
}

/** `name:`, where it comes next. */
function takeLabel(c: Cursor): string | undefined {
  const before = c.at;
  const name = c.peek() === '"' ? `"${c.quoted()}"` : c.peekWord();
  if (c.text[before] !== '"') c.at += name.length;
  if (name !== "" && c.text[c.at] === ":") {
    c.at++;
    return c.asName(`%${name}`);
  }
  c.at = before;
  return undefined;
}

/** A first block without a label has the number that comes after those of the parameters. */
function firstLabel(parameters: readonly Parameter[], { numberPrefix }: Cursor): string {
  return `${numberPrefix}${parameters.filter(({ name }) => name.startsWith(numberPrefix)).length}`;
}
