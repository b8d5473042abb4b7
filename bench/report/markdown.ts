// bench/REPORT.md: all results on one page, a line each, and the promises that are not kept.

import { benches } from "./benches.js";
import { type PeerSpeed, type Result, speedsOf, targetsOf } from "./results.js";

/** Peers that are named in a line. */
const MOST_PEERS = 4;

/** The page for people who read the repository. */
export function reportMarkdown(results: readonly Result[]): string {
  const targets = results.flatMap(targetsOf);
  const missed = targets.filter(({ isKept }) => !isKept);
  return `# Benchmarks

<!-- Written by \`npm run generate\`. -->

\`npm run bench\` runs every benchmark that needs no GPU, and \`npm run bench:gpu\` runs those that need one, each in alternation with its peers.
Both then write this page and REPORT.html beside it, which has the same results with all figures and plots and is not in Git.
\`npm run bench:report\` only writes the pages. Peers that are not installed are left out.

Speed: how many times as fast as the peer CuTS is, as the median of all cases; 1 is equal, 2 is twice as fast.

| results | speed | measured | to reproduce |
| --- | --- | --- | --- |
${results.map(line).join("\n")}

## Promises

${targets.length - missed.length} of ${targets.length} promises in the results files are kept. Not kept:

${missed.map(({ result, table, text }) => `- ${link(result)}, ${table.title}: ${text}`).join("\n")}
`;
}

function line(result: Result): string {
  const script = result.bench === undefined ? "" : `\`npm run ${result.bench.script}\``;
  const speeds = speedsOf(result)
    .toSorted((a, b) => weight(b) - weight(a))
    .slice(0, MOST_PEERS)
    .map(({ peer, median, speeds: all }) => `${peer} ${median.toFixed(2)} (${plural(all)})`);
  const measured = result.machine ?? machineLine(result.text) ?? "";
  return `| ${link(result)} | ${speeds.join(", ")} | ${measured} | ${script} |`;
}

/** Peers that are in more cases are named first. */
function weight({ speeds }: PeerSpeed): number {
  return speeds.filter((speed) => speed !== undefined).length;
}

function plural(speeds: readonly (number | undefined)[]): string {
  const count = speeds.filter((speed) => speed !== undefined).length;
  return count === 1 ? "1 case" : `${count} cases`;
}

/** The line of a text that begins with a day. */
function machineLine(text: string): string | undefined {
  return /^20\d\d-\d\d-\d\d · [^|\n]*$/m.exec(text)?.[0];
}

function link({ name, title }: Result): string {
  return `[${title.replaceAll("|", "\\|")}](results/${name}.md)`;
}

/** Benchmarks whose results nobody has written down yet. */
export function missingResults(results: readonly Result[]): readonly string[] {
  const there = new Set(results.map(({ name }) => name));
  return benches.flatMap(({ results: names }) => names.filter((name) => !there.has(name)));
}
