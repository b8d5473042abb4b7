// expr`…`: computes an expression over arrays with one kernel, with NumPy's semantics.

import { type DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { broadcastShapes } from "../../core/broadcast.js";
import { RecentMap } from "../../core/recent-map.js";
import { formatValue } from "../../core/text.js";
import { currentContext } from "../../runtime/devices/context.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { scope } from "../../runtime/lifetimes/scope.js";
import { describeArray, isNDArray, type NDArray } from "../../array/ndarray.js";
import { operator } from "../../array/operators/operator.js";
import { isFollowed } from "../../array/operators/step.js";
import { watching } from "../../array/operators/watching.js";
import { isScalar, type Scalar } from "../../array/promotion.js";
import { toAxes } from "../../array/core/axes.js";
import { computeEagerly, placed } from "./expression/eager.js";
import { countOf, functionNames, isFunction, reductions } from "./expression/functions.js";
import {
  caret,
  type CallPart,
  parseExpression,
  type Part,
  textOfTemplate,
  wholeNumber,
  wrongAt,
} from "./expression/parse.js";
import { type Program, programOf } from "./expression/program.js";
import { canFuse, fusedKernel } from "./fused-kernel.js";
import { indicesAlong } from "./indices.js";
import type { Plain } from "../../compiler/elements/graph.js";
import type { EndName } from "./reduction/ends.js";
import { type FusedReduction, fusedReduction } from "./reduction/fused-reduction.js";
import { classOfNumber } from "./typed.js";

/** What can be interpolated into an expression. */
export type ExpressionValue = NDArray | Scalar;

/**
 * An expression over arrays, computed by one kernel: `+ - * / // % **`, comparisons, `&& || !`, bits, `a ? b : c`, the
 * element-wise functions of arrays by their names, names of dtypes as conversions, and `sum`, `mean`, `max`, `min`, `prod`, `any` or `all` of all
 * of it. `i0`, `i1` or `index(0)` are the indices of an element.
 * @throws SyntaxError `CUTS_EXPRESSION`; errors of the operations, with the place.
 * @example cu.expr`${a} * ${b} + sin(${c})`
 */
export function expr(strings: TemplateStringsArray, ...values: readonly ExpressionValue[]): NDArray {
  if (!Array.isArray(strings))
    throw new ArgumentTypeError(
      "CUTS_EXPRESSION",
      `Cannot read an expression: expr stands before a template, not before parentheses (got ${formatValue(strings)})\nTry: cu.expr\`...\``,
    );
  let expression = expressions.get(strings);
  if (expression === undefined) expressions.set(strings, (expression = new Expression(strings)));
  return compute(expression, values);
}

/** Programs that are kept for one expression: dtypes, and kinds of numbers. */
const MOST_PROGRAMS = 64;

/** Operations of one expression: they are gone through by functions that call themselves. */
const MOST_CALLS = 1000;

const expressions = new WeakMap<TemplateStringsArray, Expression>();

const compute = operator(
  "expr",
  (expression: Expression, values: readonly ExpressionValue[]): NDArray => expression.compute(values),
  "composite",
);

/** How an expression is computed for given dtypes: a kernel for its elements, and one that also reduces them. */
interface Known {
  readonly program: Program | undefined;
  readonly reduction: FusedReduction | undefined;
}

/** An expression that was read. */
class Expression {
  readonly #text: string;
  /** The element-wise part, and the reduction around it. */
  readonly #part: Part;
  readonly #reduction: CallPart | undefined;
  readonly #slots: readonly number[];
  readonly #programs = new RecentMap<string, Known>(MOST_PROGRAMS);

  constructor(strings: readonly string[]) {
    this.#text = textOfTemplate(strings);
    const whole = parseExpression(this.#text, isFunction, functionNames);
    const isReduced = whole.kind === "call" && reductions.has(whole.name);
    this.#reduction = isReduced ? whole : undefined;
    this.#part = isReduced ? this.#reduced(whole) : whole;
    this.#checkInner(this.#part);
    this.#slots = placesOfSlots(this.#text);
  }

  compute(values: readonly ExpressionValue[]): NDArray {
    const device = this.#deviceOf(values);
    const isFollowedNow =
      watching.count > 0 && values.some(isFollowed) && currentContext()?.gradients !== "off";
    // fuse() makes kernels of all operations that it sees.
    const isRecorded = isFollowedNow || watching.recorder !== undefined;
    if (isRecorded) return this.#operations(values);
    if (watching.overridden > 0) return scope(() => this.#operations(values));
    const { program, reduction } = this.#programFor(values, device);
    if (program === undefined) return scope(() => this.#operations(values));
    if (this.#reduction === undefined) return this.#fused(program, values, device);
    const reduced = reduction && this.#fusedReduction(reduction, program, values, device);
    if (reduced !== undefined) return reduced;
    using elements = this.#fused(program, values, device);
    return this.#reduce(elements, values);
  }

  /** All operations one after the other. */
  #operations(values: readonly ExpressionValue[]): NDArray {
    const shape = (): readonly number[] => broadcastShapes(values.filter(isNDArray).map((one) => one.shape));
    const device = this.#deviceOf(values);
    const elements = computeEagerly(this.#part, this.#text, values, (axis) =>
      indicesAlong(axis, shape(), "int64", device),
    );
    return this.#reduction === undefined ? elements : this.#reduce(elements, values);
  }

  #fused(program: Program, values: readonly ExpressionValue[], device: DeviceCore): NDArray {
    try {
      const inputs = this.#inputs(program, values, device);
      return fusedKernel(program.graph).run(inputs, program.numbers(values), device)[0];
    } catch (error) {
      // The operations say where it is.
      scope(() => this.#operations(values));
      throw error;
    }
  }

  /** The arrays of a launch. */
  #inputs(
    { graph, sources }: Program,
    values: readonly ExpressionValue[],
    device: DeviceCore,
  ): readonly NDArray[] {
    const arrays = values.filter(isNDArray);
    return sources.map((source, at) =>
      "slot" in source
        ? (values[source.slot] as NDArray)
        : indicesAlong(
            source.axis,
            broadcastShapes(arrays.map((one) => one.shape)),
            graph.inputs[at] as DType,
            device,
          ),
    );
  }

  /** All of it by one kernel; undefined where elements should be computed first. */
  #fusedReduction(
    own: FusedReduction,
    program: Program,
    values: readonly ExpressionValue[],
    device: DeviceCore,
  ): NDArray | undefined {
    const { axis, keepdims = false } = this.#options(values);
    let inputs: readonly NDArray[];
    let numbers: readonly Plain[];
    let axes: readonly number[];
    try {
      inputs = this.#inputs(program, values, device);
      numbers = program.numbers(values);
      axes = toAxes(axis, broadcastShapes(inputs.map((one) => one.shape)).length);
    } catch {
      // The operations say where it is.
      return undefined;
    }
    return own.run({ inputs, numbers, axes, keepdims, device });
  }

  #programFor(values: readonly ExpressionValue[], device: DeviceCore): Known {
    const key = `${device.id} ${values.map(classOf).join()}`;
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const given = values.map((one) => (isNDArray(one) ? one.dtype : { scalar: one }));
    const program = this.#tryProgram(given);
    const name = this.#reduction?.name as EndName | undefined;
    const isFused = program !== undefined && canFuse(program.graph, device);
    const made: Known = {
      program: isFused ? program : undefined,
      reduction: isFused && name !== undefined ? fusedReduction(program.graph, name, device) : undefined,
    };
    this.#programs.set(key, made);
    return made;
  }

  /** A number that does not fit is an error of its operation. */
  #tryProgram(given: Parameters<typeof programOf>[1]): Program | undefined {
    try {
      return programOf(this.#part, given);
    } catch {
      return undefined;
    }
  }

  #reduce(elements: NDArray, values: readonly ExpressionValue[]): NDArray {
    const { name, at } = this.#reduction as CallPart;
    const reduce = reductions.get(name) as unknown as (a: NDArray, options: object) => NDArray;
    try {
      return reduce(elements, this.#options(values));
    } catch (error) {
      throw placed(error, this.#text, at);
    }
  }

  /** The options of the reduction. */
  #options(values: readonly ExpressionValue[]): { axis?: number | readonly number[]; keepdims?: boolean } {
    const { args, named } = this.#reduction as CallPart;
    const axis = args[1] ?? named.get("axis");
    const keepdims = named.get("keepdims");
    return {
      ...(axis === undefined ? {} : { axis: this.#axes(axis, values) }),
      ...(keepdims === undefined ? {} : { keepdims: this.#isTrue(keepdims, values) }),
    };
  }

  #isTrue(part: Part, values: readonly ExpressionValue[]): boolean {
    const value = part.kind === "number" ? part.value : part.kind === "slot" ? values[part.slot] : undefined;
    if (value === true || value === 1) return true;
    if (value === false || value === 0) return false;
    throw wrongAt(this.#text, part.at, "keepdims must be true or false");
  }

  #axes(part: Part, values: readonly ExpressionValue[]): number | readonly number[] {
    if (part.kind === "list") return part.items.map((one) => this.#axes(one, values) as number);
    const value = part.kind === "slot" ? values[part.slot] : undefined;
    return typeof value === "number" ? value : wholeNumber(part, this.#text);
  }

  #reduced({ args, named, at, name }: CallPart): Part {
    const [part] = args;
    if (part === undefined || args.length > 2)
      throw wrongAt(this.#text, at, `${name} takes an expression and axes, such as ${name}(x, axis=0)`);
    for (const [key, one] of named)
      if (key !== "axis" && key !== "keepdims")
        throw wrongAt(this.#text, one.at, `${name} has no argument ${key}\nTry: axis or keepdims`);
    return part;
  }

  /** Reductions stand at the top only, functions have their values, and there is not too much of it to compute at once. */
  #checkInner(whole: Part): void {
    let calls = 0;
    const pending = [whole];
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      if (part.kind !== "call") continue;
      if (++calls > MOST_CALLS)
        throw wrongAt(
          this.#text,
          part.at,
          `it has more than ${MOST_CALLS} operations\nTry: several expressions`,
        );
      this.#checkCall(part);
      pending.push(...part.args);
    }
  }

  #checkCall({ name, args, at }: CallPart): void {
    if (reductions.has(name))
      throw wrongAt(this.#text, at, `${name} must be around all of it: elements are computed one by one`);
    const [least, most] = countOf(name);
    if (args.length >= least && args.length <= most) return;
    const wanted = least === most ? `${least}` : `${least} or ${most}`;
    throw wrongAt(
      this.#text,
      at,
      `${name} takes ${wanted} ${most === 1 ? "value" : "values"} (got ${args.length})`,
    );
  }

  #deviceOf(values: readonly ExpressionValue[]): DeviceCore {
    let first: NDArray | undefined;
    for (const [slot, value] of values.entries()) {
      if (!isNDArray(value)) {
        if (isScalar(value)) continue;
        throw this.#wrongValue(
          slot,
          "CUTS_OPERAND",
          `what is put in must be an array or a number (got ${formatValue(value)})`,
        );
      }
      value.check("compute an expression");
      first ??= value;
      if (value.storage.device !== first.storage.device)
        throw this.#wrongValue(
          slot,
          "CUTS_ARGUMENT_DEVICE",
          `all arrays must be on one device (got ${describeArray(first)} and ${describeArray(value)})`,
        );
    }
    if (first === undefined) throw wrongAt(this.#text, 0, "there must be an array in it\nTry: ${x}");
    return first.storage.device;
  }

  #wrongValue(slot: number, code: "CUTS_OPERAND" | "CUTS_ARGUMENT_DEVICE", rule: string): ArgumentTypeError {
    const place = caret(this.#text, this.#slots[slot] as number);
    return new ArgumentTypeError(code, `Cannot compute an expression: ${rule}\n${place}`);
  }
}

/** The part of a value that the generated code depends on. */
function classOf(value: ExpressionValue): string {
  return isNDArray(value) ? value.dtype : classOfNumber(value);
}

function placesOfSlots(text: string): readonly number[] {
  return [...text.matchAll(/\$\d+/g)].map(({ index }) => index);
}
