import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { allIncludeFolders, toolkitFolders } from "./cuda-folders.js";
import { findCudaLibrary } from "./find-library.js";
import { libraryFiles } from "./library-files.js";

let root = "";
function tree(...files: readonly string[]): string {
  root = mkdtempSync(join(tmpdir(), "cuts-find-"));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), "");
  }
  return root;
}
afterEach(() => rmSync(root, { recursive: true, force: true }));

const linux = (environment: Record<string, string>) => ({ environment, platform: "linux" as const });
const windows = (environment: Record<string, string>) => ({ environment, platform: "win32" as const });
/** What was found in the tree; the machine's own CUDA may add more. */
const within = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length + 1));

describe("toolkitFolders", () => {
  it("has the toolkit of an nvcc on the PATH, through a link too", () => {
    tree("tools/cuda/bin/nvcc", "bin/other");
    symlinkSync(join(root, "tools/cuda/bin/nvcc"), join(root, "bin/nvcc"));
    expect(within(toolkitFolders(linux({ PATH: join(root, "bin") })))).toEqual(["tools/cuda"]);
  });
});

describe("findCudaLibrary", () => {
  it("takes the file that a variable names, and nothing else", () => {
    const place = linux({ CUTS_LIBCUBLAS: "/x/libmine.so", CUDA_HOME: "/y" });
    expect(findCudaLibrary(libraryFiles.cublas, place)).toEqual(["/x/libmine.so"]);
  });

  it("prefers the environment's toolkit to the loader, and that to everything else", () => {
    tree("cuda/lib64/libcufft.so.11", "cuda/targets/nothing", "conda/lib/libcufft.so.12");
    const place = linux({ CUDA_HOME: join(root, "cuda"), CONDA_PREFIX: join(root, "conda") });
    const found = findCudaLibrary(libraryFiles.cufft, place);
    expect(within(found)).toEqual(["cuda/lib64/libcufft.so.11", "conda/lib/libcufft.so.12"]);
    expect(found[0]).toBe(join(root, "cuda/lib64/libcufft.so.11"));
    expect(found.indexOf("libcufft.so.12")).toBe(1);
    expect(found.indexOf(join(root, "conda/lib/libcufft.so.12"))).toBeGreaterThan(
      found.indexOf("libcufft.so"),
    );
  });

  it("looks into pip's packages, of CUDA 13 and before", () => {
    tree(
      "venv/lib/python3.12/site-packages/nvidia/cu13/lib/libcusolver.so.12",
      "venv/lib/python3.12/site-packages/nvidia/cusolver/lib/libcusolver.so.11",
      "venv/lib/python3.12/site-packages/nvidia/cublas/lib/libcublas.so.12",
      "home/.local/lib/python3.10/site-packages/nvidia/cusolver/lib/libcusolver.so.11",
      "venv/lib/python3.12/site-packages/nvidia/nccl/lib/libnccl.so.2",
    );
    const place = linux({ VIRTUAL_ENV: join(root, "venv"), HOME: join(root, "home") });
    const site = "venv/lib/python3.12/site-packages/nvidia";
    expect(within(findCudaLibrary(libraryFiles.cusolver, place))).toEqual([
      `${site}/cu13/lib/libcusolver.so.12`,
      `${site}/cusolver/lib/libcusolver.so.11`,
      "home/.local/lib/python3.10/site-packages/nvidia/cusolver/lib/libcusolver.so.11",
    ]);
    expect(within(findCudaLibrary(libraryFiles.cublas, place))).toEqual([
      `${site}/cublas/lib/libcublas.so.12`,
    ]);
    expect(within(findCudaLibrary(libraryFiles.nccl, place))).toEqual([`${site}/nccl/lib/libnccl.so.2`]);
  });

  it("finds the packages of the Python on the PATH", () => {
    tree("py/bin/python3", "py/lib/python3.11/site-packages/nvidia/nvjitlink/lib/libnvJitLink.so.12");
    const place = linux({ PATH: `/nowhere:${join(root, "py/bin")}`, HOME: "/nowhere" });
    expect(within(findCudaLibrary(libraryFiles.nvjitlink, place))).toEqual([
      "py/lib/python3.11/site-packages/nvidia/nvjitlink/lib/libnvJitLink.so.12",
    ]);
  });

  it("knows the names of Windows", () => {
    tree(
      "cuda/bin/x64/cublas64_13.dll",
      "old/bin/cublas64_12.dll",
      "venv/Lib/site-packages/nvidia/cu13/bin/x86_64/cublas64_13.dll",
    );
    const place = windows({
      CUDA_PATH: join(root, "cuda"),
      CUDA_HOME: join(root, "old"),
      VIRTUAL_ENV: join(root, "venv"),
    });
    const found = findCudaLibrary(libraryFiles.cublas, place);
    expect(within(found)).toEqual([
      "old/bin/cublas64_12.dll",
      "cuda/bin/x64/cublas64_13.dll",
      "venv/Lib/site-packages/nvidia/cu13/bin/x86_64/cublas64_13.dll",
    ]);
    expect(found).toContain("cublas64_13.dll");
    expect(findCudaLibrary(libraryFiles.driver, place)).toEqual(["nvcuda.dll"]);
  });

  it("names the driver as the loader knows it, and where else it may be", () => {
    expect(findCudaLibrary(libraryFiles.driver, linux({}))).toEqual(libraryFiles.driver.linux);
  });
});

describe("folders of CUDA", () => {
  it("are the environment's first, once each", () => {
    const roots = toolkitFolders(
      linux({ CUDA_HOME: "/a", CUDA_PATH: "/a", CUDA_ROOT: "/b", CONDA_PREFIX: "/c" }),
    );
    expect(roots.slice(0, 3)).toEqual(["/a", "/b", "/usr/local/cuda"]);
    expect(roots.at(-1)).toBe("/c");
    expect(toolkitFolders(windows({ CONDA_PREFIX: "c:" })).at(-1)).toMatch(/^c:[\\/]Library$/);
  });

  it("hold headers in toolkits and in pip's packages", () => {
    tree("cuda/include/cuda.h", "venv/lib/python3.12/site-packages/nvidia/curand/include/curand.h");
    const place = linux({ CUDA_HOME: join(root, "cuda"), VIRTUAL_ENV: join(root, "venv") });
    expect(within(allIncludeFolders(place))).toEqual([
      "cuda/include",
      "venv/lib/python3.12/site-packages/nvidia/curand/include",
    ]);
  });
});
