// Where the libraries of CUDA are: what the environment says, the system's loader, the toolkit's customary folders, Python's
// packages (pip and conda). Nothing is opened here; what is found and what was tried is told to whoever opens it.

import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** A library by its file names, newest first, and the variable that names it outright. */
export interface LibraryFiles {
  readonly variable: string;
  readonly linux: readonly string[];
  readonly windows: readonly string[];
  /** The folder of NVIDIA's Python package: `nvidia/cuda_nvrtc/lib`. */
  readonly pythonPackages: readonly string[];
}

/** Names and paths to open, most wanted first. */
export type FoundLibrary = readonly string[];

/** The driver, which comes with the kernel module and not with a toolkit. */
export function driverFiles(): LibraryFiles {
  return {
    variable: "CUTS_LIBCUDA",
    // The second place is where WSL keeps it.
    linux: ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", "/usr/local/nvidia/lib64/libcuda.so.1"],
    windows: ["nvcuda.dll"],
    pythonPackages: [],
  };
}

/** NVRTC. */
export function nvrtcFiles(): LibraryFiles {
  return {
    variable: "CUTS_LIBNVRTC",
    linux: ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"],
    windows: ["nvrtc64_130_0.dll", "nvrtc64_120_0.dll"],
    pythonPackages: ["cu13", "cuda_nvrtc"],
  };
}

/** The candidates for a library: files that exist first, then the names that only the loader can resolve. */
export function findCudaLibrary(files: LibraryFiles): FoundLibrary {
  const given = process.env[files.variable];
  if (given !== undefined && given !== "") return [given];
  const names = process.platform === "win32" ? files.windows : files.linux;
  const bare = names.filter((name) => !name.includes("/"));
  const paths = [...toolkitFolders().flatMap(libraryFolders), ...pythonFolders(files.pythonPackages)].flatMap(
    (folder) => bare.map((name) => join(folder, name)),
  );
  return [...environmentPaths(bare), ...names, ...paths.filter((path) => existsSync(path))];
}

/** The file that will be opened for a library, where it can be told without opening it. */
export function libraryFile(files: LibraryFiles): string | undefined {
  const found = findCudaLibrary(files);
  const folders = loaderFolders();
  for (const name of found) {
    if (name.includes("/") || name.includes("\\")) {
      if (existsSync(name)) return name;
      continue;
    }
    const folder = folders.find((one) => existsSync(join(one, name)));
    if (folder !== undefined) return join(folder, name);
  }
  return undefined;
}

/** Folders with CUDA's headers, most wanted first. */
export function cudaIncludeFolders(): readonly string[] {
  const roots = toolkitFolders().flatMap((root) => [
    join(root, "include"),
    join(root, "targets", `${process.arch === "arm64" ? "sbsa" : "x86_64"}-linux`, "include"),
  ]);
  const packages = ["cu13", "cuda_runtime", "cuda_cccl"].flatMap((name) =>
    pythonSites().map((site) => join(site, "nvidia", name, "include")),
  );
  const found = [...roots, ...packages].filter((folder) => existsSync(join(folder, "cuda_fp16.h")));
  // Since CUDA 13 the C++ library's headers are in a folder of their own.
  return [...new Set(found.slice(0, 1).flatMap((folder) => [folder, join(folder, "cccl")]))].filter(
    (folder) => existsSync(folder),
  );
}

/** Roots of CUDA toolkits, most wanted first: the environment's, the customary one, versions from new to old. */
export function toolkitFolders(): readonly string[] {
  const given = ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"].flatMap((name) => process.env[name] ?? []);
  const conda = [process.env["CONDA_PREFIX"] ?? ""];
  const versions = (parent: string, pattern: RegExp): string[] =>
    list(parent)
      .filter((entry) => pattern.test(entry))
      .sort((a, b) => b.localeCompare(a, "en", { numeric: true }))
      .map((entry) => join(parent, entry));
  const customary =
    process.platform === "win32"
      ? versions("C:\\Program Files\\NVIDIA GPU Computing Toolkit\\CUDA", /^v\d/)
      : ["/usr/local/cuda", ...versions("/usr/local", /^cuda-\d/), "/opt/cuda"];
  return [...new Set([...given, ...customary, ...conda].filter((folder) => folder !== ""))];
}

function libraryFolders(root: string): readonly string[] {
  return process.platform === "win32"
    ? [join(root, "bin", "x64"), join(root, "bin")]
    : [join(root, "lib64"), join(root, "lib")];
}

/** A toolkit named by the environment comes before what the loader finds. */
function environmentPaths(names: readonly string[]): readonly string[] {
  const roots = ["CUDA_HOME", "CUDA_PATH"].flatMap((name) => process.env[name] || []);
  return roots
    .flatMap(libraryFolders)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((path) => existsSync(path));
}

function pythonFolders(packages: readonly string[]): readonly string[] {
  return pythonSites().flatMap((site) =>
    packages.flatMap((name) => [join(site, "nvidia", name, "lib"), join(site, "nvidia", name, "bin")]),
  );
}

/** The `site-packages` folders of the active virtual environment and of conda. */
function pythonSites(): readonly string[] {
  const roots = ["VIRTUAL_ENV", "CONDA_PREFIX"].flatMap((name) => process.env[name] || []);
  return roots.flatMap((root) => [
    ...list(join(root, "lib"))
      .filter((entry) => entry.startsWith("python3"))
      .map((entry) => join(root, "lib", entry, "site-packages")),
    join(root, "Lib", "site-packages"),
  ]);
}

/** Where the system's loader looks, as far as that is the same everywhere. */
function loaderFolders(): readonly string[] {
  if (process.platform === "win32") return (process.env["PATH"] ?? "").split(delimiter);
  const own = (process.env["LD_LIBRARY_PATH"] ?? "").split(":").filter((folder) => folder !== "");
  const machine = process.arch === "arm64" ? "aarch64-linux-gnu" : "x86_64-linux-gnu";
  return [...own, `/lib/${machine}`, `/usr/lib/${machine}`, "/lib64", "/usr/lib64", "/lib", "/usr/lib"];
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
