import { describe, expect, it } from "vitest";
import type { Work } from "../backend.js";
import type { DeviceLane, DeviceWork, HostWork } from "./commands.js";
import { StreamEvent } from "./stream-event.js";
import type { StreamQueue } from "./stream-queue.js";
import { type QueueDevice, WorkQueue } from "./work-queue.js";

/** A lane that does its work when it is told to, `room` pieces at most at a time. */
class FakeLane implements DeviceLane {
  readonly room: number;
  given: Fake[] = [];
  toldAt: "room" | Fake | undefined;

  constructor(room: number) {
    this.room = room;
  }

  collect(): void {}

  notifyAtRoom(): boolean {
    this.toldAt = "room";
    return this.given.length >= this.room;
  }
}

class FakeDevice implements QueueDevice {
  readonly log: string[] = [];
  readonly queue = new WorkQueue(this);
  readonly lanes: FakeLane[];
  #free: FakeLane[];

  constructor(room = 8, lanes = 2) {
    this.lanes = Array.from({ length: lanes }, () => new FakeLane(room));
    this.#free = this.lanes.toReversed();
  }

  takeLane(): DeviceLane | undefined {
    return this.#free.pop();
  }

  releaseLane(lane: DeviceLane): void {
    expect((lane as FakeLane).given).toEqual([]);
    this.#free.push(lane as FakeLane);
  }

  get freeLanes(): number {
    return this.#free.length;
  }

  reap(): boolean {
    return false;
  }

  get isStuck(): boolean {
    return this.lanes.every(({ given }) => given.length === 0 || given[0]?.stopping !== undefined);
  }

  wait(): void {
    for (const lane of this.lanes) if (lane.given.length > 0) this.finishOne(undefined, lane);
  }

  /** What the queue wants to be told of. */
  get awaited(): (string | undefined)[] {
    return this.lanes.map(({ toldAt }) => (toldAt === "room" ? "room" : toldAt?.name));
  }

  get given(): string[] {
    return this.lanes.flatMap(({ given }) => given.map((work) => work.name));
  }

  finishOne(failure?: Error, lane = this.lanes.find(({ given }) => given.length > 0)): void {
    const work = lane?.given.shift();
    if (!work || !lane) throw new Error("the device has nothing to do");
    this.log.push(work.name);
    work.outcome = { failure };
    if (failure) lane.given = [];
  }

  /** Finishes all that was given, and tells the queue after each. */
  finishAll(): void {
    while (this.given.length > 0) {
      this.finishOne();
      this.queue.progressAll();
    }
  }

  work(name: string, obstacle: () => unknown = () => undefined): Work {
    const work: Work = {
      obstacle,
      done: () => {},
      fail: (error) => void this.log.push(`${name}!${(error as Error).message}`),
      keep: () => work,
    };
    return work;
  }

  launch(name: string, on: StreamQueue, extra: Partial<Fake> & { needs?: () => unknown } = {}): Fake {
    const work = this.#fake(name, extra);
    this.queue.add(on, work);
    return work;
  }

  host(name: string, on: StreamQueue, effect: HostWork["effect"] = "memory", needs?: () => unknown): void {
    const work = effect === "memory" ? this.work(name, needs) : undefined;
    const run = (): boolean => {
      this.log.push(name);
      return true;
    };
    this.queue.add(on, { kind: "host", effect, work, run });
  }

  record(on: StreamQueue): StreamEvent {
    const event = new StreamEvent(on);
    const run = (timeMs: number): boolean => {
      event.happen(timeMs);
      return true;
    };
    this.queue.add(on, { kind: "host", effect: "note", work: undefined, run });
    return event;
  }

  #fake(name: string, { needs, ...extra }: Partial<Fake> & { needs?: () => unknown }): Fake {
    let own: FakeLane | undefined;
    const work: Fake = {
      name,
      outcome: undefined,
      stopping: undefined,
      kind: "device",
      work: this.work(name, needs),
      runNow: () => false,
      begin: (lane) => {
        own = lane as FakeLane;
        if (own.given.length >= own.room) return "full";
        own.given.push(work);
        return "running";
      },
      isFinished: () => work.outcome !== undefined,
      stopError: () => work.stopping,
      finish: () => {
        if (work.outcome?.failure) throw work.outcome.failure;
        return 0;
      },
      takeBack: () => {},
      notify: () => {
        if (own) own.toldAt = work;
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
  stopping: Error | undefined;
}

describe("work of a thread of its own", () => {
  it("begins without a lane when all before it is over, and holds back what is behind it", () => {
    const device = new FakeDevice(8, 1);
    const stream = device.queue.createStream();
    const other = device.queue.createStream();
    device.launch("before", stream);
    let outcome: { failure: Error } | undefined;
    let began = 0;
    const apart: DeviceWork = {
      kind: "device",
      isApart: true,
      work: device.work("apart"),
      runNow: () => false,
      begin: (lane) => {
        expect(lane).toBeUndefined();
        began++;
        return "running";
      },
      isFinished: () => outcome !== undefined,
      stopError: () => undefined,
      finish: () => {
        throw outcome?.failure ?? new Error("internal");
      },
      takeBack: () => expect.unreachable(),
      notify: () => true,
    };
    device.queue.add(stream, apart);
    device.launch("behind", stream);
    device.host("note", stream, "note");
    expect([began, device.given]).toEqual([0, ["before"]]);
    device.finishAll();
    expect([began, device.given]).toEqual([1, []]);
    // The lane is free for others meanwhile.
    device.launch("beside", other);
    expect(device.given).toEqual(["beside"]);
    device.finishAll();
    expect(device.log).toEqual(["before", "beside"]);
    outcome = { failure: new Error("wrong") };
    device.queue.progressAll();
    expect(device.given).toEqual(["behind"]);
    device.finishAll();
    expect(device.log).toEqual(["before", "beside", "apart!wrong", "behind", "note"]);
  });
});

describe("WorkQueue", () => {
  it("does the main thread's work inside the call when nothing is before it", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    device.host("write", s);
    expect(device.log).toEqual(["write"]);
    expect(s.isEmpty).toBe(true);
  });

  it("gives launches to the device ahead of their turn", () => {
    const device = new FakeDevice(3);
    const s = device.queue.createStream();
    for (const name of ["a", "b", "c", "d"]) device.launch(name, s);
    expect(device.given).toEqual(["a", "b", "c"]);
    expect(device.awaited[0]).toBe("room");
    device.finishOne();
    device.queue.progressAll();
    expect(device.given).toEqual(["b", "c", "d"]);
    expect(device.awaited[0]).toBe("d");
    device.finishAll();
    expect(device.log).toEqual(["a", "b", "c", "d"]);
    expect([s.isEmpty, device.freeLanes]).toEqual([true, 2]);
  });

  it("lets no launch pass work on memory, but passes notes and releases", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    device.launch("a", s);
    device.host("free", s, "release");
    device.host("event", s, "note");
    device.launch("b", s);
    device.host("write", s);
    device.launch("c", s);
    expect(device.given).toEqual(["a", "b"]);
    // Somebody waits for the event, so the queue wants to hear of what is before it.
    expect(device.awaited[0]).toBe("a");
    device.finishAll();
    expect(device.log).toEqual(["a", "free", "event", "b", "write", "c"]);
  });

  it("gives work of different streams to the device side by side", () => {
    const device = new FakeDevice();
    const [s, t] = [device.queue.createStream(), device.queue.createStream()];
    device.launch("long", s);
    device.host("after long", s);
    device.launch("short", t);
    device.host("after short", t);
    expect(device.lanes.map(({ given }) => given.map(({ name }) => name))).toEqual([["long"], ["short"]]);
    device.finishOne(undefined, device.lanes[1]);
    device.queue.progressAll();
    expect(device.log).toEqual(["short", "after short"]);
    device.finishAll();
    expect(device.log).toEqual(["short", "after short", "long", "after long"]);
  });

  it("takes launches back after a failure and gives those again that do not need what failed", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    let error: Error | undefined;
    const failing = device.launch("fails", s);
    failing.work.fail = (thrown) => {
      error = thrown as Error;
    };
    device.launch("needs it", s, { needs: () => error });
    device.launch("does not", s);
    device.host("needs it too", s, "memory", () => error);
    device.host("event", s, "note");
    expect(device.given).toEqual(["fails", "needs it", "does not"]);
    device.finishOne(new Error("first"));
    device.queue.progressAll();
    expect(device.given).toEqual(["does not"]);
    device.finishAll();
    expect(device.log).toEqual(["fails", "needs it!first", "does not", "needs it too!first", "event"]);
  });

  it("asks what work needs when its turn has come", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    let missing: Error | undefined = new Error("missing");
    const maker = device.launch("makes it", s);
    maker.work.done = () => {
      missing = undefined;
    };
    device.launch("needs it", s, { needs: () => missing });
    expect(device.given).toEqual(["makes it"]);
    device.finishAll();
    expect(device.log).toEqual(["makes it", "needs it"]);
  });

  it("tells of an error of the main thread's own work and goes on", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    const run = (): never => {
      throw new Error("first");
    };
    device.queue.add(s, { kind: "host", effect: "memory", work: device.work("fails"), run });
    device.host("next", s);
    expect(device.log).toEqual(["fails!first", "next"]);
  });

  it("lets a stream wait for a point in another one", () => {
    const device = new FakeDevice();
    const [s, t] = [device.queue.createStream(), device.queue.createStream()];
    device.launch("a", s);
    const event = device.record(s);
    device.launch("b", s);
    device.launch("before", t);
    device.queue.add(t, { kind: "wait", event });
    device.launch("after", t);
    expect(device.given).toEqual(["a", "b", "before"]);
    device.finishOne(undefined, device.lanes[1]);
    device.queue.progressAll();
    expect(device.given).toEqual(["a", "b"]);
    device.finishOne(undefined, device.lanes[0]);
    device.queue.progressAll();
    expect(event.isOver).toBe(true);
    expect(device.given).toEqual(["b", "after"]);
    device.finishAll();
    expect([s.isEmpty, t.isEmpty]).toEqual([true, true]);
  });

  it("goes on with a stream that waits after work that has failed", () => {
    const device = new FakeDevice();
    const [s, t] = [device.queue.createStream(), device.queue.createStream()];
    device.launch("fails", s);
    device.queue.add(t, { kind: "wait", event: device.record(s) });
    device.host("after", t);
    device.finishOne(new Error("first"));
    device.queue.progressAll();
    expect(device.log).toEqual(["fails", "fails!first", "after"]);
  });

  it("gives lanes in turn where there are more streams than lanes", () => {
    const device = new FakeDevice(8, 1);
    const streams = Array.from({ length: 3 }, () => device.queue.createStream());
    for (let round = 0; round < 100; round++)
      streams.forEach((stream, i) => void device.launch("abc".charAt(i), stream));
    device.finishAll();
    const turns = device.log.join("").match(/a+|b+|c+/g) as string[];
    expect(turns.map((turn) => turn[0]).join("")).toBe("abcabcabcabc");
    expect(device.log).toHaveLength(300);
    expect(device.freeLanes).toBe(1);
  });

  it("blocks for one stream and what it waits for", () => {
    const device = new FakeDevice();
    const [s, t] = [device.queue.createStream(), device.queue.createStream()];
    device.launch("a", s);
    device.queue.add(t, { kind: "wait", event: device.record(s) });
    device.launch("b", t);
    device.queue.drainSync(t);
    expect(device.log).toEqual(["a", "b"]);
    expect([s.isEmpty, t.isEmpty]).toEqual([true, true]);
  });

  it("does work that is done in pieces at once for who blocks, else with turns of the event loop", async () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    const add = (pieces: number): void => {
      let left = pieces;
      const run = (_timeMs: number, isBlocking: boolean): boolean => {
        left = isBlocking ? 0 : left - 1;
        device.log.push(`${left} left`);
        return left === 0;
      };
      device.queue.add(s, { kind: "host", effect: "memory", work: device.work("pieces"), run });
    };
    add(3);
    device.host("after", s);
    expect(device.log).toEqual(["2 left"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(device.log).toEqual(["2 left", "1 left"]);
    device.queue.drainSync(s);
    expect(device.log).toEqual(["2 left", "1 left", "0 left", "after"]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(device.log).toHaveLength(4);
  });

  it("throws for who blocks when work is being stopped, and keeps what is after it", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    const work = device.launch("slow", s);
    device.host("free", s, "release");
    const stopping = new Error("too slow");
    work.stopping = stopping;
    expect(() => device.queue.drainSync(s)).toThrow(stopping);
    expect(device.log).toEqual([]);
    device.finishOne(stopping);
    device.queue.progressAll();
    expect(device.log).toEqual(["slow", "slow!too slow", "free"]);
  });

  it("lets what is queued fail when it is told so, and nothing that comes later", () => {
    const device = new FakeDevice();
    const [s, t] = [device.queue.createStream(), device.queue.createStream()];
    device.launch("under way", s);
    const event = device.record(s);
    device.host("queued", s);
    device.queue.add(t, { kind: "wait", event });
    device.launch("waits", t);
    device.host("free", t, "release");
    device.queue.doomAll(new Error("over"));
    device.queue.progressAll();
    // What is freed on one stream may be written by what is under way on the other.
    expect(device.log).toEqual([]);
    device.finishOne(new Error("over"));
    device.queue.progressAll();
    expect(device.log.slice(0, 2)).toEqual(["under way", "under way!over"]);
    expect(device.log.slice(2).toSorted()).toEqual(["free", "queued!over", "waits!over"]);
    device.launch("later", s);
    device.finishAll();
    expect(device.log.at(-1)).toBe("later");
  });

  it("takes work that comes while it tells of the end of other work", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    const first = device.launch("a", s);
    first.work.done = () => device.host("given by a", s);
    device.host("b", s);
    device.finishAll();
    expect(device.log).toEqual(["a", "b", "given by a"]);
  });

  it("calls back when all work of all streams is over", () => {
    const device = new FakeDevice();
    const [s, t] = [device.queue.createStream(), device.queue.createStream()];
    device.queue.whenOver(() => device.log.push("nothing"));
    device.launch("a", s);
    device.launch("b", t);
    device.queue.whenOver(() => device.log.push("all over"));
    device.finishAll();
    expect(device.log).toEqual(["nothing", "a", "b", "all over"]);
  });

  it("survives many commands behind a slow one", () => {
    const device = new FakeDevice();
    const s = device.queue.createStream();
    device.launch("slow", s);
    for (let i = 0; i < 5000; i++) device.host("fast", s);
    device.queue.drainSync(s);
    expect(device.log).toHaveLength(5001);
  });
});
