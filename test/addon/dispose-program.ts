// Loads an addon for the cpu device, gives it back and ends. Run by on-cpu-device.test.ts.

import { loadOnDevice } from "./on-device.js";

const addon = await loadOnDevice("cpu");
addon.dispose();
