// `npm run docs:run`: runs the code blocks of all pages on a device and says which print what they promise. The tests do that on the cpu device;
// this is for other devices, with the package that `npm run build` makes. `-- --device cuda` chooses, `-- --results` writes bench/results/pages-<device>.md, `-- docs/fft.md` runs some.

import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { noPython } from "../test/interop/python.js";
import { printedLines, programOf, RUN_MARKS, writeBlockPrograms } from "../test/docs/block-programs.js";
import { BlockRunner } from "../test/docs/block-runner.js";
import { promisedOutput } from "../test/docs/markdown.js";
import { type PageBlock, readPages, root, typescriptBlocks } from "../test/docs/pages.js";
import { describeDevice } from "./describe-device.js";

/** After that a block is ended and counts as failed. */
const LIMIT_MS = 120_000;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { device: { type: "string", default: "cpu" }, results: { type: "boolean", default: false } },
});

const blocks = typescriptBlocks(readPages()).filter(
  ({ page, marks }) =>
    RUN_MARKS.includes(marks.join(" ")) && (positionals.length === 0 || positionals.includes(page)),
);
if (!existsSync(join(root, "dist/index.js"))) {
  throw new Error("Cannot run the pages: they use the package as it is built\nTry: npm run build");
}
const folder = realpathSync(mkdtempSync(join(tmpdir(), "cuts-pages-")));
writeBlockPrograms(folder, blocks, root);
const runner = new BlockRunner(folder, {
  CUTS_DEVICE: values.device,
  CUTS_CACHE_DIR: join(folder, "cache"),
});

/** What is wrong with a block; empty where it prints what it promises, undefined where it was not run. */
async function trouble(block: PageBlock): Promise<string | undefined> {
  if (block.marks.includes("python") && noPython !== undefined) return undefined;
  const limit = setTimeout(() => runner.kill(), LIMIT_MS);
  const { stdout, stderr } = await runner.run(programOf(folder, block));
  clearTimeout(limit);
  if (stderr !== "") return `stderr: ${stderr.trim().slice(0, 300)}`;
  const promised = promisedOutput(block.text);
  const printed = printedLines(stdout);
  return isDeepStrictEqual(printed, promised) ? "" : `prints ${printed.join(" | ").slice(0, 300)}`;
}

const rows: { readonly page: string; ran: number; asPromised: number; notRun: number }[] = [];
const troubles: string[] = [];
for (const block of blocks) {
  let row = rows.find(({ page }) => page === block.page);
  if (row === undefined) rows.push((row = { page: block.page, ran: 0, asPromised: 0, notRun: 0 }));
  const found = await trouble(block);
  if (found === undefined) row.notRun++;
  else row.ran++;
  if (found === "") row.asPromised++;
  else if (found !== undefined) troubles.push(`- ${block.title}: ${found.replaceAll("\n", " ")}`);
  console.log(
    `${block.title}: ${found === undefined ? "not run, without a Python with NumPy" : found || "ok"}`,
  );
}
const { stderr } = await runner.end();
if (stderr.trim() !== "") troubles.push(`- at the end of the process: ${stderr.trim().slice(0, 300)}`);
rmSync(folder, { recursive: true });

const sum = (key: "ran" | "asPromised" | "notRun"): number => rows.reduce((all, row) => all + row[key], 0);
const text = `# The code blocks of all pages on ${await describeDevice(values.device)}

\`npm run docs:run -- --device ${values.device} --results\`: every block that is marked to be run, in one process, and whether it prints what the page promises.

${sum("asPromised")} of ${sum("ran")} do; ${sum("notRun")} were not run, for want of a Python with NumPy.
${troubles.length === 0 ? "" : `\n${troubles.join("\n")}\n`}
| page | blocks | as promised | not run |
| --- | --: | --: | --: |
${rows.map(({ page, ran, asPromised, notRun }) => `| ${page} | ${ran + notRun} | ${asPromised} | ${notRun} |`).join("\n")}
`;
console.log(`${sum("asPromised")} of ${sum("ran")} print what they promise`);
if (values.results) {
  writeFileSync(join(root, `bench/results/pages-${values.device.replace(/:.*/, "")}.md`), text);
}
if (troubles.length > 0) process.exitCode = 1;
