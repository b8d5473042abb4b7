// Addresses in TypeScript: a bigint with a brand that names the target's type. The brand prevents mistakes: a bare number is not a
// pointer, a GPU address is not a host address, and a `double*` is not a `float*`. The brand is a method, because TypeScript
// compares method parameters in both directions: a plain `NativePointer`, which may point to anything, is compatible with each
// `NativePointer<To>`, while two different `To` are not compatible.

declare const hostBrand: unique symbol;
declare const deviceBrand: unique symbol;

/**
 * An address in the memory of the process, returned by a native function. `To` names the target's type, with const at the end:
 * `"float32"`, `"void"`, `"struct point"`, `"float32 const"`, `"float32*"`. A possible NULL is `null`.
 */
export type NativePointer<To extends string = string> = bigint & { [hostBrand](to: To): void };

/** An address in the memory of a GPU; `To` is as in {@link NativePointer}. */
export type DevicePointer<To extends string = string> = bigint & { [deviceBrand](to: To): void };
