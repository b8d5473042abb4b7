// A picture of relative speeds for a results file: a line for each case, a mark for each contender that it is compared
// with, on an axis of powers of 2. Right of the line at 1 is faster. It stands on light and on dark pages.

/** A line of the picture: how many times as fast as each contender, in the order of the legend. */
export interface SpeedLine {
  readonly label: string;
  readonly speeds: readonly (number | undefined)[];
}

const LEAST = 1 / 8;
const MOST = 64;
/** What labels take by default. */
const LEFT = 150;
const WIDTH = 720;
const TOP = 56;
const STEP = 16;
/** Colours that people with any kind of sight tell apart; the shapes differ too. */
const COLOURS = ["#0072b2", "#e69f00", "#009e73"];

/** The picture as SVG. */
export function speedChart(
  title: string,
  legend: readonly string[],
  lines: readonly SpeedLine[],
  { labels = LEFT }: { readonly labels?: number } = {},
): string {
  const place = (speed: number): number => {
    const share = Math.log2(Math.min(MOST, Math.max(LEAST, speed)) / LEAST) / Math.log2(MOST / LEAST);
    return Math.round((labels + share * (WIDTH - labels - 40)) * 10) / 10;
  };
  const height = TOP + lines.length * STEP + 24;
  const bottom = TOP + lines.length * STEP;
  const ticks = Array.from({ length: Math.log2(MOST / LEAST) + 1 }, (_, i) => LEAST * 2 ** i);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="11" role="img">`,
    `<title>${title}</title>`,
    "<style>text{fill:#333}.grid{stroke:#8884}.one{stroke:#888;stroke-width:2}@media(prefers-color-scheme:dark){text{fill:#ccc}}</style>",
    `<text x="8" y="18" font-size="14">${title}</text>`,
    ...legend.map((name, k) => {
      const x = 14 + k * 230;
      return `${mark(k, x, 34)}<text x="${x + 10}" y="38">${name}</text>`;
    }),
    ...ticks.map((tick) => {
      const x = place(tick);
      const label = tick < 1 ? `1/${1 / tick}` : `${tick}${tick === MOST ? " or more" : ""}`;
      return `<line class="${tick === 1 ? "one" : "grid"}" x1="${x}" x2="${x}" y1="${TOP - 6}" y2="${bottom}"/><text x="${x}" y="${bottom + 16}" text-anchor="middle">${label}</text>`;
    }),
    ...lines.map(({ label, speeds }, row) => {
      const y = TOP + row * STEP + STEP / 2;
      const marks = speeds.map((speed, k) => (speed === undefined ? "" : mark(k, place(speed), y)));
      return `<text x="${labels - 12}" y="${y + 4}" text-anchor="end">${label}</text>${marks.join("")}`;
    }),
    "</svg>",
    "",
  ].join("\n");
}

function mark(kind: number, x: number, y: number): string {
  const fill = COLOURS[kind % COLOURS.length];
  if (kind === 0) return `<circle cx="${x}" cy="${y}" r="4.5" fill="${fill}"/>`;
  if (kind === 1) return `<path d="M${x} ${y - 5.5}l5.5 5.5-5.5 5.5-5.5-5.5z" fill="${fill}"/>`;
  return `<rect x="${x - 4}" y="${y - 4}" width="8" height="8" fill="${fill}"/>`;
}
