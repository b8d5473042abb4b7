import { within } from "./compare.js";
import type { KernelCase } from "./kernel-case.js";
import { Random } from "./random.js";

export default {
  name: "black-scholes",
  source: "black-scholes.cu",
  kernels: ["black_scholes_fast", "black_scholes_exact"],
  *cases() {
    for (const [n, grid, block] of [
      [1, 1, 32],
      [1000, 3, 128],
      [777, 2, 256],
    ] as const) {
      const random = new Random(n);
      const spot = random.floats(n, 5, 30);
      const strike = random.floats(n, 1, 100);
      const years = random.floats(n, 0.25, 10);
      const [rate, volatility] = [0.02, 0.3];
      const prices = Array.from(spot, (s, i) => {
        const [k, t] = [strike[i]!, years[i]!];
        const spread = volatility * Math.sqrt(t);
        const d1 = (Math.log(s / k) + (rate + volatility ** 2 / 2) * t) / spread;
        const bond = k * Math.exp(-rate * t);
        const call = s * normal(d1) - bond * normal(d1 - spread);
        return { call, put: call - s + bond };
      });
      const arrays = ["spot", "strike", "years"];
      const call = prices.map((p) => p.call);
      const put = prices.map((p) => p.put);
      const fast = {
        absolute: 2e-4,
        why: "the polynomial is good to 7.5e-8, times prices up to 100; fast float functions",
      };
      const exact = { absolute: 1e-11, why: "double functions good to a few ulp, times prices up to 100" };
      yield {
        label: `n=${n} grid=${grid} block=${block}`,
        buffers: {
          spot,
          strike,
          years,
          callFast: new Float32Array(n),
          putFast: new Float32Array(n),
          call: new Float64Array(n),
          put: new Float64Array(n),
        },
        launches: [
          {
            kernel: "black_scholes_fast",
            grid,
            block,
            args: [...arrays, rate, volatility, "callFast", "putFast", n],
          },
          {
            kernel: "black_scholes_exact",
            grid,
            block,
            args: [...arrays, rate, volatility, "call", "put", n],
          },
        ],
        expect: {
          callFast: within(call, fast),
          putFast: within(put, fast),
          call: within(call, exact),
          put: within(put, exact),
        },
      };
    }
  },
} satisfies KernelCase;

/** The normal distribution by its series Σ x^(2k+1) / (1·3·…·(2k+1)): all terms of one sign. */
function normal(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 1; Math.abs(term) > 1e-18 * Math.abs(sum); k++) {
    term *= (x * x) / (2 * k + 1);
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
