// The example that takes data from Python.

import { expect, it } from "vitest";
import { standardize } from "../../examples/from-python/main.js";
import { noPython } from "../interop/python.js";

it.skipIf(noPython !== undefined)(`from-python ${noPython ?? ""}`, async () => {
  const { means, isSame } = await standardize(50, 3, 1);
  expect(means.map(Math.abs)).toEqual([0, 0, 0]);
  expect(isSame).toBe(true);
});
