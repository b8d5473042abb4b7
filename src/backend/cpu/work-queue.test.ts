import { describe, expect, it } from "vitest";
import type { CpuStream, DeviceWork, HostWork, QueueDevice } from "./work-queue.js";
import { WorkQueue } from "./work-queue.js";

const stream = (id = 0): CpuStream => ({ id, error: undefined });

/** A device that does its work when it is told to, `room` pieces at most at a time. */
class FakeDevice implements QueueDevice {
  readonly log: string[] = [];
  readonly room: number;
  readonly queue = new WorkQueue(this);
  #given: Fake[] = [];
  #toldAt: "room" | Fake | undefined;

  constructor(room = 8) {
    this.room = room;
  }

  collect(): void {}

  wait(): void {
    this.finishOne();
  }

  notifyAtRoom(): boolean {
    this.#toldAt = "room";
    return this.#given.length >= this.room;
  }

  /** What the queue wants to be told of. */
  get awaited(): string | undefined {
    return this.#toldAt === "room" ? "room" : this.#toldAt?.name;
  }

  get given(): string[] {
    return this.#given.map((work) => work.name);
  }

  finishOne(failure?: Error): void {
    const work = this.#given.shift();
    if (!work) throw new Error("the device has nothing to do");
    this.log.push(work.name);
    work.outcome = { failure };
    if (failure) this.#given = [];
  }

  /** Finishes all that was given, and tells the queue after each. */
  finishAll(): void {
    while (this.#given.length > 0) {
      this.finishOne();
      this.queue.progress();
    }
  }

  launch(name: string, on: CpuStream, extra: Partial<DeviceWork> = {}): void {
    this.queue.add(this.#work(name, on, extra));
  }

  host(name: string, on: CpuStream, effect: HostWork["effect"] = "memory", always = false): void {
    this.queue.add({ kind: "host", stream: on, effect, always, run: () => void this.log.push(name) });
  }

  #work(name: string, on: CpuStream, extra: Partial<DeviceWork>): DeviceWork {
    const work: Fake = {
      name,
      outcome: undefined,
      kind: "device",
      stream: on,
      pending: () => undefined,
      prepareSync: () => {},
      begin: () => {
        if (this.#given.length >= this.room) return "full";
        this.#given.push(work);
        return "running";
      },
      isFinished: () => work.outcome !== undefined,
      finish: () => {
        if (work.outcome?.failure) throw work.outcome.failure;
        return 0;
      },
      takeBack: () => {},
      notify: () => {
        this.#toldAt = work;
        return work.outcome === undefined;
      },
      ...extra,
    };
    return work;
  }
}

interface Fake extends DeviceWork {
  readonly name: string;
  outcome: { readonly failure: Error | undefined } | undefined;
}

describe("WorkQueue", () => {
  it("does the main thread's work inside the call when nothing is before it", () => {
    const device = new FakeDevice();
    device.host("write", stream());
    expect(device.log).toEqual(["write"]);
    expect(device.queue.isEmpty).toBe(true);
  });

  it("gives launches to the device ahead of their turn", () => {
    const device = new FakeDevice(3);
    const s = stream();
    for (const name of ["a", "b", "c", "d"]) device.launch(name, s);
    expect(device.given).toEqual(["a", "b", "c"]);
    expect(device.awaited).toBe("room");
    device.finishOne();
    device.queue.progress();
    expect(device.given).toEqual(["b", "c", "d"]);
    expect(device.awaited).toBe("d");
    device.finishAll();
    expect(device.log).toEqual(["a", "b", "c", "d"]);
    expect(device.queue.isEmpty).toBe(true);
  });

  it("lets no launch pass work on memory, but passes notes and releases", () => {
    const device = new FakeDevice();
    const s = stream();
    device.launch("a", s);
    device.host("free", s, "release", true);
    device.host("event", s, "note", true);
    device.launch("b", s);
    device.host("write", s);
    device.launch("c", s);
    expect(device.given).toEqual(["a", "b"]);
    // Somebody waits for the event, so the queue wants to hear of what is before it.
    expect(device.awaited).toBe("a");
    device.finishAll();
    expect(device.log).toEqual(["a", "free", "event", "b", "write", "c"]);
  });

  it("takes launches back after a failure and gives those of other streams again", () => {
    const device = new FakeDevice();
    const bad = stream(1);
    const good = stream(2);
    device.launch("fails", bad);
    device.launch("skipped", bad);
    device.launch("good", good);
    device.host("event", bad, "note", true);
    device.finishOne(new Error("first"));
    device.queue.progress();
    expect(device.given).toEqual(["good"]);
    device.finishAll();
    expect(device.log).toEqual(["fails", "good", "event"]);
    expect(bad.error).toEqual(new Error("first"));
    expect(good.error).toBeUndefined();
  });

  it("goes on with a stream when somebody has taken its error", () => {
    const device = new FakeDevice();
    const bad = stream(1);
    device.launch("fails", bad);
    device.queue.add({
      kind: "host",
      stream: bad,
      effect: "note",
      always: true,
      run: () => {
        bad.error = undefined;
      },
    });
    device.launch("after", bad);
    device.finishOne(new Error("first"));
    device.queue.progress();
    expect(device.given).toEqual(["after"]);
    device.finishAll();
    expect(device.log).toEqual(["fails", "after"]);
  });

  it("stops a stream at an error of the main thread, not the others, and runs what must run", () => {
    const device = new FakeDevice();
    const bad = stream(1);
    const fail = (): never => {
      throw new Error("first");
    };
    device.queue.add({ kind: "host", stream: bad, effect: "memory", always: false, run: fail });
    device.host("skipped", bad);
    device.launch("also skipped", bad);
    device.host("good", stream(2));
    device.host("always", bad, "release", true);
    expect(device.log).toEqual(["good", "always"]);
    expect(bad.error).toEqual(new Error("first"));
  });

  it("keeps order behind a launch that waits for its compiler", async () => {
    const device = new FakeDevice();
    const s = stream();
    let release = (): void => {};
    let gate: Promise<void> | undefined = new Promise<void>((resolve) => {
      release = () => {
        gate = undefined;
        resolve();
      };
    });
    device.launch("compiled", s, { pending: () => gate });
    device.host("write", s);
    expect(device.given).toEqual([]);
    release();
    await new Promise((resolve) => setImmediate(resolve));
    expect(device.given).toEqual(["compiled"]);
    device.finishAll();
    expect(device.log).toEqual(["compiled", "write"]);
  });

  it("lets a blocking wait take over, once", async () => {
    const device = new FakeDevice();
    const s = stream();
    let gate: Promise<void> | undefined = Promise.resolve();
    const prepareSync = (): void => {
      gate = undefined;
    };
    device.launch("compiled", s, { pending: () => gate, prepareSync });
    device.host("next", s);
    device.queue.drainSync();
    await new Promise((resolve) => setImmediate(resolve));
    expect(device.log).toEqual(["compiled", "next"]);
    expect(device.queue.isEmpty).toBe(true);
  });

  it("puts a launch that is refused on its stream, in its turn", () => {
    const device = new FakeDevice();
    const s = stream();
    device.launch("a", s);
    const begin = (): never => {
      throw new RangeError("too large");
    };
    device.launch("refused", s, { begin });
    expect(s.error).toBeUndefined();
    device.finishAll();
    expect(s.error).toEqual(new RangeError("too large"));
  });

  it("survives many commands behind a slow one", () => {
    const device = new FakeDevice();
    const s = stream();
    device.launch("slow", s);
    for (let i = 0; i < 5000; i++) device.host("fast", s);
    device.queue.drainSync();
    expect(device.log).toHaveLength(5001);
  });
});
