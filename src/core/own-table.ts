// Tables that are asked for names of the user.

/** A table that has the given entries and nothing that objects inherit: `constructor` and `__proto__` are names like others. */
export function ownTable<T>(entries: Readonly<Record<string, T>>): Record<string, T> {
  return Object.assign(Object.create(null) as Record<string, T>, entries);
}
