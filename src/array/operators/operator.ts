// The registry of array operations, by name. Each operation states its gradient where it is declared. While nothing watches, a
// call goes directly to the implementation. Otherwise it goes through the hooks, and is recorded if one of its arrays is tracked
// for gradients.

import { ArgumentTypeError, CutsError } from "../../core/errors.js";
import { currentContext } from "../../runtime/devices/context.js";
import { isNDArray } from "../ndarray.js";
import { aliasOf } from "./saved.js";
import { arraysIn, hasLostGradient, isFollowed, type Rule, Step } from "./step.js";
import { watching } from "./watching.js";

/** Any function. */
export type AnyFunction = (...args: never[]) => unknown;
type Callable = (...args: readonly unknown[]) => unknown;

/**
 * The gradient of an operation: a rule; "composite" if it consists of other operations, which have gradients; "zero" if its result
 * is constant almost everywhere or is no float; or the reason why it must not be used with tracked arrays.
 */
export type GradientOf = Rule | "composite" | "zero" | { readonly refused: string };

/** An operation of arrays. */
export class Operator {
  /** Such as "cuts::add". */
  readonly name: string;
  readonly gradient: GradientOf;
  /** The function that computes it; users may replace it. */
  implementation: Callable;
  readonly original: Callable;

  constructor(name: string, implementation: Callable, gradient: GradientOf) {
    this.name = name;
    this.gradient = gradient;
    this.original = implementation;
    this.implementation = implementation;
  }

  /** A call while somebody watches. */
  watched(given: readonly unknown[]): unknown {
    if (watching.isInside) return this.implementation(...given);
    if (watching.hooks.length === 0 || watching.isInHook) {
      if (this.gradient === "composite") return this.implementation(...given);
      return areFollowed(given) ? this.#record(withoutTail(given)) : this.#runInside(given);
    }
    const args = withoutTail(given);
    const { hooks } = watching;
    const from = (at: number, own: readonly unknown[]): unknown => {
      const hook = hooks[at];
      if (hook === undefined) return this.#run(own);
      return inHook(true, () =>
        hook({ name: this.name, args: own }, (other = own) => inHook(false, () => from(at + 1, other))),
      );
    };
    return from(0, args);
  }

  /** Without a function that would have to be made for each call. */
  #runInside(args: readonly unknown[]): unknown {
    const { recorder } = watching;
    watching.isInside = true;
    let result: unknown;
    try {
      const answer = recorder?.calling(this, args);
      result = answer === undefined ? this.implementation(...args) : answer.result;
    } finally {
      watching.isInside = false;
    }
    recorder?.called(this, args, result);
    return result;
  }

  #run(args: readonly unknown[]): unknown {
    if (this.gradient === "composite") return this.implementation(...args);
    return areFollowed(args) ? this.#record(args) : this.#runInside(args);
  }

  /** A call with arrays that gradients follow. */
  #record(args: readonly unknown[]): unknown {
    const { gradient } = this;
    if (watching.used !== undefined) noteUse(args, watching.used);
    if (gradient === "composite" || currentContext()?.gradients === "off") return this.#runInside(args);
    for (const arg of args) this.#refuseOptions(arg);
    if (gradient === "zero") return this.#runInside(args);
    if ("refused" in gradient) {
      if (gradient === inPlace && isMarked(args[0]) && args.every(isOnlyMarked)) return this.#runInside(args);
      throw refusal(this.name, gradient.refused);
    }
    for (const arg of args) {
      if (!hasOut(arg)) continue;
      if (isMarked(arg.out) && args.every(isOnlyMarked)) return this.#runInside(args);
      throw intoOut(this.name);
    }
    const computed = this.#runInside(args);
    // The rule of a user counts, whatever the result is.
    const result = gradient.isForeign === true ? apart(computed, args) : computed;
    // oxlint-disable-next-line no-new -- the arrays of the result hold it.
    if (isNew(result, args)) new Step(this.name, gradient, args, result);
    return result;
  }

  /** Gradients go to arguments, not to what options hold. */
  #refuseOptions(arg: unknown): void {
    const name = followedOption(arg, "out");
    if (name !== undefined) throw refusal(this.name, `gradients do not go to its option \`${name}\``);
  }
}

/** Runs what a hook does itself, whose operations no hook sees, or what it runs. */
function inHook<T>(isInHook: boolean, body: () => T): T {
  const before = watching.isInHook;
  watching.isInHook = isInHook;
  try {
    return body();
  } finally {
    watching.isInHook = before;
  }
}

/** The gradient of operations that write one of their arguments. */
export const inPlace = {
  refused: "it writes an array in place, and gradients go through new arrays only",
} as const;

/** The gradient of functions that users make of code, unless they state one. */
export const hasNoGradient = { refused: "a function of users has one in op({ …, backward })" } as const;

const operators = new Map<string, Operator>();
const calls = new WeakSet<object>();

/**
 * Declares an operation of the library and returns the function that users call, which dispatches to the implementation.
 * `isVariadic` if it takes any number of arguments.
 */
export function operator<F extends AnyFunction>(
  name: string,
  implementation: F,
  gradient: GradientOf,
  { isVariadic = false }: { readonly isVariadic?: boolean } = {},
): F {
  const own = new Operator(`cuts::${name}`, implementation as unknown as Callable, gradient);
  if (operators.has(own.name)) throw new Error(`internal: two operations ${own.name}`);
  operators.set(own.name, own);
  const call = isVariadic
    ? (...args: readonly unknown[]): unknown =>
        watching.count === 0 ? own.implementation(...args) : own.watched(args)
    : // Written out: a list of arguments costs more than the dispatch.
      (a?: unknown, b?: unknown, c?: unknown, d?: unknown): unknown =>
        watching.count === 0 ? own.implementation(a, b, c, d) : own.watched([a, b, c, d]);
  Object.defineProperty(call, "name", { value: name });
  calls.add(call);
  return call as unknown as F;
}

/** The same for a function that a user makes, which is not registered. @param name what messages call it */
export function unlistedOperator(
  name: string,
  implementation: (...args: readonly unknown[]) => unknown,
  gradient: GradientOf,
): (...args: readonly unknown[]) => unknown {
  const own = new Operator(name, implementation, gradient);
  return (...args) => (watching.count === 0 ? own.implementation(...args) : own.watched(args));
}

/** All operations by name. */
export function allOperators(): ReadonlyMap<string, Operator> {
  return operators;
}

/** Whether a function is a declared operation. */
export function isOperator(value: unknown): boolean {
  return typeof value === "function" && calls.has(value);
}

/** Registers an operation that a user declares. */
export function addOperator(own: Operator): void {
  operators.set(own.name, own);
}

/** Removes an operation that a user declared. */
export function removeOperator(name: string): void {
  operators.delete(name);
}

/** What was not given is no argument. */
function withoutTail(given: readonly unknown[]): readonly unknown[] {
  let count = given.length;
  while (count > 0 && given[count - 1] === undefined) count--;
  return count === given.length ? given : given.slice(0, count);
}

/** Whether a call made arrays, and did not return one that it was given. */
function isNew(result: unknown, args: readonly unknown[]): boolean {
  if (isNDArray(result)) return !args.includes(result);
  const made = arraysIn(result);
  return made.length > 0 && !made.some((array) => args.includes(array));
}

/** A result in which arrays that are also arguments are replaced by other objects, which have their own variables. */
export function apart(result: unknown, args: readonly unknown[]): unknown {
  const own = (one: unknown): unknown =>
    isNDArray(one) && args.some((arg) => arg === one || (Array.isArray(arg) && arg.includes(one)))
      ? aliasOf(one)
      : one;
  return Array.isArray(result) ? result.map(own) : own(result);
}

function areFollowed(args: readonly unknown[]): boolean {
  for (const arg of args) if (isFollowed(arg) || followedOption(arg) !== undefined) return true;
  return false;
}

/** The first option but one, of an argument that is a plain object, that is followed. No lists are made: each watched call asks. */
function followedOption(arg: unknown, but?: string): string | undefined {
  if (typeof arg !== "object" || arg === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(arg);
  if (prototype !== Object.prototype && prototype !== null) return undefined;
  for (const name in arg)
    if (name !== but && isFollowed((arg as Readonly<Record<string, unknown>>)[name])) return name;
  return undefined;
}

/** Whether an argument is only followed as what code without a gradient computed, which may be written. */
function isMarked(arg: unknown): boolean {
  return isNDArray(arg) && hasLostGradient(arg);
}

function isOnlyMarked(arg: unknown): boolean {
  return !isFollowed(arg) || isMarked(arg);
}

function noteUse(args: readonly unknown[], used: Set<object>): void {
  for (const one of args.flat()) if (isNDArray(one) && one.variable !== undefined) used.add(one);
}

function hasOut(arg: unknown): arg is { readonly out: unknown } {
  if (typeof arg !== "object" || arg === null || Array.isArray(arg) || isNDArray(arg)) return false;
  return (arg as { readonly out?: unknown }).out !== undefined;
}

function refusal(name: string, why: string): CutsError {
  return new CutsError(
    "CUTS_GRADIENT_REFUSED",
    `Cannot compute the gradient of ${name}: ${why}\nTry: cu.stopGradient(x), or cu.noGrad(() => …)`,
  );
}

function intoOut(name: string): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_GRADIENT_OUT",
    `Cannot compute ${name} into \`out\`: gradients are recorded, and go through new arrays only` +
      "\nTry: leave out `out`, or cu.noGrad(() => …)",
  );
}
