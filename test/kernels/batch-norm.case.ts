import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";
import { blocksFor } from "./shapes.js";

export default {
  name: "batch-norm",
  source: "batch-norm.cu",
  kernels: ["batch_norm_statistics", "batch_norm_apply"],
  *cases() {
    for (const [batch, channels, area, block] of [
      [2, 1, 1, 32],
      [4, 3, 35, 64],
      [3, 5, 100, 128],
    ] as const) {
      const random = new Random(area);
      const x = random.floats(batch * channels * area, -1, 3);
      const gamma = random.floats(channels, 0.5, 2);
      const beta = random.floats(channels);
      const runningMean = random.floats(channels);
      const runningVariance = random.floats(channels, 0.5, 1.5);
      const [momentum, epsilon, count] = [0.1, 1e-5, batch * area];
      const channelOf = (i: number): number => Math.floor(i / area) % channels;
      const statistics = Array.from({ length: channels }, (_, c) => {
        const values = [...x].filter((_, i) => channelOf(i) === c);
        const mean = values.reduce((sum, v) => sum + v, 0) / count;
        return { mean, variance: values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / count };
      });
      const blend = (old: number, now: number): number => (1 - momentum) * old + momentum * now;
      const close = { absolute: 2e-5, why: "float32 sums of up to 300 values below 9, E[x²] - E[x]²" };
      yield {
        label: `${batch}x${channels}x${area} block=${block}`,
        buffers: {
          x,
          gamma,
          beta,
          runningMean,
          runningVariance,
          mean: new Float32Array(channels),
          variance: new Float32Array(channels),
          y: new Float32Array(x.length),
        },
        launches: [
          {
            kernel: "batch_norm_statistics",
            grid: channels,
            block,
            shared: 8 * block,
            args: [
              "x",
              batch,
              channels,
              area,
              momentum,
              "mean",
              "variance",
              "runningMean",
              "runningVariance",
            ],
          },
          {
            kernel: "batch_norm_apply",
            grid: [blocksFor(area, 32), blocksFor(channels, 2), batch],
            block: [32, 2, 1],
            args: ["x", "y", channels, area, "mean", "variance", "gamma", "beta", epsilon],
          },
        ],
        expect: {
          mean: within(
            statistics.map((s) => s.mean),
            close,
          ),
          variance: within(
            statistics.map((s) => s.variance),
            close,
          ),
          runningMean: within(
            statistics.map((s, c) => blend(runningMean[c]!, s.mean)),
            close,
          ),
          runningVariance: within(
            statistics.map((s, c) => blend(runningVariance[c]!, (s.variance * count) / (count - 1))),
            close,
          ),
          y: within(
            Array.from(x, (v, i) => {
              const { mean, variance } = statistics[channelOf(i)]!;
              return (
                ((v - mean) / Math.sqrt(variance + epsilon)) * gamma[channelOf(i)]! + beta[channelOf(i)]!
              );
            }),
            { absolute: 1e-4, why: "with few values the variance is small and its error is amplified" },
          ),
        },
      };
    }
  },
} satisfies KernelCase;
