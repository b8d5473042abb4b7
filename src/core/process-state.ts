// The state of the process: everything that modules of the runtime remember between calls and that is neither a constant nor
// held by an object of the user. Each module declares its part here instead of in variables of its own, so that a test can
// make all of it anew in one process.

const parts: (() => void)[] = [];

/** Declares a part of the process's state; `make` gives the members and their first values. */
export function processState<State extends object>(make: () => State): State {
  const state = make();
  parts.push(() => void Object.assign(state, make()));
  return state;
}

/**
 * Makes all state anew, as it is in a new process. Nothing that was made before may be used afterwards. Only for tests.
 * @internal
 */
export function resetProcessState(): void {
  for (const renew of parts) renew();
}
