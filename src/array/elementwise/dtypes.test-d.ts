// Written by `npm run generate` from what element-wise functions give when they run. Do not edit.
// A "-" is what they refuse.

import { describe, expectTypeOf, it } from "vitest";
import type { Complex, DType } from "../../core/dtype.js";
import type { NDArray } from "../ndarray.js";
import type * as f from "./functions.js";

type DTypes =
  "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128";
type OperandNames =
  "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128 whole fraction bigint truth complex";
type Operands = { [D in DType]: NDArray<D> } & {
  whole: 1;
  fraction: 0.5;
  bigint: 1n;
  truth: true;
  complex: Complex;
};
type Operand = keyof Operands;

/** What TypeScript tells that is not what runs; `never` where there is nothing. */
type Difference<Of extends string, Told, Ran extends string> = Ran extends "-"
  ? never
  : Told extends NDArray<infer D extends DType>
    ? [D, Ran] extends [Ran, D]
      ? never
      : `${Of} is ${Ran}, not ${D}`
    : Of;
/** The same for a row of words: a name and what ran, one by one. */
type RowDifference<
  Of extends string,
  Told,
  Names extends string,
  Row extends string,
> = Names extends `${infer Name} ${infer Others}`
  ? Row extends `${infer Ran} ${infer Rest}`
    ? Difference<`${Of}${Name}`, Told[Name & keyof Told], Ran> | RowDifference<Of, Told, Others, Rest>
    : "a row that is too short"
  : Difference<`${Of}${Names}`, Told[Names & keyof Told], Row>;
type UnaryDifference<Told extends Record<DType, unknown>, Row extends string> = RowDifference<
  "",
  Told,
  DTypes,
  Row
>;
type BinaryDifference<
  Told extends Record<DType, Record<Operand, unknown>>,
  Rows extends Record<DType, string>,
> = {
  [A in DType]: RowDifference<`${A} with `, Told[A], OperandNames, Rows[A]>;
}[DType];

type AddDTypes = {
  bool: "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128 int64 float64 int64 bool complex128";
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 float64 float16 bfloat16 float32 float64 complex64 complex128 int8 float64 int8 int8 complex128";
  uint8: "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128 uint8 float64 uint8 uint8 complex128";
  int16: "int16 int16 int16 int16 int32 int32 int64 int64 float64 float32 float32 float32 float64 complex64 complex128 int16 float64 int16 int16 complex128";
  uint16: "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 float32 float32 float32 float64 complex64 complex128 uint16 float64 uint16 uint16 complex128";
  int32: "int32 int32 int32 int32 int32 int32 int64 int64 float64 float64 float64 float64 float64 complex128 complex128 int32 float64 int32 int32 complex128";
  uint32: "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 float64 float64 float64 float64 complex128 complex128 uint32 float64 uint32 uint32 complex128";
  int64: "int64 int64 int64 int64 int64 int64 int64 int64 float64 float64 float64 float64 float64 complex128 complex128 int64 float64 int64 int64 complex128";
  uint64: "uint64 float64 uint64 float64 uint64 float64 uint64 float64 uint64 float64 float64 float64 float64 complex128 complex128 uint64 float64 uint64 uint64 complex128";
  float16: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 float32 float32 float64 complex64 complex128 float16 float16 float16 float16 complex64";
  bfloat16: "bfloat16 bfloat16 bfloat16 float32 float32 float64 float64 float64 float64 float32 bfloat16 float32 float64 complex64 complex128 bfloat16 bfloat16 bfloat16 bfloat16 complex64";
  float32: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 complex64 complex128 float32 float32 float32 float32 complex64";
  float64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  complex64: "complex64 complex64 complex64 complex64 complex64 complex128 complex128 complex128 complex128 complex64 complex64 complex64 complex128 complex64 complex128 complex64 complex64 complex64 complex64 complex64";
  complex128: "complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128";
};
type SubtractDTypes = {
  bool: "- int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128 int64 float64 int64 - complex128";
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 float64 float16 bfloat16 float32 float64 complex64 complex128 int8 float64 int8 int8 complex128";
  uint8: "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128 uint8 float64 uint8 uint8 complex128";
  int16: "int16 int16 int16 int16 int32 int32 int64 int64 float64 float32 float32 float32 float64 complex64 complex128 int16 float64 int16 int16 complex128";
  uint16: "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 float32 float32 float32 float64 complex64 complex128 uint16 float64 uint16 uint16 complex128";
  int32: "int32 int32 int32 int32 int32 int32 int64 int64 float64 float64 float64 float64 float64 complex128 complex128 int32 float64 int32 int32 complex128";
  uint32: "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 float64 float64 float64 float64 complex128 complex128 uint32 float64 uint32 uint32 complex128";
  int64: "int64 int64 int64 int64 int64 int64 int64 int64 float64 float64 float64 float64 float64 complex128 complex128 int64 float64 int64 int64 complex128";
  uint64: "uint64 float64 uint64 float64 uint64 float64 uint64 float64 uint64 float64 float64 float64 float64 complex128 complex128 uint64 float64 uint64 uint64 complex128";
  float16: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 float32 float32 float64 complex64 complex128 float16 float16 float16 float16 complex64";
  bfloat16: "bfloat16 bfloat16 bfloat16 float32 float32 float64 float64 float64 float64 float32 bfloat16 float32 float64 complex64 complex128 bfloat16 bfloat16 bfloat16 bfloat16 complex64";
  float32: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 complex64 complex128 float32 float32 float32 float32 complex64";
  float64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  complex64: "complex64 complex64 complex64 complex64 complex64 complex128 complex128 complex128 complex128 complex64 complex64 complex64 complex128 complex64 complex128 complex64 complex64 complex64 complex64 complex64";
  complex128: "complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128";
};
type DivideDTypes = {
  bool: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float16 bfloat16 float32 float64 complex64 complex128 float64 float64 float64 float64 complex128";
  int8: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float16 bfloat16 float32 float64 complex64 complex128 float64 float64 float64 float64 complex128";
  uint8: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float16 bfloat16 float32 float64 complex64 complex128 float64 float64 float64 float64 complex128";
  int16: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float32 float32 float32 float64 complex64 complex128 float64 float64 float64 float64 complex128";
  uint16: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float32 float32 float32 float64 complex64 complex128 float64 float64 float64 float64 complex128";
  int32: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  uint32: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  int64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  uint64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  float16: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 float32 float32 float64 complex64 complex128 float16 float16 float16 float16 complex64";
  bfloat16: "bfloat16 bfloat16 bfloat16 float32 float32 float64 float64 float64 float64 float32 bfloat16 float32 float64 complex64 complex128 bfloat16 bfloat16 bfloat16 bfloat16 complex64";
  float32: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 complex64 complex128 float32 float32 float32 float32 complex64";
  float64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  complex64: "complex64 complex64 complex64 complex64 complex64 complex128 complex128 complex128 complex128 complex64 complex64 complex64 complex128 complex64 complex128 complex64 complex64 complex64 complex64 complex64";
  complex128: "complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128";
};
type FloorDivideDTypes = {
  bool: "int8 int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 - - int64 float64 int64 int8 -";
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 float64 float16 bfloat16 float32 float64 - - int8 float64 int8 int8 -";
  uint8: "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 - - uint8 float64 uint8 uint8 -";
  int16: "int16 int16 int16 int16 int32 int32 int64 int64 float64 float32 float32 float32 float64 - - int16 float64 int16 int16 -";
  uint16: "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 float32 float32 float32 float64 - - uint16 float64 uint16 uint16 -";
  int32: "int32 int32 int32 int32 int32 int32 int64 int64 float64 float64 float64 float64 float64 - - int32 float64 int32 int32 -";
  uint32: "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 float64 float64 float64 float64 - - uint32 float64 uint32 uint32 -";
  int64: "int64 int64 int64 int64 int64 int64 int64 int64 float64 float64 float64 float64 float64 - - int64 float64 int64 int64 -";
  uint64: "uint64 float64 uint64 float64 uint64 float64 uint64 float64 uint64 float64 float64 float64 float64 - - uint64 float64 uint64 uint64 -";
  float16: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 float32 float32 float64 - - float16 float16 float16 float16 -";
  bfloat16: "bfloat16 bfloat16 bfloat16 float32 float32 float64 float64 float64 float64 float32 bfloat16 float32 float64 - - bfloat16 bfloat16 bfloat16 bfloat16 -";
  float32: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 - - float32 float32 float32 float32 -";
  float64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 - - float64 float64 float64 float64 -";
  complex64: "- - - - - - - - - - - - - - - - - - - -";
  complex128: "- - - - - - - - - - - - - - - - - - - -";
};
type NegativeDTypes =
  "- int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128";
type SquareDTypes =
  "int8 int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128";
type AbsoluteDTypes =
  "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 float32 float64";
type EqualDTypes = {
  bool: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  int8: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  uint8: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  int16: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  uint16: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  int32: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  uint32: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  int64: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  uint64: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  float16: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  bfloat16: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  float32: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  float64: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  complex64: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
  complex128: "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
};
type IsnanDTypes = "bool bool bool bool bool bool bool bool bool bool bool bool bool bool bool";
type BitwiseAndDTypes = {
  bool: "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 - - - - - - int64 - int64 bool -";
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 - - - - - - - int8 - int8 int8 -";
  uint8: "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 - - - - - - uint8 - uint8 uint8 -";
  int16: "int16 int16 int16 int16 int32 int32 int64 int64 - - - - - - - int16 - int16 int16 -";
  uint16: "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 - - - - - - uint16 - uint16 uint16 -";
  int32: "int32 int32 int32 int32 int32 int32 int64 int64 - - - - - - - int32 - int32 int32 -";
  uint32: "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 - - - - - - uint32 - uint32 uint32 -";
  int64: "int64 int64 int64 int64 int64 int64 int64 int64 - - - - - - - int64 - int64 int64 -";
  uint64: "uint64 - uint64 - uint64 - uint64 - uint64 - - - - - - uint64 - uint64 uint64 -";
  float16: "- - - - - - - - - - - - - - - - - - - -";
  bfloat16: "- - - - - - - - - - - - - - - - - - - -";
  float32: "- - - - - - - - - - - - - - - - - - - -";
  float64: "- - - - - - - - - - - - - - - - - - - -";
  complex64: "- - - - - - - - - - - - - - - - - - - -";
  complex128: "- - - - - - - - - - - - - - - - - - - -";
};
type BitwiseNotDTypes = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 - - - - - -";
type LeftShiftDTypes = {
  bool: "int8 int8 uint8 int16 uint16 int32 uint32 int64 uint64 - - - - - - int64 - int64 int8 -";
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 - - - - - - - int8 - int8 int8 -";
  uint8: "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 - - - - - - uint8 - uint8 uint8 -";
  int16: "int16 int16 int16 int16 int32 int32 int64 int64 - - - - - - - int16 - int16 int16 -";
  uint16: "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 - - - - - - uint16 - uint16 uint16 -";
  int32: "int32 int32 int32 int32 int32 int32 int64 int64 - - - - - - - int32 - int32 int32 -";
  uint32: "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 - - - - - - uint32 - uint32 uint32 -";
  int64: "int64 int64 int64 int64 int64 int64 int64 int64 - - - - - - - int64 - int64 int64 -";
  uint64: "uint64 - uint64 - uint64 - uint64 - uint64 - - - - - - uint64 - uint64 uint64 -";
  float16: "- - - - - - - - - - - - - - - - - - - -";
  bfloat16: "- - - - - - - - - - - - - - - - - - - -";
  float32: "- - - - - - - - - - - - - - - - - - - -";
  float64: "- - - - - - - - - - - - - - - - - - - -";
  complex64: "- - - - - - - - - - - - - - - - - - - -";
  complex128: "- - - - - - - - - - - - - - - - - - - -";
};
type PowerDTypes = {
  bool: "int8 int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128 int64 float64 int64 int8 complex128";
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 float64 float16 bfloat16 float32 float64 complex64 complex128 int8 float64 int8 int8 complex128";
  uint8: "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128 uint8 float64 uint8 uint8 complex128";
  int16: "int16 int16 int16 int16 int32 int32 int64 int64 float64 float32 float32 float32 float64 complex64 complex128 int16 float64 int16 int16 complex128";
  uint16: "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 float32 float32 float32 float64 complex64 complex128 uint16 float64 uint16 uint16 complex128";
  int32: "int32 int32 int32 int32 int32 int32 int64 int64 float64 float64 float64 float64 float64 complex128 complex128 int32 float64 int32 int32 complex128";
  uint32: "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 float64 float64 float64 float64 complex128 complex128 uint32 float64 uint32 uint32 complex128";
  int64: "int64 int64 int64 int64 int64 int64 int64 int64 float64 float64 float64 float64 float64 complex128 complex128 int64 float64 int64 int64 complex128";
  uint64: "uint64 float64 uint64 float64 uint64 float64 uint64 float64 uint64 float64 float64 float64 float64 complex128 complex128 uint64 float64 uint64 uint64 complex128";
  float16: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 float32 float32 float64 complex64 complex128 float16 float16 float16 float16 complex64";
  bfloat16: "bfloat16 bfloat16 bfloat16 float32 float32 float64 float64 float64 float64 float32 bfloat16 float32 float64 complex64 complex128 bfloat16 bfloat16 bfloat16 bfloat16 complex64";
  float32: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 complex64 complex128 float32 float32 float32 float32 complex64";
  float64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128 float64 float64 float64 float64 complex128";
  complex64: "complex64 complex64 complex64 complex64 complex64 complex128 complex128 complex128 complex128 complex64 complex64 complex64 complex128 complex64 complex128 complex64 complex64 complex64 complex64 complex64";
  complex128: "complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128";
};
type FloorDTypes =
  "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 - -";
type SqrtDTypes =
  "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 bfloat16 float32 float64 complex64 complex128";
type SigmoidDTypes =
  "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 bfloat16 float32 float64 - -";
type ReluDTypes = "- int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 - -";
type IsposinfDTypes = "bool bool bool bool bool bool bool bool bool bool bool bool bool - -";
type AngleDTypes =
  "float64 float16 float16 float32 float32 float64 float64 float64 float64 float16 bfloat16 float32 float64 float32 float64";
type GcdDTypes = {
  bool: "- int8 uint8 int16 uint16 int32 uint32 int64 uint64 - - - - - - int64 - int64 - -";
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 - - - - - - - int8 - int8 int8 -";
  uint8: "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 - - - - - - uint8 - uint8 uint8 -";
  int16: "int16 int16 int16 int16 int32 int32 int64 int64 - - - - - - - int16 - int16 int16 -";
  uint16: "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 - - - - - - uint16 - uint16 uint16 -";
  int32: "int32 int32 int32 int32 int32 int32 int64 int64 - - - - - - - int32 - int32 int32 -";
  uint32: "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 - - - - - - uint32 - uint32 uint32 -";
  int64: "int64 int64 int64 int64 int64 int64 int64 int64 - - - - - - - int64 - int64 int64 -";
  uint64: "uint64 - uint64 - uint64 - uint64 - uint64 - - - - - - uint64 - uint64 uint64 -";
  float16: "- - - - - - - - - - - - - - - - - - - -";
  bfloat16: "- - - - - - - - - - - - - - - - - - - -";
  float32: "- - - - - - - - - - - - - - - - - - - -";
  float64: "- - - - - - - - - - - - - - - - - - - -";
  complex64: "- - - - - - - - - - - - - - - - - - - -";
  complex128: "- - - - - - - - - - - - - - - - - - - -";
};
type HeavisideDTypes = {
  bool: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 bfloat16 float32 float64 - - float64 float64 float64 float16 -";
  int8: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 bfloat16 float32 float64 - - float16 float64 float16 float16 -";
  uint8: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 bfloat16 float32 float64 - - float16 float64 float16 float16 -";
  int16: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 - - float32 float64 float32 float32 -";
  uint16: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 - - float32 float64 float32 float32 -";
  int32: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 - - float64 float64 float64 float64 -";
  uint32: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 - - float64 float64 float64 float64 -";
  int64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 - - float64 float64 float64 float64 -";
  uint64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 - - float64 float64 float64 float64 -";
  float16: "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 float32 float32 float64 - - float16 float16 float16 float16 -";
  bfloat16: "bfloat16 bfloat16 bfloat16 float32 float32 float64 float64 float64 float64 float32 bfloat16 float32 float64 - - bfloat16 bfloat16 bfloat16 bfloat16 -";
  float32: "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 - - float32 float32 float32 float32 -";
  float64: "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 - - float64 float64 float64 float64 -";
  complex64: "- - - - - - - - - - - - - - - - - - - -";
  complex128: "- - - - - - - - - - - - - - - - - - - -";
};
describe("dtypes of functions of one operand", () => {
  it("negative", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.negative<A>> }, NegativeDTypes>
    >().toEqualTypeOf<never>();
  });
  it("positive", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.positive<A>> }, NegativeDTypes>
    >().toEqualTypeOf<never>();
  });
  it("square", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.square<A>> }, SquareDTypes>
    >().toEqualTypeOf<never>();
  });
  it("reciprocal", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.reciprocal<A>> }, SquareDTypes>
    >().toEqualTypeOf<never>();
  });
  it("sign", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.sign<A>> }, NegativeDTypes>
    >().toEqualTypeOf<never>();
  });
  it("absolute", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.absolute<A>> }, AbsoluteDTypes>
    >().toEqualTypeOf<never>();
  });
  it("isnan", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.isnan> }, IsnanDTypes>
    >().toEqualTypeOf<never>();
  });
  it("logicalNot", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.logicalNot> }, IsnanDTypes>
    >().toEqualTypeOf<never>();
  });
  it("bitwiseNot", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.bitwiseNot<A>> }, BitwiseNotDTypes>
    >().toEqualTypeOf<never>();
  });
  it("floor", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.floor<A>> }, FloorDTypes>
    >().toEqualTypeOf<never>();
  });
  it("ceil", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.ceil<A>> }, FloorDTypes>
    >().toEqualTypeOf<never>();
  });
  it("sqrt", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.sqrt<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("exp", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.exp<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("log", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.log<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("sin", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.sin<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("cos", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.cos<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("tanh", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.tanh<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("sigmoid", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.sigmoid<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("relu", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.relu<A>> }, ReluDTypes>
    >().toEqualTypeOf<never>();
  });
  it("silu", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.silu<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("gelu", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.gelu<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("conjugate", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.conjugate<A>> }, SquareDTypes>
    >().toEqualTypeOf<never>();
  });
  it("isinf", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.isinf> }, IsnanDTypes>
    >().toEqualTypeOf<never>();
  });
  it("isposinf", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.isposinf> }, IsposinfDTypes>
    >().toEqualTypeOf<never>();
  });
  it("isneginf", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.isneginf> }, IsposinfDTypes>
    >().toEqualTypeOf<never>();
  });
  it("isfinite", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.isfinite> }, IsnanDTypes>
    >().toEqualTypeOf<never>();
  });
  it("signbit", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.signbit> }, IsposinfDTypes>
    >().toEqualTypeOf<never>();
  });
  it("trunc", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.trunc<A>> }, FloorDTypes>
    >().toEqualTypeOf<never>();
  });
  it("rint", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.rint<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("cbrt", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.cbrt<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("exp2", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.exp2<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("expm1", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.expm1<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("log2", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.log2<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("log10", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.log10<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("log1p", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.log1p<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("tan", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.tan<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("arcsin", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.arcsin<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("arccos", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.arccos<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("arctan", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.arctan<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("sinh", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.sinh<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("cosh", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.cosh<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("arcsinh", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.arcsinh<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("arccosh", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.arccosh<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("arctanh", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.arctanh<A>> }, SqrtDTypes>
    >().toEqualTypeOf<never>();
  });
  it("degrees", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.degrees<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("radians", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.radians<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("erf", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.erf<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("erfc", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.erfc<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("gamma", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.gamma<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("lgamma", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.lgamma<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("softplus", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.softplus<A>> }, SigmoidDTypes>
    >().toEqualTypeOf<never>();
  });
  it("angle", () => {
    expectTypeOf<
      UnaryDifference<{ [A in DType]: ReturnType<typeof f.angle<A>> }, AngleDTypes>
    >().toEqualTypeOf<never>();
  });
});
describe("dtypes of functions of two operands", () => {
  it("add", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.add<NDArray<A>, Operands[B]>> } },
        AddDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("subtract", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.subtract<NDArray<A>, Operands[B]>> } },
        SubtractDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("multiply", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.multiply<NDArray<A>, Operands[B]>> } },
        AddDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("divide", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.divide<NDArray<A>, Operands[B]>> } },
        DivideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("floorDivide", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.floorDivide<NDArray<A>, Operands[B]>> } },
        FloorDivideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("remainder", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.remainder<NDArray<A>, Operands[B]>> } },
        FloorDivideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("maximum", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.maximum<NDArray<A>, Operands[B]>> } },
        AddDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("minimum", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.minimum<NDArray<A>, Operands[B]>> } },
        AddDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("equal", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.equal> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("notEqual", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.notEqual> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("less", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.less> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("lessEqual", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.lessEqual> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("greater", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.greater> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("greaterEqual", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.greaterEqual> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("logicalAnd", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.logicalAnd> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("logicalOr", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.logicalOr> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("logicalXor", () => {
    expectTypeOf<
      BinaryDifference<{ [A in DType]: { [B in Operand]: ReturnType<typeof f.logicalXor> } }, EqualDTypes>
    >().toEqualTypeOf<never>();
  });
  it("bitwiseAnd", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.bitwiseAnd<NDArray<A>, Operands[B]>> } },
        BitwiseAndDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("bitwiseOr", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.bitwiseOr<NDArray<A>, Operands[B]>> } },
        BitwiseAndDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("bitwiseXor", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.bitwiseXor<NDArray<A>, Operands[B]>> } },
        BitwiseAndDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("leftShift", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.leftShift<NDArray<A>, Operands[B]>> } },
        LeftShiftDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("rightShift", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.rightShift<NDArray<A>, Operands[B]>> } },
        LeftShiftDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("power", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.power<NDArray<A>, Operands[B]>> } },
        PowerDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("fmod", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.fmod<NDArray<A>, Operands[B]>> } },
        FloorDivideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("gcd", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.gcd<NDArray<A>, Operands[B]>> } },
        GcdDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("lcm", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.lcm<NDArray<A>, Operands[B]>> } },
        GcdDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("fmax", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.fmax<NDArray<A>, Operands[B]>> } },
        AddDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("fmin", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.fmin<NDArray<A>, Operands[B]>> } },
        AddDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("heaviside", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.heaviside<NDArray<A>, Operands[B]>> } },
        HeavisideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("copysign", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.copysign<NDArray<A>, Operands[B]>> } },
        HeavisideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("nextafter", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.nextafter<NDArray<A>, Operands[B]>> } },
        HeavisideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("hypot", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.hypot<NDArray<A>, Operands[B]>> } },
        HeavisideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("logaddexp", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.logaddexp<NDArray<A>, Operands[B]>> } },
        HeavisideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("logaddexp2", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.logaddexp2<NDArray<A>, Operands[B]>> } },
        HeavisideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("arctan2", () => {
    expectTypeOf<
      BinaryDifference<
        { [A in DType]: { [B in Operand]: ReturnType<typeof f.arctan2<NDArray<A>, Operands[B]>> } },
        HeavisideDTypes
      >
    >().toEqualTypeOf<never>();
  });
  it("show a difference where there is one", () => {
    type Wrong = UnaryDifference<
      { [A in DType]: NDArray<A> },
      "int8 int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128"
    >;
    expectTypeOf<Wrong>().toEqualTypeOf<"bool is int8, not bool">();
    expectTypeOf<UnaryDifference<{ [A in DType]: NDArray<A> }, "bool int8">>().not.toBeNever();
  });
});
