// Runs the cases of forward progress of one source, `node progress-program.ts DEVICE NUMBER`, and says which one it is at: on a
// GPU nobody can stop a kernel that waits forever but who ends the process.

import { withDevice } from "../../src/runtime/devices/devices.js";
import { module } from "../../src/runtime/modules/module.js";
import { progressSources } from "../conformance/progress-cases.js";
import { runCase } from "../conformance/progress-run.js";

const [device = "cpu", number = "0"] = process.argv.slice(2);
const { source, cases } = progressSources()[Number(number)] ?? { source: "", cases: [] };

await withDevice(device, async () => {
  using m = module(source);
  await m.ready();
  for (const one of cases) {
    if (one.endsOnlyHere !== undefined && device !== "cpu") continue;
    process.stdout.write(`${one.kernel}\n`);
    await runCase(m, one);
  }
});
process.stdout.write("all\n");
