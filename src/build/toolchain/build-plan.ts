// Decides everything about a build before anything runs: which compiler gets which arguments. A plan is data; two equal plans over
// equal files produce the same library.

import { dirname, extname, isAbsolute, resolve } from "node:path";
import { ArgumentTypeError, UnsupportedError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import { addonDefines, addonIncludes } from "./addon-flags.js";
import type { BuildRequest, Defines } from "./build-request.js";
import { type Compiler, type Language, requireCompiler } from "./compilers.js";
import { cudaLibraryFolders } from "./cuda-toolkit.js";
import { languageOf } from "./languages.js";

/** How one source is compiled to an object. */
export interface ObjectPlan {
  readonly source: string;
  readonly compiler: Compiler;
  /** All but the names of input and outputs. */
  readonly args: readonly string[];
}

/** How the objects are linked into one file. */
export interface LinkPlan {
  readonly compiler: Compiler;
  /** Before the objects. */
  readonly args: readonly string[];
  /** After them: libraries, and the user's own options. */
  readonly rest: readonly string[];
  /** Libraries that are given by path: the result depends on their contents. */
  readonly files: readonly string[];
}

/** A decided build. */
export interface BuildPlan {
  readonly name: string;
  readonly directory: string;
  readonly extension: string;
  readonly objects: readonly ObjectPlan[];
  readonly link: LinkPlan;
  /** Folders whose files are the user's own, wherever they lie. */
  readonly ownFolders: readonly string[];
  /** Variables of the environment that compilers look at. */
  readonly environment: readonly string[];
}

const VARIABLES = [
  "CPATH",
  "C_INCLUDE_PATH",
  "CPLUS_INCLUDE_PATH",
  "LIBRARY_PATH",
  "MACOSX_DEPLOYMENT_TARGET",
  "SDKROOT",
  "NVCC_PREPEND_FLAGS",
  "NVCC_APPEND_FLAGS",
  "NVCC_CCBIN",
] as const;

/**
 * Plans a build.
 * @throws UnsupportedError `CUTS_COMPILER_NOT_FOUND`; TypeError for a source whose language is not known.
 */
export function planBuild(request: BuildRequest): BuildPlan {
  const { name, sources, kind, systemIncludes = [] } = request;
  if (sources.length === 0)
    throw new ArgumentTypeError("CUTS_SOURCES", `Cannot build ${name}: there must be a source`);
  if (kind === "addon" && process.platform === "win32") {
    throw new UnsupportedError(
      "CUTS_ADDON_PLATFORM",
      `Cannot build the addon ${name}: addons are built on Linux and macOS (got ${process.platform})\nTry: extern "C" functions without cuts/extension.h`,
    );
  }
  const directory = resolve(request.directory ?? ".");
  const languages = sources.map(languageOf);
  const compilers = new Map(
    [...new Set(languages)].map((language) => [language, requireCompiler(language, name)] as const),
  );
  const compilerOf = (language: Language): Compiler => compilers.get(language) as Compiler;
  const includes = [
    ...(request.includes ?? []).map((folder) => resolve(directory, folder)),
    ...(kind === "addon" ? addonIncludes() : []),
  ];
  return {
    name,
    directory,
    extension: kind === "addon" ? ".node" : libraryExtension(),
    objects: sources.map((source, index) => {
      const language = languages[index] as Language;
      const compiler = compilerOf(language);
      const args = language === "cuda" ? cudaArguments(request) : hostArguments(language, request);
      return {
        source,
        compiler,
        args: [
          ...compiler.args,
          ...args,
          ...macros(request),
          ...includes.map((folder) => `-I${folder}`),
          ...(language === "cuda" ? [] : systemIncludes.flatMap((folder) => ["-isystem", folder])),
        ],
      };
    }),
    link: planLink(request, languages, directory),
    ownFolders: [...new Set([...sources.map((source) => dirname(source)), ...includes])],
    environment: VARIABLES.map((variable) => `${variable}=${process.env[variable] ?? ""}`),
  };
}

function hostArguments(language: Language, { kind, options = [] }: BuildRequest): readonly string[] {
  // Each language has standards of its own, and a user may give one of each.
  const foreign = language === "c" ? /^-std=(?:c|gnu)\+\+/ : /^-std=(?:c|gnu|iso9899:)\d/;
  return [
    "-c",
    "-O2",
    ...(process.platform === "win32" ? [] : ["-fPIC"]),
    ...(language === "c++" ? ["-std=c++17"] : []),
    ...(kind === "addon" ? ["-fvisibility=hidden"] : []),
    ...options.filter((option) => !foreign.test(option)),
  ];
}

function cudaArguments({ kind, cudaOptions = [], archs = [] }: BuildRequest): readonly string[] {
  return [
    "-c",
    "-O2",
    "-std=c++17",
    "-Xcompiler=-fPIC",
    ...(kind === "addon" ? ["-Xcompiler=-fvisibility=hidden", "-include=cuts/extension/cuda_status.h"] : []),
    ...(process.env["CXX"] ? [`-ccbin=${requireCompiler("c++", "CUDA sources").path}`] : []),
    ...architectureFlags(archs),
    ...cudaOptions,
  ];
}

/** nvcc's options for a list of architectures: machine code for `sm_…`, PTX for `compute_…`. */
export function architectureFlags(archs: readonly string[]): readonly string[] {
  return archs.map((arch) => {
    const match = /^(?:(sm|compute)_)?(\d{2,3}[af]?)$/.exec(arch);
    if (match === null) {
      throw new ArgumentTypeError(
        "CUTS_ARCHITECTURE",
        `Cannot compile for a GPU architecture: it is a number such as "90", "sm_80" or "compute_90" (got ${formatValue(arch)})`,
      );
    }
    const [, kind = "sm", number = ""] = match;
    return `-gencode=arch=compute_${number},code=${kind}_${number}`;
  });
}

function macros({ kind, defines = {} }: BuildRequest): readonly string[] {
  return [...(kind === "addon" ? addonDefines.map((one) => `-D${one}`) : []), ...macroFlags(defines)];
}

/** Macros as compiler options. */
export function macroFlags(defines: Defines): readonly string[] {
  return Object.entries(defines).flatMap(([name, value]) => {
    if (!/^[A-Za-z_]\w*$/.test(name)) {
      throw new ArgumentTypeError(
        "CUTS_DEFINES",
        `Cannot define a macro: it must have a name of C (got ${formatValue(name)})`,
      );
    }
    return value === false ? [] : [value === true ? `-D${name}` : `-D${name}=${value}`];
  });
}

/** Flags that change what is linked when they are given to the compiler. */
const LINKED = /^-(?:fopenmp|fsanitize|flto|pthread|coverage)/;

function planLink(request: BuildRequest, languages: readonly Language[], directory: string): LinkPlan {
  const { kind, options = [], cudaOptions = [], archs = [], linkOptions = [], libraries = [] } = request;
  const isCuda = languages.includes("cuda");
  const compiler = requireCompiler(isCuda ? "cuda" : languages.includes("c++") ? "c++" : "c", request.name);
  const files = libraries.filter(isPath).map((library) => resolve(directory, library));
  const toolkit = cudaLibraryFolders(libraries.filter((library) => !isPath(library)));
  const shared = [
    ...new Set(files.filter((file) => /\.(?:so|dylib)(?:\.|$)/.test(file)).map((file) => dirname(file))),
    ...toolkit,
  ];
  const own = [...options.filter((option) => LINKED.test(option)), ...platformFlags(kind), ...linkOptions];
  const cuda = isCuda
    ? [
        "-Xcompiler=-fPIC",
        ...architectureFlags(archs),
        ...cudaOptions.filter((flag) => /^--?(?:rdc|relocatable-device-code|cudart|arch|gencode)/.test(flag)),
      ]
    : [];
  return {
    compiler,
    args: [...compiler.args, ...sharedFlags(kind, isCuda), ...cuda],
    rest: [
      ...toolkit.map((folder) => `-L${folder}`),
      ...libraries.map((library) => (isPath(library) ? resolve(directory, library) : `-l${library}`)),
      ...shared.flatMap((folder) => ["-Xlinker", "-rpath", "-Xlinker", folder]),
      ...(isCuda ? own.map(forNvcc) : own),
    ],
    files,
  };
}

function sharedFlags(kind: BuildRequest["kind"], isCuda: boolean): readonly string[] {
  if (process.platform === "darwin" && kind === "addon") return ["-bundle"];
  return isCuda || process.platform === "win32" ? ["-shared"] : ["-shared", "-fPIC"];
}

function platformFlags(kind: BuildRequest["kind"]): readonly string[] {
  // Node itself has what an addon leaves open.
  if (process.platform === "darwin") return kind === "addon" ? ["-Wl,-undefined,dynamic_lookup"] : [];
  if (process.platform === "win32") return [];
  // Node exports the functions of zlib, OpenSSL and more: a library's own of the same name must win inside it. And what is
  // missing should be known now, not at the first call.
  return ["-Wl,-Bsymbolic-functions", ...(kind === "addon" ? [] : ["-Wl,-z,defs"])];
}

/** nvcc hands options on to the host's compiler and linker only where told to. */
function forNvcc(flag: string): string {
  if (flag.startsWith("-Wl,")) return `-Xlinker=${flag.slice(4)}`;
  return /^-(?:[fm]|pthread|static-lib|coverage)/.test(flag) ? `-Xcompiler=${flag}` : flag;
}

/** Whether a library is given by path; else it is the bare name that `-l` takes. */
function isPath(library: string): boolean {
  return (
    isAbsolute(library) ||
    /[/\\]/.test(library) ||
    /^\.(?:a|so|dylib|lib|dll)$/.test(extname(library)) ||
    /\.so\.\d/.test(library)
  );
}

function libraryExtension(): string {
  if (process.platform === "win32") return ".dll";
  return process.platform === "darwin" ? ".dylib" : ".so";
}
