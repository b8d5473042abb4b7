// bench/REPORT.html: one page that needs nothing else, with every results file and a plot of its speeds. Git does not keep it.

import { escapeXml } from "../../tools/svg-text.js";
import { speedChart } from "../lib/speed-chart.js";
import { type Result, speedsOf, targetsOf } from "./results.js";

/** A plot of more peers is hard to read. */
const MOST_PEERS = 3;
const LABELS = 330;

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:1000px;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
table{border-collapse:collapse;margin:1rem 0;display:block;overflow-x:auto}td,th{padding:.2rem .7rem;border-bottom:1px solid #8884;text-align:left}
td:not(:first-child){font-variant-numeric:tabular-nums}summary{cursor:pointer;font-weight:600;font-size:1.1rem;padding:.4rem 0}
.kept{color:#087a3d}.missed{color:#b3261e}svg{max-width:100%;height:auto}code{background:#8882;padding:0 .25em;border-radius:3px}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}a{color:#8ab4f8}.kept{color:#5bd08f}.missed{color:#ff8a80}}`;

/** The whole page. */
export function reportHtml(results: readonly Result[]): string {
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>CuTS: benchmarks</title>
<style>${style}</style>
<h1>CuTS: benchmarks</h1>
<p>All results, each measured in alternation with its peers. Plots show how many times as fast as a peer CuTS is: values to the right of the
line at 1 are faster.</p>
${targetList(results)}
${results.map(section).join("\n")}
</html>
`;
}

function targetList(results: readonly Result[]): string {
  const rows = results.flatMap(targetsOf).map(({ result, table, text, isKept }) => {
    const verdict = isKept ? '<td class="kept">kept' : '<td class="missed">missed';
    return `<tr><td><a href="#${result.name}">${inline(result.title)}</a><td>${inline(table.title)}<td>${inline(text)}${verdict}`;
  });
  return `<details><summary>Promises</summary><table>${rows.join("\n")}</table></details>`;
}

function section(result: Result): string {
  const { name, title, bench, text } = result;
  const how = bench === undefined ? "" : `<p>To reproduce: <code>npm run ${bench.script}</code></p>`;
  const body = text.replace(/^# .*$/m, "");
  return `<details id="${name}"><summary>${inline(title)}</summary>${how}
${plot(result)}
${markdownToHtml(body)}</details>`;
}

function plot(result: Result): string {
  const peers = speedsOf(result)
    .toSorted((a, b) => b.speeds.filter(Boolean).length - a.speeds.filter(Boolean).length)
    .slice(0, MOST_PEERS);
  if (peers.length === 0) return "";
  const lines = result.tables.flatMap(({ title }, at) => {
    const speeds = peers.map((peer) => peer.speeds[at]);
    const label = escapeXml(title.length > 50 ? `${title.slice(0, 49)}…` : title);
    return speeds.every((speed) => speed === undefined) ? [] : [{ label, speeds }];
  });
  const legend = peers.map(({ peer }) => escapeXml(`vs. ${peer}`));
  return speedChart("Times as fast", legend, lines, { labels: LABELS });
}

/** What results files are written in: headings, paragraphs, lists, tables, code blocks. */
export function markdownToHtml(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== "")
    .map((block) => {
      const [first = ""] = block.split("\n");
      const heading = /^(#+) (.*)$/.exec(first);
      if (heading !== null) {
        const level = Math.min(6, (heading[1] as string).length + 1);
        const rest = block.slice(first.length).trim();
        return `<h${level}>${inline(heading[2] as string)}</h${level}>${rest === "" ? "" : markdownToHtml(rest)}`;
      }
      if (first.startsWith("|")) return table(block.split("\n"));
      if (/^[-*] /.test(first))
        return `<ul>${block
          .split(/\n(?=[-*] )/)
          .map(item)
          .join("")}</ul>`;
      if (first.startsWith("```")) return `<pre>${escapeXml(block.replaceAll(/^```.*\n?/gm, ""))}</pre>`;
      return `<p>${inline(block)}</p>`;
    })
    .join("\n");
}

function item(text: string): string {
  return `<li>${inline(text.slice(2))}</li>`;
}

function table(lines: readonly string[]): string {
  const rows = lines.filter((line) => !/^\|[\s:|-]+\|$/.test(line));
  return `<table>${rows
    .map((line, at) => {
      const tag = at === 0 ? "th" : "td";
      const cells = line.replaceAll(/^\||\|$/g, "").split(/(?<!\\)\|/);
      return `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim())}`).join("")}`;
    })
    .join("\n")}</table>`;
}

function inline(text: string): string {
  return escapeXml(text.replaceAll("\\|", "|"))
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
    .replaceAll(/\[([^\]]+)\]\((https?:[^)]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, "$1");
}
