// bench/REPORT.md says what bench/results has; its HTML shows tables of results files as tables.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { benches } from "../../bench/report/benches.js";
import { markdownToHtml, reportHtml } from "../../bench/report/html.js";
import { reportMarkdown } from "../../bench/report/markdown.js";
import { readResults, speedsOf } from "../../bench/report/results.js";
import { storedTable } from "../../bench/lib/stored.js";

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

it("the report of all benchmarks is up to date (npm run generate)", () => {
  expect(read("bench/REPORT.md")).toBe(reportMarkdown(readResults()));
});

it("every benchmark of the list is a script of package.json", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  expect(benches.map(({ script }) => script).filter((script) => !(script in scripts))).toEqual([]);
});

it("speeds are those of rows with the same threads, and undefined where a table lacks the peer", () => {
  const timing = (name: string, time: number) => ({
    name,
    medianNs: time,
    minNs: time,
    spread: 0,
    samplesNs: [time],
  });
  const tables = [
    storedTable({
      title: "both",
      baseline: "NumPy, 1 thread",
      timings: [timing("CuTS, 1 thread", 10), timing("CuTS, 2 threads", 5), timing("NumPy, 1 thread", 20)],
    }),
    storedTable({ title: "alone", baseline: "CuTS, 1 thread", timings: [timing("CuTS, 1 thread", 10)] }),
  ];
  const result = { name: "x", title: "x", bench: undefined, machine: "", versions: [], tables, text: "" };
  expect(speedsOf(result)).toEqual([{ peer: "NumPy, 1 thread", speeds: [2, undefined], median: 2 }]);
});

it("the page has every result, and nothing from elsewhere", () => {
  const results = readResults();
  const page = reportHtml(results);
  for (const { name } of results) expect(page).toContain(`id="${name}"`);
  expect(page).not.toMatch(/<(?:script|link|img)\b/);
});

it("reads the Markdown of results files", () => {
  expect(markdownToHtml("## A < B\n\n| a | b |\n| --- | --: |\n| `x` | 1 |\n\n- one\n- **two**")).toBe(
    "<h3>A &lt; B</h3>\n<table><tr><th>a<th>b\n<tr><td><code>x</code><td>1</table>\n<ul><li>one</li><li><b>two</b></li></ul>",
  );
});
