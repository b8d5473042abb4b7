// The contract of objects that several users share: the object is freed when the last of them releases it.

/** An object that lives as long as somebody retains it. */
export interface Retainable {
  /** Adds a user, who must call {@link release} once. */
  retain(): unknown;
  release(): void;
}
