// Pointer parameters: an array on the device of the launch, null, or an address. All causes of wrong memory accesses that can be
// known here are checked: dtype, device, contiguity, alignment, read-only and disposed arrays, and a declared length.

import type { CType, PointerType } from "../../cdecl/ast.js";
import { type DataModel, pointerSize, scalarSize } from "../../cdecl/layout.js";
import { evaluateLength } from "../../cdecl/length.js";
import { vectorAlignment } from "../../cdecl/vectors.js";
import { type ArrayArgument, arrayArgument, isArrayArgument } from "../../core/array-argument.js";
import { canStore, type DType, dtypeOf, dtypes, isTypedArray, type TypedArray } from "../../core/dtype.js";
import { ArgumentTypeError, DisposedError, type ErrorCode } from "../../core/errors.js";
import { plural } from "../../core/text.js";
import { outOfRange, type Place, refusal, wrongType } from "../../ffi/converter.js";
import { type DeviceArrayAccess, deviceArrayAccess } from "../memory/device-array.js";
import type { ParameterWriter } from "./parameter-writer.js";
import type { LaunchTarget } from "../kernels/launch-target.js";
import { memoryDTypes, writeInt64 } from "./scalar-parameter.js";

/** The arrays that a pointer parameter accepts. */
export interface PointeeRule {
  /** The accepted dtypes, the usual one first. Empty means any dtype. */
  readonly dtypes: readonly DType[];
  /** The address must be a multiple of this. */
  readonly alignment: number;
  /** The least number of elements, as in `a[16]`. */
  readonly length: number | undefined;
  /** Whether only dtype and device need to be checked. */
  readonly isSimple: boolean;
}

/** The rule for a pointer to `to` on a device with this data model. */
export function pointeeRule(pointer: PointerType, model: DataModel): PointeeRule {
  const { to } = pointer;
  const lanes = to.kind === "vector" ? to.lanes : 1;
  const count = constantLength(pointer);
  const length = count === undefined ? undefined : count * lanes;
  const alignment = pointeeAlignment(to, model);
  const isSimple = alignment === 1 && length === undefined;
  return { dtypes: pointeeDTypes(to, model), alignment, length, isSimple };
}

/** The writer of a pointer to data. */
export function pointerWriter(pointer: PointerType, model: DataModel, place: Place): ParameterWriter {
  const rule = pointeeRule(pointer, model);
  const mode = pointer.readonly ? "read" : "write";
  const writeAddress = addressSetter(model);
  return (view, offset, value, target) => {
    const array = deviceArrayAccess(value);
    if (array !== undefined) {
      checkArray(array, rule, mode, target, place);
      writeAddress(view, offset, array.address);
      target.uses(array.storage, mode);
    } else if (isArrayArgument(value)) {
      writeAddress(view, offset, foreignAddress(value, rule, mode, target, place));
    } else writeAddress(view, offset, toAddress(value, model, place, target));
  };
}

/** A quick check of an array that accepts the common case. Otherwise the pointer's writer decides and explains. */
export function isPlainArray(
  array: DeviceArrayAccess,
  dtype: DType | undefined,
  target: LaunchTarget,
): boolean {
  return (
    array.dtype === dtype &&
    array.handle.isOpen &&
    array.storage.device === target.device &&
    array.contiguous &&
    !array.readonly
  );
}

/** The writer of a pointer to code: an address or null. */
export function addressWriter(model: DataModel, place: Place): ParameterWriter {
  const writeAddress = addressSetter(model);
  return (view, offset, value) => writeAddress(view, offset, toAddress(value, model, place));
}

/** The dtype of a host typed array for a pointer parameter. Throws if it does not fit. */
export function hostDType(rule: PointeeRule, array: TypedArray, place: Place): DType {
  if (rule.dtypes.length === 0) return dtypeOf(array);
  const dtype = rule.dtypes.find((one) => canStore(one, array));
  if (dtype !== undefined) return dtype;
  const names = [...new Set(rule.dtypes.map((one) => dtypes[one].TypedArray.name))];
  const wanted = `it must be ${names[0]?.startsWith("I") ? "an" : "a"} ${names.join(" or ")}`;
  throw wrongType("CUTS_ARGUMENT_TYPE", place, wanted, array, `${names[0]}.from(values)`);
}

function checkArray(
  array: DeviceArrayAccess,
  rule: PointeeRule,
  mode: "read" | "write",
  target: LaunchTarget,
  place: Place,
): void {
  const { device } = array.storage;
  const got = `${array.dtype}[${array.length}] on ${device.id}`;
  const refuse = (code: ErrorCode, problem: string, hint?: string): never => {
    throw new ArgumentTypeError(code, refusal(place, problem, got, hint));
  };
  if (!array.handle.isOpen) {
    throw new DisposedError("CUTS_ARGUMENT_DISPOSED", refusal(place, "the array must not be disposed", got));
  }
  if (device !== target.device) {
    const { id } = target.device;
    const hint = `x.to("${id}"), or withDevice("${device.id}", …) around the launch`;
    refuse("CUTS_ARGUMENT_DEVICE", `it must be on ${id}, where the kernel is launched`, hint);
  }
  checkDType(array.dtype, rule, got, place);
  if (!array.contiguous) {
    refuse("CUTS_ARGUMENT_CONTIGUITY", "its elements must lie in C order without gaps", "x.copy()");
  }
  if (array.readonly && mode === "write") {
    refuse("CUTS_ARGUMENT_READONLY", "the kernel may write to it, but the array is read-only");
  }
  checkAddress(array.address, array.length, rule, got, place);
}

function checkDType(dtype: DType, rule: PointeeRule, got: string, place: Place): void {
  if (rule.dtypes.length === 0 || rule.dtypes.includes(dtype)) return;
  const problem = `its dtype must be ${rule.dtypes.join(" or ")}`;
  throw new ArgumentTypeError("CUTS_ARGUMENT_TYPE", refusal(place, problem, got));
}

function checkAddress(address: number, length: number, rule: PointeeRule, got: string, place: Place): void {
  if (rule.length !== undefined && length < rule.length) {
    const problem = `it must have at least ${plural(rule.length, "element")}`;
    throw outOfRange("CUTS_ARGUMENT_LENGTH", place, problem, got);
  }
  if (address % rule.alignment !== 0) {
    const problem = `its first element must be at a multiple of ${rule.alignment} bytes`;
    const hint = "x.copy(), or a view that begins elsewhere";
    throw outOfRange("CUTS_ARGUMENT_ALIGNMENT", place, problem, `address ${address} of ${got}`, hint);
  }
}

function foreignAddress(
  value: ArrayArgument,
  rule: PointeeRule,
  mode: "read" | "write",
  target: LaunchTarget,
  place: Place,
): number {
  const array = value[arrayArgument];
  const got = `${array.dtype}[${array.length}] in ${array.location} memory`;
  const refuse = (code: ErrorCode, problem: string, hint?: string): never => {
    throw new ArgumentTypeError(code, refusal(place, problem, got, hint));
  };
  if (array.disposed) {
    throw new DisposedError("CUTS_ARGUMENT_DISPOSED", refusal(place, "the array must not be disposed", got));
  }
  const isHere =
    array.location === target.device.id ||
    (array.location === "managed" && target.device.backend.processMemory === null);
  if (!isHere || array.deviceAddress === undefined) {
    refuse("CUTS_ARGUMENT_DEVICE", `it must be on ${target.device.id}, where the kernel is launched`);
  }
  checkDType(array.dtype, rule, got, place);
  if (!array.contiguous) refuse("CUTS_ARGUMENT_CONTIGUITY", "its elements must lie in C order without gaps");
  if (array.readonly && mode === "write") {
    refuse("CUTS_ARGUMENT_READONLY", "the kernel may write to it, but the array is read-only");
  }
  const address = Number(array.deviceAddress);
  checkAddress(address, array.length, rule, got, place);
  return address;
}

/** An address given as a number; `target` is the launch that uses it. */
function toAddress(value: unknown, model: DataModel, place: Place, target?: LaunchTarget): number {
  if (value === null) return 0;
  const own = typeof value === "bigint" ? target?.device.backend.processMemory?.fromNative(value) : undefined;
  if (own !== undefined) return own;
  if (typeof value === "bigint" && value >= 0n && value < maxAddress[pointerSize(model)])
    return Number(value);
  if (target === undefined)
    throw wrongType("CUTS_ARGUMENT_TYPE", place, "it must be an address or null", value);
  const rule = `it must be an array on ${target.device.id}, an address or null`;
  const hint = isTypedArray(value)
    ? "await kernel.run(…), which copies typed arrays in and back, or cu.array(data)"
    : undefined;
  throw wrongType("CUTS_ARGUMENT_TYPE", place, rule, value, hint);
}

// Drivers return addresses below 2^53, so a larger number is not an address.
const maxAddress = { 4: 2n ** 32n, 8: 2n ** 53n } as const;

/** Writes an address into a parameter block. */
export type AddressSetter = (view: DataView, offset: number, address: number) => void;

/** How addresses are written for a data model. */
export function addressSetter(model: DataModel): AddressSetter {
  if (pointerSize(model) === 8) return writeInt64;
  return (view, offset, address) => view.setUint32(offset, address, true);
}

function pointeeDTypes(to: CType, model: DataModel): readonly DType[] {
  switch (to.kind) {
    case "scalar":
      return memoryDTypes(to.name, model);
    case "vector": {
      const elements = memoryDTypes(to.element, model);
      // A complex number consists of two floats.
      if (to.lanes === 2 && to.element === "float32") return [...elements, "complex64"];
      if (to.lanes === 2 && to.element === "float64") return [...elements, "complex128"];
      return elements;
    }
    case "enum":
      return ["int32"];
    case "pointer":
    case "callback":
    case "string":
      return [pointerSize(model) === 8 ? "uint64" : "uint32"];
    default:
      return [];
  }
}

function pointeeAlignment(to: CType, model: DataModel): number {
  if (to.kind === "vector") return vectorAlignment(to, scalarSize(to.element, model));
  // An array starts at a multiple of its element size.
  return 1;
}

function constantLength(pointer: PointerType): number | undefined {
  const { length } = pointer;
  let isConstant = true;
  const value =
    length &&
    evaluateLength(length, () => {
      isConstant = false;
      return 1;
    });
  return isConstant ? value : undefined;
}
