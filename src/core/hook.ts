// How a lower layer calls a function of a higher one, which it must not import. The higher module sets the hook when it is
// loaded; a program that never loads it has an empty hook.

/** A function that another module sets. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the module that makes a hook names the type of its function
export class Hook<Callback> {
  call: Callback | undefined = undefined;
}
