// verify(): runs the same computation several times (on other devices, as plain TypeScript, or with blocks and warps in another
// order) and compares the results.

import { dtypeOf, isTypedArray, type TypedArray } from "../core/dtype.js";
import { ArgumentRangeError, ArgumentTypeError } from "../core/errors.js";
import { checkOptions, optionNames } from "../core/options.js";
import { shapesEqual } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { watchOf } from "../runtime/devices/capabilities.js";
import type { Device } from "../runtime/devices/device.js";
import { device, toDevice, withDevice } from "../runtime/devices/devices.js";
import { retell } from "../runtime/failures/failure.js";
import { isKernel, type Kernel } from "../runtime/kernels/kernel.js";
import type { LaunchConfig } from "../runtime/kernels/launch-config.js";
import { scope } from "../runtime/lifetimes/scope.js";
import { array, type ArrayLikeValues } from "../array/creation.js";
import { isNDArray } from "../array/ndarray.js";
import { compare, type Outcome, type Tolerance } from "./compare.js";
import { factsOf, factsOfTyped, Inputs, type RunArguments } from "./inputs.js";
import { makeReport, type VerifyReport } from "./verify-report.js";

/**
 * What a computation is compared with, and how closely. Without `devices` and `oracle` it runs in four other orders of blocks and
 * warps.
 */
export interface VerifyOptions extends Tolerance {
  /** Devices to run it on; each is compared with the first. */
  readonly devices?: readonly (string | Device)[] | undefined;
  /**
   * The same computation in TypeScript. It gets typed arrays in place of arrays, with the elements in C order. For a function, it
   * returns the function's result, with numbers, typed arrays or nested lists for arrays; for a kernel, it writes to its
   * arguments.
   */
  readonly oracle?: ((...args: never[]) => unknown) | undefined;
  /** How many other orders of blocks and warps to run on the cpu device. */
  readonly schedules?: number | undefined;
  /** The random seed of the orders; by default a random one, which the report contains. */
  readonly seed?: number | undefined;
  /** How many elements that differ are shown; 5 by default. */
  readonly show?: number | undefined;
}

const names = optionNames<VerifyOptions>({
  devices: true,
  oracle: true,
  schedules: true,
  seed: true,
  show: true,
  ulps: true,
  rtol: true,
  atol: true,
});

const USUAL_SCHEDULES = 4;
const USUAL_SHOW = 5;
const MOST_SEED = 2 ** 32 - 1;

/**
 * Runs a kernel or a function several times, each time with fresh copies of its arguments, and compares what it returns and what
 * it leaves in its arguments. Numbers must be the same to the bit, unless a tolerance says otherwise.
 * @throws TypeError, RangeError `CUTS_VERIFY`; what a run throws, with the name of the run.
 * @example
 * const report = await cu.verify(histogram, [{ threads: n }, data, counts, n]); // in other orders of blocks and warps
 * console.log(report.isEqual || String(report));
 */
export async function verify<Arguments extends readonly unknown[], RunArguments extends readonly unknown[]>(
  kernel: Kernel<Arguments, RunArguments>,
  args: readonly [LaunchConfig, ...RunArguments],
  options?: VerifyOptions,
): Promise<VerifyReport>;
export async function verify<Arguments extends readonly unknown[]>(
  fn: (...args: Arguments) => unknown,
  args: Readonly<Arguments>,
  options?: VerifyOptions,
): Promise<VerifyReport>;
export async function verify(
  subject: unknown,
  given: unknown,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  checkOptions(options, names, "verify");
  checkSubject(subject, given);
  const args = given as readonly unknown[];
  const { devices = [], oracle, show = USUAL_SHOW } = options;
  const schedules = options.schedules ?? (devices.length > 0 || oracle ? 0 : USUAL_SCHEDULES);
  const seed = seedOf(options.seed, schedules);
  const call: Call = isKernel(subject) ? new KernelRun(subject) : new FunctionRun(subject as AnyFunction);
  const inputs = await Inputs.of(call.valuesOf(args), call.names);
  const runs = [
    ...devices.map((one) => deviceRun(toDevice(one).id)),
    ...(schedules > 0 ? [orderedRun(0, "cpu, in ascending order")] : []),
    ...seedsFrom(seed, schedules).map((own, at) =>
      orderedRun(own, `cpu, schedule ${at + 1} of ${schedules}`),
    ),
    ...(devices.length === 0 && schedules === 0 ? [deviceRun(device().id)] : []),
  ];
  if (runs.length === 1 && oracle === undefined) {
    throw new ArgumentRangeError(
      "CUTS_VERIFY",
      "Cannot verify: one run has nothing to be compared with\nTry: two devices, an oracle, or schedules of 1 and more",
    );
  }
  const outcomes: { readonly run: string; readonly left: readonly Outcome[] }[] = [];
  for (const run of runs) {
    outcomes.push({ run: run.name, left: await named(run.name, () => run.perform(call, args, inputs)) });
  }
  if (oracle !== undefined) {
    const like = outcomes[0]?.left ?? [];
    const left = await named("oracle", () => askOracle(oracle as AnyFunction, call, args, inputs, like));
    outcomes.unshift({ run: "oracle", left });
  }
  const [first, ...others] = outcomes;
  const differences = others.flatMap(({ run, left }) =>
    (first?.left ?? []).flatMap((expected) => {
      const actual = left.find(({ what }) => what === expected.what);
      return compare(run, expected, actual, options, show) ?? [];
    }),
  );
  return makeReport(
    call.name,
    outcomes.map(({ run }) => run),
    schedules > 0 ? seed : undefined,
    differences,
  );
}

type AnyFunction = (...args: readonly unknown[]) => unknown;

/** How a subject is called. */
interface Call {
  readonly name: string;
  /** The names of its parameters, if known. */
  readonly names: readonly (string | undefined)[];
  /** The arguments that are copied for each run. */
  valuesOf(args: readonly unknown[]): readonly unknown[];
  perform(args: readonly unknown[], values: readonly unknown[]): unknown;
}

class KernelRun implements Call {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  get name(): string {
    return this.#kernel.name;
  }

  get names(): readonly (string | undefined)[] {
    return this.#kernel.signature.parameters.map(({ name }) => name);
  }

  valuesOf(args: readonly unknown[]): readonly unknown[] {
    return args.slice(1);
  }

  async perform([config]: readonly unknown[], values: readonly unknown[]): Promise<void> {
    // A stream is one of one device, and runs wait for each other anyhow.
    const { stream: _stream, ...rest } = config as LaunchConfig;
    await this.#kernel.run(rest, ...(values as never[]));
  }
}

class FunctionRun implements Call {
  readonly names = [];
  readonly #fn: AnyFunction;

  constructor(fn: AnyFunction) {
    this.#fn = fn;
  }

  get name(): string {
    return this.#fn.name === "" ? "the function" : this.#fn.name;
  }

  valuesOf(args: readonly unknown[]): readonly unknown[] {
    return args;
  }

  perform(_args: readonly unknown[], values: readonly unknown[]): unknown {
    return this.#fn(...values);
  }
}

interface Run {
  readonly name: string;
  perform(call: Call, args: readonly unknown[], inputs: Inputs): Promise<readonly Outcome[]>;
}

function deviceRun(id: string): Run {
  return { name: id, perform: (call, args, inputs) => runOn(toDevice(id), call, args, inputs) };
}

function orderedRun(seed: number, name: string): Run {
  return {
    name,
    perform: async (call, args, inputs) => {
      const cpu = toDevice("cpu");
      await cpu.synchronize();
      const watch = watchOf(cpu, "order the warps of a kernel");
      watch.reorder(seed);
      try {
        return await runOn(cpu, call, args, inputs);
      } finally {
        watch.reorder(undefined);
      }
    },
  };
}

function runOn(
  where: Device,
  call: Call,
  args: readonly unknown[],
  inputs: Inputs,
): Promise<readonly Outcome[]> {
  return withDevice(where, () =>
    scope(async () => {
      const own = inputs.on(where);
      const result = await call.perform(args, own.args);
      return outcomesOf(result, own, (value) => leavesOf(value, "result"));
    }),
  );
}

async function askOracle(
  oracle: AnyFunction,
  call: Call,
  args: readonly unknown[],
  inputs: Inputs,
  like: readonly Outcome[],
): Promise<readonly Outcome[]> {
  const own = inputs.onHost();
  const config = call.valuesOf(args).length === args.length ? [] : [args[0]];
  const result = await oracle(...config, ...own.args);
  return outcomesOf(result, own, async (value) => {
    const wanted = like.filter(({ what }) => what.startsWith("result"));
    return Promise.all(wanted.map((one) => asked(valueAt(value, one.what), one)));
  });
}

async function outcomesOf(
  result: unknown,
  own: RunArguments,
  read: (value: unknown) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> {
  const results = result === undefined ? [] : await read(result);
  return [...results, ...(await own.outcomes())];
}

/** The numbers and arrays of a result, by the path to each. */
async function leavesOf(value: unknown, what: string): Promise<readonly Outcome[]> {
  if (isNDArray(value)) return [{ what, ...(await factsOf(value)) }];
  if (isTypedArray(value)) return [{ what, ...factsOfTyped(value) }];
  if (typeof value === "number" || typeof value === "boolean") {
    return [{ what, dtype: "float64", shape: [], data: Float64Array.of(Number(value)) }];
  }
  if (typeof value === "bigint") {
    return [{ what, dtype: "int64", shape: [], data: BigInt64Array.of(value) }];
  }
  if (Array.isArray(value)) {
    return (await Promise.all(value.map((one, at) => leavesOf(one, `${what}[${at}]`)))).flat();
  }
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  return (await Promise.all(entries.map(([key, one]) => leavesOf(one, `${what}.${key}`)))).flat();
}

/** The value at a path such as `result.weights[1]`. */
function valueAt(value: unknown, what: string): unknown {
  const keys = what.slice("result".length).match(/[^.[\]]+/g) ?? [];
  return keys.reduce<unknown>((own, key) => (own as Record<string, unknown> | undefined)?.[key], value);
}

/** The oracle's result, converted to the dtype and shape it is compared with. */
async function asked(value: unknown, { what, dtype, shape }: Outcome): Promise<Outcome> {
  if (isTypedArray(value) && dtypeOf(value) === dtype && value.length === sizeOf(shape)) {
    return { what, dtype, shape, data: value };
  }
  if (value === undefined) {
    throw new ArgumentTypeError(
      "CUTS_VERIFY",
      `Cannot verify with an oracle: it must give ${dtype}[${shape.join(", ")}] for ${what} (got nothing)`,
    );
  }
  using made = array(value as ArrayLikeValues, { dtype, device: "cpu" });
  const data = (await made.data()) as TypedArray;
  const isFlat = made.shape.length === 1 && made.size === sizeOf(shape);
  return { what, dtype, shape: isFlat || shapesEqual(made.shape, shape) ? shape : made.shape, data };
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((all, one) => all * one, 1);
}

async function named<T>(run: string, perform: () => Promise<T>): Promise<T> {
  try {
    return await perform();
  } catch (error) {
    throw error instanceof Error ? retell(error, [`In the run: ${run}`]) : error;
  }
}

function checkSubject(subject: unknown, args: unknown): void {
  if (typeof subject === "function" && Array.isArray(args)) return;
  throw new ArgumentTypeError(
    "CUTS_VERIFY",
    typeof subject === "function"
      ? `Cannot verify: the arguments must be a list (got ${formatValue(args)})\nTry: verify(fn, [x, y])`
      : `Cannot verify: the first argument must be a function or a kernel (got ${formatValue(subject)})`,
  );
}

function seedOf(seed: number | undefined, schedules: number): number {
  if (!Number.isSafeInteger(schedules) || schedules < 0) {
    throw new ArgumentRangeError(
      "CUTS_VERIFY",
      `Cannot verify: schedules must be a whole number and at least 0 (got ${formatValue(schedules)})`,
    );
  }
  if (seed === undefined) return Math.floor(Math.random() * (MOST_SEED + 1));
  if (Number.isSafeInteger(seed) && seed >= 0 && seed <= MOST_SEED) return seed;
  throw new ArgumentRangeError(
    "CUTS_VERIFY",
    `Cannot verify: the seed must be a whole number between 0 and ${MOST_SEED} (got ${formatValue(seed)})`,
  );
}

/** One seed for each schedule, none of which is 0. */
function seedsFrom(seed: number, count: number): readonly number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return 1 + ((state ^ (state >>> 13)) >>> 2);
  });
}
