// Tables that are looked up with names from the user.

/** A table with the given entries and without inherited properties, so that `constructor` and `__proto__` are ordinary names. */
export function ownTable<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
