// Python objects in JavaScript, as proxies. An attribute of a proxy is another proxy and is only looked up when it is awaited or
// called, so `await np.linalg.norm(x)` is one request.

import { inspect } from "node:util";
import type { Bridge } from "./bridge.js";
import type { PythonReference, SyncPythonReference } from "./types.js";
import { checkAlive, type PythonHandle, type PythonTarget, pythonTarget, targetOf } from "./values.js";

/** Keyword arguments. */
export class NamedArguments {
  readonly values: Readonly<Record<string, unknown>>;

  constructor(values: Readonly<Record<string, unknown>>) {
    this.values = values;
  }
}

const BATCH = 256;

/** Makes the proxies of a bridge. */
export class References {
  readonly #bridge: Bridge;

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
    bridge.values.makeReference = (handle) => this.object(handle);
  }

  /** A new reference to an object. */
  object(handle: PythonHandle): PythonReference {
    const life = { isOpen: true, type: handle.type };
    const target = { id: handle.id, path: [], life };
    const own = this.#shell(target);
    const forget = this.#bridge.watch(own, handle.id);
    const end = (): void => {
      life.isOpen = false;
      forget();
    };
    return this.#proxy(own, target, { end, type: handle.type }) as PythonReference;
  }

  /** The same object with blocking attributes and calls. */
  sync(value: unknown): SyncPythonReference {
    const target = targetOf(value);
    if (target === undefined) return value as SyncPythonReference;
    const bridge = this.#bridge;
    // The object is alive as long as the reference it was made of is, which this keeps.
    const own = Object.assign(() => {}, { of: value });
    const wrap = (one: unknown): unknown => (targetOf(one) === undefined ? one : this.sync(one));
    return new Proxy(own, {
      get: (_, name) => {
        if (name === pythonTarget) return target;
        if (typeof name === "symbol") return (value as Record<symbol, unknown>)[name];
        if (name === "then") return undefined;
        checkAlive(target);
        return wrap(bridge.callSync("get", target.id, [...target.path, name]));
      },
      set: (_, name, given) => this.#set(target, name, given),
      apply: (_, __, args: unknown[]) => wrap(this.callSync(target, args)),
    }) as SyncPythonReference;
  }

  /** Calls on Python's own thread. */
  async call(target: PythonTarget, args: readonly unknown[], isRaw = false): Promise<unknown> {
    checkAlive(target);
    const { id, path } = target;
    const { list, named } = splitArguments(args);
    return this.#bridge.call(isRaw ? "raw" : "call", id, path, list, named);
  }

  /** Calls on this thread. */
  callSync(target: PythonTarget, args: readonly unknown[]): unknown {
    checkAlive(target);
    const { id, path } = target;
    if (path.length === 0 && args.every(isPlain)) return this.#bridge.callPlain(id, args);
    const { list, named } = splitArguments(args);
    return this.#bridge.callSync("call", id, path, list, named);
  }

  #shell(target: PythonTarget): object {
    return Object.assign(() => {}, { target });
  }

  #attribute(owner: object, target: PythonTarget): unknown {
    // It keeps the object that it is an attribute of.
    return this.#proxy(
      Object.assign(() => {}, { owner }),
      target,
      undefined,
    );
  }

  #proxy(
    own: object,
    target: PythonTarget,
    object: { readonly end: () => void; readonly type: string } | undefined,
  ): unknown {
    const get = (_: unknown, name: string | symbol): unknown => {
      switch (name) {
        case pythonTarget:
          return target;
        case Symbol.dispose:
          return object?.end;
        case Symbol.asyncIterator:
          return () => this.#iterate(target);
        case inspect.custom:
          return () =>
            `[Python ${object === undefined ? `attribute ${target.path.join(".")}` : object.type}]`;
        case Symbol.toPrimitive:
        case Symbol.toStringTag:
          return undefined;
        case "then":
          // An object that awaiting gives must not be awaited again.
          if (object !== undefined) return undefined;
          return async (...handlers: Parameters<Promise<unknown>["then"]>) =>
            this.#get(target).then(...handlers);
        case "toString":
          return () => `Python ${object?.type ?? target.path.join(".")}`;
        default:
          if (typeof name === "symbol") return undefined;
          return this.#attribute(own, { ...target, path: [...target.path, name] });
      }
    };
    return new Proxy(own, {
      get,
      set: (_, name, value) => this.#set(target, name, value),
      apply: (_, __, args: unknown[]) => this.call(target, args),
      has: () => true,
      ownKeys: () => [],
      getOwnPropertyDescriptor: () => undefined,
    });
  }

  async #get(target: PythonTarget): Promise<unknown> {
    checkAlive(target);
    return this.#bridge.call("get", target.id, target.path);
  }

  #set(target: PythonTarget, name: string | symbol, value: unknown): boolean {
    if (typeof name === "symbol") return false;
    checkAlive(target);
    const { id, path } = target;
    this.#bridge.callSync("set", id, path, name, value);
    return true;
  }

  async *#iterate(target: PythonTarget): AsyncGenerator {
    checkAlive(target);
    const { id, path } = target;
    const object = path.length === 0 ? undefined : await this.#get(target);
    const iterator = await this.#bridge.call("iterator", object === undefined ? id : targetOf(object)?.id);
    const own = targetOf(iterator)?.id;
    for (;;) {
      const [items, hasMore] = (await this.#bridge.call("iterate", own, BATCH)) as [unknown[], boolean];
      yield* items;
      if (!hasMore) return;
    }
  }
}

function isPlain(value: unknown): boolean {
  return (
    value === null || (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol")
  );
}

function splitArguments(args: readonly unknown[]): {
  list: readonly unknown[];
  named: Readonly<Record<string, unknown>>;
} {
  const last = args.at(-1);
  if (last instanceof NamedArguments) return { list: args.slice(0, -1), named: last.values };
  return { list: args, named: {} };
}
