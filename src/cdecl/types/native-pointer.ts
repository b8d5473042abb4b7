// Addresses as TypeScript sees them: a bigint with a brand that says what lies there. Nobody makes one from a bare
// number by accident, an address of GPU memory never passes for one of the host, nor a `double*` for a `float*`.
// The brand is a method because TypeScript compares those both ways: a plain `NativePointer`, which may point to
// anything, goes for each `NativePointer<To>` and the other way round, while two different `To` exclude each other.

declare const hostBrand: unique symbol;
declare const deviceBrand: unique symbol;

/**
 * An address in the memory of the process, as a native function returned it. `To` names what is there, const behind
 * it: `"float32"`, `"void"`, `"struct point"`, `"float32 const"`, `"float32*"`. Where NULL is possible, it is `null`.
 */
export type NativePointer<To extends string = string> = bigint & { [hostBrand](to: To): void };

/** An address in the memory of a GPU; `To` is as in {@link NativePointer}. */
export type DevicePointer<To extends string = string> = bigint & { [deviceBrand](to: To): void };
