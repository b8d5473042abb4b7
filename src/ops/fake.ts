// fake: what a computation would give, without computing it. Operations run as they are, on a device that allocates nothing and
// drops what is launched; arrays from outside take part by twins that have their shapes, strides and dtypes.

import { currentContext, runInContext } from "../runtime/devices/context.js";
import { fakeDevice, isFake } from "../runtime/devices/fake-device.js";
import { Storage } from "../runtime/memory/storage.js";
import { NDArray } from "../array/ndarray.js";
import type { DispatchHook } from "../array/operators/watching.js";
import { mapArrays } from "./gradients/tree.js";
import { dispatchHook } from "./registry.js";

/**
 * Runs `body` without computing anything: what operations give has only shapes and dtypes, whose contents are an error
 * `CUTS_FAKE` for whoever reads them. No memory is allocated and no kernel compiled or launched, so sizes are no matter. Operators
 * of users take part by their shape rule, or by their implementation where they have none. Gradients work as well.
 * @throws CutsError `CUTS_FAKE` where a shape depends on contents.
 * @example cu.fake(() => model(cu.zeros([100_000, 784]))).shape
 */
export function fake<T>(body: () => T): T {
  const device = fakeDevice();
  const hook = dispatchHook(withTwins);
  const end = (): void => hook[Symbol.dispose]();
  let result: T;
  try {
    result = runInContext({ device, stream: undefined }, body);
  } catch (error) {
    end();
    throw error;
  }
  if (typeof (result as PromiseLike<unknown> | undefined)?.then === "function")
    return (result as unknown as Promise<unknown>).finally(end) as T;
  end();
  // Nobody will ask what became of work that was dropped.
  device.defaultStream.faults.forget();
  return result;
}

const withTwins: DispatchHook = ({ name, args }, run) => {
  const device = currentContext()?.device;
  if (device === undefined || !isFake(device)) return run();
  const own = args.map((one) => mapArrays(one, twinOf));
  // All devices are this one.
  return run(name === "cuts::to" ? own.with(1, device) : own);
};

/** The same array without contents; arrays that have none are their own twins. */
function twinOf(array: NDArray): NDArray {
  if (isFake(array.device)) return array;
  array.check("use an array inside fake()");
  const { storage, dtype, shape, strides, offset, size, isContiguous, isReadonly } = array;
  const empty = Storage.allocate(fakeDevice().defaultStream, storage.byteLength, "work");
  const twin = new NDArray(empty, dtype, shape, strides, offset, size, isContiguous, isReadonly);
  twin.variable = array.variable;
  return twin;
}
