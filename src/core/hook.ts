// A hook lets a lower layer call a function of a higher layer, which it must not import. The higher module sets the hook when it is
// loaded. In a program that never loads that module, the hook is empty.

/** A function that another module sets. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the module that makes a hook names the type of its function
export class Hook<Callback> {
  call: Callback | undefined = undefined;
}
