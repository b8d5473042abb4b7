// scope(): everything made inside it and not returned is disposed at its end. Scopes nest and follow the async context, so a scope
// around an async callback also covers what is made after an `await`. Arrays, streams, events and graphs belong to scopes; modules
// and kernels do not, because code is usually kept for later calls.

import { runInContext, currentContext } from "../devices/context.js";
import { type Handle, handleOf, isOwner } from "./handle.js";
import { Scope } from "./handle-scope.js";
import { settleInTurn } from "../order/event-loop-turn.js";

/**
 * Runs `body` and disposes everything made inside, except what it returns, directly or nested in arrays, objects, maps and sets. If
 * `body` is async, the scope ends when its promise settles. If `body` fails, nothing is kept.
 * @example
 * const total = cu.scope(() => {
 *   const squares = x.mul(x); // freed at the end of the scope
 *   return squares.sum(); // kept
 * });
 */
export function scope<T>(body: () => T): T {
  const parent = currentContext()?.scope?.nearestOpen();
  const own = new Scope(parent);
  let result: T;
  try {
    result = runInContext({ scope: own }, body);
  } catch (error) {
    own.end(new Set());
    throw error;
  }
  if (!isPromiseLike(result)) {
    own.end(ownersIn(result));
    return result;
  }
  const running = Promise.resolve(result);
  // Settled by `settleInTurn`, so that a loop which awaits scopes does not block the event loop.
  const ended = new Promise((resolve, reject) => {
    running.then(
      (value) => {
        own.end(ownersIn(value));
        settleInTurn(() => resolve(value));
      },
      (error: unknown) => {
        own.end(new Set());
        settleInTurn(() => reject(error));
      },
    );
  });
  return ended as T;
}

/** Runs `body` outside all scopes, for objects that are kept between calls: they live until they are disposed. */
export function unscoped<T>(body: () => T): T {
  return currentContext()?.scope === undefined ? body() : runInContext({ scope: undefined }, body);
}

/** Whether `body` returned a promise. Streams and events have `then` too, but count as results. */
function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return isObject(value) && !isOwner(value) && "then" in value && typeof value.then === "function";
}

/** The handles of `value` and of everything nested in it. */
function ownersIn(value: unknown): Set<Handle> {
  const found = new Set<Handle>();
  const seen = new Set<object>();
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    if (!isObject(next) || ArrayBuffer.isView(next) || seen.has(next)) continue;
    seen.add(next);
    if (isOwner(next)) found.add(next[handleOf]);
    else for (const item of itemsOf(next)) pending.push(item);
  }
  return found;
}

function* itemsOf(value: object): Iterable<unknown> {
  if (value instanceof Map) yield* value.keys();
  if (value instanceof Map || value instanceof Set) yield* value.values();
  else yield* Object.values(value);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
