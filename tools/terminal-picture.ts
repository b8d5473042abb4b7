// docs/images/terminal.svg: a terminal with one program, run without a GPU and, where that was recorded, on one. What it shows is
// tools/terminal/first.ts and what that printed (docs/images/terminal-*.txt).

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./manifest.js";
import { escapeXml } from "./svg-text.js";

const width = 820;
const lineHeight = 19;
const runs = [
  { command: "CUTS_DEVICE=cpu npx tsx first.ts", output: "terminal-cpu.txt" },
  { command: "CUTS_DEVICE=cuda npx tsx first.ts", output: "terminal-cuda.txt" },
];

interface Line {
  readonly kind: "command" | "code" | "output";
  readonly text: string;
}

function linesOf(path: string): readonly string[] {
  return readFileSync(join(root, path), "utf8").trimEnd().split("\n");
}

/** The text of the SVG file. */
export function terminalPicture(): string {
  const code = linesOf("tools/terminal/first.ts").map((text) => text.replace("../../src/index.js", "cuts"));
  const shown = runs.filter(({ output }) => existsSync(join(root, "docs/images", output)));
  const lines: readonly Line[] = [
    { kind: "command", text: "$ cat first.ts" },
    ...code.map((text) => ({ kind: "code", text }) as const),
    ...shown.flatMap(({ command, output }) => [
      { kind: "command", text: `$ ${command}` } as const,
      ...linesOf(`docs/images/${output}`).map((text) => ({ kind: "output", text }) as const),
    ]),
  ];
  const height = 54 + lines.length * lineHeight;
  const rows = lines.map(
    ({ kind, text }, index) =>
      `<text x="20" y="${58 + index * lineHeight}" class="${kind}" xml:space="preserve">${escapeXml(text)}</text>`,
  );
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (colour, index) => `<circle cx="${22 + index * 20}" cy="20" r="6" fill="${colour}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" role="img">
<title>A CUDA kernel in TypeScript, and what it prints</title>
<style>.command { fill: #8be9a8 } .code { fill: #c9d1d9 } .output { fill: #ffffff; font-weight: 600 }</style>
<rect width="${width}" height="${height}" rx="10" fill="#161b22"/>
${dots.join("")}
${rows.join("\n")}
</svg>
`;
}
