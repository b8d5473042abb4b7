// Binds the arguments of a user-defined kernel function: the dtype of each letter, the kind of each argument, and the result's
// shape.

import { broadcastShapes } from "../../core/broadcast.js";
import type { Complex, DType } from "../../core/dtype.js";
import { ArgumentTypeError } from "../../core/errors.js";
import { formatShape, type Shape, shapesEqual } from "../../core/shape.js";
import { formatValue, plural } from "../../core/text.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { currentDevice } from "../../runtime/devices/devices.js";
import { describeArray, isNDArray, type NDArray } from "../ndarray.js";
import { checkWritable } from "../copy.js";
import { checkScalar } from "../elementwise/scalars.js";
import type { Scalar } from "../promotion.js";
import type { CustomParameter, CustomSignature } from "./signature.js";

/** An argument of a call. */
export interface BoundInput {
  readonly parameter: CustomParameter;
  readonly dtype: DType;
  /** The array; undefined for a number. */
  readonly array: NDArray | undefined;
  readonly value: number | bigint | boolean | Complex;
}

/** A call that can be launched. */
export interface BoundCall {
  readonly inputs: readonly BoundInput[];
  /** The dtypes of outputs. */
  readonly outputs: readonly DType[];
  /** The dtypes of letters. */
  readonly letters: ReadonlyMap<string, DType>;
  /** The shape that all inputs but raw ones stretch to. */
  readonly shape: Shape;
  readonly device: DeviceCore;
}

/** Checks the arguments of a call. @throws TypeError, RangeError for those that do not fit. */
export function bindCall(name: string, signature: CustomSignature, args: readonly unknown[]): BoundCall {
  if (args.length !== signature.inputs.length) {
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_COUNT",
      `Cannot compute ${name}: it takes ${plural(signature.inputs.length, "input")} (got ${args.length})\n  ${signature.text}`,
    );
  }
  const letters = new Map<string, DType>();
  let device: DeviceCore | undefined;
  for (const [index, parameter] of signature.inputs.entries()) {
    const argument = args[index];
    if (!isNDArray(argument)) continue;
    argument.check(`compute ${name}`);
    device ??= argument.storage.device;
    if (argument.storage.device !== device) throw wrongDevice(name, parameter, device, argument);
    bindType(name, letters, parameter, argument);
  }
  const inputs = signature.inputs.map((parameter, index) => bindInput(name, letters, parameter, args[index]));
  const outputs = signature.outputs.map(({ type }) =>
    typeof type === "string" ? type : (letters.get(type.letter) ?? "float32"),
  );
  const walked = inputs.flatMap(({ array, parameter }) =>
    array === undefined || parameter.isRaw ? [] : [array.shape],
  );
  return { inputs, outputs, letters, shape: broadcastShapes(walked), device: device ?? currentDevice() };
}

/** Throws unless an array may take a result. */
export function checkOut(
  name: string,
  out: NDArray,
  dtype: DType,
  shape: Shape,
  device: DeviceCore,
): NDArray {
  checkWritable(out, `compute ${name} into an array`);
  if (out.dtype === dtype && shapesEqual(out.shape, shape) && out.storage.device === device) return out;
  throw new ArgumentTypeError(
    "CUTS_OUT",
    `Cannot compute ${name} into an array: \`out\` must be ${dtype}${formatShape(shape)} on ${device.id} (got ${describeArray(out)})`,
  );
}

function bindType(
  name: string,
  letters: Map<string, DType>,
  parameter: CustomParameter,
  argument: NDArray,
): void {
  const { type } = parameter;
  const wanted = typeof type === "string" ? type : letters.get(type.letter);
  if (wanted === undefined) letters.set((type as { letter: string }).letter, argument.dtype);
  else if (wanted !== argument.dtype) {
    const letter = typeof type === "string" ? "" : `, as ${type.letter} is`;
    throw new ArgumentTypeError(
      "CUTS_DTYPE",
      `Cannot compute ${name}: ${parameter.name} must be ${wanted}${letter} (got ${describeArray(argument)})` +
        `\nTry: x.astype("${wanted}")`,
    );
  }
}

function bindInput(
  name: string,
  letters: Map<string, DType>,
  parameter: CustomParameter,
  argument: unknown,
): BoundInput {
  const { type } = parameter;
  if (isNDArray(argument)) {
    return { parameter, dtype: argument.dtype, array: argument, value: 0 };
  }
  const dtype = typeof type === "string" ? type : (letters.get(type.letter) ?? "float32");
  const isPlain =
    ["number", "bigint", "boolean"].includes(typeof argument) ||
    (typeof argument === "object" && argument !== null && "re" in argument);
  if (parameter.isRaw || !isPlain) {
    throw new ArgumentTypeError(
      "CUTS_OPERAND",
      `Cannot compute ${name}: ${parameter.name} must be an array${parameter.isRaw ? "" : " or a number"} (got ${formatValue(argument)})`,
    );
  }
  if (typeof type === "object") letters.set(type.letter, dtype);
  return {
    parameter,
    dtype,
    array: undefined,
    value: checkScalar(dtype, argument as Scalar, parameter.name),
  };
}

function wrongDevice(
  name: string,
  { name: parameter }: CustomParameter,
  device: DeviceCore,
  argument: NDArray,
): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_ARGUMENT_DEVICE",
    `Cannot compute ${name}: ${parameter} must be on ${device.id}, as the arrays before are (got ${describeArray(argument)})`,
  );
}
