// docs/images/architecture.svg: the layers as a drawing, from the list that the tests check imports against.

import { implementations, type Layer, layers, texts } from "./layers.js";

const width = 760;
const rowHeight = 34;
const top = 20;

/** The text of the SVG file. */
export function architectureDrawing(): string {
  const rows = layers.filter((layer) => !implementations.includes(layer)).toReversed();
  const height = top + rows.length * rowHeight + 40;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>The layers of CuTS: imports go downwards only</title>
<style>text { fill: #1b2733 } .name { font-weight: 600 } .note { fill: #5a6672; font-size: 12px }</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${rows.map((layer, index) => row(layer, top + index * rowHeight)).join("\n")}
<text x="20" y="${height - 16}" class="note">Imports go downwards only; a test checks it.</text>
</svg>
`;
}

function row(layer: Layer, y: number): string {
  const color = layer === "backend" ? "#dcefdc" : "#e8eef8";
  const box = `<rect x="20" y="${y}" width="720" height="${rowHeight - 6}" rx="5" fill="${color}"/>`;
  const text = `<text x="34" y="${y + 19}" class="name">${layer}</text><text x="134" y="${y + 19}">${texts[layer]}</text>`;
  return layer === "backend" ? box + text + implementationBoxes(y) : box + text;
}

function implementationBoxes(y: number): string {
  return implementations
    .map((layer, index) => {
      const x = 430 + index * 100;
      return `<rect x="${x}" y="${y + 3}" width="92" height="${rowHeight - 12}" rx="4" fill="#9fd29f"/><text x="${x + 46}" y="${y + 19}" text-anchor="middle">${layer.slice("backend/".length)}</text>`;
    })
    .join("");
}
