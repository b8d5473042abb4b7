// Reads clang's textual LLVM IR into an IrModule, and prints one back. Line based: clang prints one instruction a
// line, a switch being the one exception. Debug records and lifetime markers are dropped: the pass moves code
// between functions, where both would be wrong.

import { targetOfIr } from "../../../compiler/clang/device-target.js";
import type { Block, IrFunction, IrModule, IrParameter } from "./ir.js";
import { instruction } from "./ir.js";

/** Parses a module printed by clang. */
export function parseIr(text: string): IrModule {
  const module: IrModule = {
    header: [],
    globals: [],
    functions: [],
    declarations: new Map(),
    attributeGroups: new Map(),
    metadata: [],
    types: new Map(),
    hasWideParameters: /^!cuts\.lp64 = /m.test(text),
  };
  const lines = text.split("\n");
  for (const line of lines) {
    const type = /^(%(?:"[^"]*"|[-a-zA-Z$._0-9]+)) = type (.*)$/.exec(line);
    if (type) module.types.set(type[1] as string, type[2] as string);
  }
  if (targetOfIr(text) === "wasm64") module.types.set("ptr", "i64");
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] as string;
    if (line.startsWith("define ")) i = parseFunction(lines, i, module);
    else if (line.startsWith("declare ")) {
      module.declarations.set(/@(?:"[^"]*"|[-a-zA-Z$._0-9]+)/.exec(line)?.[0] ?? "", line);
    } else if (line.startsWith("@")) {
      const at = line.indexOf(" = ");
      // There is one module, so nothing is to be merged with definitions elsewhere.
      const text = line.slice(at + 3).replace(/, comdat(\([^)]*\))?/, "");
      module.globals.push({ name: line.slice(0, at), text });
    } else if (line.startsWith("attributes #")) {
      const match = /^attributes (#\d+) = \{ (.*) \}$/.exec(line);
      if (match) module.attributeGroups.set(match[1] as string, match[2] as string);
    } else if (line.startsWith("!")) module.metadata.push(line);
    else if (line !== "" && !/^[;$]/.test(line) && !/^%.* = type /.test(line)) module.header.push(line);
  }
  return module;
}

/** Prints the module as text that clang reads with `-x ir`. */
export function printIr(module: IrModule): string {
  const out: string[] = [...module.header];
  for (const [name, body] of module.types) if (name !== "ptr") out.push(`${name} = type ${body}`);
  for (const global of module.globals) out.push(`${global.name} = ${global.text}`);
  for (const f of module.functions) out.push(printFunction(f));
  out.push(...module.declarations.values());
  for (const [name, body] of module.attributeGroups) out.push(`attributes ${name} = { ${body} }`);
  out.push(...module.metadata);
  return `${out.join("\n")}\n`;
}

/** Prints one function. */
export function printFunction(f: IrFunction): string {
  const parameters = f.parameters.map((p) => [p.type, p.attributes, p.name].filter(Boolean).join(" "));
  const head = ["define", f.linkage, f.resultType].filter(Boolean).join(" ");
  const out = [`${head} ${f.name}(${parameters.join(", ")}) ${f.suffix} {`.replace("  ", " ")];
  for (const block of f.blocks) {
    out.push(`${block.label.slice(1)}:`);
    for (const { result, text } of block.instructions)
      out.push(result ? `  ${result} = ${text}` : `  ${text}`);
  }
  out.push("}", "");
  return out.join("\n");
}

/** A function up to its body, from its `define` line. */
export function parseHead(line: string): Omit<IrFunction, "blocks"> {
  const head = nameNumbers(line);
  const name = /@(?:"[^"]*"|[-a-zA-Z$._0-9]+)/.exec(head);
  if (!name) throw new Error(`internal: cannot read the IR function "${head}"`);
  const before = head.slice("define ".length, name.index).trim();
  const open = name.index + name[0].length;
  const close = matching(head, open);
  const parameters = splitTop(head.slice(open + 1, close)).map((text) => parseParameter(text));
  const suffix = head
    .slice(close + 1)
    .replace(/\{\s*$/, "")
    .replace(/ !dbg !\d+/, "")
    .replace(/ comdat(\([^)]*\))?/, "")
    .trim();
  return { name: name[0], ...splitLinkage(before), parameters, suffix };
}

function parseFunction(lines: readonly string[], start: number, module: IrModule): number {
  const head = parseHead(lines[start] as string);
  const blocks: Block[] = [];
  let block: Block | undefined;
  let i = start + 1;
  for (; lines[i] !== "}"; i++) {
    let line = nameNumbers(lines[i] as string);
    if (line === "" || line.startsWith(";")) continue;
    const label = /^("[^"]*"|[-a-zA-Z$._0-9]+):/.exec(line);
    if (label) {
      block = { label: `%${label[1] as string}`, instructions: [] };
      blocks.push(block);
      continue;
    }
    line = line.trim();
    if (line.startsWith("#dbg_")) continue;
    if (line.startsWith("switch ") && !line.includes("]")) {
      while (!line.includes("]")) line += ` ${nameNumbers(lines[++i] as string).trim()}`;
    }
    if (line.includes("@llvm.lifetime.") || line.includes("@llvm.dbg.")) continue;
    if (line.includes("@llvm.experimental.noalias.scope.decl")) continue;
    line = line.replace(/, !(dbg|noalias|alias\.scope) ![0-9]+/g, "");
    if (!block) {
      block = { label: "%cuts.entry", instructions: [] };
      blocks.push(block);
    }
    const assigned = /^(%(?:"[^"]*"|[-a-zA-Z$._0-9]+)) = (.*)$/.exec(line);
    block.instructions.push(
      assigned
        ? instruction(assigned[1], assigned[2] as string, module.types)
        : instruction(undefined, line, module.types),
    );
  }
  module.functions.push({ ...head, blocks });
  return i;
}

// LLVM wants numbered values in order of definition, and the pass moves code: numbers become names.
function nameNumbers(line: string): string {
  return line.replace(/%(\d+)\b/g, "%num.$1").replace(/^(\d+):/, "num.$1:");
}

function splitLinkage(text: string): { linkage: string; resultType: string } {
  // Result attributes (noundef, range(…)) and linkage words come before the type, which is last and may hold spaces.
  const match =
    /^((?:(?:private|internal|weak_odr|weak|linkonce_odr|linkonce|external|hidden|protected|dso_local|unnamed_addr|local_unnamed_addr|noundef|signext|zeroext|noalias|nonnull|[a-z_]+\([^)]*\)|align \d+|\w+cc) )*)(.+)$/.exec(
      text,
    );
  const words = (match?.[1] ?? "").trim();
  return { linkage: words, resultType: match?.[2] ?? text };
}

function parseParameter(text: string): IrParameter {
  if (text === "...") return { name: "...", type: "", attributes: "" };
  const name = /%(?:"[^"]*"|[-a-zA-Z$._0-9]+)$/.exec(text)?.[0];
  if (!name) throw new Error(`internal: IR parameter without a name "${text}"`);
  const rest = text.slice(0, -name.length).trim();
  const type = /^(?:\[[^\]]*\]|<[^>]*>|\{[^}]*\}|%(?:"[^"]*"|[-a-zA-Z$._0-9]+)|\S+)/.exec(rest)?.[0] ?? rest;
  return { name, type, attributes: rest.slice(type.length).trim() };
}

/** Index of the bracket that closes the one at `open`. */
export function matching(text: string, open: number): number {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    const c = text[i];
    if (c === '"') i = text.indexOf('"', i + 1);
    else if (c === "(" || c === "[" || c === "{" || c === "<") depth++;
    else if ((c === ")" || c === "]" || c === "}" || c === ">") && --depth === 0) return i;
  }
  throw new Error(`internal: unbalanced brackets in IR text "${text}"`);
}

/** Splits at the commas that are in no bracket. */
export function splitTop(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    if (c === '"') i = text.indexOf('"', i + 1);
    else if (c === "(" || c === "[" || c === "{" || c === "<") depth++;
    else if (c === ")" || c === "]" || c === "}" || c === ">") depth--;
    else if (c === "," && depth === 0) {
      parts.push(text.slice(from, i).trim());
      from = i + 1;
    }
  }
  const last = text.slice(from).trim();
  if (last !== "") parts.push(last);
  return parts;
}
