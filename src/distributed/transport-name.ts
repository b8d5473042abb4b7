// The name of the transport that moves the arrays of a device; the device's backend decides it (`Backend.transport`).

import { UnsupportedError } from "../core/errors.js";
import type { DeviceCore } from "../runtime/order/stream-core.js";

/** All transports; array headers name one by its index in this list. */
export const transportNames = ["nccl", "mpi"] as const;

export type TransportName = (typeof transportNames)[number];

/** The transport of a device's arrays. @throws UnsupportedError `CUTS_CAPABILITY` where there is none. */
export function transportOf({ id, backend }: DeviceCore): TransportName {
  const name = transportNames.find((one) => one === backend.transport);
  if (name !== undefined) return name;
  throw new UnsupportedError(
    "CUTS_CAPABILITY",
    `Cannot move arrays of ${id} between processes: neither MPI nor NCCL moves its memory\nTry: x.to("cpu"), which goes through MPI`,
  );
}
