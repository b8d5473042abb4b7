// The price of an option by drawing many futures, beside the formula of Black and Scholes, and of an Asian option, which has no formula.

import { writeFileSync } from "node:fs";
import * as cu from "cuts";
import { plot, type Point } from "../shared/plot.js";
import { program } from "../shared/program.js";
import { progress } from "../shared/progress.js";

// A thread follows one future, step by step. The random numbers of a step lie beside each other for all threads.
const futures = cu.kernel(`
  extern "C" __global__ void futures(const float* normals, float* european, float* asian, int paths, int steps,
                                     float spot, float strike, float drift, float shake, float discount) {
    int path = blockIdx.x * blockDim.x + threadIdx.x;
    if (path >= paths) return;
    float log_price = 0, sum = 0;
    for (int step = 0; step < steps; step++) {
      log_price += drift + shake * normals[(size_t)step * paths + path];
      sum += spot * expf(log_price);
    }
    european[path] = discount * fmaxf(spot * expf(log_price) - strike, 0.0f);
    asian[path] = discount * fmaxf(sum / steps - strike, 0.0f);
  }`);

/** A call: the right to buy at `strike` in `years`. */
export interface Call {
  readonly spot: number;
  readonly strike: number;
  readonly rate: number;
  readonly volatility: number;
  readonly years: number;
}

/** The mean of what futures pay, and its standard error. */
export interface Estimate {
  readonly price: number;
  readonly error: number;
}

/** The price of a European call, and of an Asian one, which pays by the mean price; after each batch of futures. */
export async function* price(
  { spot, strike, rate, volatility, years }: Call,
  { paths, steps, batches, seed }: Readonly<Record<"paths" | "steps" | "batches" | "seed", number>>,
): AsyncGenerator<{ readonly paths: number; readonly european: Estimate; readonly asian: Estimate }> {
  const numbers = cu.random.generator(seed);
  const dt = years / steps;
  const drift = (rate - volatility ** 2 / 2) * dt;
  const shake = volatility * Math.sqrt(dt);
  const sums = [
    [0, 0],
    [0, 0],
  ] as [number[], number[]];
  for (let batch = 1; batch <= batches; batch++) {
    using normals = numbers.normal([steps, paths]);
    using european = cu.empty([paths]);
    using asian = cu.empty([paths]);
    const discount = Math.exp(-rate * years);
    futures({ threads: paths }, normals, european, asian, paths, steps, spot, strike, drift, shake, discount);
    for (const [at, payoffs] of [european, asian].entries()) {
      const own = sums[at] as number[];
      // Float64: a million floats of one size do not add up in float32.
      using exact = payoffs.astype("float64");
      using squares = exact.square();
      own[0]! += await exact.sum().item();
      own[1]! += await squares.sum().item();
    }
    const count = batch * paths;
    const [one, other] = sums.map(([sum = 0, square = 0]) => {
      const mean = sum / count;
      return { price: mean, error: Math.sqrt(Math.max(square / count - mean ** 2, 0) / count) };
    });
    yield { paths: count, european: one as Estimate, asian: other as Estimate };
  }
}

/** The formula of Black and Scholes for a European call. */
export function blackScholes({ spot, strike, rate, volatility, years }: Call): number {
  const spread = volatility * Math.sqrt(years);
  const d1 = (Math.log(spot / strike) + (rate + volatility ** 2 / 2) * years) / spread;
  return spot * normalBelow(d1) - strike * Math.exp(-rate * years) * normalBelow(d1 - spread);
}

/** The share of a normal distribution below x, to 1e-15. */
function normalBelow(x: number): number {
  // Nothing that a double shows is beyond 9 deviations, and the sum would lose its digits there.
  if (Math.abs(x) > 9) return x > 0 ? 1 : 0;
  let [term, sum] = [x, x];
  for (let k = 3; Math.abs(term) > 1e-17 * Math.abs(sum) && k < 300; k += 2) sum += term *= (x * x) / k;
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}

await program(
  import.meta.url,
  {
    spot: [100, "the price today"],
    strike: [105, "the price in the contract"],
    rate: [0.03, "interest a year"],
    volatility: [0.25, "how much the price shakes in a year"],
    years: [1, "until the contract ends"],
    paths: [65_536, "futures in a batch"],
    batches: [24, "batches"],
    steps: [32, "steps of a future"],
    seed: [1, "where the random numbers come from"],
    out: ["monte-carlo.svg", "how the price settles"],
  },
  async ({ paths, steps, batches, seed, out, ...call }) => {
    const exact = blackScholes(call);
    const bar = progress("monte-carlo", batches);
    const [lower, upper, line]: Point[][] = [[], [], []];
    let last = "";
    for await (const now of price(call, { paths, steps, batches, seed })) {
      const { price: found, error } = now.european;
      lower?.push([now.paths, found - 2 * error]);
      upper?.push([now.paths, found + 2 * error]);
      line?.push([now.paths, found]);
      bar(now.paths / paths, found.toFixed(4));
      last = [
        `European call: ${found.toFixed(4)} ± ${(2 * error).toFixed(4)}, Black and Scholes ${exact.toFixed(4)}`,
        `Asian call:    ${now.asian.price.toFixed(4)} ± ${(2 * now.asian.error).toFixed(4)}`,
      ].join("\n");
    }
    const ends = [line?.[0]?.[0] ?? 0, line?.at(-1)?.[0] ?? 1];
    const drawn = plot(
      [
        { kind: "band", points: lower ?? [], upper: upper ?? [], label: "2 standard errors" },
        { kind: "line", points: line ?? [], label: "futures drawn" },
        { kind: "line", points: ends.map((x) => [x, exact] as const), label: "Black and Scholes" },
      ],
      { title: "A European call, priced by drawing futures", xLabel: "futures", yLabel: "price", logX: true },
    );
    writeFileSync(out, drawn);
    console.log(
      `${last}\n${(batches * paths).toLocaleString("en")} futures on ${cu.device().id}; see ${out}`,
    );
  },
);
