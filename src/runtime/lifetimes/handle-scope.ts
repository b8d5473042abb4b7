// The list of handles that were opened inside one scope() and end with it. A scope can only end a handle or move it to the
// enclosing scope; it knows nothing else about handles.

/** What ends the lifetime of something. */
export type Ending = "dispose()" | "the end of its scope()" | "the garbage collector" | "device.reset()";

/** A handle, as its scope sees it. */
export interface ScopeMember {
  /** The neighbors in the scope's linked list. Only the scope changes them. */
  elder: ScopeMember | undefined;
  younger: ScopeMember | undefined;
  end(ending: Ending): void;
  /** Moves it to another scope, or to none. */
  moveTo(scope: Scope | undefined): void;
}

/** The handles that end together. They form a linked list, so adding and removing one is cheap: every new array does both. */
export class Scope {
  readonly #parent: Scope | undefined;
  #youngest: ScopeMember | undefined;
  #isOpen = true;

  constructor(parent: Scope | undefined) {
    this.#parent = parent;
  }

  /**
   * This scope, or the nearest enclosing scope that has not ended. Asynchronous work may continue after the scope in which it was
   * started.
   */
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

  /** Ends all handles, newest first, except `kept`, which move to the enclosing scope. */
  end(kept: ReadonlySet<ScopeMember>): void {
    this.#isOpen = false;
    const parent = this.#parent?.nearestOpen();
    for (let one = this.#youngest; one !== undefined; one = this.#youngest) {
      if (kept.has(one)) one.moveTo(parent);
      else one.end("the end of its scope()");
    }
  }

  /** Ends all its handles, newest first. The scope stays open. */
  clear(): void {
    for (let one = this.#youngest; one !== undefined; one = this.#youngest) one.end("the end of its scope()");
  }
}
