// Use of memory that another library of the process allocated, where a device supports it.

import type { AdoptedMemory, BackendExchange } from "../../backend/backend.js";
import { ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import type { DeviceCore, StreamCore } from "../order/stream-core.js";

/** How a device uses memory of others. @throws UnsupportedError `CUTS_EXCHANGE_DEVICE` where it cannot. */
export function exchangeOf(device: DeviceCore): BackendExchange {
  const { exchange } = device.backend;
  if (exchange !== null) return exchange;
  throw new UnsupportedError(
    "CUTS_EXCHANGE_DEVICE",
    `Cannot exchange memory: ${device.id} shares none with other libraries`,
  );
}

/**
 * The memory at a pointer of the process, as a device uses it; `bytes` where JavaScript has it as such.
 * @throws TypeError `CUTS_EXCHANGE_DEVICE` where the device does not see it and has no copy of it.
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
