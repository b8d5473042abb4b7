// Gives the array object its methods, the one place where they come from: each family of operations hands over an object
// of them. array.ts imports this file, so whoever has an array has them.

import { accessMethods } from "./access-methods.js";
import { ArrayObject } from "./array-object.js";
import { elementwiseMethods } from "./elementwise/methods.js";
import { indexingMethods } from "./indexing/methods.js";
import { joiningMethods } from "./joining/methods.js";
import { productMethods } from "./linalg/products/methods.js";
import { orderMethods } from "./order/methods.js";
import { reductionMethods } from "./reduction/methods.js";
import { viewMethods } from "./view-methods.js";

const families: readonly object[] = [
  accessMethods,
  viewMethods,
  indexingMethods,
  joiningMethods,
  elementwiseMethods,
  reductionMethods,
  orderMethods,
  productMethods,
];

// Together, because V8 rearranges a prototype with every single property that it gets.
const methods: Record<PropertyKey, PropertyDescriptor> = {};
for (const family of families) {
  for (const name of Reflect.ownKeys(family)) {
    if (Object.hasOwn(methods, name) || (name in ArrayObject.prototype && name !== "toString"))
      throw new Error(`internal: two methods ${String(name)}`);
    const method = Object.getOwnPropertyDescriptor(family, name) as PropertyDescriptor;
    method.enumerable = false;
    methods[name] = method;
  }
}
Object.defineProperties(ArrayObject.prototype, methods);
