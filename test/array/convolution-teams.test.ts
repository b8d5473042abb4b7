// The convolutions of teams of threads on the cpu device, told to work in teams: all but those of tensor cores.

import { describe, expect, it } from "vitest";
import { createCpuBackend } from "../../src/backend/cpu/cpu-backend.js";
import { warpTuning } from "../../src/backend/tuning.js";
import { planConv } from "../../src/array/convolution/conv-plan.js";
import { oneDevice } from "../../src/backend/provider.js";
import { registerBackend } from "../../src/runtime/devices/backends.js";
import { oddSizes, testConvolutions } from "./convolution-suite.js";

const device = "teams:0";
const backend = createCpuBackend();
Object.defineProperties(backend, { id: { value: device }, tuning: { value: warpTuning } });
registerBackend(oneDevice(device, () => backend));

describe("convolutions by teams", () => {
  testConvolutions(device, { tensorCores: false, compilesFast: false });
});

describe("the plan of a convolution", () => {
  const gpu = { multiprocessors: 132, tensorCores: true, sharedBytes: 48 * 1024 };
  const [usual] = oddSizes as [(typeof oddSizes)[0]];
  const large = { ...usual, batch: 32, channels: 64, outs: 64, picture: [56, 56], result: [56, 56] } as const;

  it("is tensor cores for 16 bits where there are any", () => {
    expect(planConv(large, "float16", gpu).by).toBe("tensor");
    expect(planConv(large, "float16", { ...gpu, tensorCores: false }).by).toBe("gemm");
    expect(planConv(large, "float32", gpu).by).toBe("gemm");
  });

  it("cuts sums only where there are few results", () => {
    expect(planConv(large, "float32", gpu)).toMatchObject({ parts: 1 });
    const small = { ...usual, batch: 1, channels: 512, outs: 512, picture: [7, 7], result: [7, 7] } as const;
    const plan = planConv(small, "float32", gpu);
    if (plan.by !== "gemm") throw new Error(`internal: ${plan.by}`);
    expect(plan.parts).toBeGreaterThan(1);
    expect(plan.steps * plan.parts * plan.tile.deep).toBeGreaterThanOrEqual(512 * 5 * 3);
    expect(plan.steps * (plan.parts - 1) * plan.tile.deep).toBeLessThan(512 * 5 * 3);
  });

  it("takes the loops over rows for what its kernels cannot address", () => {
    expect(planConv({ ...large, window: [20, 20] }, "float32", gpu).by).toBe("rows");
    expect(planConv({ ...large, picture: [60_000, 60_000] }, "float32", gpu).by).toBe("rows");
    const wide = { ...large, channels: 1, outs: 1, window: [400, 400] } as const;
    expect(planConv(wide, "float32", gpu).by).toBe("rows");
  });

  it("needs no channels", () => {
    expect(planConv({ ...large, channels: 0 }, "float16", gpu)).toMatchObject({ by: "gemm", parts: 1 });
  });
});
