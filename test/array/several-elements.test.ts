// Threads that take several elements, as on a GPU: kernels and launches must agree on how many, whatever the bytes of the arrays
// are, at the ends of blocks and where arrays start between vectors.

import { expect, it } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { warpTuning } from "../../src/backend/tuning.js";
import { arange, array, elementwise, ones, where, withDevice, zeros } from "../../src/index.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";

const device = "several:0";
const backend = createCpuBackend();
Object.defineProperties(backend, {
  id: { value: device },
  tuning: { value: { ...warpTuning, elementsPerThread: 4 } },
});
registerBackend(oneDevice(device, () => backend));

const sizes = [1, 1023, 1024, 1025, 2047, 2048, 2049, 5000];
const custom = elementwise("T a -> T b", "b = a + T(1)");

it.each(["float16", "float32", "float64", "uint8"] as const)("%s: every element, once", async (dtype) => {
  await withDevice(device, async () => {
    for (const size of sizes) {
      // What a thread left out would stay 0.
      const whole = zeros([size + 1], { dtype });
      const expected = Array.from({ length: size }, () => 2);
      const one = ones([size], { dtype });
      expect((await one.add(one).astype("float32").data()).join(), `${size}`).toBe(expected.join());
      expect((await custom(one).astype("float32").data()).join(), `${size}, custom`).toBe(expected.join());
      const between = whole.slice("1:").add(one).add(one);
      expect((await between.astype("float32").data()).join(), `${size}, between vectors`).toBe(
        expected.join(),
      );
    }
  });
});

it.each(["float16", "float32", "float64"] as const)("%s: single elements beside arrays", async (dtype) => {
  await withDevice(device, async () => {
    const three = array([3], { dtype });
    for (const size of [1, 33, 500, 513, ...sizes]) {
      const numbers = Array.from({ length: size }, (_, k) => k % 16);
      const x = arange(size, { dtype: "int32" }).remainder(16).astype(dtype);
      const products = await three.mul(x).astype("float32").data();
      expect(products.join(), `${size}`).toBe(numbers.map((one) => 3 * one).join());
      const chosen = await where(x.greater(7), x, three.reshape([])).astype("float32").data();
      expect(chosen.join(), `${size}, chosen`).toBe(numbers.map((one) => (one > 7 ? one : 3)).join());
      const none = await where(x.greater(7), x, 0).astype("float32").data();
      expect(none.join(), `${size}, a number`).toBe(numbers.map((one) => (one > 7 ? one : 0)).join());
    }
  });
});
