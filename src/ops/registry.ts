// All operators, including those of the library: their metadata, hooks around their calls, and replaced implementations.

import { ArgumentTypeError } from "../core/errors.js";
import { formatValue, suggest } from "../core/text.js";
import { allOperators, type Operator, removeOperator } from "../array/operators/operator.js";
import { type DispatchHook, watching } from "../array/operators/watching.js";

/** An operator's name, gradient and whether it is replaced. */
export interface OpInfo {
  /** With its namespace: "cuts::add". */
  readonly name: string;
  /**
   * The kind of gradient: "rule"; "composite" if the operator consists of others; "zero" if it is constant almost everywhere or
   * returns no floats; "refused" if it has none.
   */
  readonly gradient: "rule" | "composite" | "zero" | "refused";
  /** Whether {@link overrideOp} has replaced its implementation. */
  readonly isOverridden: boolean;
}

/** All operators, with their names and gradients. @example cu.listOps().filter(({ gradient }) => gradient === "refused") */
export function listOps(): readonly OpInfo[] {
  return [...allOperators().values()].map(({ name, gradient, implementation, original }) => ({
    name,
    gradient: typeof gradient === "string" ? gradient : "refused" in gradient ? "refused" : "rule",
    isOverridden: implementation !== original,
  }));
}

/**
 * Calls `hook` around every call of an operator that users make, to count, time or log calls; disposing the result removes the
 * hook. Calls inside implementations are not seen, nor calls that a hook makes before its first `await`.
 * @example
 * using counting = cu.dispatchHook(({ name }, run) => {
 *   counts.set(name, (counts.get(name) ?? 0) + 1);
 *   return run();
 * });
 */
export function dispatchHook(hook: DispatchHook): Disposable {
  watching.hooks = [...watching.hooks, hook];
  watching.count++;
  let isOn = true;
  return {
    [Symbol.dispose]() {
      if (!isOn) return;
      isOn = false;
      watching.hooks = watching.hooks.filter((one) => one !== hook);
      watching.count--;
    },
  };
}

/**
 * Replaces the implementation of an operator; disposing the result restores it. Replacements may be disposed in any order;
 * `original` is the implementation before. The gradient stays. While an operator of the library is replaced, `fuse` and `expr`
 * compute operation by operation.
 * @throws TypeError `CUTS_OP` for an unknown name.
 * @example using slow = cu.overrideOp("cuts::exp", (original) => (x) => { console.log("exp"); return original(x); });
 */
export function overrideOp(
  name: string,
  make: (original: (...args: readonly unknown[]) => unknown) => (...args: readonly unknown[]) => unknown,
): Disposable {
  const own = operatorNamed(name);
  const layers = layersOf(own);
  const layer: Layer = { implementation: own.original };
  const below = (): Layer["implementation"] =>
    layers[layers.indexOf(layer) - 1]?.implementation ?? own.original;
  layer.implementation = make((...args) => below()(...args));
  layers.push(layer);
  own.implementation = layer.implementation;
  const isOfLibrary = name.startsWith("cuts::");
  if (isOfLibrary) watching.overridden++;
  return {
    [Symbol.dispose]() {
      const at = layers.indexOf(layer);
      if (at < 0) return;
      layers.splice(at, 1);
      own.implementation = layers.at(-1)?.implementation ?? own.original;
      if (isOfLibrary) watching.overridden--;
    },
  };
}

/** One replacement of an implementation, over those before it. */
interface Layer {
  implementation: (...args: readonly unknown[]) => unknown;
}

const overrides = new WeakMap<Operator, Layer[]>();

function layersOf(own: Operator): Layer[] {
  let layers = overrides.get(own);
  if (layers === undefined) overrides.set(own, (layers = []));
  return layers;
}

/** Removes an operator that `op` declared, so that its name is free again. @throws TypeError `CUTS_OP` for one of the library. */
export function unregisterOp(name: string): void {
  const own = operatorNamed(name);
  if (own.name.startsWith("cuts::")) {
    throw new ArgumentTypeError(
      "CUTS_OP",
      `Cannot forget an operator of the library (got ${formatValue(name)})`,
    );
  }
  removeOperator(name);
}

function operatorNamed(name: string): Operator {
  const own = allOperators().get(name);
  if (own !== undefined) return own;
  const near = suggest(name, allOperators().keys());
  throw new ArgumentTypeError(
    "CUTS_OP",
    `Cannot find an operator: there is none of this name (got ${formatValue(name)})${near === undefined ? "" : `\nTry: ${near}`}`,
  );
}
