import { inspect } from "node:util";
import { beforeEach, describe, expect, it } from "vitest";
import { registerFake } from "../../../test/runtime/fake-backend.js";
import { buffer } from "../../array/array.js";
import { device, withDevice } from "../devices/devices.js";
import { kernel } from "../kernels/kernel.js";
import { liveHandles } from "../lifetimes/handle.js";
import { stream } from "./stream.js";

const fake = registerFake("fake:0");
registerFake("other:0");
const on = { device: "fake:0" };
const read = kernel('extern "C" __global__ void read(const float* x) {}', on);
const write = kernel('extern "C" __global__ void write(float* x) {}', on);
const one = { grid: 1, block: 1 };
await read.ready();
await write.ready();

beforeEach(() => fake.clearLog());

/** Launches a kernel that fails. */
function failing(launch: () => void): void {
  fake.failing.set("write", new Error("trap"));
  launch();
  fake.failing.clear();
}

describe("a stream", () => {
  it("is current inside run(), also after await, and settles with the result", async () => {
    using s = stream(on);
    using x = buffer("float32", 4, on);
    fake.clearLog();
    const result = await s.run(async () => {
      write(one, x);
      await Promise.resolve();
      write(one, x);
      return 7;
    });
    write(one, x);
    expect(result).toBe(7);
    const id = fake.launches[0]?.stream;
    expect(fake.launches.map((launch) => launch.stream)).toEqual([id, id, 0]);
    expect(id).toBeGreaterThan(0);
  });

  it("can be awaited, and rejects once with the first error of its work", async () => {
    using s = stream(on);
    await s;
    using x = buffer("float32", 1, { stream: s });
    failing(() => write({ ...one, stream: s }, x));
    await expect(s.synchronize()).rejects.toThrow("trap");
    await s;
    s.synchronizeSync();
  });

  it("shows the error of the body of run() rather than that of the work", async () => {
    using s = stream(on);
    const failing = s.run(() => {
      throw new Error("body");
    });
    await expect(failing).rejects.toThrow("body");
  });

  it("takes a priority", () => {
    stream({ ...on, priority: -1 }).dispose();
    expect(fake.log[0]).toMatch(/^create \d+ \(-1\)$/);
    expect(() => stream({ ...on, priority: 0.5 })).toThrow("must be a whole number (got 0.5)");
  });

  it("cannot be used after dispose(), which is idempotent", async () => {
    const s = stream(on);
    s.dispose();
    s.dispose();
    expect(fake.log.filter((line) => line.startsWith("destroy"))).toHaveLength(1);
    expect(() => s.synchronize()).toThrow("Cannot wait for a stream: the stream was disposed");
    expect(() => s.record()).toThrow("disposed");
    await expect(s.run(() => {})).rejects.toThrow("disposed");
    using x = buffer("float32", 1, on);
    expect(() => write({ ...one, stream: s }, x)).toThrow("Cannot launch write: the stream was disposed");
  });

  it("is no longer current when it was disposed", async () => {
    const s = stream(on);
    using x = buffer("float32", 1, on);
    const late = s.run(async () => {
      s.dispose();
      write(one, x);
    });
    await expect(late).rejects.toThrow("Cannot use the current stream: it was disposed (on fake:0)");
  });

  it("must come from stream()", () => {
    expect(() => buffer("float32", 1, { stream: {} as never })).toThrow("must come from stream() (got {})");
    using s = stream(on);
    expect(() => buffer("float32", 1, { device: "other:0", stream: s })).toThrow(
      "the stream must be one of its device",
    );
    expect(inspect(s)).toMatch(/^Stream \d+ on fake:0$/);
  });
});

describe("an event", () => {
  it("marks a point to wait for and to measure from", async () => {
    using s = stream(on);
    using start = s.record();
    using end = s.record();
    await end;
    expect(end.isDone).toBe(true);
    expect(end.elapsedSince(start)).toBeGreaterThan(0);
    using t = stream(on);
    fake.clearLog();
    t.waitFor(end);
    expect(fake.log).toHaveLength(1);
    expect(fake.log[0]).toMatch(/^wait \d+ for \d+$/);
  });

  it("is checked", async () => {
    using s = stream(on);
    const gone = s.record();
    gone.dispose();
    expect(() => gone.isDone).toThrow("Cannot ask for an event: the event was disposed");
    expect(() => s.waitFor(3 as never)).toThrow("(got 3)");
    using start = s.record();
    expect(() => start.elapsedSince({} as never)).toThrow("the start must be an event");
    using other = stream({ device: "other:0" });
    using there = other.record();
    expect(() => there.elapsedSince(start)).toThrow(
      "both events must be of one device (got fake:0 and other:0)",
    );
    s.waitFor(there);
    await s;
  });

  it("of another device orders work, and brings no error of its stream", async () => {
    using s = stream(on);
    using t = stream({ device: "other:0" });
    using x = buffer("float32", 1, { stream: s });
    failing(() => write({ ...one, stream: s }, x));
    using event = s.record();
    t.waitFor(event);
    await t;
    await expect(s.synchronize()).rejects.toThrow("trap");
  });

  it("rejects with the error of work before it; whoever asked before gets it too, and nobody later", async () => {
    using s = stream(on);
    using x = buffer("float32", 1, { stream: s });
    using early = s.record();
    failing(() => write({ ...one, stream: s }, x));
    using event = s.record();
    const asked = Promise.allSettled([s.synchronize(), device("fake:0").synchronize()]);
    await early;
    await expect(event.synchronize()).rejects.toThrow("trap");
    for (const one of await asked) {
      expect(one).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("trap") } });
    }
    await s.synchronize();
  });
});

describe("memory used on several streams", () => {
  const setUp = () => {
    const [a, b, c] = [stream(on), stream(on), stream(on)] as const;
    const x = buffer("float32", 1, { stream: a });
    const id = (s: typeof a) => Number(/\d+/.exec(inspect(s))?.[0]);
    fake.clearLog();
    return { a, b, c, x, ids: [id(a), id(b), id(c)] as const };
  };

  it("makes the reader wait for the writer, once", () => {
    const { a, b, x, ids } = setUp();
    write({ ...one, stream: a }, x);
    read({ ...one, stream: b }, x);
    read({ ...one, stream: b }, x);
    expect(fake.log).toEqual([
      `launch write on ${ids[0]}`,
      `wait ${ids[1]} for ${ids[0]}`,
      `launch read on ${ids[1]}`,
      `launch read on ${ids[1]}`,
    ]);
  });

  it("makes a reader wait again after each write", () => {
    const { a, b, x, ids } = setUp();
    for (let round = 0; round < 3; round++) {
      write({ ...one, stream: a }, x);
      read({ ...one, stream: b }, x);
      read({ ...one, stream: b }, x);
      const before = round === 0 ? [] : [`wait ${ids[0]} for ${ids[1]}`];
      expect(fake.log).toEqual([
        ...before,
        `launch write on ${ids[0]}`,
        `wait ${ids[1]} for ${ids[0]}`,
        `launch read on ${ids[1]}`,
        `launch read on ${ids[1]}`,
      ]);
      fake.clearLog();
    }
  });

  it("lets readers overlap, and the next writer wait for all of them", () => {
    const { a, b, c, x, ids } = setUp();
    read({ ...one, stream: b }, x);
    read({ ...one, stream: c }, x);
    read({ ...one, stream: a }, x);
    fake.clearLog();
    write({ ...one, stream: a }, x);
    expect(fake.log).toEqual([
      `wait ${ids[0]} for ${ids[1]}`,
      `wait ${ids[0]} for ${ids[2]}`,
      `launch write on ${ids[0]}`,
    ]);
    fake.clearLog();
    write({ ...one, stream: a }, x);
    expect(fake.log).toEqual([`launch write on ${ids[0]}`]);
  });

  it("is freed after its last use, wherever that was", () => {
    const { a, b, x, ids } = setUp();
    read({ ...one, stream: b }, x);
    fake.clearLog();
    x.dispose();
    expect(fake.log).toEqual([`wait ${ids[0]} for ${ids[1]}`, `free 4 on ${ids[0]}`]);
    const y = buffer("float32", 1, { stream: a });
    a.dispose();
    fake.clearLog();
    y.dispose();
    expect(fake.log).toEqual([`wait 0 for ${ids[0]}`, "free 4 on 0"]);
  });

  it("is read on the stream that wrote it, so that its error is seen", async () => {
    const { b, x, ids } = setUp();
    fake.clearLog();
    failing(() => write({ ...one, stream: b }, x));
    await expect(x.data()).rejects.toThrow("trap");
    expect(fake.log.at(-1)).toBe(`read 4 on ${ids[1]}`);
  });

  it("waits for nothing on one stream", () => {
    withDevice("fake:0", () => {
      using x = buffer("float32", 1);
      for (let i = 0; i < 10; i++) write(one, x);
      x.fill(1);
      read(one, x);
    });
    expect(fake.log.filter((line) => line.startsWith("wait"))).toEqual([]);
  });
});

describe("a device", () => {
  it("waits for all its streams and rejects with the first error", async () => {
    using s = stream(on);
    using x = buffer("float32", 1, { stream: s });
    failing(() => write({ ...one, stream: s }, x));
    await expect(device("fake:0").synchronize()).rejects.toThrow("trap");
    await device("fake:0").synchronize();
    device("fake:0").synchronizeSync();
  });

  it("starts anew after reset()", () => {
    using x = buffer("float32", 1, on);
    fake.clearLog();
    device("fake:0").reset();
    // What others have left is given back as well.
    expect(fake.log[0]).toBe("reset");
    expect(fake.log).toContain("free 4 on 0");
    expect(x.isDisposed).toBe(true);
  });
});

describe("streams and events", () => {
  it("are counted while they live", () => {
    const count = () => liveHandles().filter(({ kind }) => kind === "stream" || kind === "event").length;
    const before = count();
    const s = stream(on);
    const e = s.record();
    expect(count()).toBe(before + 2);
    e.dispose();
    s.dispose();
    expect(count()).toBe(before);
  });
});
