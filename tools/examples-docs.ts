// docs/examples.md: every example with what it says of itself, and the pictures that some make.

import { listExamples } from "../src/cli/commands/init-example.js";

/** The pictures of examples, in docs/images/examples; each is what the example writes with its defaults. */
export const examplePictures: Readonly<Record<string, string>> = {
  "conv-net": "conv-net.svg",
  "image-filters": "image-filters.png",
  "k-means": "k-means.svg",
  mandelbrot: "mandelbrot.png",
  mlp: "mlp.svg",
  "monte-carlo": "monte-carlo.svg",
  "n-body": "n-body.png",
  "ray-tracer": "ray-tracer.png",
  spectrogram: "spectrogram.png",
  transformer: "transformer.svg",
};

const groups: readonly (readonly [title: string, names: readonly string[]])[] = [
  ["Pictures", ["mandelbrot", "ray-tracer", "image-filters", "n-body", "spectrogram", "game-of-life"]],
  ["Numbers and text", ["monte-carlo", "k-means", "pagerank", "log-scan"]],
  ["Services", ["vector-search", "matmul-service"]],
  ["Learning", ["mlp", "conv-net", "transformer", "data-parallel"]],
  ["Python", ["from-python", "vectors"]],
  ["Native code", ["c-function", "cuda-launcher", "inplace", "python-module-style", "tensor-extension"]],
];

/** The page. */
export function examplesDocs(): string {
  const summaries = new Map(listExamples().map(({ name, summary }) => [name, summary]));
  const grouped = groups.flatMap(([, names]) => names);
  const missing = [...summaries.keys()].filter((name) => !grouped.includes(name));
  if (missing.length > 0) throw new Error(`docs/examples.md has no place for ${missing.join(", ")}`);
  const sections = groups.map(([title, names]) => {
    const parts = names.map((name) => {
      const summary = summaries.get(name);
      if (summary === undefined) throw new Error(`docs/examples.md has ${name}, which is no example`);
      const picture = examplePictures[name];
      const shown = picture === undefined ? "" : `\n![What ${name} draws](images/examples/${picture})\n`;
      return `### ${name}\n\n${summary}. [Source](../examples/${name}/main.ts)\n${shown}`;
    });
    return `## ${title}\n\n${parts.join("\n")}`;
  });
  return `# Examples

<!-- Written by \`npm run generate\` from the examples themselves. -->

Small whole programs, which run on a GPU and, unchanged, without one (tensor-extension alone needs one, and nvcc). To get one as a project of its own, and to run it:

\`\`\`sh
npx cuts init --example mandelbrot
cd mandelbrot && npm install && npm start
npm start -- --help              # its options, where it has some
npm start -- --device cpu        # where it runs
\`\`\`

\`npx cuts init --list\` prints the names. In a checkout \`npx tsx examples/mandelbrot/main.ts\` runs one, and \`npm run examples\` all of them.
The pictures are what they draw with their defaults, from a seed.

${sections.join("\n")}`;
}
