// Programs of ranks as one file of JavaScript that imports the built package: a process starts in a fraction of the time that src/ takes with a
// TypeScript loader, and these tests start dozens.

import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { sharedPackage } from "../package/shared-package.js";

/** What programs import of the package, and where it is in it. */
const entries: readonly (readonly [RegExp, string])[] = [
  [/^(cuts|(\.\.\/)+src\/index\.js)$/, "dist/index.js"],
  [/^(cuts\/distributed|(\.\.\/)+src\/distributed\/distributed\.js)$/, "dist/distributed/distributed.js"],
];

const built = new Map<string, Promise<string>>();

/** The path of a program, as seen from this file, built for this run of the tests. */
export function rankProgram(name: string): Promise<string> {
  let path = built.get(name);
  if (path === undefined) built.set(name, (path = buildProgram(name)));
  return path;
}

async function buildProgram(name: string): Promise<string> {
  const { folder } = await sharedPackage();
  // Beside it: nobody writes into the package.
  const outfile = join(
    dirname(folder),
    `rank-program-${process.pid}-${name.replace(/\.ts$/, "").replaceAll(/\W+/g, "-")}.mjs`,
  );
  await build({
    entryPoints: [fileURLToPath(new URL(name, import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    logLevel: "warning",
    plugins: [packageAt(folder)],
  });
  return outfile;
}

function packageAt(folder: string): Plugin {
  return {
    name: "package",
    setup(bundler) {
      for (const [filter, file] of entries) {
        bundler.onResolve({ filter }, () => ({
          path: pathToFileURL(join(folder, file)).href,
          external: true,
        }));
      }
    },
  };
}
