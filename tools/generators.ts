// Everything that `npm run generate` writes, by the name by which it can be asked for. Each is imported when its turn comes,
// because it may use what one before it has written.

import { execFileSync } from "node:child_process";
import { root } from "./manifest.js";

/** The texts of files, by their paths in the repository. */
type Files = Iterable<readonly [path: string, text: string]>;

/** What is generated, in an order in which each comes after what it is made from. */
export const generators: ReadonlyMap<string, () => Promise<Files>> = new Map<string, () => Promise<Files>>([
  [
    "headers",
    async () =>
      Object.entries((await import("./cuda-runtime-headers.js")).generatedHeaders()).map(
        ([name, text]) => [`include/cuts/cuda/detail/${name}`, text] as const,
      ),
  ],
  ["kernels", async () => (await import("./kernel-modules.js")).generatedModules()],
  [
    "fusion",
    async () => {
      const { fusionMathModule } = await import("./fusion-math-module.js");
      return [["src/backend/cpu/fused/math.gen.ts", await fusionMathModule()]];
    },
  ],
  [
    "checking",
    async () => {
      const { fastPathModule } = await import("./fast-path.js");
      return [["src/backend/cpu/checking/fast-path.gen.ts", await fastPathModule()]];
    },
  ],
  [
    "methods",
    async () => [["src/array/methods.gen.ts", (await import("./array-methods.js")).arrayMethods(root)]],
  ],
  [
    "elementwise",
    async () => {
      const { elementwiseDocs } = await import("./elementwise-docs.js");
      const { elementwiseTypes } = await import("./elementwise-types.js");
      const types = "src/array/elementwise/dtypes.test-d.ts";
      return [
        [types, formatted(types, elementwiseTypes())],
        ["docs/elementwise-functions.md", elementwiseDocs()],
      ];
    },
  ],
  ["examples", async () => [["docs/examples.md", (await import("./examples-docs.js")).examplesDocs()]]],
  ["errors", async () => [["docs/errors.md", (await import("./error-docs.js")).errorDocs()]]],
  [
    "environment",
    async () => [["docs/environment.md", (await import("./environment-docs.js")).environmentDocs()]],
  ],
  ["runtime", async () => [["docs/cuda-runtime.md", (await import("./cuda-runtime-docs.js")).runtimePage()]]],
  ["refused", async () => [["docs/refused.md", (await import("./refused-docs.js")).refusedDocs()]]],
  [
    "report",
    async () => {
      const { reportMarkdown } = await import("../bench/report/markdown.js");
      const { readResults } = await import("../bench/report/results.js");
      return [["bench/REPORT.md", reportMarkdown(readResults())]];
    },
  ],
  [
    "drawings",
    async () => [
      ["docs/images/architecture.svg", (await import("./architecture-drawing.js")).architectureDrawing()],
      ["docs/images/families.svg", (await import("./families-picture.js")).familiesPicture()],
      ["docs/images/figures.svg", (await import("./figures-picture.js")).figuresPicture()],
      ["docs/images/kernel.svg", (await import("./kernel-drawing.js")).kernelDrawing()],
      ["docs/images/terminal.svg", (await import("./terminal-picture.js")).terminalPicture()],
    ],
  ],
]);

/** A text as `npm run format` would leave it. */
function formatted(path: string, text: string): string {
  const args = ["biome", "format", `--stdin-file-path=${path}`];
  return execFileSync("npx", args, { cwd: root, input: text, encoding: "utf8" });
}
