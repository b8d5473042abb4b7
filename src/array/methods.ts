// All families of operations that add methods to the class. array.ts imports this file, so whoever has an array has them.

import "./access-methods.js";
import "./elementwise/methods.js";
import "./indexing/methods.js";
import "./joining/methods.js";
import "./linalg/products/methods.js";
import "./memory/methods.js";
import "./order/methods.js";
import "./reduction/methods.js";
import "./operators/fill-deferred.js";
import "./operators/foreign-calls.js";
import "./view-methods.js";
