// `npm run examples`: runs every example as its users do, with its defaults, and says which ran. What they draw goes to a folder.
// `npm run examples -- --pictures` writes the pictures of docs/examples.md, `-- k-means mlp` runs some, `-- --device cpu` chooses.

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listExamples } from "../src/cli/commands/init-example.js";
import { examplePictures } from "./examples-docs.js";

const root = fileURLToPath(new URL("..", import.meta.url));
/** Run otherwise: services do not end, ranks need a launcher. */
const elsewhere: Readonly<Record<string, string>> = {
  "vector-search": "load.ts",
  "matmul-service": "",
  "data-parallel": "",
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pictures: { type: "boolean", default: false }, device: { type: "string" } },
});
const work = mkdtempSync(join(tmpdir(), "cuts-run-examples-"));
const pictures = values.pictures ? join(root, "docs/images/examples") : work;
mkdirSync(pictures, { recursive: true });

const chosen = listExamples().filter(({ name }) =>
  positionals.length > 0
    ? positionals.includes(name)
    : !values.pictures || examplePictures[name] !== undefined,
);
const failed = chosen.filter(({ name }) => {
  const program = elsewhere[name] ?? "main.ts";
  if (program === "") {
    console.log(`-- ${name}: run by its tests only`);
    return false;
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
  });
  return status !== 0;
});
rmSync(work, { recursive: true });
if (failed.length > 0) {
  console.error(`FAILED: ${failed.map(({ name }) => name).join(", ")}`);
  process.exitCode = 1;
}

function takesOptions(path: string): boolean {
  return /\b(?:program|trainingProgram)\(/.test(readFileSync(path, "utf8"));
}
