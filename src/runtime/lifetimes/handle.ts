// Handles: the lifetimes of arrays, streams, events, graphs and modules. A handle ends once: by dispose(), at the end of its
// scope, at a reset of its device, or, as a safety net, when its owner is garbage collected. Open handles are counted; with
// CUTS_DEBUG=1 each remembers where it was made.

import { DisposedError } from "../../core/errors.js";
import { closeLifetime, Lifetime, openLifetime, openLifetimes } from "../../host/garbage.js";
import { creationSite } from "../../host/creation-site.js";
import { variable } from "../../host/environment.js";
import { atExit, writeError } from "../../host/own-process.js";
import { currentContext } from "../devices/context.js";
import type { Device } from "../devices/device.js";
import { formatLeaks, type LiveHandle } from "./leak-report.js";
import type { Ending, Scope, ScopeMember } from "./handle-scope.js";
import { processState } from "../../core/process-state.js";
import { lazy } from "../../core/lazy.js";

/** What a handle releases when it ends. It must not reference the owner, or the owner is never collected. */
export interface Resource {
  /** The word for it in messages and reports, such as "array" or "stream". */
  readonly kind: string;
  /** Releases it; called once. */
  release(): void;
  /** Its description in a leak report, such as `float32[1024] on cpu`. */
  toString(): string;
  /** The device whose memory it refers to, if any. A reset of that device ends the handle. */
  readonly device: Device | undefined;
  /**
   * The approximate bytes that the system and the driver use for it, not counting memory in the device's account
   * (memory/memory-account.ts).
   */
  readonly nativeBytes: number;
}

/** The property that holds an owner's handle. Scopes use it to find what they must keep. */
export const handleOf: unique symbol = Symbol.for("cuts.handle");

/** An object with a handle. */
export interface Owner {
  readonly [handleOf]: Handle;
}

// Read only once, because reading the environment costs more than a handle.
const isDebugging = variable("CUTS_DEBUG") === "1";

/** The lifetime of one owner. */
export class Handle extends Lifetime implements ScopeMember {
  readonly site: string | undefined = isDebugging ? creationSite() : undefined;
  readonly isListed: boolean;
  elder: ScopeMember | undefined = undefined;
  younger: ScopeMember | undefined = undefined;
  readonly #resource: Resource;
  #scope: Scope | undefined;
  #ending: Ending | undefined;

  constructor(resource: Resource, scope: Scope | undefined, isListed = true) {
    super();
    this.isListed = isListed;
    this.#resource = resource;
    this.#scope = scope;
  }

  get resource(): Resource {
    return this.#resource;
  }

  override get nativeBytes(): number {
    return this.#resource.nativeBytes;
  }

  /** Throws a DisposedError that says what ended it; `action` as in "Cannot <action>". */
  throwEnded(action: string): never {
    const { kind } = this.#resource;
    const advice = this.#ending === "the end of its scope()" ? "\nTry: return it from the scope" : "";
    throw new DisposedError(
      "CUTS_DISPOSED",
      `Cannot ${action}: the ${kind} was disposed (${this.#resource.toString()}, by ${this.#ending})${advice}`,
    );
  }

  /** Ends it and releases its resource; does nothing the second time. */
  end(ending: Ending = "dispose()"): void {
    if (!this.isOpen) return;
    closeLifetime(this);
    this.#ending = ending;
    this.#scope?.forget(this);
    this.#scope = undefined;
    this.#resource.release();
  }

  override ownerIsGone(): void {
    state.collections++;
    this.end("the garbage collector");
  }

  /** Takes it out of its scope: it lives until it is disposed, or its owner is collected. */
  leaveScope(): void {
    this.#scope?.forget(this);
    this.#scope = undefined;
  }

  /** Whether a scope will end it. */
  isIn(scope: Scope): boolean {
    return this.#scope === scope;
  }

  /** Moves it from its scope to another one, or to none. */
  moveTo(scope: Scope | undefined): void {
    this.#scope?.forget(this);
    this.#scope = scope;
    scope?.collect(this);
  }
}

/** How a handle is opened. */
export interface HandleOptions {
  /** False if no scope ends it, as for code, which lives until its owner is disposed or collected. */
  readonly scoped?: boolean;
  /** False for internal objects, which are not counted as live handles. */
  readonly listed?: boolean;
}

/** Opens the handle of a new owner, in the current scope. */
export function openHandle(owner: object, resource: Resource, options: HandleOptions = {}): Handle {
  if (isDebugging) reportAtExit();
  const scope = options.scoped === false ? undefined : currentContext()?.scope?.nearestOpen();
  const handle = new Handle(resource, scope, options.listed !== false);
  scope?.collect(handle);
  openLifetime(handle, owner);
  return handle;
}

/** Ends all handles that refer to memory of a device, because the device is reset. */
export function endHandlesOf(device: Device): void {
  for (const handle of openHandles().toReversed()) {
    if (handle.resource.device === device) handle.end("device.reset()");
  }
}

/** Whether `value` has a handle. */
export function isOwner(value: object): value is Owner {
  return handleOf in value && value[handleOf] instanceof Handle;
}

/** All handles that are open, oldest first. */
export function liveHandles(): readonly LiveHandle[] {
  const listed = openHandles().filter(({ isListed }) => isListed);
  return listed.map(({ resource, site }) => ({ kind: resource.kind, text: resource.toString(), site }));
}

function openHandles(): Handle[] {
  return openLifetimes().filter((lifetime) => lifetime instanceof Handle);
}

const state = processState(() => ({
  /** How many handles the garbage collector has ended. */
  collections: 0,
}));

const reportAtExit = lazy(() => {
  atExit(() => {
    const report = formatLeaks(liveHandles(), state.collections);
    if (report !== "") writeError(`${report}\n`);
  });
});
