// The files of `cuts init`: a small package, by path.

/** The files of a new package that depends on this version of CuTS. */
export function packageFiles(name: string, cutsVersion: string): Readonly<Record<string, string>> {
  const short = name.replace(/^@[^/]+\//, "");
  return {
    "package.json": `${JSON.stringify(manifest(name, cutsVersion), undefined, 2)}\n`,
    "tsconfig.json": `${JSON.stringify(tsconfig, undefined, 2)}\n`,
    ".gitignore": "node_modules/\ndist/\ncuts-prebuilt.json\n*.tgz\n",
    "src/saxpy.cu": KERNEL,
    "src/index.ts": WRAPPER,
    "test/saxpy.test.js": TEST,
    ".github/workflows/ci.yml": CI,
    "README.md": readme(name, short),
  };
}

function manifest(name: string, cutsVersion: string): object {
  return {
    name,
    version: "0.1.0",
    description: "Kernels that run on NVIDIA GPUs and, unchanged, on any CPU",
    type: "module",
    exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } },
    // The sources are no luxury: who has another CuTS than this compiles them.
    files: ["dist", "src", "cuts-prebuilt.json"],
    scripts: {
      build: "cuts build --prebuilt && tsc",
      test: "node --test",
      pretest: "npm run build",
      prepack: "npm run build",
    },
    engines: { node: ">=20.19" },
    dependencies: { cuts: `^${cutsVersion}` },
    devDependencies: { "@types/node": "^20.19.0", typescript: ">=5.9" },
  };
}

const tsconfig = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023", "esnext.disposable"],
    module: "nodenext",
    types: ["node"],
    strict: true,
    skipLibCheck: true,
    declaration: true,
    rootDir: "src",
    outDir: "dist",
    // `cuts build` writes dist/saxpy.cu.js and its types; sources import it as their neighbour.
    rootDirs: ["src", "dist"],
  },
  include: ["src"],
};

const KERNEL = `// y = a * x + y, one thread for each element.
extern "C" __global__ void saxpy(float a, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
`;

const WRAPPER = `import { saxpy as kernel } from "./saxpy.cu.js";

/** \`a * x + y\`, element by element, on the GPU where there is one, else on the CPU. */
export async function saxpy(a: number, x: Float32Array, y: Float32Array): Promise<Float32Array> {
  if (x.length !== y.length) {
    throw new RangeError(\`Cannot add arrays: they must have one length (got \${x.length} and \${y.length})\`);
  }
  const result = Float32Array.from(y);
  await kernel.run({ threads: x.length }, a, x, result, x.length);
  return result;
}
`;

const TEST = `import assert from "node:assert/strict";
import { test } from "node:test";
import { saxpy } from "../dist/index.js";

test("adds a multiple", async () => {
  const x = Float32Array.from({ length: 1000 }, (_, i) => i);
  const y = new Float32Array(1000).fill(1);
  const result = await saxpy(2, x, y);
  assert.deepEqual(result, x.map((value) => 2 * value + 1));
});

test("refuses arrays of two lengths", async () => {
  await assert.rejects(saxpy(1, new Float32Array(2), new Float32Array(3)), RangeError);
});
`;

const CI = `name: ci
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    strategy:
      matrix:
        node: [20, 22, 24]
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: \${{ matrix.node }}
      - run: npm install
      # No GPU here: the kernels run on the CPU.
      - run: npm test
      - run: npm pack --dry-run
`;

function readme(name: string, short: string): string {
  return `# ${short}

\`\`\`js
import { saxpy } from "${name}";

await saxpy(2, Float32Array.of(1, 2, 3), Float32Array.of(1, 1, 1)); // Float32Array [3, 5, 7]
\`\`\`

The kernel, \`src/saxpy.cu\`, runs on an NVIDIA GPU where there is one and on the CPU elsewhere. \`npm test\` needs no GPU.

\`npm run build\` compiles it into the package, for the CPU; \`cuts build --prebuilt --arch sm_80,sm_90\` for GPUs too (with NVRTC
or nvcc, no GPU needed). What is installed then needs no compiler.
`;
}
