// docs/images/figures.svg: some figures of bench/results beside those of others, as bars. Shorter is faster.

import { readStored } from "../bench/lib/stored.js";
import { escapeXml } from "./svg-text.js";

/** Which tables, by the beginning of their title, and which of their rows. */
const panels = [
  {
    file: "gpu",
    table: "Launch of a small kernel",
    title: "Launching a kernel, H200",
    rows: ["C", "CuTS kernel()", "cuda.core", "CuPy RawKernel"],
  },
  {
    file: "gpu",
    table: "Sum of two small arrays",
    title: "a + b of small arrays, H200",
    rows: ["CuTS add(a, b)", "PyTorch a + b", "CuPy a + b"],
  },
  {
    file: "array-node24",
    table: "add, 1,000,000",
    title: "add of 1,000,000 floats, no GPU, one core",
    rows: ["CuTS, 1 thread", "NumPy, 1 thread", "TensorFlow.js, wasm", "jax-js, wasm"],
  },
  {
    file: "array-node24",
    table: "exp, 1,000,000",
    title: "exp of 1,000,000 floats, no GPU, one core",
    rows: ["CuTS, 1 thread", "NumPy, 1 thread", "TensorFlow.js, wasm", "jax-js, wasm"],
  },
  {
    file: "array-node24",
    table: "matmul, 512 x 512",
    title: "Product of 512 x 512 matrices, no GPU, one core",
    rows: ["CuTS, 1 thread", "NumPy, 1 thread", "TensorFlow.js, wasm", "jax-js, wasm"],
  },
] as const;

const width = 760;
const barsAt = 190;

/** The text of the SVG file. */
export function figuresPicture(): string {
  let y = 30;
  const parts: string[] = [];
  for (const { file, table, title, rows } of panels) {
    const stored = readStored(file).tables.find((one) => one.title.startsWith(table))?.rows ?? [];
    const shown = rows.flatMap((row) => stored.filter(({ name }) => name === row));
    const most = Math.max(...shown.map(({ medianNs }) => medianNs));
    parts.push(`<text x="20" y="${y}" class="title">${escapeXml(title)}</text>`);
    for (const { name, medianNs } of shown) {
      y += 21;
      const length = Math.round((medianNs / most) * 470);
      const colour = name.startsWith("CuTS") ? "#2f6f4f" : "#b8c4d0";
      parts.push(
        `<text x="${barsAt - 10}" y="${y}" text-anchor="end">${escapeXml(name)}</text>` +
          `<rect x="${barsAt}" y="${y - 11}" width="${length}" height="14" rx="2" fill="${colour}"/>` +
          `<text x="${barsAt + length + 8}" y="${y}">${formatTime(medianNs)}</text>`,
      );
    }
    y += 36;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>Times of CuTS beside those of others; shorter is faster</title>
<style>text { fill: #1b2733 } .title { font-weight: 600 } .note { fill: #5a6672; font-size: 12px }</style>
<rect width="${width}" height="${y}" fill="#ffffff"/>
${parts.join("\n")}
<text x="20" y="${y - 14}" class="note">Shorter is faster. Medians of runs in turns; machines and versions are in bench/results.</text>
</svg>
`;
}

function formatTime(nanoseconds: number): string {
  return nanoseconds < 1e6
    ? `${(nanoseconds / 1e3).toPrecision(3)} µs`
    : `${(nanoseconds / 1e6).toPrecision(3)} ms`;
}
