// docs/images/architecture.svg: the layers as a drawing, from the same list that docs/architecture.md has as a table.

/** The layers, from the top: the name of the folder and what it is. */
export const layers: readonly (readonly [string, string])[] = [
  ["cli", "the command line"],
  ["build", "native libraries and addons from source, packaging"],
  ["distributed", "communicators and arrays of several processes"],
  ["check", "verify(): the same work again, compared"],
  ["interop", "DLPack, CUDA array interface, vectors, Python"],
  ["ops", "operators, dispatch, gradients, fusion"],
  ["array", "n-dimensional arrays"],
  ["program", "whole CUDA programs and the CUDA runtime API"],
  ["runtime", "devices, streams, events, graphs, modules, kernels"],
  ["backend", "one port, two implementations"],
  ["compiler", "source to object code; one disk cache"],
  ["native", "the CUDA driver, NVRTC, cuBLAS … one to one"],
  ["ffi", "libraries, functions, structs, callbacks, raw memory"],
  ["cdecl", "C declarations: one parser, and its twin in types"],
  ["host", "files, paths, threads, processes, timers, as Node has them"],
  ["core", "dtypes, shapes, float16, errors"],
];

const width = 760;
const rowHeight = 34;
const top = 56;

/** The text of the SVG file. */
export function architectureDrawing(): string {
  const rows = layers.map(([name, text], index) => {
    const y = top + index * rowHeight;
    const row =
      `<rect x="20" y="${y}" width="720" height="${rowHeight - 6}" rx="5" fill="${name === "backend" ? "#dcefdc" : "#e8eef8"}"/>` +
      `<text x="34" y="${y + 19}" class="name">${name}</text><text x="134" y="${y + 19}">${text}</text>`;
    if (name !== "backend") return row;
    const box = (x: number, label: string): string =>
      `<rect x="${x}" y="${y + 3}" width="190" height="${rowHeight - 12}" rx="4" fill="#9fd29f"/>` +
      `<text x="${x + 95}" y="${y + 19}" text-anchor="middle">${label}</text>`;
    return row + box(344, "cuda: NVRTC, driver") + box(542, "cpu: clang, WebAssembly");
  });
  const height = top + layers.length * rowHeight + 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>The layers of CuTS: imports go downwards only</title>
<style>text { fill: #1b2733 } .name { font-weight: 600 } .note { fill: #5a6672; font-size: 12px }</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="20" y="26" class="name">index.ts: the public surface</text><text x="20" y="44" class="note">re-exports only; what users import</text>
${rows.join("\n")}
<text x="20" y="${height - 16}" class="note">Imports go downwards only; the linter enforces it.</text>
</svg>
`;
}
