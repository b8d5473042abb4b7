// checkpoint: saves memory at the cost of time. Intermediate results are not kept for gradients; they are computed again when
// gradients are computed.

import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { scope } from "../../runtime/lifetimes/scope.js";
import { currentContext, runInContext } from "../../runtime/devices/context.js";
import { isNDArray, type NDArray } from "../../array/ndarray.js";
import { aliasOf } from "../../array/operators/saved.js";
import { type Cotangent, backpropagate } from "../../array/operators/backpropagate.js";
import { isFollowed, Step, type GradientCall } from "../../array/operators/step.js";
import { type Variable, variableOf } from "../../array/operators/variable.js";
import { outside, watching } from "../../array/operators/watching.js";
import { checkFunction } from "../check-function.js";
import { followed, leafOf } from "./follow.js";

/**
 * The same function, which keeps only its arguments for gradients and runs again when gradients are computed. It must give the
 * same result both times, so draw random numbers outside. Arrays of its closure get gradients too.
 * @example const block = cu.checkpoint((x: cu.NDArray) => layer2(layer1(x)));
 */
export function checkpoint<A extends readonly unknown[], R extends NDArray>(
  f: (...args: A) => R,
): (...args: A) => R {
  checkFunction(f, "checkpoint");
  return (...args) => {
    const isRecorded = watching.count > 0 && !watching.isInside && currentContext()?.gradients !== "off";
    if (!isRecorded) return f(...args);
    const used = new Set<NDArray>();
    // Other objects: the function may also take from around it what it is given.
    const own = args.map((one) => (isNDArray(one) && one.variable !== undefined ? aliasOf(one) : one));
    const compute = (): R => scope(() => f(...(own as unknown as A)));
    const value = collecting(used, () => runInContext({ gradients: "off" }, compute));
    for (const [at, one] of own.entries())
      if (isNDArray(one) && one !== args[at] && one !== value) one.dispose();
    if (!isNDArray(value)) {
      throw new ArgumentTypeError(
        "CUTS_GRADIENT_VALUE",
        `Cannot checkpoint a function: its value must be an array (got ${formatValue(value)})`,
      );
    }
    const around = [...used].filter((one) => !own.includes(one));
    if (!args.some(isFollowed) && around.length === 0) return value;
    const outer = around.flatMap((one) => variableOf(one) ?? []);
    // oxlint-disable-next-line no-new -- the value holds it.
    new Step(
      "checkpoint",
      { saves: [0], gradient: (call) => again(f, call as AgainCall<A>, outer) },
      [args, around],
      value,
    );
    return value;
  };
}

type AgainCall<A> = GradientCall<readonly [A & readonly unknown[], readonly NDArray[]]>;

/** Computes the function again, recorded, and pulls the gradient through. */
function again<A extends readonly unknown[]>(
  f: (...args: A) => NDArray,
  { grad, args: [args] }: AgainCall<A>,
  outer: readonly Variable[],
): never {
  const isRecorded = !watching.isInside && currentContext()?.gradients !== "off";
  // Where the gradient has a gradient, that goes on from here to what the arguments were computed from.
  const own = isRecorded ? followed : leafOf;
  const [leaves, value] = outside(() =>
    runInContext({ gradients: "on" }, () => {
      const inner = args.map((one) => (isNDArray(one) && one.variable !== undefined ? own(one) : one));
      return [inner, f(...(inner as unknown as A))] as const;
    }),
  );
  const variable = variableOf(value);
  const targets = new Set<Variable>([
    ...leaves.flatMap((one) => (isNDArray(one) ? (variableOf(one) ?? []) : [])),
    ...outer,
  ]);
  const from: Cotangent[] = variable === undefined ? [] : [[variable, grad]];
  const grads = backpropagate(from, (one) => targets.has(one), {
    isRecorded,
    isKept: isRecorded,
    isEnd: true,
  });
  const gradOf = (one: unknown): NDArray | null => {
    const own = isNDArray(one) ? variableOf(one) : undefined;
    return own === undefined ? null : (grads.get(own) ?? null);
  };
  return [leaves.map(gradOf), outer.map((one) => grads.get(one) ?? null)] as never;
}

function collecting<T>(used: Set<NDArray>, body: () => T): T {
  const before = watching.used;
  watching.used = used;
  try {
    return body();
  } finally {
    watching.used = before;
    if (before !== undefined) for (const one of used) before.add(one);
  }
}
