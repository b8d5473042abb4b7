// Checks the arguments of a call before native code gets them: counts them, fills in defaults, and writes checked tensors into the
// frame. C++ converts all other values, because it knows the exact types; here they are looked at only to choose between
// overloads.

import { describeArray, isNDArray, type NDArray } from "../../array/ndarray.js";
import { integerRange, isIntegerDType } from "../../core/dtype-value.js";
import { isDType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatValue, plural } from "../../core/text.js";
import { type Place, wrongType } from "../../ffi/converter.js";
import { type AddonType, type Definition, type TensorType, valueOf } from "./connection.js";
import { checkTensor, fits } from "./tensor-argument.js";
import { tensorTypeText } from "./type-text.js";

/** A parameter that holds tensors. */
export interface TensorParameter {
  /** Its position among the user's arguments. */
  readonly at: number;
  /** The same among those of C++. */
  readonly argument: number;
  readonly type: AddonType;
  readonly place: Place;
}

export class Parameters {
  readonly name: string;
  readonly count: number;
  /** How many must be given. */
  readonly required: number;
  readonly types: readonly AddonType[];
  readonly #definition: Definition;
  readonly #defaults: readonly unknown[];
  /** Parameters that are tensors or have some inside, in the order in which C++ takes them. */
  readonly tensors: readonly TensorParameter[];

  /** `hidden` arguments come before those of the user in C++. */
  constructor(definition: Definition, name: string, hidden: number) {
    const { parameters, types } = definition;
    this.name = name;
    this.count = parameters.length;
    this.types = types;
    this.#definition = definition;
    this.#defaults = parameters.map((parameter) =>
      parameter.default === undefined ? undefined : valueOf(parameter.default),
    );
    const needed = parameters.map(
      (parameter, at) => parameter.default === undefined && types[at]?.kind !== "optional",
    );
    this.required = needed.lastIndexOf(true) + 1;
    this.tensors = types.flatMap((type, at) => {
      if (!hasTensors(type)) return [];
      const what = `argument ${at + 1} (${parameters[at]?.name}) of ${name}`;
      return [
        {
          at,
          argument: at + hidden,
          type,
          place: { what, type: type.kind === "tensor" ? tensorTypeText(type) : "tensors" },
        },
      ];
    });
  }

  /** The arguments with their defaults. @throws TypeError `CUTS_ARGUMENT_COUNT` */
  complete(args: unknown[]): unknown[] {
    if (args.length > this.count || args.length < this.required) throw this.#wrongCount(args.length);
    for (let at = 0; at < this.count; at++) {
      if (args[at] === undefined) args[at] = this.#defaults[at];
    }
    return args;
  }

  /** Whether arguments of a call fit. */
  accepts(args: readonly unknown[]): boolean {
    if (args.length > this.count || args.length < this.required) return false;
    return this.types.every((type, at) => {
      const value = args[at];
      const isLeftOut = value === undefined && this.#definition.parameters[at]?.default !== undefined;
      return isLeftOut || acceptsValue(type, value);
    });
  }

  #wrongCount(got: number): ArgumentTypeError {
    const names = this.#definition.parameters.map(({ name }, at) => (at < this.required ? name : `${name}?`));
    const list =
      this.count === 0 ? "no arguments" : `${countText(this.required, this.count)} (${names.join(", ")})`;
    return new ArgumentTypeError(
      "CUTS_ARGUMENT_COUNT",
      `Cannot call ${this.name}: it takes ${list} (got ${got})`,
    );
  }
}

/** An argument as messages show it: arrays with dtype and shape. */
export function formatArgument(value: unknown): string {
  return isNDArray(value) ? describeArray(value) : formatValue(value);
}

function countText(least: number, most: number): string {
  return least === most ? plural(most, "argument") : `${least} to ${plural(most, "argument")}`;
}

function hasTensors(type: AddonType): boolean {
  if (type.kind === "tensor") return true;
  if (type.kind === "tuple") return type.of.some(hasTensors);
  return (type.kind === "optional" || type.kind === "list") && hasTensors(type.of);
}

/**
 * Checks the tensors inside a list, an optional or a tuple and visits them in order. Returns the value to pass on: lists are
 * copied, so that nobody can change them during the call.
 */
export function visitNested(
  value: unknown,
  type: AddonType,
  place: Place,
  visit: (array: NDArray, type: TensorType) => void,
): unknown {
  if (!hasTensors(type)) return value;
  if (type.kind === "tensor") {
    visit(checkTensor(value, type, place), type);
    return value;
  }
  if (type.kind === "optional") {
    return value === undefined || value === null ? value : visitNested(value, type.of, place, visit);
  }
  if (!Array.isArray(value))
    throw wrongType("CUTS_ARGUMENT_TYPE", place, "it must be an array of them", value);
  if (type.kind === "list") return value.map((item: unknown) => visitNested(item, type.of, place, visit));
  if (type.kind !== "tuple") throw new Error(`internal: tensors in ${type.kind}`);
  if (value.length !== type.of.length) {
    throw wrongType("CUTS_ARGUMENT_TYPE", place, `it must be an array of ${type.of.length}`, value);
  }
  return type.of.map((inner, at) => visitNested(value[at], inner, place, visit));
}

function acceptsValue(type: AddonType, value: unknown): boolean {
  switch (type.kind) {
    case "tensor":
      return isNDArray(value) && fits(value, type);
    case "bool":
      return typeof value === "boolean";
    case "float":
      return typeof value === "number";
    case "int":
      return acceptsInteger(type.name, value);
    case "string":
      return typeof value === "string";
    case "dtype":
      return isDType(value);
    case "optional":
      return value === undefined || value === null || acceptsValue(type.of, value);
    case "list":
      return Array.isArray(value)
        ? value.every((item) => acceptsValue(type.of, item))
        : ArrayBuffer.isView(value) && (type.of.kind === "int" || type.of.kind === "float");
    case "tuple":
      return (
        Array.isArray(value) &&
        value.length === type.of.length &&
        type.of.every((inner, at) => acceptsValue(inner, value[at]))
      );
    default:
      // Which class an object has, C++ knows.
      return typeof value === "object" && value !== null && !isNDArray(value);
  }
}

function acceptsInteger(name: string, value: unknown): boolean {
  if (!isDType(name) || !isIntegerDType(name)) return false;
  const isWhole = typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(value));
  if (!isWhole) return false;
  const { min, max } = integerRange(name);
  return value >= min && value <= max;
}
