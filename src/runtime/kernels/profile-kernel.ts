// kernel.profile(): runs a kernel on the cpu device and counts what a GPU would do. This uses a second, instrumented compilation of
// the kernel. If the kernel's own device is a GPU, it also runs there on copies of the arguments, to measure its time.

import { unwatched } from "../../backend/work.js";
import type { ProfiledLaunch } from "../../core/kernel-profile.js";
import { toDevice } from "../devices/devices.js";
import type { KernelCore } from "./kernel-core.js";
import type { LaunchConfig } from "./launch-config.js";
import { type KernelProfile, profileObject } from "./profile-object.js";
import { runOnHostArrays } from "./run-kernel.js";
import type { DeviceCore } from "../order/stream-core.js";
import { timeKernel } from "./time-kernel.js";
import { processState } from "../../core/process-state.js";

/** The last profile. Profiles are made one after the other, so that counts belong to one call. */
const state = processState(() => ({ last: Promise.resolve() as Promise<unknown> }));

/** Runs a kernel and settles with its profile. */
export function profileKernel(
  core: KernelCore,
  config: LaunchConfig,
  args: readonly unknown[],
): Promise<KernelProfile> {
  const run = state.last.then(() => runProfiled(core, config, args));
  state.last = run.catch(() => {});
  return run;
}

async function runProfiled(
  core: KernelCore,
  config: LaunchConfig,
  args: readonly unknown[],
): Promise<KernelProfile> {
  core.module.checkOpen(`profile ${core.name}`);
  const { stream, ...plain } = config;
  const own = core.streamOf(config).device;
  const time =
    own.backend.watch !== null
      ? undefined
      : { device: own.id, milliseconds: await timeKernel(core, config, args) };
  const device = toDevice("cpu");
  const profiled = core.profiledOn(device);
  const there = profiled.on(device);
  await there.ready();
  copyVariables(core, profiled, device);
  let found: ProfiledLaunch | undefined;
  // Kernels that it launches come after it.
  there.onProfile = (profile) => void (found ??= profile);
  try {
    await runOnHostArrays(profiled, time === undefined && stream ? { ...plain, stream } : plain, args);
  } finally {
    there.onProfile = undefined;
  }
  if (found === undefined) throw new Error(`internal: nothing was counted in ${core.name}`);
  return profileObject(time === undefined ? found : { ...found, time });
}

// Both modules have variables of their own.
function copyVariables(from: KernelCore, to: KernelCore, device: DeviceCore): void {
  const names = [...from.module.source.globals.keys()];
  if (names.length === 0) return;
  const source = from.on(device).build.current?.module;
  const target = to.on(device).build.current?.module;
  const { backend, defaultStream } = device;
  for (const name of names) {
    const [one, other] = [source?.global(name), target?.global(name)];
    if (one === undefined || other === undefined) continue;
    backend.copy(other.address, one.address, one.byteLength, defaultStream.backendStream, unwatched);
  }
}
