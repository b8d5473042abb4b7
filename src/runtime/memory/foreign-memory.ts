// Use of memory that another library of the process allocated, for devices that support it.

import type { AdoptedMemory, BackendExchange } from "../../backend/backend.js";
import { ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import type { DeviceCore, StreamCore } from "../order/stream-core.js";

/** The capability of a device to use memory of other libraries. @throws UnsupportedError `CUTS_EXCHANGE_DEVICE` if it has none. */
export function exchangeOf(device: DeviceCore): BackendExchange {
  const { exchange } = device.backend;
  if (exchange !== null) return exchange;
  throw new UnsupportedError(
    "CUTS_EXCHANGE_DEVICE",
    `Cannot exchange memory: ${device.id} shares none with other libraries`,
  );
}

/**
 * Makes the memory at a pointer of the process usable on a device. `bytes` is the same memory as a typed array, if JavaScript has
 * one.
 * @throws TypeError `CUTS_EXCHANGE_DEVICE` if the device can neither see the memory nor work on a copy of it.
 */
export function adoptMemory(
  { device }: StreamCore,
  pointer: bigint,
  byteLength: number,
  bytes?: Uint8Array,
): AdoptedMemory {
  const exchange = exchangeOf(device);
  const seen = exchange.see(pointer, byteLength);
  if (seen !== undefined) return seen;
  const { mirrors } = exchange;
  if (mirrors !== null) {
    return device.account.allocate(byteLength, () => mirrors.mirror(pointer, byteLength, bytes));
  }
  throw new ArgumentTypeError(
    "CUTS_EXCHANGE_DEVICE",
    `Cannot use memory at 0x${pointer.toString(16)} on ${device.id}: the device must see it (got memory of the host that is not page-locked)\n` +
      `Try: { device: "cpu" } and x.to("${device.id}"), or memory of cu.pinned()`,
  );
}
