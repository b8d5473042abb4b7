// How a family of operations adds its methods to the class: its methods.ts says what they are, in an interface that it merges
// into NDArray and in an object of functions, and hands the object over here. The class knows none of them.

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
