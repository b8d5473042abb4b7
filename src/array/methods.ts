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

for (const family of families) {
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(family))) {
    if (name in ArrayObject.prototype && name !== "toString")
      throw new Error(`internal: two methods ${name}`);
    Object.defineProperty(ArrayObject.prototype, name, { ...property, enumerable: false });
  }
  for (const symbol of Object.getOwnPropertySymbols(family)) {
    const property = Object.getOwnPropertyDescriptor(family, symbol) as PropertyDescriptor;
    Object.defineProperty(ArrayObject.prototype, symbol, { ...property, enumerable: false });
  }
}
