// CUDA's vector types (`float4`, `int2`, `dim3`) by value: an object with x, y, z, w as in C, or, for kernels, a tuple.

/** A vector as an object. */
export type VectorValue<E, Lanes> = Lanes extends 1
  ? { x: E }
  : Lanes extends 2
    ? { x: E; y: E }
    : Lanes extends 3
      ? { x: E; y: E; z: E }
      : { x: E; y: E; z: E; w: E };

/** A vector as a tuple. */
export type VectorTuple<E, Lanes> = Lanes extends 1
  ? readonly [x: E]
  : Lanes extends 2
    ? readonly [x: E, y: E]
    : Lanes extends 3
      ? readonly [x: E, y: E, z: E]
      : readonly [x: E, y: E, z: E, w: E];
