// docs/images/kernel.svg: the way of a kernel from its source to the device, with the file where each step is.

interface Step {
  readonly title: string;
  readonly text: string;
  /** The file of the repository to read first. */
  readonly file: string;
}

const call: readonly Step[] = [
  {
    title: "read the source",
    text: "names and parameters of its kernels",
    file: "src/cdecl/kernel-signatures.ts",
  },
  {
    title: "check the arguments",
    text: "count, dtype, device, length, range",
    file: "src/runtime/parameters/kernel-parameter.ts",
  },
  {
    title: "compile at first use",
    text: "or take the code from the disk cache",
    file: "src/compiler/cache.ts",
  },
];

const gpu: readonly Step[] = [
  { title: "NVRTC", text: "CUDA C++ to machine code", file: "src/backend/cuda/compile/open-source.ts" },
  { title: "driver", text: "one call of cuLaunchKernelEx", file: "src/backend/cuda/cuda-backend.ts" },
];

const cpu: readonly Step[] = [
  { title: "clang", text: "CUDA C++ to LLVM IR", file: "src/compiler/clang/device-ir.ts" },
  { title: "parse", text: "the text becomes data, once", file: "src/compiler/ir/parse-module.ts" },
  { title: "passes", text: "threads of a block become loops", file: "src/backend/cpu/passes/pipeline.ts" },
  { title: "clang", text: "LLVM IR to WebAssembly", file: "src/compiler/clang/compile-wasm.ts" },
  {
    title: "worker pool",
    text: "workers take blocks of the grid",
    file: "src/backend/cpu/machine/worker-pool.ts",
  },
];

const order: Step = {
  title: "order the launch",
  text: "after what it reads and writes",
  file: "src/runtime/order/stream-work.ts",
};

/** The files that the drawing names. */
export const kernelFiles: readonly string[] = [...call, order, ...gpu, ...cpu].map(({ file }) => file);

const boxHeight = 62;
const gap = 16;
const pitch = boxHeight + gap;
const column = { call: 20, cpu: 310, gpu: 600 } as const;
const boxWidth = 266;

/** The text of the SVG file. */
export function kernelDrawing(): string {
  const top = 44;
  const first = [...call, order];
  const height = top + cpu.length * pitch + 8;
  const rightOf = (x: number): number => x + boxWidth;
  const middle = top + boxHeight / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 886 ${height}" font-family="system-ui, sans-serif" font-size="13" role="img">
<title>From the source of a kernel to the device</title>
<style>text { fill: #1b2733 } .title { font-weight: 600 } .file { fill: #5a6672; font-size: 11px } path { stroke: #5a6672; fill: none }</style>
<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 L8 4 L0 8" /></marker></defs>
<rect width="886" height="${height}" fill="#ffffff"/>
${heading(column.call, "every call")}${heading(column.cpu, "the cpu device")}${heading(column.gpu, "an NVIDIA GPU")}
${boxes(first, column.call, top, "#e8eef8")}
${boxes(cpu, column.cpu, top, "#dcefdc")}
${boxes(gpu, column.gpu, top, "#f5e9d3")}
<path d="M${rightOf(column.call)} ${top + 2 * pitch + boxHeight / 2} h10 V${middle} h10" marker-end="url(#end)"/>
<path d="M${rightOf(column.call)} ${top + 2 * pitch + boxHeight / 2} h10 V${top - 8} H${column.gpu - 10} V${middle} h10" marker-end="url(#end)"/>
<text x="${column.call}" y="${top + 4 * pitch + 8}" class="file">A source is read and compiled once.</text>
<text x="${column.call}" y="${top + 4 * pitch + 24}" class="file">Every call checks the arguments.</text>
</svg>
`;
}

function heading(x: number, text: string): string {
  return `<text x="${x}" y="22" class="title">${text}</text>`;
}

function boxes(steps: readonly Step[], x: number, top: number, color: string): string {
  return steps
    .map(({ title, text, file }, index) => {
      const y = top + index * pitch;
      const arrow =
        index === 0 ? "" : `<path d="M${x + boxWidth / 2} ${y - gap} v${gap}" marker-end="url(#end)"/>`;
      return (
        arrow +
        `<rect x="${x}" y="${y}" width="${boxWidth}" height="${boxHeight}" rx="5" fill="${color}"/>` +
        `<text x="${x + 12}" y="${y + 19}" class="title">${title}</text><text x="${x + 12}" y="${y + 36}">${text}</text>` +
        `<text x="${x + 12}" y="${y + 53}" class="file">${file.replace("src/", "")}</text>`
      );
    })
    .join("\n");
}
