import { describe, expect, it } from "vitest";
import type { BackendLaunch } from "../../backend/backend.js";
import type { DeviceCore } from "../../runtime/order/stream-core.js";
import { findPlan, keepPlan, type RowPlan } from "./row-plans.js";

const device = {} as DeviceCore;
const array = (shape: number[], strides: number[], dtype: "float32" | "float64" = "float32") => ({
  dtype,
  shape,
  strides,
});
const planOf = (n: number): RowPlan => ({
  isUnit: false,
  n,
  rows: 1,
  apart: 0,
  steps: [],
  launch: {} as BackendLaunch,
});

describe("plans of row launches", () => {
  const into = array([2, 3], [3, 1]);

  it("are found by shapes, strides, sizes of elements and device alone", () => {
    const plan = planOf(1);
    keepPlan(device, into, [array([3], [1])], plan);
    expect(findPlan(device, array([2, 3], [3, 1]), [array([3], [1])])).toBe(plan);
    expect(findPlan(device, into, [array([3], [2])])).toBeUndefined();
    expect(findPlan(device, into, [array([1, 3], [3, 1])])).toBeUndefined();
    expect(findPlan(device, into, [array([3], [1], "float64")])).toBeUndefined();
    expect(findPlan(device, into, [array([3], [1]), array([3], [1])])).toBeUndefined();
    expect(findPlan({} as DeviceCore, into, [array([3], [1])])).toBeUndefined();
  });

  it("may be known not to be", () => {
    keepPlan(device, into, [array([2, 1], [1, 1])], undefined);
    expect(findPlan(device, into, [array([2, 1], [1, 1])])).toBeNull();
  });

  it("are right where thousands share places", () => {
    const inputOf = (k: number) => [array([k + 1, 3], [-k * 2 ** 33, 5])];
    for (let k = 0; k < 5000; k++) keepPlan(device, into, inputOf(k), planOf(k));
    let found = 0;
    for (let k = 0; k < 5000; k++) {
      const plan = findPlan(device, into, inputOf(k));
      if (plan === undefined) continue;
      expect(plan?.n).toBe(k);
      found++;
    }
    expect(found).toBeGreaterThan(100);
  });
});
