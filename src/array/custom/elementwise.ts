// elementwise(): makes a function over arrays of a line of CUDA C++, like CuPy's ElementwiseKernel. It is compiled for each set of
// dtypes at its first use, on any device, and cached on disk.

import { broadcastStrides } from "../../core/broadcast.js";
import { ArgumentTypeError } from "../../core/errors.js";
import type { Shape } from "../../core/shape.js";
import { formatValue, plural } from "../../core/text.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { UserLine } from "../../runtime/failures/user-line.js";
import { allocateArray } from "../allocate.js";
import { isNDArray, type NDArray } from "../ndarray.js";
import { copyInto, mayOverlap } from "../copy.js";
import { launchRows, type RowArgument, RowKernel } from "../kernels/launch-rows.js";
import type { ParameterValue } from "../kernels/trusted-writer.js";
import { broadcastTo } from "../views.js";
import { type BoundCall, bindCall, checkOut } from "./bind.js";
import { elementwiseGroup, scalarKinds, walkedCount } from "./elementwise-source.js";
import { checkCode, type CustomSignature, parseSignature } from "./signature.js";
import type { AsList, CustomInputs, CustomResult } from "./signature-types.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { hasNoGradient, unlistedOperator } from "../operators/operator.js";

/** Options of {@link elementwise}. */
export interface CustomOptions {
  /** What messages call it; "elementwise" or "reduction" by default. */
  readonly name?: string;
  /** CUDA C++ that the code uses: functions and constants. */
  readonly preamble?: string;
}

const customNames = optionNames<CustomOptions>({ name: true, preamble: true });

/** The last argument of a call. */
export interface CustomCallOptions {
  /** An array for the result, or a list of one for each output; they are returned. */
  readonly out?: NDArray | readonly NDArray[];
  /** The shape of the result, where no input tells it: all are raw or numbers. */
  readonly shape?: Shape;
}

const callNames = optionNames<CustomCallOptions>({ out: true, shape: true });

/** A user-defined function over arrays. */
export interface ElementwiseFunction<
  S extends string,
  Inputs extends readonly unknown[] = AsList<CustomInputs<S>>,
> {
  <const A extends Inputs>(...args: A): CustomResult<S, A>;
  <const A extends Inputs>(...args: [...A, CustomCallOptions]): CustomResult<S, A>;
}

/**
 * A user-defined element-wise function over arrays, in CUDA C++. Arrays are broadcast; `i` is the index of the element in C order,
 * and `n` the number of elements; `raw` inputs are indexed by the code.
 * @throws SyntaxError `CUTS_SIGNATURE`; a call throws TypeError or RangeError for arguments that do not fit. Code that does not
 * compile is a CompileError when the result is awaited.
 * @example
 * const squaredDifference = cu.elementwise("T x, T y -> T z", "z = (x - y) * (x - y)");
 * const z = squaredDifference(a, b);
 */
export function elementwise<const S extends string>(
  signature: S,
  operation: string,
  options: CustomOptions = {},
): ElementwiseFunction<S> {
  const parsed = parseSignature(signature);
  checkCode("operation", operation);
  checkOptions(options, customNames, "make an element-wise function");
  const own = new CustomElementwise(parsed, operation, options);
  const call = unlistedOperator(own.name, (...args) => own.call(args), hasNoGradient);
  return call as unknown as ElementwiseFunction<S>;
}

class CustomElementwise {
  readonly #signature: CustomSignature;
  readonly #operation: string;
  readonly name: string;
  readonly #madeAt = new UserLine();
  readonly #preamble: string;
  /** Whether the code asks where an element is, so that elements must be walked through in order. */
  readonly #isOrdered: boolean;
  readonly #kernels = new Map<string, RowKernel<string>>();

  constructor(
    signature: CustomSignature,
    operation: string,
    { name = "elementwise", preamble = "" }: CustomOptions,
  ) {
    this.#signature = signature;
    this.#operation = operation;
    this.name = name;
    this.#preamble = preamble;
    this.#isOrdered = /\b[in]\b/.test(operation);
  }

  call(given: readonly unknown[]): NDArray | readonly NDArray[] {
    const { args, options } = splitOptions(given, this.#signature.inputs.length);
    const bound = bindCall(this.name, this.#signature, args);
    const shape = this.#shapeOf(bound, options.shape);
    const stream = currentStream(bound.device);
    const outputs = this.#outputs(bound, shape, options.out, stream);
    this.#launch(bound, shape, outputs, stream);
    return outputs.length === 1 ? (outputs[0] as NDArray) : outputs;
  }

  #shapeOf({ inputs, shape }: BoundCall, told: Shape | undefined): Shape {
    const hasArray = inputs.some(({ array, parameter }) => array !== undefined && !parameter.isRaw);
    if (hasArray) return shape;
    if (told !== undefined) return told;
    if (inputs.every(({ parameter }) => !parameter.isRaw) && inputs.length > 0) return [];
    throw new ArgumentTypeError(
      "CUTS_SHAPE",
      `Cannot compute ${this.name}: no input tells the shape of the result\nTry: { shape: [n] } as the last argument`,
    );
  }

  #outputs(bound: BoundCall, shape: Shape, out: CustomCallOptions["out"], stream: StreamCore): NDArray[] {
    const given = out === undefined ? [] : isNDArray(out) ? [out] : out;
    if (given.length > 0 && given.length !== bound.outputs.length) {
      throw new ArgumentTypeError(
        "CUTS_OUT",
        `Cannot compute ${this.name} into arrays: there must be ${plural(bound.outputs.length, "array")} (got ${given.length})`,
      );
    }
    return bound.outputs.map((dtype, at) => {
      const own = given[at];
      return own === undefined
        ? allocateArray(stream, dtype, shape)
        : checkOut(this.name, own, dtype, shape, bound.device);
    });
  }

  #launch(bound: BoundCall, shape: Shape, results: readonly NDArray[], stream: StreamCore): void {
    const temporaries: NDArray[] = [];
    const own = <T extends NDArray>(made: T): T => {
      temporaries.push(made);
      return made;
    };
    const inputs = bound.inputs.map((input) => {
      if (input.array === undefined) return undefined;
      const array = input.array;
      if (input.parameter.isRaw) return array.isContiguous ? array : own(array.copy());
      if (!this.#isOrdered) return input.array;
      return inOrder(array, shape, own);
    });
    // A result may be an input only where both are walked through alike.
    const targets = results.map((result) => {
      const isSafe = bound.inputs.every(({ parameter }, at) => {
        const input = inputs[at];
        if (input === undefined || !mayOverlap(result, input)) return true;
        return !parameter.isRaw && isSamePlace(result, input);
      });
      return isSafe && (!this.#isOrdered || result.isContiguous)
        ? result
        : own(allocateArray(stream, result.dtype, shape));
    });
    const walked = bound.inputs.flatMap((input, at) =>
      input.array === undefined || input.parameter.isRaw ? [] : [inputs[at] as NDArray],
    );
    const raw = bound.inputs.flatMap((input, at) => (input.parameter.isRaw ? [inputs[at] as NDArray] : []));
    const operands: RowArgument[] = [
      ...targets,
      ...walked.map((one) => ({
        storage: one.storage,
        dtype: one.dtype,
        start: one.start,
        strides: broadcastStrides(one.shape, one.strides, shape),
      })),
    ];
    for (const target of targets.slice(1)) target.storage.use(stream, "write");
    for (const one of raw) one.storage.use(stream, "read");
    const size = shape.reduce((product, length) => product * length, 1);
    const scalars: Record<string, ParameterValue> = { n: size };
    for (const [at, input] of bound.inputs.entries()) {
      if (input.parameter.isRaw) scalars[`raw${at}`] = inputs[at] as NDArray;
      else if (input.array === undefined) scalars[`v${at}`] = input.value;
    }
    launchRows(this.#kernelFor(bound), shape, operands, stream, scalars);
    for (const [at, target] of targets.entries()) {
      const result = results[at] as NDArray;
      if (target !== result) copyInto(target, result);
    }
    for (const one of temporaries) one.dispose();
  }

  #kernelFor(bound: BoundCall): RowKernel<string> {
    const key = bound.inputs.map(({ dtype, array }) => `${dtype}${array === undefined ? "!" : ""}`).join();
    let kernel = this.#kernels.get(key);
    if (kernel === undefined) {
      const origin = { name: this.name, madeAt: this.#madeAt };
      kernel = new RowKernel(
        elementwiseGroup(origin, this.#preamble, this.#signature, bound, this.#operation),
        "custom",
        walkedCount(bound),
        scalarKinds(bound),
      );
      this.#kernels.set(key, kernel);
    }
    return kernel;
  }
}

/** The options of a call are what follows the inputs. */
function splitOptions(
  given: readonly unknown[],
  count: number,
): { args: readonly unknown[]; options: CustomCallOptions } {
  const last = given[count];
  if (given.length !== count + 1) return { args: given, options: {} };
  if (typeof last !== "object" || last === null || isNDArray(last))
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_COUNT",
      `Cannot use these arguments: after ${plural(count, "input")} only options may follow (got ${formatValue(last)})`,
    );
  checkOptions(last, callNames, "compute a function");
  return { args: given.slice(0, count), options: last };
}

/** An array stretched to a shape, in C order. */
function inOrder(array: NDArray, shape: Shape, own: <T extends NDArray>(made: T) => T): NDArray {
  const stretched = own(broadcastTo(array, shape));
  return stretched.isContiguous ? stretched : own(stretched.copy());
}

function isSamePlace(a: NDArray, b: NDArray): boolean {
  return (
    a.start === b.start &&
    a.dtype === b.dtype &&
    a.shape.length === b.shape.length &&
    a.shape.every((size, axis) => size === b.shape[axis] && a.strides[axis] === b.strides[axis])
  );
}
