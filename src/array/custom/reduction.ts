// reduction(): makes a reduction along axes of lines of CUDA C++, like CuPy's ReductionKernel. It is compiled for each set of
// dtypes at its first use, on any device, and cached on disk. Elements are combined in any order.

import { type DType, dtypes } from "../../core/dtype.js";
import { ArgumentTypeError, DeclarationError } from "../../core/errors.js";
import { type Shape, sizeOf } from "../../core/shape.js";
import { currentStream } from "../../runtime/devices/devices.js";
import type { StreamCore } from "../../runtime/order/stream-core.js";
import { UserLine } from "../../runtime/failures/user-line.js";
import { allocateArray } from "../allocate.js";
import type { NDArray } from "../ndarray.js";
import { copyInto } from "../copy.js";
import { full } from "../creation.js";
import { BuiltinKernel } from "../kernels/builtin-kernel.js";
import { useStorages, widthOf } from "../kernels/launch-rows.js";
import type { ParameterValue } from "../kernels/trusted-writer.js";
import { reducedShape, toAxes } from "../core/axes.js";
import { launchOf, partitionRows } from "../reduction/partition.js";
import { reduceNames } from "../reduction/reduce.js";
import type { ReduceOptions } from "../reduction/types.js";
import { broadcastTo, reshape, transpose } from "../views.js";
import { type BoundCall, bindCall, checkOut } from "./bind.js";
import type { CustomOptions } from "./elementwise.js";
import { joinSignature, type ReductionCode, reduceSignature, reductionGroup } from "./reduction-source.js";
import { checkCode, type CustomSignature, parseSignature } from "./signature.js";
import type { AsList, CustomInputs, CustomResult } from "./signature-types.js";
import { checkOptions, optionNames } from "../../core/options.js";
import { hasNoGradient, unlistedOperator } from "../operators/operator.js";

/** Options of {@link reduction}. */
export interface CustomReductionOptions extends CustomOptions {
  /** The dtype that is computed in; that of the output by default. */
  readonly total?: DType;
}

const customNames = optionNames<CustomReductionOptions>({ name: true, preamble: true, total: true });

/** A user-defined reduction. */
export interface ReductionFunction<
  S extends string,
  Inputs extends readonly unknown[] = AsList<CustomInputs<S>>,
> {
  <const A extends Inputs>(...args: A): CustomResult<S, A>;
  <const A extends Inputs>(...args: [...A, ReduceOptions]): CustomResult<S, A>;
}

/**
 * A user-defined reduction in CUDA C++: `map` computes a value from the inputs, `reduce` combines two values `a` and `b`, `post`
 * computes the result from the total `a`, and `identity` is the neutral element. Calls take `axis`, `keepdims` and `out` last, as
 * `sum` does.
 * @throws SyntaxError `CUTS_SIGNATURE`; a call throws TypeError or RangeError for arguments that do not fit. Code that does not
 * compile is a CompileError when the result is awaited.
 * @example
 * const norm = cu.reduction("T x -> T y", "x * x", "a + b", "y = sqrt(a)", "0");
 * norm(matrix, { axis: 1 });
 */
export function reduction<const S extends string>(
  signature: S,
  map: string,
  reduce: string,
  post: string,
  identity: string | number,
  options: CustomReductionOptions = {},
): ReductionFunction<S> {
  const parsed = parseSignature(signature);
  if (parsed.outputs.length !== 1 || parsed.inputs.length === 0 || parsed.inputs.some((one) => one.isRaw)) {
    throw new DeclarationError(
      "CUTS_SIGNATURE",
      `Cannot make a reduction: it must have inputs, none of them raw, and one output\n  ${signature}`,
      1,
      1,
    );
  }
  for (const [part, code] of Object.entries({ map, reduce, post })) checkCode(part, code);
  checkCode("identity", typeof identity === "number" ? String(identity) : identity);
  checkOptions(options, customNames, "make a reduction");
  const { preamble = "", name = "reduction", total } = options;
  const own = new CustomReduction(
    parsed,
    { map, reduce, post, identity: String(identity), preamble },
    name,
    total,
  );
  const call = unlistedOperator(name, (...args) => own.call(args), hasNoGradient);
  return call as unknown as ReductionFunction<S>;
}

type CustomKernel = BuiltinKernel<Readonly<Record<string, ParameterValue>>>;

interface Kernels {
  readonly reduce: CustomKernel;
  readonly join: CustomKernel;
  readonly total: DType;
}

class CustomReduction {
  readonly #signature: CustomSignature;
  readonly #code: ReductionCode;
  readonly #name: string;
  readonly #madeAt = new UserLine();
  readonly #total: DType | undefined;
  readonly #kernels = new Map<string, Kernels>();

  constructor(signature: CustomSignature, code: ReductionCode, name: string, total: DType | undefined) {
    this.#signature = signature;
    this.#code = code;
    this.#name = name;
    this.#total = total;
  }

  call(given: readonly unknown[]): NDArray {
    const count = this.#signature.inputs.length;
    const options = (given.length > count ? given[count] : {}) as ReduceOptions;
    if (given.length === count + 1) checkOptions(options, reduceNames, `compute ${this.#name}`);
    const bound = bindCall(
      this.#name,
      this.#signature,
      given.length === count + 1 ? given.slice(0, count) : given,
    );
    if (bound.inputs.every(({ array }) => array === undefined)) {
      throw new ArgumentTypeError(
        "CUTS_OPERAND",
        `Cannot compute ${this.#name}: one of its inputs must be an array`,
      );
    }
    const axes = toAxes(options.axis, bound.shape.length);
    const shape = reducedShape(bound.shape, axes, options.keepdims === true);
    const result = bound.outputs[0] as DType;
    const out = options.out && checkOut(this.#name, options.out, result, shape, bound.device);
    const stream = currentStream(bound.device);
    using rows = this.#reduce(bound, axes, stream);
    if (out === undefined) return reshape(rows, shape);
    using shaped = reshape(rows, shape);
    copyInto(shaped, out);
    return out;
  }

  /** All results, along one axis. */
  #reduce(bound: BoundCall, axes: readonly number[], stream: StreamCore): NDArray {
    const { shape } = bound;
    const kept = [...shape.keys()].filter((axis) => !axes.includes(axis));
    const order = [...kept, ...axes];
    const owned: NDArray[] = [];
    const inputs = bound.inputs.map(({ array, dtype, value }) => {
      const given = array ?? full([], value as never, { dtype, device: stream.device });
      if (array === undefined) owned.push(given);
      return packed(given, shape, order, owned);
    });
    const rows = sizeOf(kept.map((axis) => shape[axis] as number));
    const n = sizeOf(axes.map((axis) => shape[axis] as number));
    const result = allocateArray(stream, bound.outputs[0] as DType, [rows]);
    if (rows > 0) this.#launch(bound, inputs, result, rows, n, stream);
    for (const one of owned) one.dispose();
    return result;
  }

  #launch(
    bound: BoundCall,
    inputs: readonly NDArray[],
    into: NDArray,
    rows: number,
    n: number,
    stream: StreamCore,
  ): void {
    const { device } = stream;
    const kernels = this.#kernelsFor(bound);
    const bytes = Math.max(...inputs.map(({ dtype }) => dtypes[dtype].byteLength));
    const { launch, parts, chunk } = partitionRows(device, rows, n, bytes);
    // 16-bit floats are added up as float32.
    const kept = kernels.total === "float16" || kernels.total === "bfloat16" ? "float32" : kernels.total;
    const totals = parts === 1 ? undefined : allocateArray(stream, kept, [rows, parts]);
    const written = totals === undefined ? into : totals;
    useStorages([written, ...inputs], stream);
    const width = widthOf(device, [into, ...inputs]);
    const own = kernels.reduce.on(device, width);
    const arrays = Object.fromEntries(inputs.map((input, at) => [`p${at}`, input]));
    own.set({ ...arrays, out: into, totals: written, n, chunk: Math.max(chunk, 1), rows });
    own.launch(launch, stream);
    if (totals === undefined) return;
    useStorages([into, written], stream);
    const join = kernels.join.on(device, width);
    join.set({ out: into, totals: written, parts, rows });
    join.launch(launchOf([Math.ceil(rows / 64), 1, 1], [64, 1, 1]), stream);
    totals.dispose();
  }

  #kernelsFor(bound: BoundCall): Kernels {
    const key = bound.inputs.map(({ dtype }) => dtype).join();
    let kernels = this.#kernels.get(key);
    if (kernels === undefined) {
      const total = this.#total ?? bound.outputs[0] ?? "float32";
      const origin = { name: this.#name, madeAt: this.#madeAt };
      const group = reductionGroup(origin, this.#signature, bound, total, this.#code);
      kernels = {
        reduce: new BuiltinKernel(group, "custom_reduce", reduceSignature(bound.inputs.length)),
        join: new BuiltinKernel(group, "custom_join", joinSignature),
        total,
      };
      this.#kernels.set(key, kernels);
    }
    return kernels;
  }
}

/** An array stretched to a shape, in C order of axes in another order. */
function packed(array: NDArray, shape: Shape, order: readonly number[], owned: NDArray[]): NDArray {
  const own = <T extends NDArray>(made: T): T => {
    owned.push(made);
    return made;
  };
  const ordered = own(transpose(own(broadcastTo(array, shape)), order));
  return ordered.isContiguous ? ordered : own(ordered.copy());
}
