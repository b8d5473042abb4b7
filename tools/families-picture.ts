// docs/images/families.svg: every case of bench:array-wide as a dot, by family, on a GPU and without one. Right of the line at 1
// CuTS is faster than the best of the others.

import { readStored, storedRatio } from "../bench/lib/stored.js";
import { escapeXml } from "./svg-text.js";

const panels = [
  { file: "array-wide-gpu", title: "H200: the faster of CuPy and PyTorch", remark: "" },
  { file: "array-wide-cpu", title: "No GPU, 16 cores: NumPy", remark: " (NumPy: mostly one core)" },
] as const;

const LEAST = 1 / 8;
const MOST = 64;
const TICKS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16, 32, 64];

const WIDTH = 760;
const LABELS = 100;
const PANEL = 310;
const GAP = 20;
const TOP = 66;
const STEP = 26;

/** The text of the SVG file. */
export function familiesPicture(): string {
  const found = panels.map(({ file, title, remark }) => ({ title, remark, speeds: speedsOf(file) }));
  const families = [...new Set(found.flatMap(({ speeds }) => [...speeds.keys()]))];
  const bottom = TOP + families.length * STEP;
  const labels = families.map(
    (family, row) =>
      `<text x="${LABELS - 10}" y="${TOP + row * STEP + 17}" text-anchor="end">${escapeXml(family)}</text>`,
  );
  const drawn = found.map(({ title, remark, speeds }, panel) => {
    const left = LABELS + panel * (PANEL + GAP);
    const all = [...speeds.values()].flat();
    const ahead = all.filter((speed) => speed >= 1).length;
    const dots = families.flatMap((family, row) =>
      (speeds.get(family) ?? []).map((speed, i) => {
        // Three heights, so that equal speeds do not hide each other.
        const y = TOP + row * STEP + 7 + (i % 3) * 6;
        const colour = speed >= 1 ? "#2f6f4f" : speed >= 0.9 ? "#d9a441" : "#b3261e";
        return `<circle cx="${placeOf(speed, left)}" cy="${y}" r="3.4" fill="${colour}" fill-opacity="0.75"/>`;
      }),
    );
    return [
      `<text x="${left}" y="24" class="title">${escapeXml(title)}</text>`,
      `<text x="${left}" y="44" class="note">${all.length} cases, ${ahead} at 1 or more, middle ${median(all).toFixed(2)}${remark}</text>`,
      ...TICKS.map((tick) => {
        const x = placeOf(tick, left);
        const label = tick < 1 ? `1/${1 / tick}` : `${tick}`;
        return (
          `<line x1="${x}" x2="${x}" y1="${TOP - 8}" y2="${bottom}" class="${tick === 1 ? "level" : "grid"}"/>` +
          `<text x="${x}" y="${bottom + 16}" text-anchor="middle" class="note">${label}</text>`
        );
      }),
      ...dots,
    ].join("\n");
  });
  const height = bottom + 66;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Array operations of every family: how many times as fast as the best of the others</title>
<style>text { fill: #1b2733 } .title { font-weight: 600 } .note { fill: #5a6672; font-size: 12px } .grid { stroke: #e3e8ec } .level { stroke: #5a6672; stroke-width: 2 }</style>
<rect width="${WIDTH}" height="${height}" fill="#ffffff"/>
${labels.join("\n")}
${drawn.join("\n")}
<text x="20" y="${height - 28}" class="note">How many times as fast CuTS is, a dot for each case. Right of the line at 1 it is ahead; yellow: 0.9 to 1; red: less.</text>
<text x="20" y="${height - 10}" class="note">At the edges: 64 or more, 1/8 or less. Cases, dates and versions are in bench/results/array-wide-*.md.</text>
</svg>
`;
}

/** How many times as fast as the best peer, for each case that a peer has, by family. */
function speedsOf(file: string): ReadonlyMap<string, readonly number[]> {
  const speeds = new Map<string, number[]>();
  for (const table of readStored(file).tables) {
    const { title, rows } = table;
    const own = rows.find(({ name }) => name === "CuTS");
    const peers = rows.filter((one) => one !== own);
    if (own === undefined || peers.length === 0) continue;
    const family = title.slice(0, title.indexOf(":"));
    const speed = Math.min(...peers.map((peer) => 1 / storedRatio(table, own, peer)));
    speeds.set(family, [...(speeds.get(family) ?? []), speed]);
  }
  return speeds;
}

function placeOf(speed: number, left: number): number {
  const share = Math.log2(Math.min(MOST, Math.max(LEAST, speed)) / LEAST) / Math.log2(MOST / LEAST);
  return Math.round((left + 8 + share * (PANEL - 16)) * 10) / 10;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}
