import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { packStruct } from "./number-formats.js";
import { Random } from "./random.js";

export default {
  name: "adam-step",
  source: "adam-step.cu",
  kernels: ["adamw_step"],
  *cases() {
    for (const [n, grid, block, step, amsgrad] of [
      [1, 1, 32, 1, 0],
      [1000, 2, 128, 5, 1],
      [4001, 8, 96, 100, 0],
    ] as const) {
      const random = new Random(n);
      const parameters = random.floats(n);
      const gradients = random.floats(n, -0.1, 0.1);
      const m = random.floats(n, -0.1, 0.1);
      const v = random.floats(n, 0, 0.01);
      const vMax = random.floats(n, 0, 0.01);
      const [rate, beta1, beta2, epsilon, decay] = [0.01, 0.9, 0.999, 1e-8, 0.1];
      const [correction1, correction2] = [1 - beta1 ** step, 1 - beta2 ** step];
      const mNew = Float64Array.from(m, (old, i) => beta1 * old + (1 - beta1) * gradients[i]!);
      const vNew = Float64Array.from(v, (old, i) => beta2 * old + (1 - beta2) * gradients[i]! ** 2);
      const second = amsgrad ? vNew.map((now, i) => Math.max(now, vMax[i]!)) : vNew;
      const moved = Float64Array.from(parameters, (p, i) => {
        const update = mNew[i]! / correction1 / (Math.sqrt(second[i]! / correction2) + epsilon);
        return p * (1 - rate * decay) - rate * update;
      });
      const options = packStruct(
        ...[rate, beta1, beta2, epsilon, decay, correction1, correction2].map((x) => ["f32", x] as const),
        ["i32", amsgrad],
      );
      // 1 - beta2 in float32 keeps only 14 bits of 0.001, and correction2 is of that size for the first step.
      const bound = { relative: 1e-4, absolute: 2e-5, why: "float32 constants 1 - 0.999 are good to 6e-5" };
      yield {
        label: `n=${n} grid=${grid} block=${block} step=${step} amsgrad=${amsgrad}`,
        buffers: { parameters, gradients, m, v, vMax },
        launches: [
          {
            kernel: "adamw_step",
            grid,
            block,
            args: ["parameters", "gradients", "m", "v", "vMax", n, options],
          },
        ],
        expect: {
          parameters: within(moved, bound),
          m: within(mNew, { absolute: 1e-7, why: "three roundings of values below 0.1" }),
          v: within(vNew, { relative: 1e-4, absolute: 1e-9, why: bound.why }),
          ...(amsgrad === 1 && { vMax: within(second, { relative: 1e-4, absolute: 1e-9, why: bound.why }) }),
        },
      };
    }
  },
} satisfies KernelCase;
