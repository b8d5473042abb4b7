// LLVM IR as the SIMT pass sees it: functions as blocks of instructions whose text is kept verbatim, everything
// else of the module as raw lines. Only what the pass must know of an instruction is parsed: result, opcode,
// operands and, on demand, the result type. Names keep their sigil (`%x`, `@f`), so replacing text is safe.

export interface Instruction {
  /** `%x`, or undefined for an instruction without a result. */
  readonly result: string | undefined;
  /** The text right of `=`, metadata included. */
  readonly text: string;
  readonly opcode: string;
  /** Local values read, in order of appearance; labels and types are not among them. */
  readonly operands: readonly string[];
}

export interface Block {
  readonly label: string;
  readonly instructions: Instruction[];
}

export interface IrParameter {
  readonly name: string;
  readonly type: string;
  /** Attributes such as `noundef readonly`, verbatim. */
  readonly attributes: string;
}

export interface IrFunction {
  readonly name: string;
  /** The text between `define` and the result type. */
  readonly linkage: string;
  readonly resultType: string;
  readonly parameters: readonly IrParameter[];
  /** What follows the parameter list: `local_unnamed_addr #0`. */
  readonly suffix: string;
  readonly blocks: Block[];
}

export interface IrGlobal {
  readonly name: string;
  /** The whole text right of `=`. */
  readonly text: string;
}

export interface IrModule {
  /** Target triple, type definitions and other lines before and between definitions. */
  readonly header: string[];
  readonly globals: IrGlobal[];
  readonly functions: IrFunction[];
  /** `declare` lines by function name. */
  readonly declarations: Map<string, string>;
  /** `attributes #n = { … }` by `#n`. */
  readonly attributeGroups: Map<string, string>;
  /** Metadata lines. */
  readonly metadata: string[];
  /** Named struct types, `%struct.S` to its body; and `ptr` to an integer of its size, if that is not 4 bytes. */
  readonly types: Map<string, string>;
  /** Pointers have 8 bytes as parameters, whatever they have as values (narrow-pointers.ts). */
  hasWideParameters: boolean;
}

/** Matches a local name at the start of a match: plain or quoted. */
export const LOCAL_NAME = /%(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g;
/** Matches a global name: plain or quoted. */
export const GLOBAL_NAME = /@(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g;

/** The last instruction of a block: its terminator. */
export function terminator(block: Block): Instruction {
  const last = block.instructions.at(-1);
  if (!last) throw new Error(`internal: block ${block.label} has no terminator`);
  return last;
}

/** Labels a terminator may jump to, in order, duplicates kept out. */
export function successors(block: Block): string[] {
  const { opcode, text } = terminator(block);
  if (opcode !== "br" && opcode !== "switch") return [];
  const labels = [...text.matchAll(/label (%(?:"[^"]*"|[-a-zA-Z$._0-9]+))/g)].map((m) => m[1] as string);
  return [...new Set(labels)];
}

/** Builds an instruction from text; `types` are the module's named types, which look like local names. */
export function instruction(
  result: string | undefined,
  text: string,
  types: ReadonlyMap<string, string>,
): Instruction {
  const opcode = opcodeOf(text);
  return { result, text, opcode, operands: operandsOf(text, types) };
}

/** Name of the function called, or undefined when the instruction is no direct call. */
export function calleeOf(instruction: Instruction): string | undefined {
  if (instruction.opcode !== "call") return undefined;
  return /(@(?:"[^"]*"|[-a-zA-Z$._0-9]+))\(/.exec(instruction.text)?.[1];
}

/** Incoming pairs of a phi: value text and label of the predecessor. */
export function incoming(phi: Instruction): { value: string; label: string }[] {
  const pairs = [...phi.text.matchAll(/\[ (.+?), (%(?:"[^"]*"|[-a-zA-Z$._0-9]+)) \]/g)];
  return pairs.map((m) => ({ value: m[1] as string, label: m[2] as string }));
}

function opcodeOf(text: string): string {
  const word = /^(?:(?:tail|musttail|notail) )?([a-z_]+)/.exec(text)?.[1];
  if (!word) throw new Error(`internal: cannot read the IR instruction "${text}"`);
  return word;
}

function operandsOf(text: string, types: ReadonlyMap<string, string>): string[] {
  const code = text.replace(/label %(?:"[^"]*"|[-a-zA-Z$._0-9]+)/g, "").replace(/, !.*$/, "");
  const isPhi = text.startsWith("phi ");
  const operands: string[] = [];
  if (isPhi) {
    for (const match of code.matchAll(/\[ (.+?), %(?:"[^"]*"|[-a-zA-Z$._0-9]+) \]/g)) {
      for (const name of (match[1] as string).match(LOCAL_NAME) ?? [])
        if (!types.has(name)) operands.push(name);
    }
    return operands;
  }
  for (const name of code.match(LOCAL_NAME) ?? []) if (!types.has(name)) operands.push(name);
  return operands;
}
