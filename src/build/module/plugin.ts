// `cuts/plugin`: bundles `.cu` files with Vite, Rollup and esbuild. The text of the source and of its own headers goes into the
// bundle, so no file is read at run time; `cuts` itself is not bundled. Only kernels are supported, because host functions need
// the file and a compiler.

import { readCuFile } from "./cu-file.js";
import { moduleText } from "./module-text.js";

/** The part of Vite's and Rollup's plugin interface that is used. */
export interface VitePlugin {
  readonly name: string;
  load(this: { addWatchFile(path: string): void }, id: string): string | undefined;
}

/** The part of esbuild's plugin interface that is used. */
export interface EsbuildPlugin {
  readonly name: string;
  setup(build: EsbuildHost): void;
}

/** The part of esbuild that the plugin calls. */
export interface EsbuildHost {
  onLoad(
    options: { readonly filter: RegExp },
    callback: (args: { readonly path: string }) => {
      contents: string;
      loader: "js";
      watchFiles: string[];
    },
  ): void;
}

const NAME = "cuts";

/**
 * The plugin for Vite and Rollup.
 * @throws UnsupportedError `CUTS_CU_MODULE` while bundling, for a file with functions of the host.
 * @example export default { plugins: [vite()] };
 */
export function vite(): VitePlugin {
  return {
    name: NAME,
    load(id) {
      const path = id.replace(/[?#].*$/, "");
      if (!path.endsWith(".cu") || path.startsWith("\0")) return undefined;
      const file = readCuFile(path);
      for (const one of file.files) this.addWatchFile(one);
      return moduleText(file);
    },
  };
}

/**
 * The plugin for esbuild; keep `cuts` out of the bundle with `packages: "external"` or `external: ["cuts"]`.
 * @example await build({ entryPoints: ["main.ts"], bundle: true, external: ["cuts"], plugins: [esbuild()] });
 */
export function esbuild(): EsbuildPlugin {
  return {
    name: NAME,
    setup(build) {
      build.onLoad({ filter: /\.cu$/ }, ({ path }) => {
        const file = readCuFile(path);
        return { contents: moduleText(file), loader: "js", watchFiles: [...file.files] };
      });
    },
  };
}
