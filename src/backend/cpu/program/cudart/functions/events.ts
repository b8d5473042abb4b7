// Events: points in the work, and the time between two of them.

import type { Implementations } from "../bind-function.js";
import { fail } from "../error-state.js";
import type { Operation } from "../operation.js";
import type { CudaEvent, Runtime } from "../runtime.js";
import type { EVENTS } from "../signatures/execution.js";

const DISABLE_TIMING = 2;
const INTERPROCESS = 4;

export function eventFunctions(rt: Runtime): Implementations<typeof EVENTS> {
  const { guest } = rt;
  const create = (event = 0, flags = 0): undefined => {
    if (event === 0 || flags > 7) fail("cudaErrorInvalidValue");
    if ((flags & INTERPROCESS) !== 0) fail("cudaErrorNotSupported");
    guest.setWord(event, rt.events.add({ flags, recorded: undefined, captured: undefined }));
  };
  const record = (event = 0, stream = 0): undefined => {
    const target = rt.events.get(event);
    const { capture, tail } = rt.streams.get(stream);
    target.captured = capture && { capture, nodes: tail };
    if (!capture) rt.streams.submit(stream, recordOperation(rt, event));
  };
  // An event that was never recorded counts as done.
  const wait = (event = 0): undefined => {
    if (rt.events.get(event).captured) fail("cudaErrorCapturedEvent");
    rt.work.wait();
    rt.host.watcher?.eventWaited(event);
  };
  const timed = (event: number): CudaEvent & { recorded: NonNullable<CudaEvent["recorded"]> } => {
    const found = rt.events.get(event);
    if (found.captured) fail("cudaErrorCapturedEvent");
    if ((found.flags & DISABLE_TIMING) !== 0 || !found.recorded) fail("cudaErrorInvalidResourceHandle");
    return { ...found, recorded: found.recorded };
  };
  return {
    cudaEventCreate: (event = 0) => create(event),
    cudaEventCreateWithFlags: create,
    cudaEventRecord: record,
    cudaEventRecordWithFlags: record,
    cudaEventSynchronize: wait,
    cudaEventQuery: wait,
    cudaEventElapsedTime: (milliseconds = 0, start = 0, end = 0) => {
      const from = timed(start);
      const to = timed(end);
      rt.work.wait();
      rt.host.watcher?.eventWaited(end);
      guest.setF32(milliseconds, to.recorded.timeMs() - from.recorded.timeMs());
    },
    cudaEventDestroy: (event = 0) => {
      rt.events.remove(event).recorded?.dispose();
    },
  };
}

/** The recording of an event as work for a stream. */
export function recordOperation(rt: Runtime, event: number): Operation {
  return {
    type: "eventRecord",
    run: () => {
      rt.events.get(event).recorded = rt.work.record();
      rt.host.watcher?.eventRecorded(event);
    },
  };
}
