// A small plot as SVG: lines, dots and bands over two axes with labels. The same numbers give the same text.

/** A place on the plot, in the units of its axes. */
export type Point = readonly [x: number, y: number];

/** What is drawn: a line through points, a dot at each, or the area between two lines. */
export interface Series {
  readonly kind: "line" | "dots" | "band";
  readonly points: readonly Point[];
  /** The upper edge of a band, from left to right as `points`. */
  readonly upper?: readonly Point[];
  readonly colour?: string;
  readonly label?: string;
}

/** How a plot is drawn. */
export interface PlotOptions {
  readonly title: string;
  readonly xLabel?: string;
  readonly yLabel?: string;
  /** Whether the x axis counts in powers of ten. */
  readonly logX?: boolean;
  /** The bottom of the y axis; the lowest value by default. */
  readonly yFrom?: number;
}

/** Colours that are told apart, on white and on black, also by who sees few of them (Okabe and Ito's). */
export const colours = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"] as const;

const [WIDTH, HEIGHT] = [640, 360];
const [LEFT, TOP, RIGHT, BOTTOM] = [60, 36, 620, 310];

/** The plot, as the text of an SVG file. */
export function plot(series: readonly Series[], options: PlotOptions): string {
  const { title, xLabel = "", yLabel = "", logX = false } = options;
  const all = series.flatMap(({ points, upper = [] }) => [...points, ...upper]);
  const scaleX = logX ? Math.log10 : (x: number) => x;
  const xs = rangeOf(all.map(([x]) => scaleX(x)));
  const ys = rangeOf(all.map(([, y]) => y).concat(options.yFrom ?? []));
  const place = ([x, y]: Point): string => {
    const right = LEFT + ((scaleX(x) - xs.low) / (xs.high - xs.low)) * (RIGHT - LEFT);
    return `${right.toFixed(1)},${(BOTTOM - ((y - ys.low) / (ys.high - ys.low)) * (BOTTOM - TOP)).toFixed(1)}`;
  };
  const shapes = series.map(({ kind, points, upper = [], colour }, at) => {
    const fill = colour ?? colours[at % colours.length];
    if (kind === "line")
      return `<polyline points="${points.map(place).join(" ")}" fill="none" stroke="${fill}" stroke-width="2"/>`;
    if (kind === "band")
      return `<polygon points="${[...points, ...upper.toReversed()].map(place).join(" ")}" fill="${fill}" opacity="0.25"/>`;
    // One path of round dots: a circle for each would be ten times the text.
    const dots = points.map((point) => `M${place(point)}h0`).join("");
    return `<path d="${dots}" stroke="${fill}" stroke-width="4" stroke-linecap="round"/>`;
  });
  const names = series
    .filter(({ label }) => label !== undefined)
    .map(({ label = "", colour }, at) => {
      const own = series.findIndex((one) => one.label === label);
      const fill = colour ?? colours[own % colours.length];
      return `<text x="${RIGHT - 8}" y="${TOP + 18 + 18 * at}" fill="${fill}" text-anchor="end">${escaped(label)}</text>`;
    });
  const number = (value: number): string => String(Number(value.toPrecision(4)));
  const end = (value: number): string => number(logX ? 10 ** value : value);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" fill="#444">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>
<text x="${LEFT}" y="22" font-size="15" fill="#111">${escaped(title)}</text>
${shapes.join("\n")}
<path d="M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}" fill="none" stroke="#888"/>
<text x="${LEFT - 6}" y="${TOP + 10}" text-anchor="end">${number(ys.high)}</text>
<text x="${LEFT - 6}" y="${BOTTOM}" text-anchor="end">${number(ys.low)}</text>
<text x="${LEFT}" y="${BOTTOM + 18}">${end(xs.low)}</text>
<text x="${RIGHT}" y="${BOTTOM + 18}" text-anchor="end">${end(xs.high)}</text>
<text x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 36}" text-anchor="middle">${escaped(xLabel)}</text>
<text transform="translate(18 ${(TOP + BOTTOM) / 2}) rotate(-90)" text-anchor="middle">${escaped(yLabel)}</text>
${names.join("\n")}
</svg>
`;
}

function rangeOf(values: readonly number[]): { readonly low: number; readonly high: number } {
  const low = values.reduce((least, value) => Math.min(least, value), Infinity);
  const high = values.reduce((most, value) => Math.max(most, value), -Infinity);
  return high > low ? { low, high } : { low: low - 0.5, high: low + 0.5 };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
