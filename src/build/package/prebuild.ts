// `cuts build --prebuilt`: builds what a package ships so that it needs no compiler where it is installed. Each `.cu` file becomes
// a JavaScript module with types, with kernels compiled for the cpu device and the listed GPU architectures; libraries and addons
// are built for this platform. All files are written anew, the manifest last.

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import {
  PREBUILT_FILE,
  prebuiltFolderOf,
  packageRoot,
  prebuiltFile,
  prebuiltVersion,
  type PrebuiltLibrary,
  type PrebuiltManifest,
  type PrebuiltRequest,
} from "../../compiler/prebuilt.js";
import { ArgumentTypeError, CutsError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { backendProviders } from "../../runtime/devices/backends.js";
import { ModuleSource } from "../../runtime/modules/module-source.js";
import type { CuFile } from "../module/cu-file.js";
import { moduleText } from "../module/module-text.js";
import { moduleTypes } from "../module/module-types.js";
import type { PrebuiltOutput, PrebuildOptions } from "./prebuild-options.js";
import { splitSources } from "./split-sources.js";
import { thisPlatform } from "./prebuilt-library.js";
import { prebuildLibrary } from "./prebuild-library.js";

/** The folder of compiled code below the folder of modules. */
const CODE_FOLDER = "prebuilt";

/** Builds and writes; see `prebuild`. */
export async function prebuildSources(options: PrebuildOptions): Promise<PrebuiltOutput> {
  const { directory = ".", out = "dist", archs = [], onProgress } = options;
  const architectures = archs.map(architectureOf);
  // What every machine can run comes first.
  const prebuilders = backendProviders()
    .flatMap(({ prebuilder }) => prebuilder ?? [])
    .toReversed();
  const root = packageRoot(resolve(directory));
  if (root === undefined) {
    throw new CutsError(
      "CUTS_PACKAGE",
      `Cannot prebuild a package: there must be a package.json in ${resolve(directory)} or above it\nTry: npm init, or cuts init`,
    );
  }
  const { kernels, library } = splitSources(options.sources.map((source) => resolve(directory, source)));
  checkNames(kernels);
  const modules = resolve(directory, out);
  const folder = join(modules, CODE_FOLDER);
  const libraries = [...clear(root, folder)];
  const files: string[] = [];
  const write = (path: string, contents: string | Uint8Array): void => {
    writeFileSync(path, contents);
    files.push(path);
  };

  const done: PrebuiltManifest["kernels"][number][] = [];
  for (const file of kernels) {
    onProgress?.({
      name: file.fileName,
      step: "compile",
      done: done.length,
      total: kernels.length,
      subject: slashes(relative(root, file.path)),
      tool: "clang (WebAssembly)",
    });
    const request = requestOf(file);
    const targets: string[] = [];
    for (const prebuilder of prebuilders) {
      for (const { target, object } of await prebuilder.prebuild(request, architectures)) {
        const { name, bytes } = prebuiltFile({ ...request, target }, object);
        write(join(folder, name), bytes);
        targets.push(target);
      }
    }
    write(join(modules, `${file.fileName}.js`), javaScript(file));
    write(join(modules, `${file.fileName}.d.ts`), moduleTypes(file));
    done.push({ source: slashes(relative(root, file.path)), targets });
  }
  if (library.length > 0) {
    const { bytes, entry } = await prebuildLibrary({ ...options, sources: library });
    write(join(folder, entry.file), bytes);
    libraries.push(entry);
  }
  const manifest: PrebuiltManifest = {
    cuts: prebuiltVersion(),
    folder: slashes(relative(root, folder)),
    kernels: done,
    libraries,
  };
  write(join(root, PREBUILT_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return {
    root,
    files,
    kernels: manifest.kernels,
    libraries: libraries.map(({ name, platform }) => ({ name, platform })),
  };
}

/** Removes what an earlier build wrote; libraries of other platforms stay, which this one cannot build. */
function clear(root: string, folder: string): readonly PrebuiltLibrary[] {
  const before = prebuiltFolderOf(join(root, PREBUILT_FILE));
  const others = (before?.path === folder ? before.manifest.libraries : []).filter(
    (library) => library.platform !== thisPlatform() && existsSync(join(folder, library.file)),
  );
  rmSync(join(root, PREBUILT_FILE), { force: true });
  mkdirSync(folder, { recursive: true });
  const stay = new Set(others.map(({ file }) => file));
  for (const name of readdirSync(folder)) if (!stay.has(name)) rmSync(join(folder, name), { force: true });
  return others;
}

/** The module that a package ships for a file: it finds its compiled code by its own address. */
function javaScript(file: CuFile): string {
  const text = moduleText(file, { imports: ["usePrebuilt"], prologue: ["usePrebuilt(import.meta.url);"] });
  return `// Made from ${file.fileName} by \`cuts build\`. Do not edit.\n${text}`;
}

/** What the runtime will ask for when the module is used. */
function requestOf({ text, fileName, headers }: CuFile): Omit<PrebuiltRequest, "target"> {
  const options = { fileName, ...(headers.size > 0 && { headers: Object.fromEntries(headers) }) };
  return { ...options, source: text, nameExpressions: new ModuleSource(text, options).plainExpressions };
}

/** 90 for `sm_90`. */
function architectureOf(text: string): number {
  const number = /^(?:sm_)?(\d{2,3})$/.exec(text)?.[1];
  if (number !== undefined) return Number(number);
  throw new ArgumentTypeError(
    "CUTS_ARCHITECTURE",
    `Cannot compile for a GPU architecture: it is a number such as "sm_90" (got ${formatValue(text)})`,
  );
}

/** Modules of all files lie in one folder. */
function checkNames(files: readonly CuFile[]): void {
  const seen = new Map<string, string>();
  for (const { fileName, path } of files) {
    const other = seen.get(fileName);
    if (other !== undefined) {
      throw new ArgumentTypeError(
        "CUTS_SOURCES",
        `Cannot prebuild a package: two sources must not have one name (got ${basename(dirname(other))}/${fileName} and ${basename(dirname(path))}/${fileName})`,
      );
    }
    seen.set(fileName, path);
  }
}

function slashes(path: string): string {
  return path.replaceAll("\\", "/");
}
