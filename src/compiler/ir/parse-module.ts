// Reads a module of LLVM IR as clang prints it. Comments and debug records (`#dbg_value` and others) are left out: passes move code between
// functions, where a record would be wrong.

import { Cursor } from "./cursor.js";
import { Layout } from "./layout.js";
import { Metadata } from "./metadata.js";
import type { IrFunction, IrGlobal, IrModule } from "./module.js";
import { parseBlocks, parseHead } from "./parse-function.js";
import { parseAttachment } from "./parse-instruction.js";
import { parseType } from "./parse-type.js";
import { parseValue } from "./parse-value.js";
import type { Type } from "./type.js";

/** The module that a text is. */
export function parseModule(text: string): IrModule {
  const c = new Cursor(text);
  // A module that was printed and read by clang in between has names that were numbers, and new numbers.
  for (let n = 1; text.includes(c.numberPrefix); n++) c.numberPrefix = `%num${n}.`;
  const globals: IrGlobal[] = [];
  const functions: IrFunction[] = [];
  const declarations: IrFunction[] = [];
  const types = new Map<string, Type | undefined>();
  const comdats = new Map<string, string>();
  const attributeGroups = new Map<string, string>();
  const nodes = new Map<number, string>();
  const named = new Map<string, string>();
  const otherLines: string[] = [];
  let sourceName: string | undefined;
  let dataLayout: string | undefined;
  let triple: string | undefined;
  for (c.skipLines(); !c.isAtEnd; c.skipLines()) {
    const first = c.peek();
    if (first === "@") globals.push(...parseGlobal(c, otherLines));
    else if (first === "%") {
      const name = c.name("%");
      c.expect("=");
      c.expect("type");
      types.set(name, c.takeWord("opaque") ? undefined : parseType(c));
    } else if (first === "$") {
      const name = c.name("$");
      c.expect("=");
      comdats.set(name, c.restOfLine().trim());
    } else if (first === "!") parseMetadata(c, nodes, named);
    else if (c.takeWord("define")) {
      const head = parseHead(c);
      functions.push({ ...head, blocks: parseBlocks(c, head.parameters) });
    } else if (c.takeWord("declare")) declarations.push({ ...parseHead(c), blocks: [] });
    else if (c.takeWord("attributes")) {
      const name = c.name("#");
      c.expect("=");
      attributeGroups.set(name, c.restOfLine().trim().slice(2, -2));
    } else if (c.takeWord("source_filename")) sourceName = afterEquals(c);
    else if (c.take("target datalayout")) dataLayout = afterEquals(c);
    else if (c.take("target triple")) triple = afterEquals(c);
    else otherLines.push(c.restOfLine());
  }
  const layout = new Layout(
    types,
    triple?.startsWith("wasm64") === true || triple?.startsWith("nvptx64") === true ? 8 : 4,
  );
  const metadata = new Metadata(nodes, named);
  const head = { sourceName, dataLayout, triple, otherLines, comdats, types };
  return { ...head, globals, functions, declarations, attributeGroups, metadata, layout };
}

function afterEquals(c: Cursor): string {
  c.expect("=");
  return c.quoted();
}

function parseMetadata(c: Cursor, nodes: Map<number, string>, named: Map<string, string>): void {
  c.expect("!");
  const name = c.word();
  c.expect("=");
  const text = c.restOfLine().trim();
  if (/^\d+$/.test(name)) nodes.set(Number(name), text);
  else named.set(name, text);
}

const LINKAGES: ReadonlySet<string> = new Set(
  "private internal available_externally linkonce weak common appending extern_weak linkonce_odr weak_odr external".split(
    " ",
  ),
);

/** A variable; an alias goes to `otherLines`. */
function parseGlobal(c: Cursor, otherLines: string[]): readonly IrGlobal[] {
  const start = c.at;
  const name = c.name("@");
  c.expect("=");
  const linkage = LINKAGES.has(c.peekWord()) ? c.word() : undefined;
  const specifiers: string[] = [];
  let space = 0;
  let isFilledOutside = false;
  for (let word = c.peekWord(); word !== "global" && word !== "constant"; word = c.peekWord()) {
    if (word === "alias" || word === "ifunc") {
      c.at = start;
      otherLines.push(c.restOfLine());
      return [];
    }
    c.word();
    if (word === "addrspace") space = Number(c.bracket().slice(1, -1));
    else if (word === "externally_initialized") isFilledOutside = true;
    else specifiers.push(c.text[c.at] === "(" ? `${word}${c.bracket()}` : word);
  }
  const isConstant = c.word() === "constant";
  const type = parseType(c);
  const isElsewhere = linkage === "external" || linkage === "extern_weak";
  const value = isElsewhere ? undefined : parseValue(c, type);
  let section: string | undefined;
  let comdat: string | undefined;
  let align: number | undefined;
  const metadata = [];
  while (c.take(",")) {
    if (c.takeWord("section")) section = c.quoted();
    else if (c.takeWord("comdat")) comdat = c.peek() === "(" ? `comdat${c.bracket()}` : "comdat";
    else if (c.takeWord("align")) align = c.number();
    else metadata.push(parseAttachment(c));
  }
  const kind = { linkage, specifiers, space, isFilledOutside, isConstant };
  return [{ name, ...kind, type, value, section, comdat, align, metadata }];
}
