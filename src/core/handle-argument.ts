// The protocol by which an object that C knows by a handle, such as a stream, is passed to native functions without the layers
// knowing each other. The object has a HandleAccess under one symbol, and the caller of native code reads it.

/** The property of an object that returns its {@link HandleAccess}. */
export const handleArgument: unique symbol = Symbol.for("cuts.handleArgument");

/** An object as native code sees it. */
export interface HandleAccess<Tag extends string = string> {
  /** The struct that C's handle points to: `CUstream_st`. */
  readonly tag: Tag;
  /** The handle, for a native call that follows at once. `what` names the argument in messages. */
  native(what: string): bigint;
}

/** An object that can be passed where C takes a handle. */
export interface HandleArgument<Tag extends string = string> {
  readonly [handleArgument]: HandleAccess<Tag>;
}

/** Whether `value` is an object of this protocol. */
export function isHandleArgument(value: unknown): value is HandleArgument {
  return typeof value === "object" && value !== null && handleArgument in value;
}
