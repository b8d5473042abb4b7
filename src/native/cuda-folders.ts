// The folders in which CUDA lies: toolkits, NVIDIA's Python packages, and where the system's loader looks. A folder that is
// named here need not exist.

import type { Platform } from "../core/host-types.js";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** Where to look from: what the variables say and which system's customs hold. */
export interface SearchPlace {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: Platform;
}

/** This process. */
export function thisProcess(): SearchPlace {
  return { environment: process.env, platform: process.platform };
}

/** Roots of CUDA toolkits, most wanted first: the environment's, the customary one, versions from new to old, nvcc's, conda's. */
export function toolkitFolders(place: SearchPlace = thisProcess()): readonly string[] {
  const { environment, platform } = place;
  const customary =
    platform === "win32"
      ? versions("C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA", /^v\d/)
      : ["/usr/local/cuda", ...versions("/usr/local", /^cuda-\d/), "/opt/cuda"];
  const conda = variables(environment, ["CONDA_PREFIX"]).map((root) =>
    platform === "win32" ? join(root, "Library") : root,
  );
  return [...new Set([...environmentToolkits(place), ...customary, ...nvccToolkits(place), ...conda])];
}

/** The toolkits whose nvcc is on the PATH, which may have a link to it. */
function nvccToolkits({ environment, platform }: SearchPlace): readonly string[] {
  const file = platform === "win32" ? "nvcc.exe" : "nvcc";
  return (environment["PATH"] ?? "").split(delimiter).flatMap((folder) => {
    const path = join(folder, file);
    return folder === "" || !existsSync(path) ? [] : [dirname(dirname(realpathSync(path)))];
  });
}

/** The toolkits that the environment names. */
export function environmentToolkits({ environment }: SearchPlace): readonly string[] {
  return variables(environment, ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"]);
}

/** The folders of a toolkit that hold libraries. */
export function libraryFolders(root: string, { platform }: SearchPlace): readonly string[] {
  if (platform === "win32") return [join(root, "bin", "x64"), join(root, "bin")];
  return [join(root, "lib64"), join(root, "lib"), join(root, "targets", toolkitTarget, "lib")];
}

/** Folders with CUDA's headers, most wanted first. */
export function cudaIncludeFolders(): readonly string[] {
  const place = thisProcess();
  const hasCuda = (folder: string): boolean => existsSync(join(folder, "cuda_fp16.h"));
  const found = toolkitIncludes(place).find(hasCuda) ?? pythonIncludes(place).find(hasCuda);
  // Since CUDA 13 the C++ library's headers are in a folder of their own.
  return found === undefined ? [] : [found, join(found, "cccl")].filter((folder) => existsSync(folder));
}

/** Every folder that holds headers of CUDA or of one of its libraries. */
export function allIncludeFolders(place: SearchPlace = thisProcess()): readonly string[] {
  return [...toolkitIncludes(place), ...pythonIncludes(place)].filter((folder) => existsSync(folder));
}

function toolkitIncludes(place: SearchPlace): readonly string[] {
  return toolkitFolders(place).flatMap((root) => [
    join(root, "include"),
    join(root, "targets", toolkitTarget, "include"),
  ]);
}

function pythonIncludes(place: SearchPlace): readonly string[] {
  return pythonSites(place).flatMap((site) => {
    const nvidia = join(site, "nvidia");
    return list(nvidia).map((name) => join(nvidia, name, "include"));
  });
}

/** Folders that may hold Python's packages: of the active environments, of the user, of the system's Python. */
export function pythonSites({ environment, platform }: SearchPlace): readonly string[] {
  const active = variables(environment, ["VIRTUAL_ENV", "CONDA_PREFIX"]);
  if (platform === "win32") return active.map((root) => join(root, "Lib", "site-packages"));
  const home = environment["HOME"] ?? homedir();
  const onPath = (environment["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== "" && existsSync(join(folder, "python3")))
    .map(dirname);
  const roots = new Set([...active, ...onPath, join(home, ".local"), "/usr/local", "/usr"]);
  return [...roots].flatMap((root) =>
    list(join(root, "lib"))
      .filter((entry) => entry.startsWith("python3"))
      .flatMap((entry) => ["site-packages", "dist-packages"].map((name) => join(root, "lib", entry, name)))
      .filter((site) => existsSync(join(site, "nvidia"))),
  );
}

/** Where the system's loader looks, as far as that is the same everywhere. */
export function loaderFolders({ environment, platform }: SearchPlace): readonly string[] {
  if (platform === "win32") return (environment["PATH"] ?? "").split(delimiter);
  const own = (environment["LD_LIBRARY_PATH"] ?? "").split(":").filter((folder) => folder !== "");
  const machine = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
  return [...own, `/lib/${machine}`, `/usr/lib/${machine}`, "/lib64", "/usr/lib64", "/lib", "/usr/lib"];
}

const toolkitTarget = process.arch === "arm64" ? "sbsa-linux" : "x86_64-linux";

function variables(environment: SearchPlace["environment"], names: readonly string[]): readonly string[] {
  return names.flatMap((name) => environment[name] || []);
}

function versions(parent: string, pattern: RegExp): readonly string[] {
  return list(parent)
    .filter((entry) => pattern.test(entry))
    .sort(newestFirst)
    .map((entry) => join(parent, entry));
}

/** By the numbers in names. A locale's collation would do it too, and takes 15 ms to load. */
function newestFirst(a: string, b: string): number {
  const [ours = [], theirs = []] = [a, b].map((name) => (name.match(/\d+/g) ?? []).map(Number));
  const at = ours.findIndex((own, i) => own !== theirs[i]);
  return at < 0 ? theirs.length - ours.length : (theirs[at] ?? -1) - (ours[at] as number);
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
