// Values that are made at their first use, so that importing the package does not make them.

/** A function that makes a value at its first call and returns the same value from then on. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
