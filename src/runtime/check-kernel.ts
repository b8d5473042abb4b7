// kernel.check(): a run on the cpu device with every access watched. The kernel is compiled a second time for that; what its
// module's variables hold is copied.

import type { CheckReport } from "../core/check-report.js";
import { unwatched } from "../backend/work.js";
import { toDevice } from "./devices.js";
import type { KernelCore } from "./kernel-core.js";
import type { LaunchConfig } from "./launch-config.js";
import { runOnHostArrays } from "./run-kernel.js";
import type { DeviceCore } from "./stream-core.js";

/** Kernels that are checked, one after the other: a report belongs to one call. */
let last: Promise<unknown> = Promise.resolve();

/** Runs a kernel and settles with what is wrong in it. */
export async function checkKernel(
  core: KernelCore,
  config: LaunchConfig,
  args: readonly unknown[],
): Promise<readonly CheckReport[]> {
  core.module.checkOpen(`check ${core.name}`);
  const device = toDevice("cpu");
  const run = last.then(() => runChecked(core, device, config, args));
  last = run.catch(() => {});
  return run;
}

async function runChecked(
  core: KernelCore,
  device: DeviceCore,
  config: LaunchConfig,
  args: readonly unknown[],
): Promise<readonly CheckReport[]> {
  const checked = core.checkedOn(device);
  const reports: CheckReport[] = [];
  const there = checked.on(device);
  await there.ready();
  if (checked !== core) copyVariables(core, checked, device);
  const before = there.onReports;
  there.onReports = (found) => void reports.push(...found);
  try {
    await runOnHostArrays(checked, config, args);
  } finally {
    there.onReports = before;
  }
  return reports;
}

function copyVariables(from: KernelCore, to: KernelCore, device: DeviceCore): void {
  const source = from.on(device).build.current?.module;
  const target = to.on(device).build.current?.module;
  if (source === undefined || target === undefined) return;
  const { backend, defaultStream } = device;
  for (const name of from.module.source.globals.keys()) {
    const [one, other] = [source.global(name), target.global(name)];
    if (one === undefined || other === undefined) continue;
    backend.copy(other.address, one.address, one.byteLength, defaultStream.backendStream, unwatched);
  }
}
