// Keeps track of where in the source an instruction stands that may stop a kernel: a load, a store, a division, a call. The SIMT pass moves code
// between functions, where clang's own debugging information would be wrong. `markPlaces` runs before it: afterwards each such instruction has the
// number of its place as metadata (`!dbg !place.5`) and clang's debugging information is gone. `attachPlaces` runs behind it: afterwards the number
// is a line of a file that does not exist. From linked code compiler/clang/debug-lines.ts reads that line for an offset.

import { GUEST, MEMORY_HEADERS_PATH } from "../../../compiler/clang/guest-layout.js";
import { FUNCTION_LINES } from "../../../compiler/clang/debug-lines.js";
import { type Attachment, calleeOf, type Instruction } from "../../../compiler/ir/instruction.js";
import { type Metadata, MetadataWriter } from "../../../compiler/ir/metadata.js";
import { listText } from "../../../compiler/ir/metadata-node.js";
import {
  hasInstruction,
  type IrFunction,
  type IrModule,
  mapInstructions,
  plainName,
} from "../../../compiler/ir/module.js";
import { COORDINATES, SYNC_FUNCTIONS } from "./simt/abi.js";

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

export interface PlacedModule {
  readonly module: IrModule;
  readonly places: readonly SourcePlace[];
  /** The place of each function, by name. */
  readonly functions: ReadonlyMap<string, number>;
}

const MARK = "!place.";
const UNITS = "llvm.dbg.cu";

/**
 * Numbers the places of a module that was compiled with lines, and takes all other debugging information out. `shownFile`
 * makes the name that the user knows of one that clang knows.
 */
export function markPlaces(module: IrModule, shownFile: (file: string) => string): PlacedModule {
  const { metadata } = module;
  if (!metadata.named.has(UNITS)) return { module, places: [], functions: new Map() };
  const numbers = new Map<string, number>();
  const known = new Map<string, number | undefined>();
  const places: SourcePlace[] = [];
  const numberOf = (reference: string): number | undefined => {
    if (known.has(reference)) return known.get(reference);
    const place = placeOf(reference, metadata);
    const number = place && numberOfPlace({ file: shownFile(place.file), line: place.line });
    known.set(reference, number);
    return number;
  };
  const numberOfPlace = (place: SourcePlace): number => {
    const key = `${place.line} ${place.file}`;
    const number = numbers.get(key) ?? places.push(place) - 1;
    numbers.set(key, number);
    return number;
  };
  const functions = new Map<string, number>();
  const marked = module.functions.map((f): IrFunction => {
    const own = debugOf(f);
    const number = own && numberOf(own);
    if (typeof number === "number") functions.set(f.name, number);
    return mapInstructions(withoutDebug(f), (i) => {
      const place = debugOf(i);
      if (place === undefined) return i;
      const at = mayStop(i) ? numberOf(place) : undefined;
      return at === undefined ? withoutDebug(i) : withDebug(i, `${MARK}${at}`);
    });
  });
  return {
    module: {
      ...module,
      functions: marked,
      declarations: module.declarations.map(withoutDebug),
      globals: module.globals.map(withoutDebug),
      metadata: withoutDebugNodes(metadata),
    },
    places,
    functions,
  };
}

/** Reads where instructions stand, by the reference in their metadata, with columns. It must see metadata from before {@link markPlaces}. */
export function stackReader(
  metadata: Metadata,
  shownFile: (file: string) => string,
): (reference: string | undefined) => SourceStack {
  return (reference) => {
    const found = reference === undefined ? undefined : placeOf(reference, metadata);
    const functions: string[] = [];
    for (let next = reference; next !== undefined; next = metadata.field(next, "inlinedAt")) {
      const name = functionOf(metadata.field(next, "scope"), metadata);
      if (name !== undefined) functions.push(name);
    }
    return { place: found && { ...found, file: shownFile(found.file) }, functions };
  };
}

/** The name of the function that a scope is in. */
function functionOf(scope: string | undefined, metadata: Metadata): string | undefined {
  let next = scope;
  for (;;) {
    const node = metadata.node(next);
    if (node?.kind !== "record") return undefined;
    if (node.name === "DISubprogram") return node.fields.get("name");
    next = node.fields.get("scope");
  }
}

/** Writes the numbers of places as debugging information of the functions they are in now. */
export function attachPlaces(module: IrModule, places: PlacedModule["functions"]): IrModule {
  if (!module.functions.some(hasPlace)) return module;
  const writer = new MetadataWriter(module.metadata);
  const file = writer.add('!DIFile(filename: "places", directory: "/")');
  const type = writer.add("!DISubroutineType(types: !{})");
  const unit = writer.add(
    `distinct !DICompileUnit(language: DW_LANG_C_plus_plus, file: ${file}, isOptimized: true, emissionKind: LineTablesOnly)`,
  );
  const defined = new Set(module.functions.map(({ name }) => name));
  const functions = module.functions.map((f): IrFunction => {
    const place = places.get(f.name);
    const start = place === undefined ? 0 : FUNCTION_LINES + place + 1;
    const scope = writer.add(
      `distinct !DISubprogram(name: "${plainName(f.name)}", scope: ${file}, file: ${file}, line: ${start}, scopeLine: ${start}, type: ${type}, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: ${unit})`,
    );
    const placed = mapInstructions(f, (i) => {
      const mark = debugOf(i);
      if (mark?.startsWith(MARK) === true)
        return withDebug(i, locationText(Number(mark.slice(MARK.length)) + 1, scope));
      // LLVM insists: what is inlined here has lines, so the call needs one.
      return defined.has(calleeOf(i) ?? "") ? withDebug(i, locationText(0, scope)) : i;
    });
    return { ...placed, metadata: [...placed.metadata, { kind: "dbg", node: scope }] };
  });
  const named = new Map(module.metadata.named).set(UNITS, listText([unit], false));
  return { ...module, functions, metadata: writer.metadata.with(writer.metadata.nodes, named) };
}

function hasPlace(f: IrFunction): boolean {
  return hasInstruction(f, (i) => debugOf(i)?.startsWith(MARK) === true);
}

function locationText(line: number, scope: string): string {
  return `!DILocation(line: ${line}, scope: ${scope})`;
}

interface WithMetadata {
  readonly metadata: readonly Attachment[];
}

/** The node that tells where something stands in the source. */
export function debugOf({ metadata }: WithMetadata): string | undefined {
  return metadata.find(({ kind }) => kind === "dbg")?.node;
}

function withoutDebug<T extends WithMetadata>(given: T): T {
  return debugOf(given) === undefined
    ? given
    : { ...given, metadata: given.metadata.filter(({ kind }) => kind !== "dbg") };
}

function withDebug(i: Instruction, node: string): Instruction {
  if (debugOf(i) === undefined) return { ...i, metadata: [...i.metadata, { kind: "dbg", node }] };
  return { ...i, metadata: i.metadata.map((one) => (one.kind === "dbg" ? { kind: "dbg", node } : one)) };
}

// A division by a constant does not trap, and the pass has more to do with it; what waits is no call any more after it.
function mayStop(i: Instruction): boolean {
  switch (i.op) {
    case "load":
    case "store":
    case "atomicrmw":
    case "cmpxchg":
      return true;
    case "udiv":
    case "sdiv":
    case "urem":
    case "srem":
      return i.right.kind !== "int" || i.right.value <= 0n;
    case "call": {
      if (i.callee.kind === "asm") return false;
      const callee = calleeOf(i);
      return callee === undefined || !(isHarmless(callee) || SYNC_FUNCTIONS.has(callee));
    }
    default:
      return false;
  }
}

/** Functions of the compiler and coordinates; only copies in memory and `llvm.trap` may stop a kernel. */
function isHarmless(callee: string): boolean {
  if (!callee.startsWith("@llvm.")) return COORDINATES.has(callee);
  return !callee.startsWith("@llvm.trap") && !callee.startsWith("@llvm.mem");
}

// Code of our headers is reported at the line of the user's code that calls it.
function placeOf(
  reference: string,
  metadata: Metadata,
): (SourcePlace & { readonly column: number }) | undefined {
  let found: (SourcePlace & { readonly column: number }) | undefined;
  for (
    let next: string | undefined = reference;
    next !== undefined;
    next = metadata.field(next, "inlinedAt")
  ) {
    const node = metadata.node(next);
    const isLocation = node?.kind === "record" && node.name === "DILocation";
    const line = Number(metadata.field(next, "line") ?? 0);
    // A function has its file itself.
    const file = fileOf(isLocation ? metadata.field(next, "scope") : next, metadata);
    if (line > 0 && file !== undefined) {
      found = { file, line, column: Number(metadata.field(next, "column") ?? 0) };
      if (isUsers(file)) return found;
    }
  }
  return found;
}

/** Where a location stands, as clang names its file; also where that is in a header. */
export function locationOf(
  reference: string | undefined,
  metadata: Metadata,
): SourcePlace & { readonly column: number } {
  const file = fileOf(metadata.field(reference, "scope"), metadata) ?? "";
  const [line = 0, column = 0] = ["line", "column"].map((name) =>
    Number(metadata.field(reference, name) ?? 0),
  );
  return { file, line, column };
}

/** Whether a file, as clang names it, is the user's. */
export function isUsers(file: string): boolean {
  return !file.startsWith(`${GUEST}/`) || file.startsWith(`${MEMORY_HEADERS_PATH}/`);
}

function fileOf(scope: string | undefined, metadata: Metadata): string | undefined {
  return metadata.field(metadata.field(scope, "file"), "filename");
}

/** Loop metadata holds places as well: lists that start with a debug location. */
function withoutDebugNodes(metadata: Metadata): Metadata {
  const isDebug = (reference: string): boolean => {
    const node = metadata.node(reference);
    return node?.kind === "record" && node.name.startsWith("DI");
  };
  const nodes = new Map<number, string>();
  for (const [number, text] of metadata.nodes) {
    const node = metadata.node(`!${number}`);
    if (node?.kind !== "list") {
      if (!isDebug(`!${number}`)) nodes.set(number, text);
      continue;
    }
    const [first, ...others] = node.items;
    if (first === undefined || !isDebug(first)) {
      const kept = others.filter((item) => !isDebug(item));
      nodes.set(
        number,
        kept.length === others.length || first === undefined
          ? text
          : listText([first, ...kept], node.isDistinct),
      );
    }
  }
  const named = new Map(metadata.named);
  named.delete(UNITS);
  return metadata.with(nodes, named);
}
