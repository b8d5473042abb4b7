// How a family of operations adds its methods to NDArray. A function whose first operand is an array becomes a method without more
// (method-functions.ts). Other methods are declared in the family's methods.ts: an interface that is merged into NDArray, and an
// object with the functions. The class itself knows none of them.

import { NDArray } from "./ndarray.js";

/** Adds the methods of a family to NDArray. */
export function addMethods(family: object): void {
  const methods: Record<PropertyKey, PropertyDescriptor> = {};
  for (const name of Reflect.ownKeys(family)) {
    if (Object.hasOwn(NDArray.prototype, name)) throw new Error(`internal: two methods ${String(name)}`);
    const method = Object.getOwnPropertyDescriptor(family, name) as PropertyDescriptor;
    methods[name] = { ...method, enumerable: false };
  }
  // Together, because V8 rearranges a prototype with every single property that it gets.
  Object.defineProperties(NDArray.prototype, methods);
}

type AnyFunction = (first: NDArray, ...rest: readonly unknown[]) => unknown;

/** Methods of the same names, which pass the array as the first of at most four operands. */
export function methodsOf(functions: { readonly [name: string]: unknown }): object {
  return Object.fromEntries(
    Object.entries(functions).map(([name, apply]) => [name, method(name, apply as AnyFunction)]),
  );
}

function method(name: string, call: AnyFunction): (this: NDArray, ...rest: readonly unknown[]) => unknown {
  // Written out: a list of arguments costs more than the call.
  const own = function (this: NDArray, second?: unknown, third?: unknown, fourth?: unknown): unknown {
    return call(this, second, third, fourth);
  };
  return Object.defineProperty(own, "name", { value: name });
}
