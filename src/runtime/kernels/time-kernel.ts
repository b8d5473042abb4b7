// The time of a kernel on its device, measured by events directly before and after the launch. Copies of typed arrays are not
// included.

import { isTypedArray } from "../../core/dtype.js";
import { type Event, recordEvent } from "../order/event.js";
import type { KernelCore } from "./kernel-core.js";
import type { LaunchConfig } from "./launch-config.js";
import { runOnHostArrays } from "./run-kernel.js";

/**
 * Milliseconds of device time of one launch. It runs on copies of typed arrays, which stay unchanged. The second of two launches is
 * measured, because the first one loads the code.
 */
export async function timeKernel(
  core: KernelCore,
  config: LaunchConfig,
  args: readonly unknown[],
): Promise<number> {
  await core.ready(core.streamOf(config).device);
  await timedRun(core, config, args);
  return timedRun(core, config, args);
}

async function timedRun(core: KernelCore, config: LaunchConfig, args: readonly unknown[]): Promise<number> {
  const events: Event[] = [];
  try {
    const copies = args.map((value) => (isTypedArray(value) ? value.slice() : value));
    await runOnHostArrays(core, config, copies, (stream, launch) => {
      events.push(recordEvent(stream));
      launch();
      events.push(recordEvent(stream));
    });
    const [start, end] = events as [Event, Event];
    await end;
    return end.elapsedSince(start);
  } finally {
    for (const event of events) event.dispose();
  }
}
