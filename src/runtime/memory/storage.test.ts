import { expect, it, vi } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { device } from "../devices/devices.js";
import { buffer } from "../../array/array.js";
import { stream } from "../order/stream.js";

it("what is read on one stream after the other forgets those that have ended", async () => {
  const fake = registerFake("readers:0");
  const weights = buffer("float32", 4, { device: "readers:0" });
  for (let i = 0; i < 100; i++) {
    using s = stream({ device: device("readers:0") });
    using copy = buffer("float32", 4, { device: "readers:0" });
    await s.run(() => weights.copyTo(copy));
  }
  const waits = vi.spyOn(fake, "waitFor");
  weights.fill(1);
  expect(waits.mock.calls.length).toBeGreaterThan(0);
  expect(waits.mock.calls.length).toBeLessThan(10);
});
