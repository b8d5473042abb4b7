// `cuts build`: compiles kernels and native code ahead of time, for this machine or into a package.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { buildSources, prebuild } from "../../index.js";
import { command } from "../command.js";
import { exitCodes } from "../exit-codes.js";

/** `cuts build` */
export const build = command({
  name: "build",
  summary: "compile kernels and native code ahead of time",
  description:
    "Without --prebuilt: for the current device, into the cache, so that the program starts without a compiler. With it: into\n" +
    "a package that runs where no compiler is. .cu files with kernels alone become modules, dist/sum.cu.js with types; all\n" +
    "other sources together become one native library or addon for this platform, which load() of the same sources finds.",
  arguments: [
    { name: "sources", summary: "C, C++ and CUDA files; every .cu file in src/ by default", variadic: true },
  ],
  options: {
    prebuilt: { summary: "write what a package ships, and cuts-prebuilt.json beside package.json" },
    out: { value: "folder", summary: "where to write it; dist by default" },
    arch: {
      value: "list",
      summary: "GPU architectures to compile for: sm_80,sm_90 (NVRTC or nvcc, no GPU needed)",
    },
    libraries: { value: "list", summary: "libraries of the system to link: m,dl" },
  },
  examples: [
    { line: "cuts build", does: "compile the kernels in src/ for this machine" },
    { line: "cuts build --prebuilt --arch sm_80,sm_90", does: "compile them into the package" },
    { line: "cuts build --prebuilt stats.c --libraries m", does: "a native library for this platform" },
  ],
  run: async ({ args, options, ui }) => {
    const sources = args.length > 0 ? args : cudaFiles("src");
    if (sources.length === 0) {
      ui.note(
        "error: Cannot build: there is no .cu file in src/, and no source was named\nTry: cuts build --help",
      );
      return exitCodes.notDone;
    }
    if (!options.prebuilt && (options.out ?? options.arch) !== undefined) {
      ui.note("error: Cannot build: --out and --arch are for packages\nTry: cuts build --prebuilt");
      return exitCodes.notDone;
    }
    const libraries = options.libraries === undefined ? {} : { libraries: listOf(options.libraries) };
    const stop = ui.spin(`Compiling ${sources.join(", ")}`);
    try {
      if (options.prebuilt) {
        const {
          kernels,
          libraries: built,
          files,
        } = await prebuild({
          sources,
          ...libraries,
          ...(options.out === undefined ? {} : { out: options.out }),
          ...(options.arch === undefined ? {} : { archs: listOf(options.arch) }),
        });
        for (const { source, targets } of kernels) ui.print(`${source}: ${targets.join(", ")}`);
        for (const { name, platform } of built) ui.print(`${name}: ${platform}`);
        ui.note(`${files.length} files written.`);
      } else {
        const { kernels, device, library } = await buildSources({ sources, ...libraries });
        for (const path of kernels) ui.print(`${path}: ${device}`);
        if (library !== undefined) ui.print(`${library.name}: ${library.path ?? library.toolchain}`);
      }
    } finally {
      stop();
    }
    return exitCodes.ok;
  },
});

function listOf(text: string): readonly string[] {
  return text.split(",").filter((one) => one !== "");
}

function cudaFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".cu"))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}
