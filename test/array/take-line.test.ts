// The line of a `take` whose indices are wrong, which only the device finds out.

import { expect, it } from "vitest";
import * as cu from "../../src/index.js";

/** Both have failed, and an error that nobody has looked at is told when the process ends. */
function seen<T extends { readonly value: cu.NDArray; readonly grads: cu.NDArray }>(results: T): T {
  for (const one of [results.value, results.grads]) one.data().catch(() => {});
  return results;
}

it.each([
  ["by itself", (x: cu.NDArray, index: cu.NDArray<"int64">) => cu.take(x, index)],
  ["as a method", (x: cu.NDArray, index: cu.NDArray<"int64">) => x.take(index)],
  ["along an axis", (x: cu.NDArray, index: cu.NDArray<"int64">) => x.take(index, { axis: 0 })],
  ["element by element", (x: cu.NDArray, index: cu.NDArray<"int64">) => x.takeAlongAxis(index)],
  ["as an index", (x: cu.NDArray, index: cu.NDArray<"int64">) => x.slice([index])],
  [
    "as the order of what is searched",
    (x: cu.NDArray, index: cu.NDArray<"int64">) => cu.searchsorted(x, 1, { sorter: index }),
  ],
  [
    "where hooks are between",
    (x: cu.NDArray, index: cu.NDArray<"int64">) =>
      cu.vmap((own: cu.NDArray) => own.take(index))(x.reshape(1, 4)),
  ],
  [
    "inside of a gradient",
    (x: cu.NDArray, index: cu.NDArray<"int64">) =>
      seen(cu.valueAndGrad((own: cu.NDArray) => own.take(index).sum())(x)).value,
  ],
  [
    "by its gradient",
    (x: cu.NDArray, index: cu.NDArray<"int64">) =>
      seen(cu.valueAndGrad((own: cu.NDArray) => own.take(index).sum())(x)).grads,
  ],
])("is told, %s", async (_, act) => {
  using x = cu.arange(4, { device: "cpu" });
  using index = cu.array([1n, 9n], { device: "cpu" });
  const result = act(x, index);
  const error = (await result.data().catch((caught: unknown) => caught)) as Error;
  expect(error).toMatchObject({ code: "CUTS_INDEX" });
  expect(`${error.message}\n${error.stack}`).toMatch(/take-line\.test\.ts/);
});
