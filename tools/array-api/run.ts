// `npm run test:array-api -- [examples] [file…]`: the suite of the array API standard over CuTS on the cpu device, and a table of what it
// found. ARRAY_API_TESTS is where data-apis/array-api-tests is checked out, with its submodule array-api; its Python, PYTHON or python3, needs pytest, hypothesis and
// ndindex. As many files run at once as there are cores. Writes bench/results/array-api.md after a run of all files. Exits with 1 where a test
// fails that docs/array-api.md does not list.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { root } from "../manifest.js";

interface Outcome {
  readonly file: string;
  readonly passed: number;
  readonly skipped: number;
  readonly failed: readonly string[];
}

const [examples = "100", ...chosen] = process.argv.slice(2);
const given = process.env["ARRAY_API_TESTS"];
if (given === undefined || !existsSync(join(given, "array-api", "src"))) {
  throw new Error(
    `Cannot run the array API suite: ARRAY_API_TESTS must name a checkout of data-apis/array-api-tests with its submodule (got ${given})\nTry: git clone --recurse-submodules https://github.com/data-apis/array-api-tests`,
  );
}
const suite = resolve(given);
const all = readdirSync(join(suite, "array_api_tests"))
  .flatMap((name) => /^test_(\w+)\.py$/.exec(name)?.[1] ?? [])
  .toSorted();
const results = mkdtempSync(join(tmpdir(), "array-api-"));
try {
  const files = chosen.length === 0 ? all : chosen;
  const outcomes = await inParallel(files, runFile);
  const table = tableOf(outcomes);
  console.log(table);
  if (chosen.length === 0) writeFileSync(join(root, "bench/results/array-api.md"), table);
  if (outcomes.some(({ failed }) => failed.some((test) => !isListed(test)))) process.exitCode = 1;
} finally {
  rmSync(results, { recursive: true, force: true });
}

/** The results of a function for each file, with as many files at once as there are cores. */
async function inParallel<R>(files: readonly string[], run: (file: string) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  const waiting = files.entries();
  const work = async (): Promise<void> => {
    for (const [at, file] of waiting) done[at] = await run(file);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return done;
}

async function runFile(file: string): Promise<Outcome> {
  const report = join(results, `${file}.xml`);
  const options = ["-p", "no:cacheprovider", "-p", "no_shrink", "--disable-deadline", "--tb=short", "-q"];
  const what = ["--max-examples", examples, `--junitxml=${report}`, `array_api_tests/test_${file}.py`];
  const started = performance.now();
  const child = spawn(process.env["PYTHON"] ?? "python3", ["-m", "pytest", ...options, ...what], {
    cwd: suite,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      ARRAY_API_TESTS: suite,
      ARRAY_API_TESTS_MODULE: "cuts_array_api",
      ARRAY_API_TESTS_VERSION: "2025.12",
      PYTHONPATH: [import.meta.dirname, process.env["PYTHONPATH"]].filter(Boolean).join(":"),
      PYTHONDONTWRITEBYTECODE: "1",
    },
  });
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (part: string) => (text += part));
  await once(child, "close");
  console.log(`${file}, ${Math.round((performance.now() - started) / 1000)} s\n${text}`);
  return readReport(file, readFileSync(report, "utf8"));
}

function readReport(file: string, xml: string): Outcome {
  const cases = xml.split("<testcase ").slice(1);
  const nameOf = (one: string): string => unescaped(/(?:^|\s)name="([^"]*)"/.exec(one)?.[1] ?? "");
  const failed = cases.filter((one) => /<(?:failure|error) /.test(one)).map(nameOf);
  const skipped = cases.filter((one) => one.includes("<skipped ")).length;
  return { file, failed, skipped, passed: cases.length - failed.length - skipped };
}

/** Whether the page says of a test that it fails, and why. */
function isListed(test: string): boolean {
  return readFileSync(join(root, "docs/array-api.md"), "utf8").includes(
    `| \`${test.replaceAll("|", "\\|")}\` |`,
  );
}

function tableOf(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(
    ({ file, passed, skipped, failed }) => `| ${file} | ${passed} | ${skipped} | ${failed.length} |`,
  );
  const failed = outcomes.flatMap((one) => one.failed);
  return [
    "# The suite of the array API standard",
    `\`npm run test:array-api -- ${examples}\` on the cpu device, ${new Date().toISOString().slice(0, 10)}: each test with ${examples} examples.`,
    ["| file | passed | skipped | failed |", "| --- | --- | --- | --- |", ...rows].join("\n"),
    failed.length === 0 ? "No test failed." : "Failed, with what docs/array-api.md says of it:",
    failed.map((test) => `- \`${test}\`: ${isListed(test) ? "listed" : "**not listed**"}`).join("\n"),
  ].join("\n\n");
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
