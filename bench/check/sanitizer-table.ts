// bench/results/check-sanitizer.md of what collect.ts has seen.

import { writeFileSync } from "node:fs";
import { cataloguePrograms } from "./catalogue.js";
import { type CaseRun, type Collected, type KernelTime, TOOLS, type Tool } from "./collect.js";
import { rankingTables } from "./ranking.js";
import { isAt, recordsOf } from "./sanitizer-records.js";

/** Of one bug: what each tool said, in a few words; nothing where it was silent. */
interface Row {
  readonly file: string;
  readonly name: string;
  readonly kind: string;
  readonly line: string;
  readonly said: Readonly<Record<Tool, string>>;
}

/** Writes the tables of what was seen, in one call or in several, and returns them. */
export async function writeTables(parts: readonly Collected[]): Promise<string> {
  const seen = joined(parts);
  const rows = rowsOf(seen);
  const found = rows.filter(({ said }) => TOOLS.some((tool) => !SILENT.includes(said[tool])));
  const missing = rows.filter(({ said }) => TOOLS.some((tool) => said[tool] === NOT_RUN));
  const atLine = found.filter(({ said }) => TOOLS.some((tool) => said[tool].endsWith(AT_LINE)));
  const text = [
    "# compute-sanitizer beside `cuts check`",
    `${seen.date} · ${seen.gpu} · ${seen.version}. Made by \`npm run bench:sanitizer\`: the seeded bugs of test/check as programs of their own, compiled with \`nvcc -G\` so that nothing is optimised away, each under the four tools.`,
    "## Bug by bug",
    `${rows.length} bugs were run. \`cuts check\` finds all, each with its kind at its line (test/check asserts that). Found by both: ${found.length}, at the line of the bug ${atLine.length}. Only here: ${rows.length - found.length}. Only there: none, since all are found here.${missing.length > 0 ? ` Not run under all tools: ${missing.length}.` : ""}`,
    "`hangs`: the program did not end in 25 s under the tool, and the tool said nothing. A record that does not name the line of the bug is one about what came of it.",
    bugTable(rows),
    "## Correct twins",
    twins(seen),
    "## What compute-sanitizer costs",
    `A launch and the wait for its end, as times a launch without any tool; the kernels of \`npm run bench:check\` (\`cuts check\`'s own costs are in check-cost.md).`,
    costTable(seen),
    "## Profiles against times",
    `Counts are those of \`kernel.profile()\` on the cpu device for \`bench/check/ranking.cu\`, with a small grid; times are medians by events on the GPU with 2^26 numbers.`,
    await rankingTables(timesOf(seen, "ranking", "none", undefined)),
    "",
  ].join("\n\n");
  writeFileSync(new URL("../results/check-sanitizer.md", import.meta.url), text.replace(/\n+$/, "\n"));
  return text;
}

const AT_LINE = " at its line";
const NOT_RUN = "not run";
const HANGS = "hangs";
const SILENT = ["", NOT_RUN, HANGS];

function joined(parts: readonly Collected[]): Collected {
  const [first] = parts;
  if (first === undefined) throw new Error("Give the files with what was seen");
  return { ...first, runs: parts.flatMap(({ runs }) => runs), times: parts.flatMap(({ times }) => times) };
}

function rowsOf(seen: Collected): readonly Row[] {
  const runs = new Map(seen.runs.map((run) => [`${run.file} ${run.name} ${run.tool}`, run]));
  return cataloguePrograms().flatMap(({ file, cases }) =>
    cases.flatMap(({ name, bugs }) =>
      bugs.map((bug): Row => {
        const [kind = "", line = ""] = bug.split(":");
        const said = Object.fromEntries(
          TOOLS.map((tool) => [tool, told(runs.get(`${file} ${name} ${tool}`), file, kind, line)]),
        ) as Record<Tool, string>;
        return { file, name, kind, line, said };
      }),
    ),
  );
}

/** Words of records that a bug of a kind must have: a race is no read of fresh memory. */
const WORDS: Readonly<Record<string, RegExp>> = { race: /Race/, "uninitialized-read": /Uninit/ };

/** The record that is about the bug, else the first. */
function told(run: CaseRun | undefined, file: string, kind: string, line: string): string {
  if (run === undefined) return NOT_RUN;
  const records = recordsOf(run.output).filter(([text = ""]) => WORDS[kind]?.test(text) ?? true);
  const own = records.find((record) => isAt(record, file, line));
  const first = own ?? records[0];
  if (first === undefined) return run.isTimedOut ? HANGS : "";
  return `${brief(first[0] ?? "")}${own === undefined ? "" : AT_LINE}`;
}

function brief(text: string): string {
  return text
    .replace(/ at .*$| due to .*$|\(.*$/, "")
    .replace(/ of size \d+ bytes/, "")
    .replaceAll("|", "\\|")
    .slice(0, 60);
}

function bugTable(rows: readonly Row[]): string {
  return [
    `| bug | kind | ${TOOLS.join(" | ")} |`,
    `| --- | --- | ${TOOLS.map(() => "---").join(" | ")} |`,
    ...rows.map(
      ({ file, name, kind, line, said }) =>
        `| ${file}:${line} ${name} | ${kind} | ${TOOLS.map((tool) => said[tool]).join(" | ")} |`,
    ),
  ].join("\n");
}

function twins(seen: Collected): string {
  const correct = cataloguePrograms().flatMap(({ file, cases }) =>
    cases.filter(({ bugs }) => bugs.length === 0).map(({ name }) => ({ file, name })),
  );
  const isTwin = (run: CaseRun): boolean =>
    correct.some(({ file, name }) => file === run.file && name === run.name);
  const unmade = correct.length * TOOLS.length - seen.runs.filter(isTwin).length;
  const loud = correct.flatMap(({ file, name }) =>
    seen.runs
      .filter((run) => run.file === file && run.name === name && recordsOf(run.output).length > 0)
      .map(({ tool, output }) => `| ${file} ${name} | ${tool} | ${brief(recordsOf(output)[0]?.[0] ?? "")} |`),
  );
  const head = `${correct.length} twins; \`cuts check\` is silent about all. compute-sanitizer has records for ${loud.length} of their runs${unmade > 0 ? ` (${unmade} runs were not made)` : ""}.`;
  return loud.length === 0
    ? head
    : [head, "", "| twin | tool | first record |", "| --- | --- | --- |", ...loud].join("\n");
}

function timesOf(
  seen: Collected,
  what: "cost" | "ranking",
  tool: Tool | "none",
  length: number | undefined,
): readonly KernelTime[] {
  return (
    seen.times.find(
      (one) => one.what === what && one.tool === tool && (length === undefined || one.length === length),
    )?.kernels ?? []
  );
}

function costTable(seen: Collected): string {
  const lengths = [...new Set(seen.times.filter(({ what }) => what === "cost").map(({ length }) => length))];
  return lengths
    .map((length) => {
      const plain = timesOf(seen, "cost", "none", length);
      const factor = (tool: Tool, kernel: string, own: number): number =>
        (timesOf(seen, "cost", tool, length).find((one) => one.kernel === kernel)?.byClock ?? NaN) / own;
      const factors = TOOLS.map((tool) => plain.map(({ kernel, byClock }) => factor(tool, kernel, byClock)));
      const middle = factors.map((all) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? NaN);
      return [
        `${length} threads:`,
        "",
        `| kernel | alone | ${TOOLS.join(" | ")} |`,
        `| --- | --: | ${TOOLS.map(() => "--:").join(" | ")} |`,
        ...plain.map(
          ({ kernel, byClock }, at) =>
            `| ${kernel} | ${byClock.toFixed(1)} µs | ${factors.map((all) => (all[at] ?? NaN).toFixed(1)).join(" | ")} |`,
        ),
        `| median | | ${middle.map((one) => one.toFixed(1)).join(" | ")} |`,
      ].join("\n");
    })
    .join("\n\n");
}
