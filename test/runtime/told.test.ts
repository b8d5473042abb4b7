// Errors that reach somebody, and loops that let others in: what was found by trying the documentation's promises.

import { describe, expect, it } from "vitest";
import * as cu from "../../src/index.js";

const device = "cpu";
const trap = cu.kernel('extern "C" __global__ void trap(float* x) { __trap(); }', { device });

function launchTrap(stream: cu.Stream): void {
  trap({ threads: 1, stream }, cu.buffer("float32", 1, { device }));
}

describe("an error of work", () => {
  it("is not lost where the body of stream.run() throws one of its own", async () => {
    using s = cu.stream({ device });
    const run = s.run(() => {
      launchTrap(s);
      throw new Error("mine");
    });
    await expect(run).rejects.toThrow("mine");
    await expect(s.synchronize()).rejects.toMatchObject({ code: "CUTS_KERNEL_TRAP" });
    await s.synchronize();
  });

  it("tells of the others that are seen with it", async () => {
    using s = cu.stream({ device });
    using t = cu.stream({ device });
    for (const stream of [s, s, t, t]) launchTrap(stream);
    const error = await cu
      .device(device)
      .synchronize()
      .then(
        () => undefined,
        (reason: Error) => reason,
      );
    expect(error).toMatchObject({ code: "CUTS_KERNEL_TRAP" });
    expect(error?.message.match(/Failed as well: .*trap.* \(launched at .*told\.test\.ts:\d+/g)).toHaveLength(
      3,
    );
    await cu.device(device).synchronize();
  });
});

it("a loop that awaits scopes lets timers run", async () => {
  const seen = { timer: false };
  setTimeout(() => {
    seen.timer = true;
  }, 1);
  for (let i = 0; i < 10_000_000 && !seen.timer; i++) await cu.scope(async () => {});
  expect(seen.timer).toBe(true);
});

it("what runs other code takes functions only", async () => {
  const refusal = expect.objectContaining({ code: "CUTS_FUNCTION" });
  expect(() => cu.scope(3 as never)).toThrow(refusal);
  expect(() => cu.withDevice(device, null as never)).toThrow(refusal);
  using s = cu.stream({ device });
  await expect(s.run(3 as never)).rejects.toThrow(refusal);
});

it("an array that was transferred away is refused as such", async () => {
  const gone = (): Float32Array<ArrayBuffer> => {
    const values = new Float32Array(3);
    structuredClone(values, { transfer: [values.buffer] });
    return values;
  };
  const refusal = expect.objectContaining({ code: "CUTS_ARGUMENT_DETACHED" });
  const x = cu.zeros(3, { device });
  expect(() => cu.array(gone(), { device })).toThrow(refusal);
  expect(() => cu.buffer("float32", gone(), { device })).toThrow(refusal);
  expect(() => cu.pinned("float32", gone(), { device })).toThrow(refusal);
  expect(() => x.set(gone())).toThrow(refusal);
  await expect(x.setFrom(gone())).rejects.toThrow(refusal);
  await expect(x.dataInto(gone())).rejects.toThrow(refusal);
  const indices = new Int32Array(2);
  structuredClone(indices, { transfer: [indices.buffer] });
  expect(() => x.take(indices)).toThrow(refusal);
  expect(await cu.array(new Float32Array(0), { device }).tolist()).toEqual([]);
});

it("pinned memory that is transferred away before its copy is refused as such", async () => {
  const refusal = { code: "CUTS_ARGUMENT_DETACHED" };
  const spin = cu.kernel(
    'extern "C" __global__ void spin(volatile float* x) { for (int i = 0; i < 100000; i++) x[0] += 1; }',
    { device },
  );
  const busy = cu.zeros(1, { device });
  const x = cu.zeros(3, { device });
  // While the kernel is compiled, and while it runs.
  for (const wait of [async () => {}, () => spin.ready()]) {
    await wait();
    const gone = cu.pinned("float32", [1, 2, 3], { device });
    spin({ threads: 1 }, busy);
    x.set(gone);
    structuredClone(gone.buffer, { transfer: [gone.buffer as ArrayBuffer] });
    expect(() => x.set(gone)).toThrow(expect.objectContaining(refusal));
    await expect(x.data()).rejects.toMatchObject(refusal);
    x.fill(0);
  }
});

it("an array is called by its public name", () => {
  using x = cu.buffer("float32", 3, { device });
  expect(() => cu.pinned("float32", x as never)).toThrow("(got NDArray float32[3])");
});

it("pinned memory that is dropped is given back in a loop that never awaits", () => {
  let most = 0;
  for (let i = 0; i < 4000; i++) {
    cu.pinned("uint8", 1 << 20, { device });
    if (i % 100 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers);
  }
  expect(most).toBeLessThan(2 ** 31);
});
