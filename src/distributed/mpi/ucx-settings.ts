// UCX, which MPICH and many an Open MPI send by, in a process of Node. When it is loaded it takes over faults, which WebAssembly uses to see that memory
// ends: each trap of a kernel would end the process.

/** Tells a UCX that is loaded from now on to leave them; what the user has set stays. */
export function leaveFaults(environment: Record<string, string | undefined>): void {
  environment["UCX_HANDLE_ERRORS"] ??= "none";
}
