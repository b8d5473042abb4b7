// Finds the compilers of this machine and what distinguishes them in a cache key. No program is started for this, except on macOS,
// where /usr/bin/cc forwards to the selected Xcode.

import { accessSync, constants, readFileSync, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { findNvcc } from "../../compiler/nvcc.js";
import { UnsupportedError } from "../../core/errors.js";

/** A compiler that was found. */
export interface Compiler {
  /** What people call it: "gcc", "clang++", "nvcc". */
  readonly name: string;
  readonly path: string;
  /** Arguments that come first: of `CC="ccache gcc"`, `gcc`. */
  readonly args: readonly string[];
  /** Stands for the program's very contents in cache keys. */
  readonly version: string;
}

/** What a source is written in. */
export type Language = "c" | "c++" | "cuda";

const candidates = {
  c: { variable: "CC", names: ["cc", "gcc", "clang"] },
  "c++": { variable: "CXX", names: ["c++", "g++", "clang++"] },
} as const;

/** The compiler for a language, or undefined: `$CC` and `$CXX` first, then the customary names on the PATH. */
export function findCompiler(language: Language): Compiler | undefined {
  if (language === "cuda") {
    const nvcc = findNvcc();
    return nvcc && { name: "nvcc", args: [], ...nvcc };
  }
  const { variable, names } = candidates[language];
  const [own, ...args] = wordsOf(process.env[variable]);
  if (own !== undefined) return describe(own, args);
  for (const name of names) {
    const found = describe(name, []);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The compiler for a language. @throws UnsupportedError `CUTS_COMPILER_NOT_FOUND`, which says what to install. */
export function requireCompiler(language: Language, what: string): Compiler {
  const found = findCompiler(language);
  if (found !== undefined) return found;
  const isCuda = language === "cuda";
  const { variable, names } = isCuda ? { variable: "CUDA_HOME", names: ["nvcc"] } : candidates[language];
  const own = process.env[variable];
  const sought = isCuda || own === undefined || own === "" ? names.join(", ") : `${variable}=${own}`;
  throw new UnsupportedError(
    "CUTS_COMPILER_NOT_FOUND",
    `Cannot build ${what}: it needs a ${isCuda ? "CUDA" : language === "c" ? "C" : "C++"} compiler, and none is on this machine ` +
      `(looked for ${sought})\nTry: ${isCuda ? cudaAdvice() : hostAdvice(process.platform, systemId())}`,
  );
}

/** What to install to compile C and C++ on a platform; `id` is the distribution in /etc/os-release on Linux. */
export function hostAdvice(platform: NodeJS.Platform, id: string): string {
  if (platform === "darwin") return "xcode-select --install";
  if (platform === "win32")
    return "winget install -e --id MSYS2.MSYS2, then pacman -S mingw-w64-ucrt-x86_64-gcc";
  if (/debian|ubuntu|mint|raspbian/.test(id)) return "apt install build-essential";
  if (/fedora|rhel|centos|rocky|alma|amzn/.test(id)) return "dnf install gcc-c++";
  if (/alpine/.test(id)) return "apk add build-base";
  if (/arch|manjaro/.test(id)) return "pacman -S base-devel";
  if (/suse/.test(id)) return "zypper install gcc-c++";
  return "install gcc or clang, or set CC and CXX";
}

function cudaAdvice(): string {
  return 'install NVIDIA\'s CUDA toolkit, or set CUDA_HOME; { device: "cpu" } needs neither';
}

function systemId(): string {
  try {
    const text = readFileSync("/etc/os-release", "utf8");
    return [...text.matchAll(/^ID(?:_LIKE)?=(.*)$/gm)].map((match) => match[1]).join(" ");
  } catch {
    return "";
  }
}

function describe(name: string, args: readonly string[]): Compiler | undefined {
  const path = onPath(name);
  if (path === undefined) return undefined;
  // Of "ccache gcc -m64" both programs count.
  const programs = [path, ...args.flatMap((word) => (word.startsWith("-") ? [] : (onPath(word) ?? [])))];
  const stamps = programs.map(stampOf);
  if (process.platform === "darwin") stamps.push(printedVersion(path));
  return { name, path, args, version: [...stamps, ...args].join(" ") };
}

const printed = new Map<string, string>();

function printedVersion(path: string): string {
  let text = printed.get(path);
  if (text === undefined) {
    const { stdout } = process.getBuiltinModule("node:child_process").spawnSync(path, ["--version"]);
    printed.set(path, (text = String(stdout)));
  }
  return text;
}

function stampOf(path: string): string {
  const real = realpathSync(path);
  const { size, mtimeMs } = statSync(real);
  return `${path} ${real} ${size} ${mtimeMs}`;
}

function onPath(name: string): string | undefined {
  const isPath = isAbsolute(name) || name.includes("/");
  const folders = isPath ? [""] : (process.env["PATH"] ?? "").split(delimiter).filter((one) => one !== "");
  const endings = process.platform === "win32" ? ["", ".exe"] : [""];
  for (const folder of folders) {
    for (const ending of endings) {
      const path = isPath ? `${name}${ending}` : join(folder, `${name}${ending}`);
      if (isProgram(path)) return path;
    }
  }
  return undefined;
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, process.platform === "win32" ? constants.F_OK : constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function wordsOf(text: string | undefined): readonly string[] {
  return (text ?? "").split(/\s+/).filter((word) => word !== "");
}
