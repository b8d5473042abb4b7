// Apart from the other tests of the account: what is spied on here is kept by the spy, and would never be collected.

import { expect, it, vi } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { collectGarbage } from "../../host/garbage.js";
import { buffer } from "../../array/array.js";

vi.mock("../../host/garbage.js", { spy: true });

it("dropped arrays are looked for when they can be many, not because the next array is large", () => {
  const fake = registerFake("roomy:0");
  const options = { device: "roomy:0" };
  const half = fake.memoryBytes.byteLength / 2;
  using first = buffer("uint8", half, options);
  expect(collectGarbage).not.toHaveBeenCalled();
  using second = buffer("uint8", half / 2, options);
  expect(collectGarbage).toHaveBeenCalledTimes(1);
  expect(first.length + second.length).toBe(1.5 * half);
});
