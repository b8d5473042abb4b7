// Data parallel training: each rank computes the gradients for its part of the samples, and gradients are averaged over ranks
// while the backward pass runs. Every rank makes the same calls in the same order.

import { type NDArray, usableArray } from "../array/ndarray.js";
import {
  type GradientTaker,
  isDifferentiable,
  type Variable,
  variableOf,
} from "../array/operators/variable.js";
import { dtypes } from "../core/dtype.js";
import { ArgumentTypeError } from "../core/errors.js";
import { checkOptions } from "../core/options.js";
import { describeArray } from "../array/ndarray.js";
import { valueAndGradTaken, type ValueAndGrad } from "../ops/gradients/grad.js";
import { arraysOf } from "../ops/gradients/tree.js";
import { sizeOf } from "../core/shape.js";
import { type BucketOptions, bucketNames } from "./bucket-plan.js";
import type { Communicator } from "./communicator.js";
import { GradientBuckets, type Parameter, SideStream } from "./gradient-buckets.js";

/**
 * Like `cu.valueAndGrad`, but the gradients are averaged over ranks. Gradients are sent in buckets while others are still
 * computed. The value is that of this rank.
 * @throws what `cu.valueAndGrad` and `allReduce` throw.
 * @example
 * const step = dist.valueAndGrad(world, loss);
 * const { value, grads } = await step(parameters, input, target);
 */
export function valueAndGrad<F extends (...args: never[]) => NDArray | PromiseLike<NDArray>>(
  world: Communicator,
  f: F,
  options: BucketOptions = {},
): (...args: Parameters<F>) => Promise<ValueAndGrad<Awaited<ReturnType<F>>, Parameters<F>[0]>> {
  checkOptions(options, bucketNames, "average gradients over ranks");
  const side = new SideStream();
  return async (...args) => {
    const arrays = arraysOf(args[0]);
    // Others have no gradients.
    const places = new Map<number, number>();
    const parameters = arrays.filter(({ dtype }, at) => {
      if (isDifferentiable(dtype)) places.set(at, places.size);
      return isDifferentiable(dtype);
    });
    const buckets = new GradientBuckets(world, parameters.map(factsOf), options.bucketBytes, side);
    const found = await valueAndGradTaken(f as never, args, (at, grad) =>
      buckets.take(places.get(at) as number, grad),
    );
    await buckets.done();
    return found as never;
  };
}

/** Parameters whose gradients are averaged over ranks. */
export interface DataParallel extends Disposable {
  /** Settles when the gradients of all `backward()` calls so far are averaged. */
  done(): Promise<void>;
  /** Stops averaging: later gradients are those of this rank alone. */
  dispose(): void;
}

/**
 * Makes `backward()` add the gradient averaged over ranks to `grad` of these parameters. Gradients are sent in buckets while
 * others are still computed. Every rank must make each `backward()` call that reaches one of the parameters; a rank that reaches
 * fewer of them contributes zeros for the rest.
 * @throws TypeError `CUTS_GRADIENT_VALUE` for an array that does not require a gradient.
 * @example
 * using parallel = dist.dataParallel(world, [w, b]);
 * loss(w, b).backward();
 * await parallel.done();
 */
export function dataParallel(
  world: Communicator,
  parameters: readonly NDArray[] | Readonly<Record<string, NDArray>>,
  options: BucketOptions = {},
): DataParallel {
  const action = "average gradients over ranks";
  checkOptions(options, bucketNames, action);
  const variables = Object.values(parameters).map((parameter) => {
    usableArray(parameter, action);
    const variable = variableOf(parameter);
    if (variable?.keepsGrad === true) return variable;
    throw new ArgumentTypeError(
      "CUTS_GRADIENT_VALUE",
      `Cannot ${action}: the array does not require a gradient (got ${describeArray(parameter)})\nTry: x.requiresGrad = true first, or dist.valueAndGrad(world, f)`,
    );
  });
  return new BackwardAverage(world, variables, options);
}

/** Takes what `backward()` finds, pass by pass. */
class BackwardAverage implements GradientTaker, DataParallel {
  readonly #world: Communicator;
  readonly #places: ReadonlyMap<Variable, number>;
  readonly #options: BucketOptions;
  readonly #side = new SideStream();
  #pass: GradientBuckets | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(world: Communicator, variables: readonly Variable[], options: BucketOptions) {
    this.#world = world;
    this.#options = options;
    this.#places = new Map(variables.map((variable, at) => [variable, at]));
    for (const variable of this.#places.keys()) variable.taker = this;
  }

  final(variable: Variable, grad: NDArray): NDArray {
    this.#pass ??= new GradientBuckets(
      this.#world,
      [...this.#places.keys()].map(factsOf),
      this.#options.bucketBytes,
      this.#side,
    );
    return this.#pass.take(this.#places.get(variable) as number, grad);
  }

  end(): Map<Variable, NDArray> {
    const variables = [...this.#places.keys()];
    const rest = this.#pass?.takeZeros() ?? new Map<number, NDArray>();
    const done = this.#pass?.done();
    this.#pass = undefined;
    this.#last = Promise.all([this.#last, done]);
    // Whoever asks gets the error.
    this.#last.catch(() => {});
    return new Map([...rest].map(([at, grad]) => [variables[at] as Variable, grad]));
  }

  async done(): Promise<void> {
    await this.#last;
  }

  dispose(): void {
    for (const variable of this.#places.keys()) if (variable.taker === this) variable.taker = undefined;
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

function factsOf({ shape, dtype, device }: Pick<NDArray, "shape" | "dtype" | "device">): Parameter {
  const size = sizeOf(shape);
  return { shape, dtype, device, size, byteLength: size * dtypes[dtype].byteLength };
}
