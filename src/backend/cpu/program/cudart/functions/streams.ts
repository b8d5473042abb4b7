// Streams: creation, waiting, functions of the host in their turn.

import type { Implementations } from "../bind-function.js";
import { toPointer } from "../../../../../compiler/clang/pointer-size.js";
import { fail } from "../error-state.js";
import type { Operation } from "../operation.js";
import type { Runtime } from "../runtime.js";
import type { STREAMS } from "../signatures/execution.js";

export function streamFunctions(rt: Runtime): Implementations<typeof STREAMS> {
  const { guest, streams } = rt;
  const create = (stream = 0, flags = 0, priority = 0): undefined => {
    if (stream === 0) fail("cudaErrorInvalidValue");
    guest.setWord(stream, streams.create(flags, Math.min(0, Math.max(-5, priority))));
  };
  const wait = (stream = 0): undefined => {
    streams.get(stream);
    streams.refuseDuringCapture("cudaErrorStreamCaptureUnsupported", stream);
    rt.work.wait();
    rt.host.watcher?.streamWaited(streams.get(stream));
  };
  return {
    cudaStreamCreate: (stream = 0) => create(stream),
    cudaStreamCreateWithFlags: create,
    cudaStreamCreateWithPriority: create,
    cudaStreamDestroy: (stream = 0) => {
      streams.destroy(stream);
    },
    cudaStreamSynchronize: wait,
    // Asking is the only chance that work gets while a program polls, so it is done meanwhile.
    cudaStreamQuery: wait,
    cudaStreamWaitEvent: (stream = 0, event = 0) => {
      streams.get(stream);
      const { captured } = rt.events.get(event);
      // Work is done in the order of issue, so what the event stands for is before what comes now.
      if (captured) streams.join(stream, captured.capture, captured.nodes);
      else rt.host.watcher?.streamAwaits(streams.get(stream), event);
    },
    cudaStreamGetFlags: (stream = 0, flags = 0) => {
      guest.setU32(flags, streams.get(stream).flags);
    },
    cudaStreamGetPriority: (stream = 0, priority = 0) => {
      guest.setU32(priority, streams.get(stream).priority);
    },
    cudaStreamGetId: (stream = 0, id = 0) => {
      guest.setU64(id, streams.get(stream).id);
    },
    cudaStreamGetDevice: (stream = 0, device = 0) => {
      streams.get(stream);
      guest.setU32(device, 0);
    },
    cudaStreamSetAttribute: (stream = 0) => {
      streams.get(stream);
    },
    cudaStreamAttachMemAsync: (stream = 0, pointer = 0) => {
      streams.get(stream);
      const kind = rt.blocks.find(pointer)?.kind;
      if (kind !== "managed") fail("cudaErrorInvalidValue");
    },
    cudaStreamAddCallback: (stream = 0, callback = 0, data = 0, flags = 0) => {
      if (flags !== 0 || callback === 0) fail("cudaErrorInvalidValue");
      streams.refuseDuringCapture("cudaErrorStreamCaptureUnsupported", stream);
      streams.submit(stream, {
        type: "host",
        run: () => {
          rt.work.settle();
          rt.call(callback, toPointer(stream), rt.errors.sticky, toPointer(data));
        },
      });
    },
    cudaLaunchHostFunc: (stream = 0, callback = 0, data = 0) => {
      streams.submit(stream, hostOperation(rt, callback, data));
    },
  };
}

/** A call of the program's function, after the work before it, as work for a stream. */
export function hostOperation(rt: Runtime, callback: number, data: number): Operation {
  if (callback === 0) fail("cudaErrorInvalidValue");
  return {
    type: "host",
    run: () => {
      rt.work.wait();
      rt.call(callback, toPointer(data));
    },
  };
}
