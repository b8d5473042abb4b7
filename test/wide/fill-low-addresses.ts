// Takes all addresses below 4 GiB that arrays could have, so that those of the tests lie above. Nothing of it is touched: a
// machine needs no memory for it.

import { beforeAll } from "vitest";
import { toDevice } from "../../src/runtime/devices/devices.js";

beforeAll(() => {
  const { backend } = toDevice("cpu");
  if (backend.addressBits !== 64) throw new Error("CUTS_MEMORY asks for no more than 4 GiB");
  const take = (byteLength: number): number => backend.allocate(byteLength, backend.defaultStream).address;
  // Large arrays lie apart from small ones, which go where large ones are when there is no room among them.
  for (let bytes = 2 ** 30; bytes >= 2 ** 19; bytes /= 2) while (take(bytes) < 2 ** 32) continue;
});
