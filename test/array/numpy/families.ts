// All families that have a table. A new one: families/<name>.py with `cases(table)`, families/<name>.ts, a line here.

import type { CaseFamily } from "./family.js";
import { convolutions } from "./families/convolution.js";
import { creation } from "./families/creation.js";
import { elementwise } from "./families/elementwise.js";
import { fourier } from "./families/fft.js";
import { indexing } from "./families/indexing.js";
import { joining } from "./families/joining.js";
import { decompositions } from "./families/linalg.js";
import { order } from "./families/order.js";
import { products } from "./families/products.js";
import { reductions } from "./families/reductions.js";

/** All families with tables. */
export const caseFamilies: readonly CaseFamily[] = [
  elementwise,
  reductions,
  order,
  indexing,
  joining,
  creation,
  fourier,
  convolutions,
  products,
  decompositions,
];
