// Checks the arguments of a user's launch and writes them into the parameters, laid out as the compiled kernel expects them. One
// writer serves all launches of a kernel on a device, so a launch allocates nothing. If the compiler reports its layout, it is
// compared with ours when the writer is made: a type that was misread must never reach a launch.

import type { KernelSignature, TypeTable } from "../../cdecl/ast.js";
import { formatParameters } from "../../cdecl/format.js";
import { alignUp, type DataModel } from "../../cdecl/layout.js";
import type { BackendKernel, ParameterPlace } from "../../backend/backend.js";
import type { DType } from "../../core/dtype.js";
import { ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { plural } from "../../core/text.js";
import type { Place } from "../../ffi/converter.js";
import { checkByteLength, isBytes } from "./bytes-parameter.js";
import { type KernelParameter, kernelParameter, opaqueWriter } from "./kernel-parameter.js";
import type { ParameterWriter } from "./parameter-writer.js";
import { type DeviceArrayAccess, deviceArrayAccess } from "../memory/device-array.js";
import { checkLengths, type LengthChecks, lengthChecks } from "./length-checks.js";
import type { LaunchTarget } from "../kernels/launch-target.js";
import { wrongParameterCount, wrongSignature } from "../kernels/wrong-signature.js";
import { type AddressSetter, addressSetter, isPlainArray, pointeeRule } from "./pointer-parameter.js";

/** The bytes of each argument of a launch that waits for its kernel to be compiled. The arguments are checked. */
export type PackedArguments = readonly Uint8Array[];

/** Converts arguments to bytes, for one kernel and data model. */
export class ParameterPacker {
  readonly parameters: readonly KernelParameter[];
  /** Checks of declared array lengths; undefined for most kernels. */
  readonly lengths: LengthChecks | undefined;
  readonly #signature: KernelSignature;
  readonly #kernel: string;

  constructor(signature: KernelSignature, kernel: string, model: DataModel, structs?: () => TypeTable) {
    this.#signature = signature;
    this.#kernel = kernel;
    this.parameters = signature.parameters.map((parameter, index) =>
      kernelParameter(parameter, index, kernel, model, structs),
    );
    this.lengths = lengthChecks(signature.parameters, this.parameters, model);
  }

  /** Throws unless there are as many arguments as parameters. */
  checkCount(count: number): void {
    const wanted = this.parameters.length;
    if (count === wanted) return;
    const list = this.#signature.parameters;
    const hint = list.some((parameter) => parameter.optional)
      ? "\nTry: give all of them; default arguments do not apply to launches"
      : "";
    throw new ArgumentTypeError(
      "CUTS_ARGUMENT_COUNT",
      `Cannot launch ${this.#kernel}: it takes ${plural(wanted, "argument")}, (${formatParameters(list)}) (got ${count})${hint}`,
    );
  }

  /** Checks arguments and copies the bytes of each, for a kernel whose layout is not known yet. */
  pack(args: readonly unknown[], target: LaunchTarget): PackedArguments {
    this.checkCount(args.length);
    const packed = this.parameters.map(({ layout, write, struct }, index) => {
      const byteLength = layout?.byteLength ?? givenByteLength(args[index], struct);
      const bytes = new Uint8Array(byteLength);
      write(new DataView(bytes.buffer), 0, args[index], target);
      return bytes;
    });
    if (this.lengths !== undefined) checkLengths(this.lengths, args);
    return packed;
  }
}

function givenByteLength(value: unknown, struct: KernelParameter["struct"]): number {
  return isBytes(value) ? value.byteLength : (struct?.byteLength ?? 0);
}

/** A parameter and its place in the block. */
interface PlacedParameter {
  /** The array whose address the block contains. It was checked, but may have been disposed since. */
  last: DeviceArrayAccess | undefined;
  /** The kind of value that is written directly, without calling `write`. */
  readonly quick: "array" | "int32" | "float32" | "none";
  /** For arrays: the usual dtype, and whether the kernel reads or writes them. */
  readonly dtype: DType | undefined;
  readonly mode: "read" | "write";
  readonly offset: number;
  readonly size: number;
  readonly place: Place;
  readonly write: ParameterWriter;
}

/** The parameter block of one compiled kernel. */
export class CheckedWriter {
  readonly bytes: Uint8Array;
  readonly #view: DataView;
  readonly #packer: ParameterPacker;
  readonly #parameters: readonly PlacedParameter[];
  readonly #writeAddress: AddressSetter;

  constructor(packer: ParameterPacker, kernel: BackendKernel, model: DataModel) {
    const places = placeParameters(packer.parameters, kernel);
    const end = Math.max(0, ...places.map(({ offset, size }) => offset + size));
    this.bytes = new Uint8Array(Math.max(end, kernel.parameterBytes));
    this.#view = new DataView(this.bytes.buffer);
    this.#packer = packer;
    this.#parameters = packer.parameters.map((one, index) =>
      placed(one, places[index] as ParameterPlace, model),
    );
    this.#writeAddress = addressSetter(model);
  }

  /**
   * Checks arguments and writes them into the block. The most common kinds of values are written here directly, because calling
   * one of many writers costs more than writing.
   */
  write(args: readonly unknown[], target: LaunchTarget): void {
    const parameters = this.#parameters;
    const view = this.#view;
    if (args.length !== parameters.length) this.#packer.checkCount(args.length);
    for (let index = 0; index < parameters.length; index++) {
      const parameter = parameters[index] as PlacedParameter;
      const value = args[index];
      if (parameter.quick === "array") {
        const array = deviceArrayAccess(value);
        if (array !== undefined) {
          if (array === parameter.last && array.handle.isOpen) {
            target.uses(array.storage, parameter.mode);
            continue;
          }
          if (isPlainArray(array, parameter.dtype, target)) {
            this.#writeAddress(view, parameter.offset, array.address);
            parameter.last = array;
            target.uses(array.storage, parameter.mode);
            continue;
          }
        }
        parameter.last = undefined;
      } else if (parameter.quick === "int32") {
        if (typeof value === "number" && (value | 0) === value) {
          view.setInt32(parameter.offset, value, true);
          continue;
        }
      } else if (parameter.quick === "float32" && typeof value === "number") {
        view.setFloat32(parameter.offset, value, true);
        continue;
      }
      parameter.write(view, parameter.offset, value, target);
    }
    const { lengths } = this.#packer;
    if (lengths !== undefined) checkLengths(lengths, args);
  }

  /** Writes arguments that were checked before the kernel was compiled. */
  writePacked(packed: PackedArguments): void {
    for (const [index, parameter] of this.#parameters.entries()) {
      const { offset, size, place } = parameter;
      const bytes = packed[index] as Uint8Array;
      checkByteLength(bytes, bytes.byteLength, size, place);
      this.bytes.set(bytes, offset);
      parameter.last = undefined;
    }
  }
}

function placed(
  parameter: KernelParameter,
  { offset, size }: ParameterPlace,
  model: DataModel,
): PlacedParameter {
  const { type, place, layout, struct } = parameter;
  const write = layout === undefined ? opaqueWriter(place, struct, size) : parameter.write;
  const base = { last: undefined, offset, size, place, write, dtype: undefined, mode: "read" } as const;
  if (type.kind === "pointer") {
    const rule = pointeeRule(type, model);
    const quick = rule.isSimple ? "array" : "none";
    return { ...base, quick, dtype: rule.dtypes[0], mode: type.readonly ? "read" : "write" };
  }
  const isQuick = type.kind === "scalar" && (type.name === "int32" || type.name === "float32");
  return { ...base, quick: isQuick ? type.name : "none" };
}

/** The place of each parameter: as the compiled kernel reports it, else by the data model. */
function placeParameters(
  parameters: readonly KernelParameter[],
  kernel: BackendKernel,
): readonly ParameterPlace[] {
  let end = 0;
  const own = parameters.map(({ layout, place }, index) => {
    const compiled = kernel.parameters?.[index];
    if (layout === undefined && compiled === undefined) {
      throw new UnsupportedError(
        "CUTS_PARAMETER_SIZE",
        `Cannot launch ${kernel.name}: the size of ${place.what} (${place.type}) must be known, and this device cannot tell it`,
      );
    }
    const offset = layout === undefined ? (compiled?.offset ?? 0) : alignUp(end, layout.alignment);
    const size = layout?.byteLength ?? compiled?.size ?? 0;
    end = offset + size;
    return { offset, size, isPointer: undefined };
  });
  if (kernel.parameters !== undefined) compareLayouts(parameters, own, kernel, kernel.parameters);
  return own;
}

function compareLayouts(
  parameters: readonly KernelParameter[],
  own: readonly ParameterPlace[],
  kernel: BackendKernel,
  compiled: readonly ParameterPlace[],
): void {
  if (own.length !== compiled.length) {
    throw wrongParameterCount(kernel.name, compiled.length, own.length);
  }
  for (const [index, { offset, size }] of own.entries()) {
    const other = compiled[index] as ParameterPlace;
    if (offset === other.offset && size === other.size) continue;
    const { what, type } = (parameters[index] as KernelParameter).place;
    throw wrongSignature(
      kernel.name,
      `${what} is declared as ${type}, ${plural(size, "byte")} at ${offset}, but the compiled code has ${plural(other.size, "byte")} at ${other.offset}`,
    );
  }
}
