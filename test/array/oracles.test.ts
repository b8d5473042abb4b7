// The oracles on the cpu device, and on one whose blocks are teams and whose threads take several elements, as on a GPU.

import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { warpTuning } from "../../src/backend/tuning.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";
import { testOracles } from "./oracles-suite.js";

const teams = "oracle-teams:0";
const backend = createCpuBackend();
Object.defineProperties(backend, {
  id: { value: teams },
  tuning: { value: { ...warpTuning, elementsPerThread: 4 } },
});
registerBackend(oneDevice(teams, () => backend));

testOracles("cpu");
testOracles(teams);
