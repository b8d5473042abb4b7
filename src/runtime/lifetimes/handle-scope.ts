// The list of handles that were opened inside one scope() and end with it. It knows nothing of a handle but that it can end, or
// move to the enclosing scope.

/** What ends the lifetime of something. */
export type Ending = "dispose()" | "the end of its scope()" | "the garbage collector" | "device.reset()";

/** A handle, as its scope sees it. */
export interface ScopeMember {
  /** The neighbors in the list of its scope, which links and unlinks them. */
  elder: ScopeMember | undefined;
  younger: ScopeMember | undefined;
  end(ending: Ending): void;
  /** Hands it to another scope, or to none. */
  moveTo(scope: Scope | undefined): void;
}

/** The handles that end together: a list through themselves, because every array that is made joins one and leaves it. */
export class Scope {
  readonly #parent: Scope | undefined;
  #youngest: ScopeMember | undefined;
  #isOpen = true;

  constructor(parent: Scope | undefined) {
    this.#parent = parent;
  }

  /** This scope or the nearest one around it that has not ended: work may outlive the scope it was started in. */
  nearestOpen(): Scope | undefined {
    return this.#isOpen ? this : this.#parent?.nearestOpen();
  }

  collect(handle: ScopeMember): void {
    handle.elder = this.#youngest;
    if (this.#youngest !== undefined) this.#youngest.younger = handle;
    this.#youngest = handle;
  }

  forget(handle: ScopeMember): void {
    const { elder, younger } = handle;
    if (younger === undefined) this.#youngest = elder;
    else younger.elder = elder;
    if (elder !== undefined) elder.younger = younger;
    handle.elder = undefined;
    handle.younger = undefined;
  }

  /** Ends all handles, newest first, but `kept`, which the scope around takes over. */
  end(kept: ReadonlySet<ScopeMember>): void {
    this.#isOpen = false;
    const parent = this.#parent?.nearestOpen();
    for (let one = this.#youngest; one !== undefined; one = this.#youngest) {
      if (kept.has(one)) one.moveTo(parent);
      else one.end("the end of its scope()");
    }
  }

  /** Ends all handles that it has now, newest first, and goes on. */
  clear(): void {
    for (let one = this.#youngest; one !== undefined; one = this.#youngest) one.end("the end of its scope()");
  }
}
