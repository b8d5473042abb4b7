// Verifies the rules that every module of LLVM IR keeps, so that a pass that breaks one is found where it runs and not in clang. As in
// LLVM, blocks that are never reached may use values that are not defined before.

import { Cfg } from "./cfg.js";
import { dominates } from "./dominators.js";
import { type Call, type Instruction, type Invoke, isBinary, isCast, type Phi } from "./instruction.js";
import type { Layout } from "./layout.js";
import type { Block, IrFunction, IrModule } from "./module.js";
import { globalsIn, globalsOf, localsOf, operandsOf, successorsOf } from "./operands.js";
import { printInstruction } from "./print.js";
import { resultTypeOf } from "./result-type.js";
import { elementOf, i1, truthType, type Type, voidType } from "./type.js";
import type { Value } from "./value.js";

/** What functions may mention. */
export interface Symbols {
  /** Functions that may be called, with their types. */
  readonly functions: ReadonlyMap<string, IrFunction>;
  /** All names, of functions, variables and aliases. */
  readonly names: ReadonlySet<string>;
  readonly layout: Layout;
}

/**
 * Checks a module; `pass` is what made it, for the message.
 * @throws Error `internal:` with the pass, the function and the instruction that is wrong.
 */
export function verify(module: IrModule, pass: string): void {
  const symbols = symbolsOf(module, pass);
  for (const { name, value } of module.globals) {
    for (const mentioned of value === undefined ? [] : globalsIn(value)) {
      if (!symbols.names.has(mentioned)) fail(pass, `${name} mentions ${mentioned}, which is not there`);
    }
  }
  for (const f of module.functions) verifyFunction(f, symbols, pass);
}

/** The functions and variables of a module. */
function symbolsOf(module: IrModule, pass: string): Symbols {
  const functions = new Map<string, IrFunction>();
  const names = new Set<string>();
  const add = (name: string): void => {
    if (names.has(name)) fail(pass, `the name ${name} is there twice`);
    names.add(name);
  };
  for (const f of [...module.functions, ...module.declarations]) {
    add(f.name);
    functions.set(f.name, f);
  }
  for (const { name } of module.globals) add(name);
  for (const line of module.otherLines) {
    const alias = ALIAS.exec(line)?.[0];
    if (alias !== undefined) add(alias);
  }
  return { functions, names, layout: module.layout };
}

const ALIAS = /^@(?:"[^"]*"|[-a-zA-Z$._0-9]+)/;

/**
 * Checks one function.
 * @throws Error `internal:` as `verify`.
 */
function verifyFunction(f: IrFunction, symbols: Symbols, pass: string): void {
  new FunctionCheck(f, symbols, pass).run();
}

function fail(pass: string, what: string): never {
  throw new Error(`internal: after ${pass}, ${what}`);
}

/** Where a value is defined. Parameters are at the start of the first block. */
interface Definition {
  readonly block: number;
  readonly position: number;
  /** Undefined where the instruction is `raw`. */
  readonly type: Type | undefined;
}

const TERMINATORS: ReadonlySet<string> = new Set([
  "jump",
  "branch",
  "switch",
  "invoke",
  "ret",
  "unreachable",
]);
/** Terminators that are `raw`. */
const RAW_TERMINATORS: ReadonlySet<string> = new Set([
  "resume",
  "callbr",
  "indirectbr",
  "catchswitch",
  "catchret",
  "cleanupret",
]);

function isTerminator(i: Instruction): boolean {
  return i.op === "raw" ? RAW_TERMINATORS.has(i.opcode) : TERMINATORS.has(i.op);
}

class FunctionCheck {
  readonly #f: IrFunction;
  readonly #symbols: Symbols;
  readonly #pass: string;
  readonly #definitions = new Map<string, Definition>();

  constructor(f: IrFunction, symbols: Symbols, pass: string) {
    this.#f = f;
    this.#symbols = symbols;
    this.#pass = pass;
  }

  run(): void {
    const { blocks, parameters } = this.#f;
    if (blocks.length === 0) this.#fail("there is no block");
    this.#checkNames();
    const labels = new Set(blocks.map(({ label }) => label));
    for (const block of blocks) this.#checkShape(block, labels);
    for (const { name, type } of parameters) {
      this.#definitions.set(name, { block: 0, position: -1, type });
    }
    for (const [number, { instructions }] of blocks.entries()) {
      for (const [position, i] of instructions.entries()) this.#define(i, number, position);
    }
    const cfg = new Cfg(blocks);
    if ((cfg.predecessors[0] as readonly number[]).length > 0)
      this.#fail("control goes back to the first block");
    const edges = edgesInto(blocks);
    for (const number of cfg.reversePostorder) {
      const { label, instructions } = blocks[number] as Block;
      for (const [position, i] of instructions.entries()) {
        if (i.op === "phi") this.#checkPhi(i, edges.get(label) ?? [], cfg);
        else for (const name of localsOf(i)) this.#checkUse(name, number, position, i, cfg);
      }
    }
    for (const { instructions } of blocks) for (const i of instructions) this.#checkTypes(i);
  }

  #checkNames(): void {
    const names = new Set<string>();
    const add = (name: string): void => {
      if (names.has(name)) this.#fail(`the name ${name} is there twice`);
      names.add(name);
    };
    for (const { name } of this.#f.parameters) add(name);
    for (const { label, instructions } of this.#f.blocks) {
      add(label);
      for (const { result } of instructions) if (result !== undefined) add(result);
    }
  }

  #checkShape({ label, instructions }: Block, labels: ReadonlySet<string>): void {
    const last = instructions.at(-1);
    if (last === undefined) this.#fail(`the block ${label} is empty`);
    if (!isTerminator(last)) this.#fail(`the block ${label} does not end in a terminator`, last);
    let isInPhis = true;
    for (const i of instructions) {
      if (i !== last && isTerminator(i)) this.#fail(`a terminator is inside of the block ${label}`, i);
      if (i.op !== "phi") isInPhis = false;
      else if (!isInPhis) this.#fail("a phi comes after another instruction", i);
    }
    for (const target of successorsOf(last)) {
      if (!labels.has(target)) this.#fail(`there is no block ${target}`, last);
    }
  }

  #define(i: Instruction, block: number, position: number): void {
    const type = i.op === "raw" ? undefined : resultTypeOf(i, this.#symbols.layout);
    if (i.result !== undefined) {
      if (type === voidType) this.#fail("an instruction without a result has a name", i);
      this.#definitions.set(i.result, { block, position, type });
    } else if (type !== undefined && type !== voidType && i.op !== "call" && i.op !== "invoke") {
      this.#fail("the result has no name", i);
    }
  }

  #checkUse(name: string, block: number, position: number, i: Instruction, cfg: Cfg): void {
    const definition = this.#definitions.get(name);
    if (definition === undefined) this.#fail(`${name} is not defined`, i);
    const isBefore =
      definition.block === block
        ? definition.position < position
        : dominates(cfg.dominator, definition.block, block);
    if (!isBefore) this.#fail(`${name} is used where it may not be defined yet`, i);
  }

  #checkPhi(i: Phi, edges: readonly string[], cfg: Cfg): void {
    const from = i.incoming.map((way) => way.from);
    if (from.toSorted().join() !== edges.toSorted().join()) {
      this.#fail(`a phi has not one value for each of the predecessors ${edges.join(", ")}`, i);
    }
    const values = new Map<string, Value>();
    for (const way of i.incoming) {
      const other = values.get(way.from);
      values.set(way.from, way.value);
      if (other !== undefined && !isSame(other, way.value)) {
        this.#fail(`a phi has two values from the block ${way.from}`, i);
      }
      const before = cfg.index.get(way.from) as number;
      // From a block that is not reached no value comes.
      if (way.value.kind === "local" && (before === 0 || cfg.dominator[before] !== cfg.blocks.length)) {
        this.#checkUse(way.value.name, before, Number.POSITIVE_INFINITY, i, cfg);
      }
    }
  }

  #checkTypes(i: Instruction): void {
    for (const name of globalsOf(i)) {
      if (!this.#symbols.names.has(name)) this.#fail(`${name} is not declared`, i);
    }
    for (const operand of operandsOf(i)) {
      if (operand.kind !== "local") continue;
      const defined = this.#definitions.get(operand.name)?.type;
      if (defined !== undefined && defined !== operand.type) {
        this.#fail(`${operand.name} has the type ${defined.text}, not ${operand.type.text}`, i);
      }
    }
    const wrong = i.op === "call" || i.op === "invoke" ? this.#wrongCall(i) : wrongTypes(i, this.#f.type);
    if (wrong !== undefined) this.#fail(wrong, i);
  }

  #wrongCall(i: Call | Invoke): string | undefined {
    if (i.callee.kind !== "global") return undefined;
    const callee = this.#symbols.functions.get(i.callee.name);
    // An alias of a function.
    if (callee === undefined) return undefined;
    if (callee.type !== i.type) return `${callee.name} gives ${callee.type.text}`;
    const types = callee.parameters.map(({ type }) => type);
    if (i.args.length < types.length || (i.args.length > types.length && !callee.isVariadic)) {
      return `${callee.name} takes ${types.length} arguments`;
    }
    const at = types.findIndex((type, n) => i.args[n]?.value.type !== type);
    return at < 0 ? undefined : `argument ${at} of ${callee.name} has the type ${types[at]?.text}`;
  }

  #fail(what: string, i?: Instruction): never {
    const where = i === undefined ? "" : `:\n  ${printInstruction(i)}`;
    fail(this.#pass, `${what} in ${this.#f.name}${where}`);
  }
}

/** The blocks that control comes from, by the label of where it goes; a block is there once for each of its edges. */
function edgesInto(blocks: readonly Block[]): ReadonlyMap<string, readonly string[]> {
  const edges = new Map<string, string[]>();
  for (const { label, instructions } of blocks) {
    for (const target of targetsOf(instructions.at(-1) as Instruction)) {
      const into = edges.get(target);
      if (into === undefined) edges.set(target, [label]);
      else into.push(label);
    }
  }
  return edges;
}

/** Labels with repetition, where several cases go to one block. */
function targetsOf(i: Instruction): readonly string[] {
  if (i.op === "branch") return [i.ifTrue, i.ifFalse];
  if (i.op === "switch") return [i.otherwise, ...i.cases.map(({ to }) => to)];
  return successorsOf(i);
}

function isSame(a: Value, b: Value): boolean {
  if (a.kind === "local" && b.kind === "local") return a.name === b.name;
  if (a.kind === "int" && b.kind === "int") return a.value === b.value;
  return a.kind === b.kind;
}

/** What is wrong about the types of an instruction's operands. */
function wrongTypes(i: Instruction, result: Type): string | undefined {
  if (isBinary(i)) return unless(i.left.type === i.right.type, "the operands have two types");
  if (isCast(i)) {
    // The bits of a vector may become one number.
    if (i.op === "bitcast") return undefined;
    return unless(lanesOf(i.value.type) === lanesOf(i.type), "the numbers of lanes differ");
  }
  switch (i.op) {
    case "load":
    case "store":
    case "atomicrmw":
      return unless(i.pointer.type.kind === "pointer", "the address is no pointer");
    case "cmpxchg":
      return unless(
        i.pointer.type.kind === "pointer" && i.expected.type === i.replacement.type,
        "the operands have two types",
      );
    case "getelementptr":
      return unless(
        i.base.type.kind === "pointer" || elementOf(i.base.type)?.kind === "pointer",
        "the base is no pointer",
      );
    case "phi":
      return unless(
        i.incoming.every(({ value }) => value.type === i.type),
        `not all values have the type ${i.type.text}`,
      );
    case "branch":
      return unless(i.condition.type === i1, "the condition is no i1");
    case "switch":
      return unless(
        i.cases.every(({ value }) => value.type === i.value.type),
        "not all cases have the type of the value",
      );
    case "ret":
      return unless((i.value?.type ?? voidType) === result, `the function gives ${result.text}`);
    case "icmp":
    case "fcmp":
      return unless(i.left.type === i.right.type, "the operands have two types");
    case "select":
      return unless(
        i.ifTrue.type === i.ifFalse.type &&
          (i.condition.type === i1 || i.condition.type === truthType(i.ifTrue.type)),
        "the operands do not fit",
      );
    case "extractelement":
      return unless(i.vector.type.kind === "vector", "the operand is no vector");
    case "insertelement":
      return unless(elementOf(i.vector.type) === i.value.type, "the operand is no lane of the vector");
    case "shufflevector":
      return unless(i.left.type === i.right.type, "the operands have two types");
    default:
      return undefined;
  }
}

function unless(isRight: boolean, what: string): string | undefined {
  return isRight ? undefined : what;
}

function lanesOf(type: Type): number {
  return type.kind === "vector" ? type.count : 0;
}
