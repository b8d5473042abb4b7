import { describe, expect, it } from "vitest";
import { TestRuntime } from "../../../../../test/program-runner/cuda-runtime.js";

const kernel = { work: { run: () => {} } };

describe("streams", () => {
  it("have flags, priorities and identities; a destroyed one is no stream", () => {
    const t = new TestRuntime();
    const a = t.make("cudaStreamCreate");
    const b = t.make("cudaStreamCreateWithFlags", 1);
    const c = t.make("cudaStreamCreateWithPriority", 1, -99);
    const value = t.place(8);
    t.call("cudaStreamGetFlags", b, value);
    expect(t.guest.u32(value)).toBe(1);
    t.call("cudaStreamGetPriority", c, value);
    expect(t.guest.i32(value)).toBe(-5);
    t.call("cudaStreamGetDevice", c, value);
    expect(t.guest.i32(value)).toBe(0);
    t.call("cudaStreamGetId", a, value);
    const id = t.guest.u64(value);
    t.call("cudaStreamGetId", b, value);
    expect(t.guest.u64(value)).not.toBe(id);
    expect(t.call("cudaStreamSetAttribute", a, 1, value)).toBe("cudaSuccess");
    expect(t.call("cudaStreamDestroy", a)).toBe("cudaSuccess");
    expect(t.call("cudaStreamDestroy", a)).toBe("cudaErrorInvalidResourceHandle");
    expect(t.call("cudaStreamSynchronize", a)).toBe("cudaErrorInvalidResourceHandle");
    expect(t.call("cudaStreamDestroy", 0)).toBe("cudaErrorInvalidResourceHandle");
    expect(t.call("cudaStreamCreateWithFlags", t.place(), 8)).toBe("cudaErrorInvalidValue");
    // The default stream under its three names.
    expect([0, 1, 2].map((s) => t.call("cudaStreamSynchronize", s))).toEqual(Array(3).fill("cudaSuccess"));
  });

  it("do their work when asked about it", () => {
    const t = new TestRuntime(kernel);
    const s = t.make("cudaStreamCreate");
    t.launch(0, [1, 1, 1], [1, 1, 1], [], 0, s);
    expect(t.log).toEqual([]);
    expect(t.call("cudaStreamQuery", s)).toBe("cudaSuccess");
    expect(t.log).toEqual(["work"]);
  });

  it("call functions of the host in their turn", () => {
    const t = new TestRuntime(kernel);
    const s = t.make("cudaStreamCreate");
    t.functions.set(7, (data) => t.log.push(`host ${data}`));
    t.functions.set(8, (stream, status, data) =>
      t.log.push(`callback ${Number(stream) === s} ${status} ${data}`),
    );
    t.launch(0, [1, 1, 1], [1, 1, 1], [], 0, s);
    expect(t.call("cudaLaunchHostFunc", s, 7, 42)).toBe("cudaSuccess");
    expect(t.call("cudaStreamAddCallback", s, 8, 43, 0)).toBe("cudaSuccess");
    t.call("cudaStreamSynchronize", s);
    expect(t.log).toEqual(["work", "host 42", "callback true 0 43"]);
    expect(t.call("cudaLaunchHostFunc", s, 0, 0)).toBe("cudaErrorInvalidValue");
  });

  it("attach managed memory", () => {
    const t = new TestRuntime();
    const s = t.make("cudaStreamCreate");
    expect(t.call("cudaStreamAttachMemAsync", s, t.make("cudaMallocManaged", 16, 1), 0, 4)).toBe(
      "cudaSuccess",
    );
    expect(t.call("cudaStreamAttachMemAsync", s, t.make("cudaMalloc", 16), 0, 4)).toBe(
      "cudaErrorInvalidValue",
    );
  });

  it("do not let more wait than CUDA's queue holds", () => {
    const t = new TestRuntime(kernel);
    for (let i = 0; i < 1500; i++) t.launch(0, [1, 1, 1], [1, 1, 1], []);
    expect(t.log.length).toBe(1024);
    t.finish();
    expect(t.log.length).toBe(1500);
  });
});

describe("events", () => {
  it("tell the time between them", () => {
    const t = new TestRuntime(kernel);
    const start = t.make("cudaEventCreate");
    const end = t.make("cudaEventCreateWithFlags", 1);
    expect(t.call("cudaEventRecord", start, 0)).toBe("cudaSuccess");
    t.launch(0, [1, 1, 1], [1, 1, 1], []);
    t.launch(0, [1, 1, 1], [1, 1, 1], []);
    expect(t.call("cudaEventRecordWithFlags", end, 0, 0)).toBe("cudaSuccess");
    expect(t.call("cudaEventSynchronize", end)).toBe("cudaSuccess");
    const ms = t.place();
    expect(t.call("cudaEventElapsedTime", ms, start, end)).toBe("cudaSuccess");
    expect(new Float32Array(t.memory.buffer, ms, 1)[0]).toBe(10);
    expect(t.call("cudaEventQuery", end)).toBe("cudaSuccess");
    expect(t.call("cudaEventDestroy", end)).toBe("cudaSuccess");
    expect(t.call("cudaEventDestroy", end)).toBe("cudaErrorInvalidResourceHandle");
  });

  it("that were not recorded, or have no time, are refused", () => {
    const t = new TestRuntime();
    const [a, b] = [t.make("cudaEventCreate"), t.make("cudaEventCreateWithFlags", 2)];
    const ms = t.place();
    expect(t.call("cudaEventElapsedTime", ms, a, a)).toBe("cudaErrorInvalidResourceHandle");
    t.call("cudaEventRecord", b, 0);
    expect(t.call("cudaEventElapsedTime", ms, b, b)).toBe("cudaErrorInvalidResourceHandle");
    expect(t.call("cudaEventQuery", a)).toBe("cudaSuccess");
    expect(t.call("cudaEventCreateWithFlags", t.place(), 4)).toBe("cudaErrorNotSupported");
    expect(t.call("cudaStreamWaitEvent", 0, b, 0)).toBe("cudaSuccess");
    expect(t.call("cudaStreamWaitEvent", 0, 12, 0)).toBe("cudaErrorInvalidResourceHandle");
  });
});
