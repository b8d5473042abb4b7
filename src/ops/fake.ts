// fake: runs a computation for its shapes and dtypes only. Operations run on a fake device, which allocates nothing and drops
// every launch. Each array from outside is replaced by a fake array with the same shape, strides and dtype.

import { currentContext, runInContext } from "../runtime/devices/context.js";
import { fakeDevice, isFake } from "../runtime/devices/fake-device.js";
import { Storage } from "../runtime/memory/storage.js";
import { NDArray } from "../array/ndarray.js";
import type { DispatchHook } from "../array/operators/watching.js";
import { mapArrays } from "./gradients/tree.js";
import { dispatchHook } from "./registry.js";

/**
 * Runs `body` without computing anything. Results have a shape and a dtype but no contents; reading them is an error `CUTS_FAKE`.
 * No memory is allocated and no kernel is compiled or launched, so arrays may be of any size. Operators of users run their shape
 * rule, or their implementation if they have no shape rule. Gradients work as well.
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

/** A fake array with the same layout as `array`; a fake array is returned as it is. */
function twinOf(array: NDArray): NDArray {
  if (isFake(array.device)) return array;
  array.check("use an array inside fake()");
  const { storage, dtype, shape, strides, offset, size, isContiguous, isReadonly } = array;
  const empty = Storage.allocate(fakeDevice().defaultStream, storage.byteLength, "work");
  const twin = new NDArray(empty, dtype, shape, strides, offset, size, isContiguous, isReadonly);
  twin.variable = array.variable;
  return twin;
}
