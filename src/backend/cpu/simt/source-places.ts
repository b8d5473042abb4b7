// Where in the source an instruction stands that may stop a kernel: a load, a store, a division, a call. The pass moves code
// between functions, where clang's own debugging information would be wrong. So each place gets a number, which goes
// through the pass as metadata of the instruction (`!dbg !place.5`), and comes out as the line number in a file that does
// not exist. Linked code then tells the number for an offset (compiler/clang/debug-lines.ts).

import { GUEST, MEMORY_HEADERS_PATH } from "../../../compiler/clang/guest-layout.js";
import { FUNCTION_LINES } from "../../../compiler/clang/debug-lines.js";
import { SYNC_FUNCTIONS } from "./abi.js";

/** A line of the source. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
}

/** A place of the source with its column, and whose code it is in. */
export interface SourceStack {
  readonly place: (SourcePlace & { readonly column: number }) | undefined;
  /** Functions that the instruction was in, the innermost first. */
  readonly functions: readonly string[];
}

export interface PlacedIr {
  readonly ir: string;
  readonly places: readonly SourcePlace[];
  /** The place of each function, by name. */
  readonly functions: ReadonlyMap<string, number>;
}

const DEBUG = /, !dbg !(\d+)/;

/**
 * Numbers the places of a module that was compiled with lines, and takes all other debugging information out. `shownFile`
 * makes the name that the user knows of one that clang knows.
 */
export function markPlaces(ir: string, shownFile: (file: string) => string): PlacedIr {
  if (!ir.includes("\n!llvm.dbg.cu = ")) return { ir, places: [], functions: new Map() };
  const nodes = new Map(Array.from(ir.matchAll(/^!(\d+) = (.*)$/gm), ([, id = "", text = ""]) => [id, text]));
  const numbers = new Map<string, number>();
  const places: SourcePlace[] = [];
  const functions = new Map<string, number>();
  const numberOf = (id: string): number | undefined => {
    const place = placeOf(id, nodes);
    if (place === undefined) return undefined;
    const key = `${place.line} ${place.file}`;
    const number = numbers.get(key) ?? places.push({ file: shownFile(place.file), line: place.line }) - 1;
    numbers.set(key, number);
    return number;
  };
  const lines = ir.split("\n").flatMap((line) => {
    if (line.startsWith("!")) return keptMetadata(line, nodes);
    if (line.startsWith("define ")) {
      const subprogram = / !dbg !(\d+)/.exec(line)?.[1];
      const number = subprogram && numberOf(subprogram);
      if (typeof number === "number") functions.set(nameIn(line)[0] ?? "", number);
      return [line.replace(/ !dbg !\d+/, "")];
    }
    const id = DEBUG.exec(line)?.[1];
    if (id === undefined) return [line];
    const number = mayStop(line) ? numberOf(id) : undefined;
    return [line.replace(DEBUG, number === undefined ? "" : `, !dbg !place.${number}`)];
  });
  return { ir: lines.join("\n"), places, functions };
}

/**
 * Reads where instructions stand, by the number of their metadata, with columns. It must see IR from before
 * {@link markPlaces}.
 */
export function sourceStack(
  ir: string,
  shownFile: (file: string) => string,
): (id: string | undefined) => SourceStack {
  const nodes = new Map(Array.from(ir.matchAll(/^!(\d+) = (.*)$/gm), ([, id = "", text = ""]) => [id, text]));
  return (id) => {
    const found = id === undefined ? undefined : placeOf(id, nodes);
    const functions: string[] = [];
    for (let next = id; next !== undefined; ) {
      const location: string = nodes.get(next) ?? "";
      const name = functionOf(reference(location, "scope"), nodes);
      if (name !== undefined) functions.push(name);
      next = reference(location, "inlinedAt");
    }
    return { place: found && { ...found, file: shownFile(found.file) }, functions };
  };
}

function functionOf(scope: string | undefined, nodes: ReadonlyMap<string, string>): string | undefined {
  const text = nodes.get(scope ?? "") ?? "";
  if (text === "") return undefined;
  if (!text.includes("!DISubprogram(")) return functionOf(reference(text, "scope"), nodes);
  return /\bname: "([^"]*)"/.exec(text)?.[1];
}

/** Writes the numbers of places as debugging information of the functions they are in now. */
export function attachPlaces(ir: string, places: PlacedIr["functions"]): string {
  if (!ir.includes("!dbg !place.")) return ir;
  const lines = ir.split("\n");
  const defined = new Set(lines.flatMap((line) => (line.startsWith("define ") ? nameIn(line) : [])));
  const free = 1 + Math.max(0, ...Array.from(ir.matchAll(/^!(\d+) = /gm), (m) => Number(m[1])));
  const [unit, file, type] = [free, free + 1, free + 2];
  const functions: string[] = [];
  const at = (line: string): string => `!dbg !DILocation(line: ${line}, scope: !${type + functions.length})`;
  const placed = lines.map((line) => {
    if (line.startsWith("define ")) {
      const [name = ""] = nameIn(line);
      const place = places.get(name);
      const start = place === undefined ? 0 : FUNCTION_LINES + place + 1;
      functions.push(
        `distinct !DISubprogram(name: "${name.replace(/^@"?|"$/g, "")}", scope: !${file}, file: !${file}, line: ${start}, scopeLine: ${start}, type: !${type}, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !${unit})`,
      );
      return line.replace(/ \{$/, ` !dbg !${type + functions.length} {`);
    }
    if (!line.startsWith("  ")) return line;
    const marked = line.replace(/!dbg !place\.(\d+)/, (_, number: string) => at(`${Number(number) + 1}`));
    // LLVM insists: what is inlined here has lines, so the call needs one.
    const isBare = marked === line && / call /.test(line) && nameIn(line).some((name) => defined.has(name));
    return isBare ? `${line}, ${at("0")}` : marked;
  });
  return [
    ...placed,
    `!llvm.dbg.cu = !{!${unit}}`,
    `!${unit} = distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: !${file}, isOptimized: true, emissionKind: LineTablesOnly)`,
    `!${file} = !DIFile(filename: "places", directory: "/")`,
    `!${type} = !DISubroutineType(types: !{})`,
    ...functions.map((text, i) => `!${type + 1 + i} = ${text}`),
    "",
  ].join("\n");
}

function nameIn(line: string): string[] {
  const name = /(@(?:"[^"]*"|[-\w$.]+))\(/.exec(line)?.[1];
  return name === undefined ? [] : [name];
}

// A division by a constant does not trap, and the pass has more to do with it; what waits is no call any more after it.
function mayStop(line: string): boolean {
  if (/^ +(?:%\S+ = )?(?:load|store|atomicrmw|cmpxchg) /.test(line)) return true;
  if (/^ +%\S+ = [us](?:div|rem) /.test(line)) return !/, [1-9]\d*, !dbg/.test(line);
  const callee = /^ +(?:%\S+ = )?(?:(?:tail|musttail|notail) )?call .*?(@[-\w$.]+|%[-\w$.]+)\(/.exec(
    line,
  )?.[1];
  if (callee === undefined || SYNC_FUNCTIONS.has(callee)) return false;
  return !/^@llvm\.(?!trap|mem)|^@__cuts_[a-z]+_[xyz]$/.test(callee);
}

// Code of the headers is told by where the user's code calls it.
function placeOf(
  id: string,
  nodes: ReadonlyMap<string, string>,
): (SourcePlace & { column: number }) | undefined {
  let found: (SourcePlace & { column: number }) | undefined;
  for (let next: string | undefined = id; next !== undefined; ) {
    const location: string = nodes.get(next) ?? "";
    const line = Number(/\bline: (\d+)/.exec(location)?.[1] ?? 0);
    // A function has its file itself.
    const file = fileOf(location.includes("!DILocation(") ? reference(location, "scope") : next, nodes);
    if (line > 0 && file !== undefined) {
      found = { file, line, column: Number(/\bcolumn: (\d+)/.exec(location)?.[1] ?? 0) };
      if (isUsers(file)) return found;
    }
    next = reference(location, "inlinedAt");
  }
  return found;
}

/** Whether a file, as clang names it, is the user's. */
export function isUsers(file: string): boolean {
  return !file.startsWith(`${GUEST}/`) || file.startsWith(`${MEMORY_HEADERS_PATH}/`);
}

function fileOf(scope: string | undefined, nodes: ReadonlyMap<string, string>): string | undefined {
  const text = nodes.get(reference(nodes.get(scope ?? "") ?? "", "file") ?? "") ?? "";
  return /\bfilename: "([^"]*)"/.exec(text)?.[1];
}

function reference(text: string, key: string): string | undefined {
  return new RegExp(`\\b${key}: !(\\d+)`).exec(text)?.[1];
}

function isDebug(id: string, nodes: ReadonlyMap<string, string>): boolean {
  return /^(?:distinct )?!DI[A-Z]/.test(nodes.get(id) ?? "");
}

// Loops are told by where they stand too; lists that start with debugging information are part of it.
function keptMetadata(line: string, nodes: ReadonlyMap<string, string>): string[] {
  if (line.startsWith("!llvm.dbg.cu = ")) return [];
  const [, id, isList] = /^!(\d+) = (?:distinct )?(!\{)?/.exec(line) ?? [];
  if (id === undefined) return [line];
  if (isDebug(id, nodes)) return [];
  if (!isList) return [line];
  if (isDebug(/!\{!(\d+)/.exec(line)?.[1] ?? "", nodes)) return [];
  return [line.replace(/, !(\d+)/g, (text, other: string) => (isDebug(other, nodes) ? "" : text))];
}
