// NDArray: the n-dimensional array that users hold. The interface is put together from the methods of each family of
// operations; the object behind it is array-object.ts, and methods.ts gives it these methods.

import type { DType } from "../core/dtype.js";
import type { ArrayCore } from "./array-object.js";
import type { AccessMethods } from "./access-methods.js";
import type { ElementwiseMethods } from "./elementwise/methods.js";
import type { IndexingMethods } from "./indexing/methods.js";
import type { JoiningMethods } from "./joining/methods.js";
import type { ProductMethods } from "./linalg/products/methods.js";
import type { OrderMethods } from "./order/methods.js";
import type { ReductionMethods } from "./reduction/methods.js";
import type { ViewMethods } from "./view-methods.js";

/** An n-dimensional array of one dtype on a device, or a view of one. */
export interface NDArray<out D extends DType = DType>
  extends ArrayCore<D>,
    AccessMethods<D>,
    ViewMethods<D>,
    IndexingMethods<D>,
    JoiningMethods<D>,
    ElementwiseMethods<D>,
    ReductionMethods<D>,
    OrderMethods<D>,
    ProductMethods<D> {}
