// kernel.check(): runs a kernel on the cpu device with every memory access watched. This uses a second, instrumented compilation of
// the kernel, and the values of the module's variables are copied to it first.

import type { CheckReport } from "../../core/check-report.js";
import { LaunchError } from "../../core/errors.js";
import { unwatched } from "../../backend/work.js";
import { toDevice } from "../devices/devices.js";
import type { KernelCore } from "./kernel-core.js";
import type { LaunchConfig } from "./launch-config.js";
import { runOnHostArrays } from "./run-kernel.js";
import type { DeviceCore } from "../order/stream-core.js";
import { processState } from "../../core/process-state.js";

/** The last check. Checks run one after the other, so that each report belongs to one call. */
const state = processState(() => ({ last: Promise.resolve() as Promise<unknown> }));

/** Runs a kernel and returns the reports of what is wrong. */
export async function checkKernel(
  core: KernelCore,
  config: LaunchConfig,
  args: readonly unknown[],
): Promise<readonly CheckReport[]> {
  core.module.checkOpen(`check ${core.name}`);
  const device = toDevice("cpu");
  const run = state.last.then(() => runChecked(core, device, config, args));
  state.last = run.catch(() => {});
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
  } catch (error) {
    const [first] = reports;
    if (!(error instanceof LaunchError) || first === undefined) throw error;
    reports.push(stopped(core.name, first, error));
  } finally {
    there.onReports = before;
  }
  return reports;
}

// An earlier report may be the cause: a read outside of memory gives 0 here, which can make a loop over a list endless.
function stopped(kernel: string, { file }: CheckReport, error: LaunchError): CheckReport {
  return {
    kind: "fault",
    message: "kernel that did not finish",
    detail: error.message.split("\n", 1)[0] as string,
    hint: "mend what is told before this first: it may be the reason",
    kernel,
    file,
    line: 0,
    column: 0,
    count: 1,
  };
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
