// One call of an operation in the recorded graph: where its operands come from, and what its gradient needs.

import { CutsError } from "../../core/errors.js";
import type { Shape } from "../../core/shape.js";
import type { DType } from "../../core/dtype.js";
import type { Device } from "../../runtime/devices/device.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { checkGradient, checkGradients } from "./foreign.js";
import { SavedArray } from "./saved.js";
import { isDifferentiable, type Origin, Variable, variableOf } from "./variable.js";
import { processState } from "../../core/process-state.js";

/** A gradient for each argument of a call: null or absent for arguments without one, a list for a list of arrays. */
export type Gradients = readonly (NDArray | null | undefined | readonly (NDArray | null | undefined)[])[];

/** The arguments of a gradient rule. */
export interface GradientCall<Args extends readonly unknown[] = readonly unknown[], Result = NDArray> {
  /** Of the first result, or of the only one. */
  readonly grad: NDArray;
  /** The gradients of all results; undefined for results that nothing depends on. */
  readonly grads: readonly (NDArray | undefined)[];
  /** The arguments. Of arrays that are not saved there are only shape, dtype, size, ndim and device. */
  readonly args: Args;
  /** The result, where it is saved; else its shape, dtype, size, ndim and device. */
  readonly result: Result;
  /** Whether anybody wants the gradient of an argument, or of an item of one that is a list. */
  readonly needs: (argument: number, item?: number) => boolean;
}

/** The gradient of an operation. The rule itself consists of operations, so it has gradients too. */
export interface Rule {
  gradient(call: GradientCall): Gradients;
  /** What it needs: arguments by position, or all of them, the result. Nothing by default. */
  readonly saves?: readonly (number | "arguments" | "result")[];
  /** Whether it is a user's, who may hold what it gives. */
  readonly isForeign?: boolean;
  /** Whether it has no gradient, and its results are only marked: they may be written. */
  readonly isLost?: boolean;
  /** How many arguments there may be, where a call may leave some out. */
  readonly count?: number;
}

/** An argument that receives a gradient, or an item of a list argument. */
export interface Input {
  readonly variable: Variable<Step>;
  readonly argument: number;
  readonly item: number | undefined;
}

/** What is known of an array that is not saved. */
class ArrayFacts {
  readonly shape: Shape;
  readonly dtype: DType;
  readonly device: Device;
  readonly size: number;
  readonly ndim: number;

  constructor({ shape, dtype, device, size, ndim }: NDArray) {
    this.shape = shape;
    this.dtype = dtype;
    this.device = device;
    this.size = size;
    this.ndim = ndim;
  }
}

const state = processState(() => ({ steps: 0 }));
const nothing: readonly never[] = [];

/** A recorded call. */
export class Step implements Origin {
  readonly id: number = ++state.steps;
  readonly name: string;
  readonly inputs: readonly Input[];
  readonly results: readonly (Variable<Step> | undefined)[];
  readonly #rule: Rule;
  #args: readonly unknown[] | undefined;
  #result: unknown;

  /** Records a call; its results are followed from now on. */
  constructor(name: string, rule: Rule, args: readonly unknown[], result: unknown) {
    this.name = name;
    this.#rule = rule;
    this.inputs = inputsOf(args);
    // Plain loops from here on: this is done for every operation that is recorded.
    const results: (Variable<Step> | undefined)[] = [];
    for (const array of arraysIn(result)) {
      const variable = isDifferentiable(array.dtype)
        ? new Variable<Step>(array, this, results.length)
        : undefined;
      if (variable !== undefined) array.variable = variable;
      results.push(variable);
    }
    this.results = results;
    const { saves = nothing } = rule;
    const savesAll = saves.includes("arguments");
    const own: unknown[] = [];
    for (let at = 0; at < args.length; at++) own.push(keptArgument(args[at], savesAll || saves.includes(at)));
    this.#args = own;
    this.#result = kept(result, saves.includes("result"));
  }

  /** Whether its rule is a user's, who may hold what it gives. */
  get isForeign(): boolean {
    return this.#rule.isForeign === true;
  }

  /** Whether gradients end here with an error. */
  get isLost(): boolean {
    return this.#rule.isLost === true;
  }

  /** The gradients of some of its inputs, in their order. */
  run(grads: readonly (NDArray | undefined)[], wanted: readonly Input[]): (NDArray | undefined)[] {
    if (this.#args === undefined) {
      throw new CutsError(
        "CUTS_GRADIENT_FREED",
        `Cannot compute the gradient of ${this.name} again: what it needs was freed when it was computed first` +
          "\nTry: y.backward({ retainGraph: true }) the first time",
      );
    }
    const args: unknown[] = [];
    for (const arg of this.#args) args.push(this.#read(arg));
    const found = this.#rule.gradient({
      grad: (grads.length === 1 ? grads[0] : grads.find((one) => one !== undefined)) as NDArray,
      grads,
      args,
      result: this.#read(this.#result) as NDArray,
      needs: (argument, item) => {
        for (const one of wanted)
          if (one.argument === argument && (item === undefined || one.item === item)) return true;
        return false;
      },
    });
    if (this.isForeign) return this.#checked(found, wanted);
    const own: (NDArray | undefined)[] = [];
    for (const { argument, item } of wanted) {
      const given = found[argument];
      const grad = item === undefined ? given : (given as Gradients | null | undefined)?.[item];
      own.push((grad ?? undefined) as NDArray | undefined);
    }
    return own;
  }

  /** What a rule of a user gave. */
  #checked(found: unknown, wanted: readonly Input[]): (NDArray | undefined)[] {
    const { name } = this;
    checkGradients(name, found, this.#rule.count ?? (this.#args as readonly unknown[]).length);
    return wanted.map(({ argument, item, variable }) => {
      const given = (found as Gradients)[argument];
      if (item === undefined) return checkGradient(name, given, `argument ${argument}`, variable);
      if (given === null) return undefined;
      const one: unknown = Array.isArray(given) ? given[item] : given;
      return checkGradient(name, one, `item ${item} of argument ${argument}`, variable);
    });
  }

  /** Lets go of what it saved. */
  release(): void {
    if (this.#args !== undefined) release(this.#args);
    release(this.#result);
    this.#args = undefined;
    this.#result = undefined;
  }

  #read(value: unknown): unknown {
    if (value instanceof SavedArray) return value.read(this.name);
    if (value instanceof KeptObject) return value.read((one) => this.#read(one));
    return Array.isArray(value) ? value.map((one) => this.#read(one)) : value;
  }
}

/** The arrays of a result: a single array, a list of them, or the values of an object. */
export function arraysIn(result: unknown): readonly NDArray[] {
  if (isNDArray(result)) return [result];
  return Object.values(result as object).filter(isNDArray);
}

/** Whether an array is tracked only because code without a gradient computed it. */
export function hasLostGradient({ variable }: NDArray): boolean {
  return (variable as Variable<Step> | undefined)?.step?.isLost === true;
}

/** Whether an argument is tracked, or has an item that is. */
export function isFollowed(arg: unknown): boolean {
  if (isNDArray(arg)) return arg.variable !== undefined;
  return Array.isArray(arg) && arg.some((one) => isNDArray(one) && one.variable !== undefined);
}

function release(value: unknown): void {
  if (value instanceof SavedArray) value.dispose();
  else if (value instanceof KeptObject) for (const [, one] of value.entries) release(one);
  else if (Array.isArray(value)) for (const one of value) release(one);
}

function inputsOf(args: readonly unknown[]): Input[] {
  const inputs: Input[] = [];
  for (let argument = 0; argument < args.length; argument++) {
    const arg = args[argument];
    if (Array.isArray(arg))
      for (let item = 0; item < arg.length; item++) addInput(inputs, arg[item], argument, item);
    else addInput(inputs, arg, argument, undefined);
  }
  return inputs;
}

function addInput(inputs: Input[], value: unknown, argument: number, item: number | undefined): void {
  const variable = isNDArray(value) ? (variableOf(value) as Variable<Step> | undefined) : undefined;
  if (variable !== undefined) inputs.push({ variable, argument, item });
}

/** An argument that is an object with arrays, such as options. */
class KeptObject {
  readonly entries: readonly (readonly [string, unknown])[];

  constructor(value: object, isSaved: boolean) {
    this.entries = Object.entries(value).map(([name, one]) => [name, kept(one, isSaved)]);
  }

  read(read: (value: unknown) => unknown): object {
    return Object.fromEntries(this.entries.map(([name, one]) => [name, read(one)]));
  }
}

/** What the user may change after the call, lists and typed arrays, is copied. */
function keptArgument(value: unknown, isSaved: boolean): unknown {
  if (typeof value !== "object" || value === null || isNDArray(value)) return kept(value, isSaved);
  if (Array.isArray(value)) return value.map((one) => keptArgument(one, isSaved));
  if (ArrayBuffer.isView(value))
    return value instanceof DataView ? value : Int8Array.prototype.slice.call(value);
  return Object.values(value).some(isNDArray) ? new KeptObject(value, isSaved) : value;
}

function kept(value: unknown, isSaved: boolean): unknown {
  if (isNDArray(value)) return isSaved ? new SavedArray(value) : new ArrayFacts(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => kept(one, isSaved));
  // Results such as { u, s, vh } are kept as a list of their arrays.
  const arrays = Object.values(value).filter(isNDArray);
  return arrays.length === 0 ? value : arrays.map((one) => kept(one, isSaved));
}
