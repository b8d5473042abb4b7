// What others keep alive.

/** Something that is kept as long as it is held. */
export interface Hold {
  claim(): unknown;
  release(): void;
}
