// Values that most programs never need, so that an import of the package does not make them.

/** Makes a value when it is first asked for, once. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
