// What ends together: the handles of all that was made inside one scope(). It knows of a handle only that it ends, or moves to
// the scope around.

/** What ends the lifetime of something. */
export type Ending = "dispose()" | "the end of its scope()" | "the garbage collector" | "device.reset()";

/** A handle, as its scope sees it. */
export interface ScopeMember {
  end(ending: Ending): void;
  /** Hands it to another scope, or to none. */
  moveTo(scope: Scope | undefined): void;
}

/** The handles that end together. */
export class Scope {
  readonly #parent: Scope | undefined;
  readonly #handles = new Set<ScopeMember>();
  #isOpen = true;

  constructor(parent: Scope | undefined) {
    this.#parent = parent;
  }

  /** This scope or the nearest one around it that has not ended: work may outlive the scope it was started in. */
  nearestOpen(): Scope | undefined {
    return this.#isOpen ? this : this.#parent?.nearestOpen();
  }

  collect(handle: ScopeMember): void {
    this.#handles.add(handle);
  }

  forget(handle: ScopeMember): void {
    this.#handles.delete(handle);
  }

  /** Ends all handles, newest first, but `kept`, which the scope around takes over. */
  end(kept: ReadonlySet<ScopeMember>): void {
    this.#isOpen = false;
    const parent = this.#parent?.nearestOpen();
    for (const handle of [...this.#handles].toReversed()) {
      if (kept.has(handle)) handle.moveTo(parent);
      else handle.end("the end of its scope()");
    }
    this.#handles.clear();
  }
}
