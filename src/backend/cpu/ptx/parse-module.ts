// Splits a PTX module into variables, kernels and functions. parse-ptx.ts reads the bodies of functions.

/** A variable of a module or a function, or a parameter: `.param .align 8 .b8 pair[16]`. */
export interface PtxVariable {
  /** `global`, `const`, `shared`, `local`, `param`. */
  readonly space: string;
  /** `b8`, `u32`, `f64`. */
  readonly type: string;
  readonly align: number | undefined;
  readonly name: string;
  /** Elements; undefined for one that is no array, 0 for one whose length the launch says. */
  readonly count: number | undefined;
  readonly isExtern: boolean;
  /** Numbers as they are written; none for zeros. */
  readonly values: readonly string[];
}

/** A kernel or a function. */
export interface PtxFunction {
  readonly isEntry: boolean;
  readonly name: string;
  readonly result: PtxVariable | undefined;
  readonly parameters: readonly PtxVariable[];
  /** What is between its braces; undefined where it is only declared. */
  readonly body: string | undefined;
  /** `.maxntid` and its like. */
  readonly directives: string;
}

export interface PtxModule {
  readonly variables: readonly PtxVariable[];
  readonly functions: readonly PtxFunction[];
}

/** Reads a module, or tells the text that it does not know. */
export function parseModule(source: string): PtxModule | { readonly unknown: string } {
  const text = source
    .replaceAll(/\/\*[^]*?\*\//g, " ")
    .replaceAll(/\/\/[^\n]*/g, " ")
    // They end with their line, and tell debuggers what nobody asks here.
    .replaceAll(/^[ \t]*\.(?:version|target|address_size|loc|file)\b[^\n]*$/gm, " ")
    .replaceAll("\0", " ");
  const variables: PtxVariable[] = [];
  const functions: PtxFunction[] = [];
  for (let rest = text.trim(); rest !== ""; rest = rest.trimStart()) {
    const [linkage = ""] = /^(?:\.(?:visible|extern|weak|common)\s+)*/.exec(rest) ?? [];
    const after = rest.slice(linkage.length);
    if (/^\.(?:entry|func)\b/.test(after)) {
      const { one, end } = readFunction(after);
      if (one === undefined) return { unknown: firstLine(rest) };
      functions.push(one);
      rest = after.slice(end);
    } else if (/^\.section\b/.test(after))
      rest = after.slice(closing(after, after.indexOf("{"), "{", "}") + 1);
    else {
      const end = after.indexOf(";");
      const one = end < 0 ? undefined : parseVariable(after.slice(0, end), linkage.includes("extern"));
      if (one === undefined) return { unknown: firstLine(rest) };
      variables.push(one);
      rest = after.slice(end + 1);
    }
  }
  return { variables, functions };
}

/** A declaration of a variable without its semicolon; undefined for what is none. */
export function parseVariable(text: string, isExtern = false): PtxVariable | undefined {
  const match =
    /^\s*\.(global|const|shared|local|param)\b((?:\s*\.(?:attribute\s*\([^)]*\)|align\s+\d+))*)\s*\.(\w+)((?:\s*\.(?:ptr|global|const|shared|local|align\s+\d+))*)\s+([\w$%]+)\s*((?:\[\s*\d*\s*\])*)\s*(?:=\s*([^]+))?$/.exec(
      text,
    );
  if (match === null) return undefined;
  const [, space = "", before = "", type = "", , name = "", dimensions = "", values = ""] = match;
  const lengths = Array.from(dimensions.matchAll(/\[\s*(\d*)\s*\]/g), ([, length = ""]) => Number(length));
  return {
    space,
    type,
    align: toNumber(/align\s+(\d+)/.exec(before)?.[1]),
    name,
    count: lengths.length === 0 ? undefined : lengths.reduce((product, length) => product * length, 1),
    isExtern,
    values: values
      .replaceAll(/[{}]/g, " ")
      .split(",")
      .map((value) => value.trim())
      .filter((value) => value !== ""),
  };
}

function readFunction(text: string): { readonly one: PtxFunction | undefined; readonly end: number } {
  const head = /^\.(entry|func)\s*(?:\(([^)]*)\)\s*)?([\w$%]+)\s*(?:\(([^)]*)\))?/.exec(text);
  if (head === null) return { one: undefined, end: 0 };
  const [whole, kind, given, name = "", list = ""] = head;
  const open = text.indexOf("{", whole.length);
  const semicolon = text.indexOf(";", whole.length);
  const isDeclared = semicolon >= 0 && (open < 0 || semicolon < open);
  const end = isDeclared ? semicolon : closing(text, open, "{", "}");
  const parameters = list
    .split(",")
    .filter((one) => one.trim() !== "")
    .map((one) => parseVariable(one));
  const result = given === undefined ? undefined : parseVariable(given);
  const isKnown =
    parameters.every((one) => one !== undefined) && (given === undefined || result !== undefined);
  if (!isKnown || end < 0) return { one: undefined, end: 0 };
  return {
    one: {
      isEntry: kind === "entry",
      name,
      result,
      parameters: parameters.filter((one) => one !== undefined),
      body: isDeclared ? undefined : text.slice(open + 1, end),
      directives: text.slice(whole.length, isDeclared ? end : open),
    },
    end: end + 1,
  };
}

/** Where the bracket that opens at a place closes; -1 where it does not. */
function closing(text: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let i = Math.max(from, 0); i < text.length; i++) {
    if (text[i] === open) depth++;
    if (text[i] === close && --depth === 0) return i;
  }
  return -1;
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").trim();
}

function toNumber(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
