// All families that have a table. A new one: families/<name>.py with `cases(table)`, families/<name>.ts, a line here.

import type { CaseFamily } from "./family.js";
import { elementwise } from "./families/elementwise.js";
import { fourier } from "./families/fft.js";
import { order } from "./families/order.js";
import { products } from "./families/products.js";
import { reductions } from "./families/reductions.js";

/** All families with tables. */
export const caseFamilies: readonly CaseFamily[] = [elementwise, reductions, order, fourier, products];
