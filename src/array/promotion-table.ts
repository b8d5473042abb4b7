// Made by tools/numpy/promotion.py from NumPy's promote_types; not written by hand. A row has the results for all
// dtypes in the order of `promotionOrder`.

export const promotionOrder =
  "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128";

export const promotionRows = {
  bool: "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128",
  int8: "int8 int8 int16 int16 int32 int32 int64 int64 float64 float16 bfloat16 float32 float64 complex64 complex128",
  uint8:
    "uint8 int16 uint8 int16 uint16 int32 uint32 int64 uint64 float16 bfloat16 float32 float64 complex64 complex128",
  int16:
    "int16 int16 int16 int16 int32 int32 int64 int64 float64 float32 float32 float32 float64 complex64 complex128",
  uint16:
    "uint16 int32 uint16 int32 uint16 int32 uint32 int64 uint64 float32 float32 float32 float64 complex64 complex128",
  int32:
    "int32 int32 int32 int32 int32 int32 int64 int64 float64 float64 float64 float64 float64 complex128 complex128",
  uint32:
    "uint32 int64 uint32 int64 uint32 int64 uint32 int64 uint64 float64 float64 float64 float64 complex128 complex128",
  int64:
    "int64 int64 int64 int64 int64 int64 int64 int64 float64 float64 float64 float64 float64 complex128 complex128",
  uint64:
    "uint64 float64 uint64 float64 uint64 float64 uint64 float64 uint64 float64 float64 float64 float64 complex128 complex128",
  float16:
    "float16 float16 float16 float32 float32 float64 float64 float64 float64 float16 float32 float32 float64 complex64 complex128",
  bfloat16:
    "bfloat16 bfloat16 bfloat16 float32 float32 float64 float64 float64 float64 float32 bfloat16 float32 float64 complex64 complex128",
  float32:
    "float32 float32 float32 float32 float32 float64 float64 float64 float64 float32 float32 float32 float64 complex64 complex128",
  float64:
    "float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 float64 complex128 complex128",
  complex64:
    "complex64 complex64 complex64 complex64 complex64 complex128 complex128 complex128 complex128 complex64 complex64 complex64 complex128 complex64 complex128",
  complex128:
    "complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128 complex128",
} as const;
