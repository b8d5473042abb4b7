// The device behind fake(): it knows shapes and dtypes and computes nothing (backend/fake). devices() does not list it.

import { createFakeBackend, FAKE } from "../../backend/fake/fake-backend.js";
import { openDevice } from "./devices.js";
import type { DeviceCore } from "../order/stream-core.js";
import { processState } from "../../core/process-state.js";

const state = processState(() => ({ opened: undefined as DeviceCore | undefined }));

/** The fake device. */
export function fakeDevice(): DeviceCore {
  return (state.opened ??= openDevice(FAKE, createFakeBackend));
}

/** Whether a device is the fake device. */
export function isFake({ id }: { readonly id: string }): boolean {
  return id === FAKE;
}
