// How a type-level parser reports an error: as a type that nothing is assignable to and that cannot be called, with the message as
// its type argument. `never` or `any` would hide the mistake.

declare const problem: unique symbol;

/** The type of a declaration that cannot be read; the compiler prints `Message` where it is used. */
export interface DeclarationTypeError<Message extends string> {
  readonly [problem]: Message;
}
