// Lifetimes. Whoever owns something of a device (an array, a stream, an event, a module) opens a handle for it. A handle
// ends once: by dispose(), at the end of its scope, or as a net when its owner is garbage collected. Live handles are
// counted, and with CUTS_DEBUG=1 each remembers where it was made.

import { DisposedError } from "../core/errors.js";
import { creationSite } from "./creation-site.js";
import { currentContext } from "./context.js";
import type { Device } from "./device.js";
import { beforeCollecting, forgetOwner, WATCHED_BYTES, watchOwner } from "./garbage.js";
import { formatLeaks } from "./leak-report.js";
import type { Scope } from "./scope.js";

/** What a handle gives back when it ends. It must not reference the owner, or the owner is never collected. */
export interface Resource {
  /** "buffer", "stream": the word in messages and reports. */
  readonly kind: string;
  /** Gives back what is held; called once. */
  release(): void;
  /** The thing in a report: `float32[1024] on cpu`. */
  toString(): string;
  /** The device whose memory it refers to: a reset that loses that memory ends it. */
  readonly device?: Device;
  /** How much memory of a device it keeps. */
  readonly byteLength?: number;
}

/** A handle that is open now. */
export interface LiveHandle {
  readonly kind: string;
  readonly text: string;
  /** Where it was made, with CUTS_DEBUG=1. */
  readonly site: string | undefined;
}

/** The key under which an owner shows its handle, so that scopes recognise what they must keep. */
export const handleOf: unique symbol = Symbol.for("cuts.handle");

/** An object with a handle. */
export interface Owner {
  readonly [handleOf]: Handle;
}

// Asked once: reading the environment costs more than a handle.
const isDebugging = process.env["CUTS_DEBUG"] === "1";

type Ending = "dispose()" | "the end of its scope()" | "the garbage collector" | "device.reset()";

/** The lifetime of one owner. */
export class Handle {
  /** False once it has ended. */
  isOpen = true;
  readonly site: string | undefined = isDebugging ? creationSite() : undefined;
  readonly #resource: Resource;
  #scope: Scope | undefined;
  #ending: Ending | undefined;
  /** Whether the garbage collector's end of the owner is told. */
  isWatched = false;
  /** The neighbours in the list of live handles. */
  previous: Handle | undefined;
  next: Handle | undefined;

  constructor(resource: Resource, scope: Scope | undefined) {
    this.#resource = resource;
    this.#scope = scope;
  }

  get resource(): Resource {
    return this.#resource;
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

  /** Ends it and gives back what it holds; does nothing the second time. */
  end(ending: Ending = "dispose()"): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.#ending = ending;
    this.#scope?.forget(this);
    this.#scope = undefined;
    unlink(this);
    if (ending === "the garbage collector") collections++;
    if (this.isWatched) {
      collected.unregister(this);
      if (isLarge(this.#resource)) forgetOwner(this);
    }
    this.#resource.release();
  }

  /** Hands it from its scope to another one, or to none. */
  moveTo(scope: Scope | undefined): void {
    this.#scope = scope;
    scope?.collect(this);
  }
}

/** How a handle is opened. */
export interface HandleOptions {
  /** False for what scopes leave alone: code lives until its owner is disposed or collected. */
  readonly scoped?: boolean;
}

/** Opens the handle of a new owner, in the current scope. */
export function openHandle(owner: object, resource: Resource, options: HandleOptions = {}): Handle {
  if (isDebugging && !isReporting) reportAtExit();
  const scope = options.scoped === false ? undefined : currentContext()?.scope?.nearestOpen();
  const handle = new Handle(resource, scope);
  scope?.collect(handle);
  link(handle);
  watchLater(owner, handle);
  return handle;
}

// Telling V8 of an owner costs more than all else about it, at the next collection most of all, and most owners end in the
// turn of the event loop they were made in. So V8 is told of those that are left when the turn ends or many have come.
const MAX_FRESH = 256;
const freshOwners: object[] = [];
const freshHandles: Handle[] = [];
let isTurnWatched = false;

function watchLater(owner: object, handle: Handle): void {
  freshOwners.push(owner);
  freshHandles.push(handle);
  if (!isTurnWatched) {
    isTurnWatched = true;
    queueMicrotask(() => {
      isTurnWatched = false;
      watchFresh();
    });
  }
  if (freshHandles.length === MAX_FRESH) watchFresh();
}

/** Lets go of all owners that were made lately, so that they can be collected. */
function watchFresh(): void {
  for (let i = 0; i < freshHandles.length; i++) {
    const handle = freshHandles[i] as Handle;
    if (!handle.isOpen) continue;
    const owner = freshOwners[i] as object;
    handle.isWatched = true;
    collected.register(owner, handle, handle);
    if (isLarge(handle.resource)) watchOwner(handle, owner);
  }
  freshHandles.length = 0;
  freshOwners.length = 0;
}

function isLarge({ byteLength = 0 }: Resource): boolean {
  return byteLength >= WATCHED_BYTES;
}

/** Ends everything that refers to memory of a device, because it is lost. */
export function endHandlesOf(device: Device): void {
  for (let handle = newest; handle !== undefined; ) {
    const { previous } = handle;
    if (handle.resource.device === device) handle.end("device.reset()");
    handle = previous;
  }
}

/** Whether `value` has a handle. */
export function isOwner(value: object): value is Owner {
  return handleOf in value && value[handleOf] instanceof Handle;
}

/** All handles that are open, oldest first. */
export function liveHandles(): readonly LiveHandle[] {
  const live: LiveHandle[] = [];
  for (let handle = oldest; handle !== undefined; handle = handle.next) {
    live.push({ kind: handle.resource.kind, text: handle.resource.toString(), site: handle.site });
  }
  return live;
}

let oldest: Handle | undefined;
let newest: Handle | undefined;
let collections = 0;
let isReporting = false;

function reportAtExit(): void {
  isReporting = true;
  process.once("exit", () => {
    const report = formatLeaks(liveHandles(), collections);
    if (report !== "") process.stderr.write(`${report}\n`);
  });
}

const collected = new FinalizationRegistry<Handle>((handle) => {
  handle.end("the garbage collector");
});

beforeCollecting(watchFresh);

// A list through the handles costs a tenth of what a Set does.
function link(handle: Handle): void {
  handle.previous = newest;
  if (newest === undefined) oldest = handle;
  else newest.next = handle;
  newest = handle;
}

function unlink(handle: Handle): void {
  const { previous, next } = handle;
  if (previous === undefined) oldest = next;
  else previous.next = next;
  if (next === undefined) newest = previous;
  else next.previous = previous;
  handle.previous = undefined;
  handle.next = undefined;
}
