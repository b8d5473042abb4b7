import { describe, expect, it } from "vitest";
import { StreamClocks } from "./stream-clocks.js";

const legacy = { id: 1, flags: 0, isDefault: true };
const one = { id: 3, flags: 0, isDefault: false };
const two = { id: 4, flags: 0, isDefault: false };
const free = { id: 5, flags: 1, isDefault: false };

describe("work of two streams", () => {
  it("is in no order", () => {
    const clocks = new StreamClocks();
    const first = clocks.begin(one);
    clocks.begin(two);
    expect(clocks.isOver(first)).toBe(false);
    clocks.begin(one);
    expect(clocks.isOver(first)).toBe(true);
  });

  it("is ordered by an event, as far as that was recorded", () => {
    const clocks = new StreamClocks();
    const first = clocks.begin(one);
    clocks.eventRecorded(7);
    const second = clocks.begin(one);
    clocks.streamAwaits(two, 7);
    clocks.begin(two);
    expect([clocks.isOver(first), clocks.isOver(second)]).toEqual([true, false]);
  });

  it("is ordered by the host, which waits for one before it gives the other", () => {
    const clocks = new StreamClocks();
    const first = clocks.begin(one);
    clocks.end();
    expect(clocks.isOver(first)).toBe(false);
    clocks.streamWaited(one);
    expect(clocks.isOver(first)).toBe(true);
    clocks.begin(two);
    expect(clocks.isOver(first)).toBe(true);
  });
});

it("the legacy stream waits for blocking streams and they for it, others do not", () => {
  const clocks = new StreamClocks();
  const [first, other] = [clocks.begin(one), clocks.begin(free)];
  const middle = clocks.begin(legacy);
  expect([clocks.isOver(first), clocks.isOver(other)]).toEqual([true, false]);
  clocks.begin(two);
  expect([clocks.isOver(middle), clocks.isOver(first)]).toEqual([true, true]);
  clocks.begin(free);
  expect(clocks.isOver(middle)).toBe(false);
});

it("who waits for the default stream, an event or the device knows what was before", () => {
  const clocks = new StreamClocks();
  const first = clocks.begin(free);
  clocks.eventRecorded(7);
  const middle = clocks.begin(legacy);
  const last = clocks.begin(free);
  clocks.end();
  clocks.defaultWaited();
  expect([first, middle, last].map((moment) => clocks.isOver(moment))).toEqual([false, true, false]);
  clocks.eventWaited(7);
  expect(clocks.isOver(first)).toBe(true);
  clocks.deviceWaited();
  expect(clocks.isOver(last)).toBe(true);
});
