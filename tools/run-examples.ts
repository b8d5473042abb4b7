// `npm run examples`: runs every example as its users do, with its defaults, and says which ran. What they draw goes to a folder.
// `npm run examples -- --pictures` writes the pictures of docs/examples.md, `-- k-means mlp` runs some, `-- --device cpu` chooses, and
// `-- --device cuda --results` writes bench/results/examples-cuda.md.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listExamples } from "../src/cli/commands/init-example.js";
import { describeDevice } from "./describe-device.js";
import { examplePictures } from "./examples-docs.js";

/** After that an example is ended and counts as failed. */
const LIMIT_MS = 300_000;

const root = fileURLToPath(new URL("..", import.meta.url));
/** Run otherwise: services do not end, ranks need a launcher. */
const elsewhere: Readonly<Record<string, string>> = {
  "vector-search": "load.ts",
  "matmul-service": "",
  "data-parallel": "",
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    pictures: { type: "boolean", default: false },
    device: { type: "string" },
    results: { type: "boolean", default: false },
  },
});
const work = mkdtempSync(join(tmpdir(), "cuts-run-examples-"));
const pictures = values.pictures ? join(root, "docs/images/examples") : work;
mkdirSync(pictures, { recursive: true });

const chosen = listExamples().filter(({ name }) =>
  positionals.length > 0
    ? positionals.includes(name)
    : !values.pictures || examplePictures[name] !== undefined,
);
/** An example and how it ended. */
const outcomes = chosen.map(({ name }): { readonly name: string; readonly outcome: string } => {
  const program = elsewhere[name] ?? "main.ts";
  if (program === "") {
    console.log(`-- ${name}: run by its tests only`);
    return { name, outcome: "run by its tests only" };
  }
  console.log(`== ${name}`);
  const path = join(root, "examples", name, program);
  const picture = examplePictures[name];
  const words = [
    ...(picture === undefined ? [] : ["--out", join(pictures, picture)]),
    ...(name === "n-body" ? ["--folder", join(work, "frames")] : []),
    // Those without options take the device from the environment.
    ...(values.device === undefined || !takesOptions(path) ? [] : [`--device=${values.device}`]),
  ];
  const env = { ...process.env, ...(values.device === undefined ? {} : { CUTS_DEVICE: values.device }) };
  const { status } = spawnSync(process.execPath, ["--import", "tsx", path, ...words], {
    cwd: root,
    stdio: "inherit",
    env,
    timeout: LIMIT_MS,
  });
  return { name, outcome: status === 0 ? "ran" : `FAILED (${status ?? "killed, or did not end"})` };
});
rmSync(work, { recursive: true });
const failed = outcomes.filter(({ outcome }) => outcome.startsWith("FAILED"));
if (failed.length > 0) {
  console.error(`FAILED: ${failed.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
}
if (values.results) {
  const device = values.device ?? "cpu";
  const text = `# Examples on ${await describeDevice(device)}

\`npm run examples -- --device ${device} --results\`: each with its defaults; an example that computes something wrong ends with an error.

| example | |
| --- | --- |
${outcomes.map(({ name, outcome }) => `| [${name}](../../examples/${name}) | ${outcome} |`).join("\n")}
`;
  writeFileSync(join(root, `bench/results/examples-${device.replace(/:.*/, "")}.md`), text);
}

function takesOptions(path: string): boolean {
  return /\b(?:program|trainingProgram)\(/.test(readFileSync(path, "utf8"));
}
