// What replayed functions are held to, on any device.
import { describe, expect, it } from "vitest";
import * as cu from "../../../src/index.js";
import { graphCounts } from "../../../src/ops/fusion/trace/graphs.js";

interface State {
  readonly w: cu.NDArray;
  readonly b: cu.NDArray;
}

/** The suite on a device, whose plans are replayed as graphs. */
export function replaySuite(device: string): void {
  const on = (values: readonly unknown[]): cu.NDArray => cu.array(values as number[], { device });
  const read = (array: cu.NDArray): unknown => array.tolistSync();
  const counted = (body: () => void): { readonly recorded: number; readonly launched: number } => {
    const { recorded, launched } = graphCounts;
    body();
    return { recorded: graphCounts.recorded - recorded, launched: graphCounts.launched - launched };
  };
  const first = (): State => ({
    w: on([
      [0.5, -0.25],
      [0.125, 0.25],
      [-0.5, 0.75],
    ]),
    b: on([0, 0]),
  });
  const batches = Array.from({ length: 12 }, (_, k) => [
    [k / 8, 1, -k / 4],
    [0.5, k / 2, 0.25],
  ]);
  const step = ({ w, b }: State, x: cu.NDArray): { readonly loss: cu.NDArray; readonly state: State } => {
    const loss = (p: State): cu.NDArray => x.matmul(p.w).add(p.b).relu().square().mean();
    const { value, grads } = cu.valueAndGrad(loss)({ w, b });
    return { loss: value, state: { w: w.sub(grads.w.mul(0.0625)), b: b.sub(grads.b.mul(0.0625)) } };
  };
  const plainLosses = (): unknown[] => {
    let state = first();
    return batches.map((batch) => {
      const next = step(state, on(batch));
      state = next.state;
      return read(next.loss);
    });
  };

  describe(`replayed on ${device}`, () => {
    it("trains as without it, by two graphs in turns", () => {
      const wanted = plainLosses();
      const fused = cu.fuse(step);
      let state = first();
      const losses: unknown[] = [];
      const counts = counted(() => {
        for (const batch of batches) {
          using x = on(batch);
          const next = fused(state, x);
          losses.push(read(next.loss));
          for (const one of [next.loss, state.w, state.b]) one.dispose();
          state = next.state;
        }
      });
      expect(losses).toEqual(wanted);
      expect(counts).toEqual({ recorded: 3, launched: 9 });
    });

    it("takes over arguments that are donated", () => {
      const wanted = plainLosses();
      const fused = cu.fuse(step, { donate: [0] });
      let state = first();
      const begin = state;
      const losses: unknown[] = [];
      const counts = counted(() => {
        for (const batch of batches) {
          const next = fused(state, on(batch));
          using loss = next.loss;
          losses.push(read(loss));
          state = next.state;
        }
      });
      expect(losses).toEqual(wanted);
      expect(counts).toEqual({ recorded: 3, launched: 9 });
      expect(() => begin.w.add(1)).toThrow("was disposed");
      const same = cu.fuse((a: cu.NDArray) => ({ a, sum: a.add(1) }), { donate: [0] });
      const a = on([1]);
      for (let k = 0; k < 4; k++) expect([read(same(a).a), read(a)]).toEqual([[1], [1]]);
      expect(() => cu.fuse(step, { donated: [0] } as never)).toThrow(
        'it has no option "donated", only donate',
      );
    });

    it("never writes what somebody has", () => {
      const wanted = plainLosses();
      const fused = cu.fuse(step);
      let state = first();
      const states: State[] = [];
      const losses = batches.map((batch) => {
        const next = fused(state, on(batch));
        states.push((state = next.state));
        return next.loss;
      });
      expect(losses.map(read)).toEqual(wanted);
      let plain = first();
      for (const [k, batch] of batches.entries()) {
        plain = step(plain, on(batch)).state;
        expect(read((states[k] as State).w)).toEqual(read(plain.w));
      }
    });

    it("leaves a view of a result alone, whatever becomes of the result", () => {
      const fused = cu.fuse((a: cu.NDArray) => a.mul(2).add(1));
      const views: cu.NDArray[] = [];
      for (let k = 0; k < 6; k++) {
        using a = on([k, k + 1]);
        using whole = fused(a);
        views.push(whole.slice(["1:2"]));
      }
      expect(views.map(read)).toEqual([[3], [5], [7], [9], [11], [13]]);
    });

    it("reads new arguments, the same ones, strided ones, one twice", () => {
      const fused = cu.fuse((a: cu.NDArray, b: cu.NDArray) => a.mul(10).add(b));
      const same = on([1, 2]);
      for (let k = 0; k < 8; k++) {
        using a = on([k, 2 * k]);
        using both = on([
          [k, 5],
          [7, k],
        ]);
        using column = both.slice([":", 0]);
        for (const [x, y] of [
          [a, same],
          [same, same],
          [same, a],
          [a, column],
          [a, a],
        ] as const) {
          using found = fused(x, y);
          using wanted = x.mul(10).add(y);
          expect(read(found)).toEqual(read(wanted));
        }
      }
    });

    it("gives back arguments, views of them and what it found outside", () => {
      const outside = on([1, 2, 3]);
      const fused = cu.fuse((a: cu.NDArray) => ({
        own: a,
        part: a.slice(["1:3"]),
        turned: a.reshape([3, 1]).T,
        outside,
        sum: a.add(outside),
      }));
      for (let k = 0; k < 5; k++) {
        const a = on([k, k + 1, k + 2]);
        const found = fused(a);
        expect(found.own).toBe(a);
        expect(found.outside).toBe(outside);
        expect([read(found.part), read(found.turned)]).toEqual([[k + 1, k + 2], [[k, k + 1, k + 2]]]);
        expect([read(found.outside), read(found.sum)]).toEqual([read(outside), [k + 1, k + 3, k + 5]]);
        outside.addInplace(0);
        a.addInplace(1);
        expect(read(found.part)).toEqual([k + 2, k + 3]);
      }
    });

    it("writes arguments in place, and arrays of its own anew", () => {
      const fused = cu.fuse((a: cu.NDArray, b: cu.NDArray) => {
        const own = cu.array([0, 1], { device });
        own.addInplace(b);
        a.addInplace(own);
        return own.mul(a);
      });
      const a = on([1, 2]);
      let wanted = [1, 2];
      for (let k = 0; k < 6; k++) {
        using b = on([k, k]);
        wanted = [(wanted[0] as number) + k, (wanted[1] as number) + k + 1];
        expect(read(fused(a, b))).toEqual([k * (wanted[0] as number), (k + 1) * (wanted[1] as number)]);
        expect(read(a)).toEqual(wanted);
      }
    });

    it("gives graphs of many shapes back, and takes no result from anybody by that", () => {
      const fused = cu.fuse((a: cu.NDArray) => a.mul(3).sub(1));
      const kept = Array.from({ length: 40 }, (_, at) => {
        using a = cu.full([at + 1], at, { device });
        for (let k = 0; k < 3; k++) fused(a).dispose();
        return fused(a);
      });
      for (const [at, one] of kept.entries()) expect(read(one)).toEqual(Array(at + 1).fill(3 * at - 1));
      const { liveBytes } = cu.device(device).memory();
      using a = cu.full([1], 5, { device });
      using again = fused(a);
      expect([read(again), read(kept[0] as cu.NDArray)]).toEqual([[14], [-1]]);
      for (const one of kept) one.dispose();
      expect(cu.device(device).memory().liveBytes).toBeLessThan(liveBytes);
    });

    it("keeps memory flat, and is part of other graphs step by step", () => {
      const fused = cu.fuse((a: cu.NDArray) => a.matmul(a).add(1).exp().sum({ axis: 0 }).mul(0.5));
      const a = on([
        [0.5, 0.25],
        [0.125, 0],
      ]);
      for (let k = 0; k < 4; k++) fused(a).dispose();
      const before = cu.device(device).memory().liveBytes;
      const counts = counted(() => {
        for (let k = 0; k < 200; k++) fused(a).dispose();
      });
      expect(cu.device(device).memory().liveBytes).toBe(before);
      expect(counts).toEqual({ recorded: 0, launched: 200 });
      const into = cu.zeros([2], { device });
      using graph = cu.graph(() => into.set(fused(a)), { device });
      graph.launch();
      expect(read(into)).toEqual(read(fused(a)));
    });
  });
}
