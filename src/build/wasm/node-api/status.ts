// Node-API's enumerations: napi_status, napi_valuetype and napi_typedarray_type.

export const OK = 0;
export const INVALID_ARGUMENT = 1;
export const OBJECT_EXPECTED = 2;
export const STRING_EXPECTED = 3;
export const FUNCTION_EXPECTED = 5;
export const NUMBER_EXPECTED = 6;
export const BOOLEAN_EXPECTED = 7;
export const ARRAY_EXPECTED = 8;
export const GENERIC_FAILURE = 9;
export const PENDING_EXCEPTION = 10;
export const BIGINT_EXPECTED = 17;

const NULL = 1;
const EXTERNAL = 8;

const VALUE_TYPES: Readonly<Record<string, number>> = {
  undefined: 0,
  boolean: 2,
  number: 3,
  string: 4,
  symbol: 5,
  object: 6,
  function: 7,
  bigint: 9,
};

/** A C++ address as a JavaScript value. */
export class External {
  readonly pointer: bigint;

  constructor(pointer: bigint) {
    this.pointer = pointer;
  }
}

/** The napi_valuetype of a value. */
export function valueType(value: unknown): number {
  if (value === null) return NULL;
  return value instanceof External ? EXTERNAL : (VALUE_TYPES[typeof value] ?? 0);
}

/** In the order of napi_typedarray_type. */
const TYPED_ARRAYS: readonly unknown[] = [
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
];

/** The napi_typedarray_type of a typed array. */
export function typedArrayType(array: ArrayBufferView): number {
  return TYPED_ARRAYS.indexOf(array.constructor);
}
