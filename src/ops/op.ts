// op(): operators that users define. One declaration holds the schema, the shape rule, an implementation for each device and the
// gradient. The schema's text gives calls their types and is checked at run time. A call runs the implementation for the device
// that its arrays are on.

import type { DType } from "../core/dtype.js";
import { ArgumentTypeError, CutsError } from "../core/errors.js";
import type { Shape } from "../core/shape.js";
import { formatValue } from "../core/text.js";
import type { DeviceCore } from "../runtime/order/stream-core.js";
import { currentDevice, currentStream, withDevice } from "../runtime/devices/devices.js";
import { isFake } from "../runtime/devices/fake-device.js";
import type { Kernel } from "../runtime/kernels/kernel.js";
import { allocateArray } from "../array/allocate.js";
import { zerosLike } from "../array/creation.js";
import { describeArray, isNDArray, type NDArray } from "../array/ndarray.js";
import {
  addOperator,
  allOperators,
  type GradientOf,
  inPlace,
  Operator,
} from "../array/operators/operator.js";
import type { GradientCall, Gradients } from "../array/operators/step.js";
import { watching } from "../array/operators/watching.js";
import {
  describeParameter,
  parseSchema,
  problemOf,
  type Schema,
  type SchemaParameter,
  type SchemaResult,
} from "./schema/schema.js";
import type { SchemaArguments, SchemaInputs, SchemaValue } from "./schema/schema-types.js";

/** Shape and dtype of a result. */
export interface ResultFacts {
  readonly shape: Shape;
  /** By default the dtype of the Tensors without a declared dtype. */
  readonly dtype?: DType | undefined;
}

/** Shape and dtype of a result, as a shape rule returns them; the schema may supply the dtype. */
export interface InferredFacts {
  readonly shape: Shape;
  readonly dtype: DType;
}

type ShapeRule = Shape | ResultFacts | readonly (Shape | ResultFacts)[];

/** What computes an operator: a function that takes its arguments, or a kernel whose parameters have the same names. */
export type Implementation<A extends readonly unknown[]> =
  | ((...args: A) => unknown)
  // Not the call of a kernel: with two of them, parameters of functions would have no types.
  | Pick<Kernel, "signature" | "ready">;

/** What the gradient rule of an operator is given. */
export interface BackwardCall<A extends readonly unknown[], R> {
  /** The gradient of the first result; zeros if nothing depends on it. */
  readonly grad: NDArray;
  /** The gradients of all results; undefined for results that nothing depends on. */
  readonly grads: readonly (NDArray | undefined)[];
  /** The arguments of the call, with defaults filled in. */
  readonly inputs: A;
  /** The result of the call. */
  readonly result: R;
  /** Whether the gradient of an argument is needed. */
  readonly needs: (argument: number) => boolean;
}

/** The arguments for many samples, which a batch rule computes at once. */
export interface BatchCall<A extends readonly unknown[]> {
  readonly size: number;
  /** The arguments; batched ones have the samples along their first axis. */
  readonly inputs: A;
  readonly isBatched: readonly boolean[];
}

/** The declaration of an operator. */
export interface OpDeclaration<S extends string> {
  /** With a namespace: "my::muladd". */
  readonly name: string;
  /** Such as "(Tensor a, Tensor b, float c=1) -> Tensor". */
  readonly schema: S;
  /** The shape of the result, or shape and dtype; a list of them for several. Kernels need it. */
  readonly shape?: (...args: SchemaInputs<S, DType>) => ShapeRule;
  readonly cpu?: Implementation<SchemaInputs<S, DType>>;
  readonly cuda?: Implementation<SchemaInputs<S, DType>>;
  /** The implementation for devices without one of their own. */
  readonly all?: Implementation<SchemaInputs<S, DType>>;
  /** Returns a gradient for each argument, or null for none. An operator without it throws if it is used on tracked arrays. */
  readonly backward?: (call: BackwardCall<SchemaInputs<S, DType>, SchemaValue<S, DType>>) => Gradients;
  /**
   * For `vmap`: computes the results of many samples at once, with the samples along the first axis. Without it, samples are
   * computed one by one.
   */
  readonly batch?: (call: BatchCall<SchemaArguments<S, DType>>) => unknown;
}

/** An operator: call it with its arguments. */
export interface Op<S extends string = string> {
  <D extends DType = DType>(...args: SchemaArguments<S, D>): SchemaValue<S, D>;
  readonly opName: string;
  readonly schema: S;
  /** The shapes and dtypes of the results from the shape rule; nothing is computed. */
  infer(...args: SchemaArguments<S, DType>): readonly InferredFacts[];
  /** Sets or replaces the implementation for a device, or for all other devices. */
  implement(device: "cpu" | "cuda" | "all", implementation: Implementation<SchemaInputs<S, DType>>): void;
}

/**
 * Declares an operator.
 * @throws SyntaxError `CUTS_SCHEMA`; TypeError `CUTS_OP` for a name that is taken or has no namespace.
 * @example
 * const muladd = cu.op({
 *   name: "my::muladd",
 *   schema: "(Tensor a, Tensor b, float c) -> Tensor",
 *   shape: (a, b) => cu.broadcastShapes(a.shape, b.shape),
 *   all: (a, b, c) => a.mul(b).add(c),
 *   backward: ({ grad, inputs: [a, b] }) => [grad.mul(b), grad.mul(a), null],
 * });
 */
export function op<const S extends string>(declaration: OpDeclaration<S>): Op<S> {
  const own = new DeclaredOp(declaration as unknown as OpDeclaration<string>);
  addOperator(own.operator);
  const { operator } = own;
  const call = (...args: readonly unknown[]): unknown => {
    if (watching.count > 0) return operator.watched(args);
    return operator.implementation === operator.original ? own.call(args) : operator.implementation(...args);
  };
  declarations.set(call, own);
  return Object.assign(call, {
    opName: declaration.name,
    schema: declaration.schema,
    infer: (...args: readonly unknown[]) => own.infer(own.bind(args)),
    implement: (device: DeviceKind, implementation: AnyImplementation) =>
      own.implement(device, implementation),
  }) as unknown as Op<S>;
}

const declarations = new WeakMap<object, DeclaredOp>();

/** The declaration of an operator that a user defined. @throws TypeError `CUTS_OP` for what is none. */
export function declarationOf(value: unknown): DeclaredOp {
  const own = typeof value === "function" ? declarations.get(value) : undefined;
  if (own !== undefined) return own;
  throw new ArgumentTypeError(
    "CUTS_OP",
    `Cannot find the declaration of an operator: it must be what op() gave (got ${formatValue(value)})`,
  );
}

/** The batch rule of an operator; undefined if `f` is no operator or has no such rule. */
export function batchRuleOf(value: unknown): DeclaredOp["batch"] {
  return typeof value === "function" ? declarations.get(value)?.batch : undefined;
}

type DeviceKind = "cpu" | "cuda" | "all";
type AnyImplementation = ((...args: readonly unknown[]) => unknown) | Kernel;

/** An operator of a user. */
export class DeclaredOp {
  readonly operator: Operator;
  readonly #name: string;
  readonly #schema: Schema;
  readonly #shape: ((...args: readonly unknown[]) => ShapeRule) | undefined;
  /** Which arguments it writes. */
  readonly #written: readonly number[];
  readonly #implementations = new Map<string, (args: readonly unknown[], device: DeviceCore) => unknown>();

  readonly batch: ((call: BatchCall<readonly unknown[]>) => unknown) | undefined;

  constructor({ name, schema, shape, cpu, cuda, all, backward, batch }: OpDeclaration<string>) {
    checkName(name);
    this.batch = batch as never;
    this.#name = name;
    this.#schema = parseSchema(schema);
    this.#shape = shape as never;
    this.#written = this.#schema.parameters.flatMap(({ isWritten }, at) => (isWritten ? [at] : []));
    if (this.#written.length > 0 && backward !== undefined) {
      throw new ArgumentTypeError(
        "CUTS_OP",
        `Cannot declare ${name}: an operator that writes its arguments has no gradient, which goes through new arrays only (got backward)\n  ${schema}`,
      );
    }
    const gradient =
      this.#written.length > 0 ? inPlace : gradientOf(backward as never, this.#schema.parameters);
    this.operator = new Operator(name, (...args) => this.call(args), gradient);
    for (const [device, one] of Object.entries({ cpu, cuda, all }))
      if (one !== undefined) this.implement(device, one as never);
  }

  implement(device: string, implementation: AnyImplementation): void {
    if (typeof implementation !== "function") {
      throw new ArgumentTypeError(
        "CUTS_OP",
        `Cannot implement ${this.#name} for ${device}: it must be a function or a kernel (got ${formatValue(implementation)})`,
      );
    }
    const isKernel = "signature" in implementation && "ready" in implementation;
    const run = isKernel
      ? this.#launcher(implementation)
      : (args: readonly unknown[]) => implementation(...args);
    this.#implementations.set(device, run);
  }

  /** Checks arguments and fills in defaults. */
  bind(args: readonly unknown[]): readonly unknown[] {
    const { parameters } = this.#schema;
    if (args.length > parameters.length)
      throw this.#wrong(`it takes ${parameters.length} arguments (got ${args.length})`);
    const bound: unknown[] = [];
    for (let at = 0; at < parameters.length; at++) {
      const parameter = parameters[at] as SchemaParameter;
      let value = args[at];
      if (value === undefined && parameter.hasDefault) value = parameter.default;
      if (parameter.kind !== "Tensor") {
        const problem = problemOf(parameter, value);
        if (problem !== undefined)
          throw this.#wrong(`${parameter.name} must be ${problem} (got ${formatValue(value)})`);
      } else this.#checkTensor(parameter, value);
      bound.push(value);
    }
    return bound;
  }

  infer(args: readonly unknown[]): readonly InferredFacts[] {
    if (this.#shape === undefined) {
      const given = this.#schema.results.map((result) => args[this.#aliased(result)]);
      if (given.every(isNDArray)) return given.map(({ shape, dtype }) => ({ shape, dtype }));
      throw this.#wrong("it has no shape rule, which kernels and infer() need", "shape: (a) => a.shape");
    }
    const given = this.#shape(...args);
    const rules = (isShape(given) || !Array.isArray(given) ? [given] : given) as readonly (
      | Shape
      | ResultFacts
    )[];
    const { results } = this.#schema;
    if (rules.length !== results.length)
      throw this.#wrong(`its shape rule must give ${results.length} shapes (got ${formatValue(given)})`);
    const common = this.#tensors(args).find(({ parameter }) => parameter.dtype === undefined)?.array.dtype;
    return rules.map((rule, at) => {
      const { shape, dtype } = isShape(rule) ? { shape: rule, dtype: undefined } : rule;
      return { shape, dtype: dtype ?? results[at]?.dtype ?? common ?? "float32" };
    });
  }

  call(given: readonly unknown[]): unknown {
    let args = given;
    let device = this.#quickDevice(given);
    if (device === undefined) {
      args = this.bind(given);
      device = this.#deviceOf(args);
    }
    const { kind } = device;
    const run = isFake(device)
      ? this.#fake()
      : (this.#implementations.get(kind) ?? this.#implementations.get("all"));
    if (run === undefined) {
      throw new CutsError(
        "CUTS_OP_DEVICE",
        `Cannot call ${this.#name}: it has no implementation for ${device.id} (${this.#schema.text})` +
          `\nTry: ${kind} or all in its declaration`,
      );
    }
    const result = run(args, device);
    // Whoever saved them for a gradient learns of it, also where the implementation wrote behind the runtime's back.
    if (this.#written.length > 0) this.#noteWrites(args);
    return result;
  }

  #noteWrites(args: readonly unknown[]): void {
    for (const at of this.#written)
      for (const one of [args[at]].flat()) if (isNDArray(one)) one.storage.version++;
  }

  /** For fake devices: uses the shape rule, else an implementation that consists of operations. */
  #fake(): ((args: readonly unknown[], device: DeviceCore) => unknown) | undefined {
    if (this.hasShapes) return (args, device) => this.#valueOf(this.#made(args, device));
    return [...this.#implementations.values()][0];
  }

  /** Whether shapes of results are known before they are computed. */
  get hasShapes(): boolean {
    return this.#shape !== undefined || this.#schema.results.every((result) => this.#aliased(result) !== -1);
  }

  /** Whether it has an implementation for devices of a kind. */
  runsOn(kind: string): boolean {
    return this.#implementations.has(kind) || this.#implementations.has("all");
  }

  get schema(): Schema {
    return this.#schema;
  }

  get hasGradient(): boolean {
    return typeof this.operator.gradient === "object" && "gradient" in this.operator.gradient;
  }

  /** Which argument a result is; -1 for a new array. */
  #aliased({ alias, isWritten }: SchemaResult): number {
    // What is not written is a view, of which only the memory is the argument's.
    if (alias === undefined || !isWritten) return -1;
    return this.#schema.parameters.findIndex((one) => one.alias === alias && !one.isList);
  }

  /** The result arrays before the computation: new arrays, or arguments if the schema says so. */
  #made(args: readonly unknown[], device: DeviceCore): NDArray[] {
    const stream = currentStream(device);
    const facts = this.infer(args);
    return this.#schema.results.map((result, at) => {
      const given = args[this.#aliased(result)];
      const { dtype, shape } = facts[at] as InferredFacts;
      return isNDArray(given) ? given : allocateArray(stream, dtype, shape);
    });
  }

  #valueOf(made: readonly NDArray[]): unknown {
    return this.#schema.isTuple ? made : made[0];
  }

  /** Fast check: the device of arguments that need no conversion (no lists, defaults or missing ones); else undefined. */
  #quickDevice(args: readonly unknown[]): DeviceCore | undefined {
    const { parameters } = this.#schema;
    if (args.length !== parameters.length) return undefined;
    let device: DeviceCore | undefined;
    let common: DType | undefined;
    for (let at = 0; at < parameters.length; at++) {
      const { kind, isList, dtype } = parameters[at] as SchemaParameter;
      const value = args[at];
      if (isList) return undefined;
      if (kind === "float") {
        if (typeof value !== "number") return undefined;
        continue;
      }
      if (kind !== "Tensor" || !isNDArray(value) || !value.handle.isOpen) return undefined;
      if (device === undefined) device = value.storage.device;
      else if (device !== value.storage.device) return undefined;
      if (dtype !== undefined) {
        if (dtype !== value.dtype) return undefined;
      } else if (common === undefined) common = value.dtype;
      else if (common !== value.dtype) return undefined;
    }
    return device;
  }

  #checkTensor(parameter: SchemaParameter, value: unknown): void {
    if (parameter.isOptional && (value === null || value === undefined)) return;
    const list = parameter.isList ? value : [value];
    if (!Array.isArray(list) || !list.every(isNDArray))
      throw this.#wrong(
        `${parameter.name} must be ${describeParameter(parameter)} (got ${formatValue(value)})`,
      );
    for (const one of list as readonly NDArray[]) {
      one.check(`call ${this.#name}`);
      if (parameter.dtype === undefined || one.dtype === parameter.dtype) continue;
      throw this.#wrong(`${parameter.name} must be of ${parameter.dtype} (got ${describeArray(one)})`);
    }
  }

  #tensors(args: readonly unknown[]): { readonly parameter: SchemaParameter; readonly array: NDArray }[] {
    return this.#schema.parameters.flatMap((parameter, at) =>
      parameter.kind !== "Tensor"
        ? []
        : [args[at]].flat().flatMap((array) => (isNDArray(array) ? [{ parameter, array }] : [])),
    );
  }

  /** The device of all arrays; also checks that Tensors without a declared dtype have the same one. */
  #deviceOf(args: readonly unknown[]): DeviceCore {
    const { parameters } = this.#schema;
    let first: NDArray | undefined;
    let typed: NDArray | undefined;
    for (let at = 0; at < parameters.length; at++) {
      const { kind, dtype, isList } = parameters[at] as SchemaParameter;
      if (kind !== "Tensor") continue;
      const list = isList ? (args[at] as readonly NDArray[]) : [args[at] as NDArray | null];
      for (const array of list) {
        if (array === null || array === undefined) continue;
        first ??= array;
        if (array.storage.device !== first.storage.device) throw this.#mixed("on one device", first, array);
        if (dtype !== undefined) continue;
        typed ??= array;
        if (array.dtype !== typed.dtype) throw this.#mixed("of one dtype", typed, array);
      }
    }
    if (first === undefined) throw this.#wrong("an array must say on which device it runs (got none)");
    return first.storage.device;
  }

  /** Launches a kernel: its parameters are found by name among arguments, results and `n`, the size of the first result. */
  #launcher(kernel: Kernel): (args: readonly unknown[], device: DeviceCore) => unknown {
    const { parameters, results } = this.#schema;
    const names = kernel.signature.parameters.map(({ name }) => name ?? "");
    const outputs = results.map(({ name }, at) => name ?? (results.length === 1 ? "out" : `out${at}`));
    const known = new Set([...parameters.map(({ name }) => name), ...outputs, "n"]);
    const stranger = names.find((name) => !known.has(name));
    if (stranger !== undefined)
      throw this.#wrong(`parameters of its kernel must be among ${[...known].join(", ")} (got ${stranger})`);
    return (args, device) => {
      const made = this.#made(args, device);
      const size = made[0]?.size ?? this.#tensors(args)[0]?.array.size ?? 0;
      const values = new Map<string, unknown>([["n", size]]);
      for (const [at, { name }] of parameters.entries()) values.set(name, args[at]);
      for (const [at, name] of outputs.entries()) values.set(name, made[at]);
      const launch = (): void =>
        kernel({ threads: size }, ...(names.map((name) => values.get(name)) as never[]));
      if (size > 0) {
        // A kernel runs on the current device, an operator where its arrays are.
        if (currentDevice() === device) launch();
        else withDevice(device, launch);
      }
      return this.#valueOf(made);
    };
  }

  #mixed(rule: string, a: NDArray, b: NDArray): ArgumentTypeError {
    return new ArgumentTypeError(
      rule === "of one dtype" ? "CUTS_ARGUMENT_TYPE" : "CUTS_ARGUMENT_DEVICE",
      `Cannot call ${this.#name}: its arrays must be ${rule} (got ${describeArray(a)} and ${describeArray(b)})\n  ${this.#schema.text}`,
    );
  }

  #wrong(rule: string, advice?: string): ArgumentTypeError {
    return new ArgumentTypeError(
      "CUTS_OP",
      `Cannot call ${this.#name}: ${rule}\n  ${this.#schema.text}${advice === undefined ? "" : `\nTry: ${advice}`}`,
    );
  }
}

function isShape(rule: unknown): rule is Shape {
  return Array.isArray(rule) && rule.every((one) => typeof one === "number");
}

function gradientOf(
  backward: ((call: BackwardCall<readonly unknown[], unknown>) => Gradients) | undefined,
  parameters: readonly SchemaParameter[],
): GradientOf {
  if (backward === undefined) return { refused: "its declaration has no `backward`" };
  return {
    saves: ["arguments", "result"],
    isForeign: true,
    count: parameters.length,
    gradient: ({ grads, args, result, needs }: GradientCall) =>
      backward({
        // Made only where it is asked for.
        get grad() {
          return grads[0] ?? zerosLike(first(result));
        },
        grads,
        inputs: parameters.map((one, at) =>
          args[at] === undefined && one.hasDefault ? one.default : args[at],
        ),
        result,
        needs,
      }),
  };
}

function first(result: unknown): NDArray {
  return (Array.isArray(result) ? result[0] : result) as NDArray;
}

function checkName(name: string): void {
  if (typeof name !== "string" || !/^[A-Za-z_][\w.]*::[A-Za-z_]\w*$/.test(name)) {
    throw new ArgumentTypeError(
      "CUTS_OP",
      `Cannot declare an operator: its name must have a namespace (got ${formatValue(name)})\nTry: "my::muladd"`,
    );
  }
  if (!allOperators().has(name)) return;
  throw new ArgumentTypeError(
    "CUTS_OP",
    `Cannot declare an operator: there is one of this name (got ${formatValue(name)})\nTry: cu.unregisterOp("${name}") first`,
  );
}
