// opcheck: tests an operator against its declaration, with sample arguments. It checks which arguments are written, compares
// results with the schema and the shape rule, gradients with finite differences, and devices with each other.

import { type DType, dtypes } from "../core/dtype.js";
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import { shapesEqual } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import { devices, toDevice } from "../runtime/devices/devices.js";
import { scope } from "../runtime/lifetimes/scope.js";
import { full } from "../array/creation.js";
import { where } from "../array/elementwise/select.js";
import { describeArray, isNDArray, type NDArray } from "../array/ndarray.js";
import { isDifferentiable } from "../array/operators/variable.js";
import { areSameBytes } from "../core/bytes.js";
import { fake } from "./fake.js";
import { arraysOf, mapArrays } from "./gradients/tree.js";
import { vjp } from "./gradients/vjp.js";
import { noGrad } from "./gradients/control.js";
import { type DeclaredOp, declarationOf, type InferredFacts, type Op } from "./op.js";
import type { SchemaParameter } from "./schema/schema.js";
import type { SchemaArguments } from "./schema/schema-types.js";

/**
 * The checks: results against the schema; that only arguments marked as written are written; that results share no memory unless
 * the schema says so; results against the shape rule; the gradient against finite differences; devices against each other.
 */
export type OpCheck = "schema" | "mutation" | "aliasing" | "shape" | "gradient" | "devices";

/** Which checks ran with at least one sample. */
export type OpcheckReport = Readonly<Record<OpCheck, "passed" | "skipped">>;

/** How an operator is checked. */
export interface OpcheckOptions {
  /** All by default. */
  readonly checks?: readonly OpCheck[] | undefined;
  /** The largest error of gradients and between devices, relative to the largest number; the default depends on the dtype. */
  readonly tolerance?: number | undefined;
}

const allChecks: readonly OpCheck[] = ["schema", "mutation", "aliasing", "shape", "gradient", "devices"];

/**
 * Checks an operator of {@link op} with samples, which are lists of arguments. Use float64 samples where you can, because finite
 * differences are most accurate there; where the schema leaves the dtype open, gradients are checked in float64 anyway.
 * @throws CutsError `CUTS_OPCHECK` with the check that failed and the sample.
 * @example cu.opcheck(muladd, [[a, b, 2], [a.T, b, 0]]);
 */
export function opcheck<S extends string>(
  operator: Op<S>,
  samples: readonly SchemaArguments<S, DType>[],
  { checks = allChecks, tolerance }: OpcheckOptions = {},
): OpcheckReport {
  const own = declarationOf(operator);
  if (!Array.isArray(samples) || samples.length === 0 || !samples.every(Array.isArray)) {
    throw new ArgumentTypeError(
      "CUTS_OPCHECK",
      `Cannot check ${operator.opName}: samples must be lists of arguments, one at least (got ${formatValue(samples)})`,
    );
  }
  const report: Record<OpCheck, "passed" | "skipped"> = {
    schema: "skipped",
    mutation: "skipped",
    aliasing: "skipped",
    shape: "skipped",
    gradient: "skipped",
    devices: "skipped",
  };
  for (const [at, args] of (samples as readonly (readonly unknown[])[]).entries()) {
    const checker = new SampleCheck(operator as never, own, args, at, tolerance);
    for (const check of checks) if (scope(() => checker.run(check))) report[check] = "passed";
  }
  return report;
}

type Call = (...args: readonly unknown[]) => unknown;

class SampleCheck {
  readonly #call: Call;
  readonly #own: DeclaredOp;
  readonly #args: readonly unknown[];
  readonly #at: number;
  readonly #tolerance: number | undefined;

  constructor(
    call: Call,
    own: DeclaredOp,
    args: readonly unknown[],
    at: number,
    tolerance: number | undefined,
  ) {
    this.#call = call;
    this.#own = own;
    this.#args = own.bind(args);
    this.#at = at;
    this.#tolerance = tolerance;
  }

  /** Whether the check could run. */
  run(check: OpCheck): boolean {
    return {
      schema: () => this.#schema(),
      mutation: () => this.#mutation(),
      aliasing: () => this.#aliasing(),
      shape: () => this.#shape(),
      gradient: () => this.#gradient(),
      devices: () => this.#devices(),
    }[check]();
  }

  /** Calls the operator with copies, so that the samples do not change. */
  #runOnCopies(): { readonly args: readonly unknown[]; readonly result: unknown } {
    const args = copies(this.#args);
    return { args, result: noGrad(() => this.#call(...args)) };
  }

  #schema(): true {
    const { args, result } = this.#runOnCopies();
    const { results, isTuple } = this.#own.schema;
    const list = isTuple ? result : [result];
    if (results.length > 0 && (!Array.isArray(list) || list.length !== results.length))
      throw this.#failed("schema", `it must give ${results.length} results (got ${formatValue(result)})`);
    const common = this.#tensors(args).find(({ parameter }) => parameter.dtype === undefined)?.array.dtype;
    for (const [at, { isList, dtype }] of results.entries()) {
      const one = (list as readonly unknown[])[at];
      const arrays = isList && Array.isArray(one) ? one : [one];
      for (const array of arrays) {
        if (!isNDArray(array))
          throw this.#failed("schema", `result ${at} must be an array (got ${formatValue(array)})`);
        const wanted = dtype ?? (this.#own.hasShapes ? undefined : common);
        if (wanted !== undefined && array.dtype !== wanted)
          throw this.#failed("schema", `result ${at} must be of ${wanted} (got ${describeArray(array)})`);
      }
    }
    return true;
  }

  #mutation(): true {
    const args = copies(this.#args);
    const before = this.#tensors(args).map(({ parameter, array }) => ({
      parameter,
      array,
      contents: bytesOf(array),
      version: array.storage.version,
    }));
    noGrad(() => this.#call(...args));
    for (const { parameter, array, contents, version } of before) {
      if (parameter.isWritten) continue;
      const isSame = areSameBytes(bytesOf(array), contents);
      if (isSame && array.storage.version === version) continue;
      const how = isSame ? "written, though with the same numbers" : "changed";
      throw this.#failed(
        "mutation",
        `the argument ${parameter.name} was ${how}, and the schema does not say so`,
        `Tensor(a!) ${parameter.name} in the schema; const where a kernel or C function only reads it`,
      );
    }
    return true;
  }

  #aliasing(): true {
    const { args, result } = this.#runOnCopies();
    const { results, isTuple } = this.#own.schema;
    const list = (isTuple ? result : [result]) as readonly unknown[];
    const seen: { readonly name: string; readonly alias: string | undefined; readonly array: NDArray }[] =
      this.#tensors(args).map(({ parameter, array }) => ({
        name: `the argument ${parameter.name}`,
        alias: parameter.alias,
        array,
      }));
    for (const [at, { alias }] of results.entries()) {
      for (const array of arraysOf(list[at])) {
        const other = seen.find((one) => one.array.storage === array.storage && array.size > 0);
        if (other !== undefined && (alias === undefined || other.alias !== alias))
          throw this.#failed(
            "aliasing",
            `result ${at} shares memory with ${other.name}, and the schema does not say so`,
            "return a copy, or give both the same letter: Tensor(a)",
          );
        seen.push({ name: `result ${at}`, alias, array });
      }
    }
    return true;
  }

  #shape(): boolean {
    if (!this.#own.hasShapes) return false;
    const args = copies(this.#args);
    const facts = this.#own.infer(args);
    const made = arraysOf(noGrad(() => this.#call(...args)));
    const dry = arraysOf(fake(() => this.#call(...this.#args)));
    for (const [at, { shape, dtype }] of facts.entries()) {
      const one = made[at];
      if (one === undefined || !isLike(one, { shape, dtype }))
        throw this.#failed(
          "shape",
          `the rule says ${dtype}[${shape.join(", ")}] of result ${at} (got ${one === undefined ? "none" : describeArray(one)})`,
        );
      const other = dry[at];
      if (other === undefined || !isLike(other, one))
        throw this.#failed(
          "shape",
          `fake() gives ${other === undefined ? "none" : describeArray(other)} for result ${at}`,
        );
    }
    return true;
  }

  #gradient(): boolean {
    if (!this.#own.hasGradient) return false;
    const args = this.#wideArgs();
    const inputs = arraysOf(args).filter(({ dtype }) => isDifferentiable(dtype));
    const dtype = inputs[0]?.dtype;
    if (dtype === undefined || dtype === "float16" || dtype === "bfloat16") return false;
    const f = (...own: readonly NDArray[]): NDArray[] => {
      let next = 0;
      const filled = args.map((one) =>
        mapArrays(one, (array) => (isDifferentiable(array.dtype) ? own[next++] : array)),
      );
      return arraysOf(this.#call(...filled)).filter((one) => isDifferentiable(one.dtype));
    };
    const isDouble = dtype === "float64" || dtype === "complex128";
    const [epsilon, usual] = isDouble ? [1e-6, 1e-5] : [1e-2, 1e-2];
    const draw = mixedNumbers(this.#at + 1);
    const direction = (one: NDArray): NDArray => randomLike(one, draw);
    const [values, pullback] = vjp(f, ...inputs);
    if (values.length === 0) return false;
    const u = values.map(direction);
    const v = inputs.map(direction);
    const grads = arraysOf(pullback(u as never));
    for (const [at, grad] of grads.entries()) {
      const own = inputs[at] as NDArray;
      if (!isLike(grad, own))
        throw this.#failed(
          "gradient",
          `that of argument ${at} must be ${describeArray(own)} (got ${describeArray(grad)})`,
        );
    }
    const exact = grads.reduce((sum, grad, at) => sum + dot(grad, v[at] as NDArray), 0);
    const moved = (step: number): number =>
      noGrad(() =>
        f(...inputs.map((one, at) => one.add((v[at] as NDArray).mul(step)).astype(one.dtype))),
      ).reduce((sum, one, at) => sum + dot(u[at] as NDArray, one), 0);
    const numeric = (moved(epsilon) - moved(-epsilon)) / (2 * epsilon);
    const size = Math.max(1, Math.abs(exact), Math.abs(numeric));
    if (!(Math.abs(exact - numeric) / size <= (this.#tolerance ?? usual)))
      throw this.#failed(
        "gradient",
        `along a random direction it is ${exact}, by finite differences ${numeric}`,
        "opcheck in float64, away from kinks; backward gives a gradient for each argument",
      );
    return true;
  }

  /** The arguments in float64, if the schema leaves the dtype open and the operator accepts it. */
  #wideArgs(): readonly unknown[] {
    const wide = this.#args.map((arg, at) => {
      const parameter = this.#own.schema.parameters[at] as SchemaParameter;
      if (parameter.kind !== "Tensor" || parameter.dtype !== undefined) return arg;
      return mapArrays(arg, (one) => (dtypes[one.dtype].kind === "float" ? one.astype("float64") : one));
    });
    try {
      noGrad(() => this.#call(...copies(wide)));
      return wide;
    } catch {
      // It takes other dtypes only: a kernel of floats.
      return this.#args;
    }
  }

  #devices(): boolean {
    const [first] = this.#tensors(this.#args);
    if (first === undefined) return false;
    const others = devices().filter(
      (one) => one !== first.array.storage.device && this.#own.runsOn(toDevice(one).kind),
    );
    const expected = arraysOf(this.#runOnCopies().result);
    for (const device of others) {
      const args = this.#args.map((one) => mapArrays(one, (array) => array.to(device)));
      const found = arraysOf(noGrad(() => this.#call(...args)));
      for (const [at, one] of expected.entries()) {
        const other = (found[at] as NDArray).to(one.device);
        const difference = isLike(other, one) ? distance(one, other) : Number.POSITIVE_INFINITY;
        if (difference <= (this.#tolerance ?? usualDistance(one.dtype))) continue;
        throw this.#failed(
          "devices",
          `result ${at} on ${device.id} differs from that on ${one.device.id} by ${difference} of the largest number`,
        );
      }
    }
    return others.length > 0;
  }

  #tensors(args: readonly unknown[]): { readonly parameter: SchemaParameter; readonly array: NDArray }[] {
    return this.#own.schema.parameters.flatMap((parameter, at) =>
      arraysOf(args[at]).map((array) => ({ parameter, array })),
    );
  }

  #failed(check: OpCheck, why: string, advice?: string): CutsError {
    const { operator, schema } = this.#own;
    const shown = this.#args
      .map((one) => (isNDArray(one) ? describeArray(one) : formatValue(one)))
      .join(", ");
    return new CutsError(
      "CUTS_OPCHECK",
      `Cannot accept ${operator.name}: the check "${check}" failed for sample ${this.#at}: ${why}\n  ${schema.text}\n  called with (${shown})` +
        (advice === undefined ? "" : `\nTry: ${advice}`),
    );
  }
}

function copies(args: readonly unknown[]): readonly unknown[] {
  return args.map((one) => mapArrays(one, (array) => array.copy()));
}

function bytesOf(array: NDArray): Uint8Array {
  const { buffer, byteOffset, byteLength } = array.dataSync() as Uint8Array;
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function isLike(a: InferredFacts, { shape, dtype }: InferredFacts): boolean {
  return a.dtype === dtype && shapesEqual(a.shape, shape);
}

function mixedNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 0x9e3779b9) | 0;
    return (state >>> 0) / 2 ** 31 - 1;
  };
}

function randomLike({ shape, dtype, size, device }: NDArray, draw: () => number): NDArray {
  const isComplex = dtypes[dtype].kind === "complex";
  const numbers = (): NDArray => {
    const made = full(shape, 0, { dtype: "float64", device });
    made.set(Float64Array.from({ length: size }, draw));
    return made;
  };
  const real = numbers();
  return (isComplex ? real.add(numbers().mul({ re: 0, im: 1 })) : real).astype(dtype);
}

function dot(a: NDArray, b: NDArray): number {
  const products = a.mul(b.conj());
  const real = dtypes[products.dtype].kind === "complex" ? products.real : products;
  return Number(real.sum().itemSync());
}

/** The largest difference, relative to the largest number; two NaN count as equal. */
function distance(a: NDArray, b: NDArray): number {
  if (a.size === 0) return 0;
  if (!isDifferentiable(a.dtype)) return areSameBytes(bytesOf(a), bytesOf(b)) ? 0 : Number.POSITIVE_INFINITY;
  const isSame = a.equal(b).logicalOr(a.isnan().logicalAnd(b.isnan()));
  const apart = where(isSame, 0, a.sub(b).abs());
  const size = where(a.isfinite(), a.abs(), 0).max();
  return Number(apart.max().itemSync()) / Math.max(Number(size.itemSync()), Number.MIN_VALUE);
}

function usualDistance(dtype: DType): number {
  if (dtype === "float64" || dtype === "complex128") return 1e-10;
  if (dtype === "float32" || dtype === "complex64") return 1e-4;
  return 2e-2;
}
