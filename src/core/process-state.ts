// The state of the process: everything that modules remember between calls, except constants and objects that users hold. Each
// module declares its part here instead of in module variables, so that a test can reset all of it.

const parts: (() => void)[] = [];

/** Declares a part of the process's state; `make` gives the members and their first values. */
export function processState<State extends object>(make: () => State): State {
  const state = make();
  parts.push(() => void Object.assign(state, make()));
  return state;
}

/**
 * Resets all state, as in a new process. Objects that were made before must not be used afterwards. Only for tests.
 * @internal
 */
export function resetProcessState(): void {
  for (const renew of parts) renew();
}
