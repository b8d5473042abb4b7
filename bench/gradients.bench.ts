// The gradients of the examples that train nets against PyTorch's: the same numbers from the same seed, on the same device.
// Run: npm run bench:gradients, where Python has PyTorch; after it, devices ("cpu cuda:0" unless said).

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { trainConvNet } from "../examples/conv-net/main.js";
import { trainMlp } from "../examples/mlp/main.js";
import type { Curve, Training } from "../examples/shared/learning.js";
import { trainTransformer } from "../examples/transformer/main.js";
import * as cu from "../src/index.js";
import { machineText } from "./lib/report.js";

const STEPS = 30;
/** Steps whose gradients are compared. Later ones are of weights that have gone different ways. */
const COMPARED = [0, 1, 5];
const nets: Readonly<Record<string, (training: Training) => Curve>> = {
  mlp: trainMlp,
  "conv-net": trainConvNet,
  transformer: trainTransformer,
};

interface Answer {
  readonly net: string;
  readonly arrays: number;
  readonly worst: Readonly<Record<string, number>>;
  readonly of: Readonly<Record<string, string>>;
  readonly losses: number;
  readonly torch: string;
}

const rows: string[] = [];
let torch = "";
const asked = process.argv.slice(2);
for (const id of asked.length > 0 ? asked : ["cpu", "cuda:0"]) {
  if (!cu.devices().some((one) => one.id === id)) {
    console.error(`${id} is not there: skipped`);
    continue;
  }
  const folder = mkdtempSync(join(tmpdir(), "cuts-gradients-"));
  try {
    for (const [name, train] of Object.entries(nets)) {
      const kept: Record<string, cu.NDArray> = {};
      const curve = train({
        steps: STEPS,
        device: id,
        onGradients: (step, grads) => {
          if (!COMPARED.includes(step)) return;
          for (const [key, grad] of Object.entries(grads)) kept[`${step}.${key}`] = grad.copy();
        },
      });
      await cu.saveNpz(join(folder, `${name}.npz`), {
        ...kept,
        curve: cu.array(Float64Array.from(curve)),
      });
    }
    const script = fileURLToPath(new URL("gradients/nets.py", import.meta.url));
    const text = execFileSync("python3", [script, folder, id === "cpu" ? "cpu" : "cuda"], {
      encoding: "utf8",
    });
    for (const line of text.trim().split("\n")) {
      const { net, arrays, worst, of, losses, torch: version } = JSON.parse(line) as Answer;
      torch = version;
      const each = COMPARED.map((step) => `${worst[step]?.toExponential(1)} (${of[step]})`);
      rows.push(`| ${net} | ${id} | ${arrays} | ${each.join(" | ")} | ${losses.toExponential(1)} |`);
      console.error(rows.at(-1));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
if (rows.length > 0) {
  const path = fileURLToPath(new URL("results/gradients-torch.md", import.meta.url));
  const head = [
    "net",
    "device",
    "arrays",
    ...COMPARED.map((step) => `step ${step}`),
    `losses of ${STEPS} steps`,
  ];
  writeFileSync(
    path,
    `# Gradients of the examples against PyTorch's

${machineText()} · PyTorch ${torch}

The nets of examples/mlp, conv-net and transformer with the same weights and data in PyTorch, float32 without TF32. For a step, the largest
difference of an element as a share of the largest element of its gradient, and whose gradient it is; for losses, the largest difference as a share.

| ${head.join(" | ")} |
| --- | --- | --: | ${COMPARED.map(() => "--:").join(" | ")} | --: |
${rows.join("\n")}
`,
  );
  console.log(`wrote ${path}`);
}
