// The memory of a run of the kernel library.

/** What a buffer or a global holds. `__half` and `__nv_bfloat16` are `Uint16Array`s of bits, structs `Uint8Array`s. */
export type KernelData =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;
