// How a family of operations adds its methods to the class. Functions whose first operand is an array become methods as they are
// (method-functions.ts). For others the methods.ts of a family says what they are, in an interface that it merges into NDArray and
// in an object of functions. The class knows none of them.

import { NDArray } from "./ndarray.js";

/** Gives arrays the methods of a family. */
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

/** Methods of the same names that call functions with the array as the first of at most four operands. */
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
