// The contract of memory and other things that several users share: it is given back when the last of them releases it.

/** Something that stays as long as somebody retains it. */
export interface Retainable {
  /** One more user; each calls {@link release} once. */
  retain(): unknown;
  release(): void;
}
