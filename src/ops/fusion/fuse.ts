// fuse(f): traces a function of arrays once for each set of shapes and dtypes. Later calls replay the recorded operations, with
// each chain of element-wise operations as one kernel.

import { ArgumentTypeError, CutsError } from "../../core/errors.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { RecentMap } from "../../core/recent-map.js";
import { formatValue, plural } from "../../core/text.js";
import { currentContext } from "../../runtime/devices/context.js";
import { isNDArray, type NDArray } from "../../array/ndarray.js";
import { watching } from "../../array/operators/watching.js";
import { arraysOf } from "../gradients/tree.js";
import { TraceCounter, TracedCalls } from "./trace/traced-calls.js";

/** Plans that are kept for one function. */
const MOST_PLANS = 64;

/** Options of {@link fuse}. */
export interface FuseOptions {
  /**
   * The indices of arguments whose arrays the function takes over: unless it returns them, they are disposed when it returns, and
   * their memory is reused for later results. Use it for the state of a loop: `state = step(state, batch)`.
   */
  readonly donate?: readonly number[];
}

const fuseNames = optionNames<FuseOptions>({ donate: true });

/**
 * A function that computes what `f` computes, with fewer kernels. For each new set of shapes and dtypes, the first two calls run
 * `f`, which must do the same both times. Later calls replay its operations, with each chain of element-wise operations as one
 * kernel. Gradients inside (`valueAndGrad`) are replayed too. An argument that is no array counts as a constant of `f`: another
 * value makes another recording. Numbers and arrays of the closure that differ between the two runs are looked up at every call.
 *
 * `f` must be sync, and must not read arrays or draw random numbers.
 * @throws CutsError `CUTS_FUSE` for what cannot be done again.
 * @example
 * const step = cu.fuse((x: cu.NDArray, y: cu.NDArray) => x.mul(y).add(x.sin()).sum());
 */
export function fuse<A extends readonly unknown[], R>(
  f: (...args: A) => R,
  options: FuseOptions = {},
): (...args: A) => R {
  if (typeof f !== "function")
    throw new ArgumentTypeError(
      "CUTS_FUNCTION",
      `Cannot fuse this: it must be a function (got ${formatValue(f)})`,
    );
  checkOptions(options, fuseNames, "fuse a function");
  const { donate = [] } = options;
  checkDonated(donate);
  const own = fused(f);
  if (donate.length === 0) return own;
  return (...args) => {
    const beyond = donate.find((at) => at >= args.length);
    if (beyond !== undefined) throw donatesWrong(`one of ${plural(args.length, "argument")}`, beyond);
    const result = own(...args);
    const returned = new Set(arraysOf(result));
    for (const one of arraysOf(donate.map((at) => args[at]))) if (!returned.has(one)) one.dispose();
    return result;
  };
}

function checkDonated(donate: unknown): void {
  const isPlace = (one: unknown): boolean => Number.isSafeInteger(one) && (one as number) >= 0;
  if (!Array.isArray(donate)) throw donatesWrong("a list of arguments, counted from 0", donate);
  const wrong: unknown = donate.find((one) => !isPlace(one));
  if (wrong !== undefined) throw donatesWrong("an argument, counted from 0", wrong);
}

function donatesWrong(rule: string, given: unknown): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_OPTIONS",
    `Cannot fuse a function: what it donates must be ${rule} (got ${formatValue(given)})`,
  );
}

function fused<A extends readonly unknown[], R>(f: (...args: A) => R): (...args: A) => R {
  const plans = new RecentMap<string, TracedCalls>(MOST_PLANS, (one) => one.dispose());
  const watch = new TraceCounter();
  return (...args) => {
    const arrays = arraysOf(args);
    const isFollowed =
      arrays.some((one) => one.variable !== undefined) && currentContext()?.gradients !== "off";
    // Who records operations sees those of the function, and so do hooks.
    const isPlain =
      watching.recorder !== undefined ||
      watching.isInside ||
      watching.overridden > 0 ||
      watching.hooks.length > 0;
    if (isPlain || isFollowed || arrays.length === 0) return f(...args);
    for (const one of arrays) one.check("call a fused function");
    const key = `${keyOf(args)}${sharedOf(arrays)}`;
    let known = plans.get(key);
    if (known === undefined) {
      watch.count(args.map(keyOf));
      plans.set(key, (known = new TracedCalls()));
    }
    return known.call(() => f(...args), arrays);
  };
}

/** The key of a recording: shapes, dtypes and devices of arrays, and the values of all other arguments. */
function keyOf(value: unknown): string {
  if (isNDArray(value)) {
    const { dtype, shape, strides, device } = value;
    return `${device.id} ${dtype}[${shape.join()}](${strides.join()})`;
  }
  if (Array.isArray(value)) return `[${value.map(keyOf).join(";")}]`;
  if (typeof value === "function" || typeof value === "symbol") throw notConstant(value);
  // A text is quoted, so that it is never taken for what stands beside it; -0 is not 0.
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value !== "object" || value === null)
    return `${typeof value} ${Object.is(value, -0) ? "-0" : String(value)}`;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw notConstant(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}:${keyOf(one)}`)
    .join(";")}}`;
}

/** Which of the arrays share memory, and how: what is written through one is seen by the other. */
function sharedOf(arrays: readonly NDArray[]): string {
  let text = "";
  for (const [at, { storage, start }] of arrays.entries()) {
    const first = arrays.findIndex((one) => one.storage === storage);
    if (first !== at) text += ` ${at}=${first}+${start - (arrays[first] as NDArray).start}`;
  }
  return text;
}

function notConstant(value: unknown): CutsError {
  return new CutsError(
    "CUTS_FUSE",
    `Cannot call a fused function: an argument must be an array, a constant, or a list or plain object of those (got ${formatValue(value)})\nTry: use it in the function without passing it`,
  );
}
