// Where the CUDA toolkit may be: what the environment says, then the customary places.

import { join } from "node:path";
import type { Inspection } from "./report.js";

/** Roots of CUDA toolkits to look in, most wanted first. */
export function toolkitFolders({ environment, platform }: Inspection): readonly string[] {
  const own = [environment["CUDA_HOME"], environment["CUDA_PATH"]].filter(
    (folder) => folder !== undefined && folder !== "",
  );
  const custom = platform === "win32" ? [] : ["/usr/local/cuda", "/opt/cuda"];
  return [...new Set([...(own as string[]), ...custom])];
}

/** Names and paths under which NVRTC may be opened, most wanted first. */
export function nvrtcCandidates(inspection: Inspection): readonly string[] {
  if (inspection.platform === "win32") {
    const files = ["nvrtc64_130_0.dll", "nvrtc64_120_0.dll", "nvrtc64_112_0.dll"];
    return [
      ...files,
      ...toolkitFolders(inspection).flatMap((root) => files.map((file) => join(root, "bin", file))),
    ];
  }
  const files = ["libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so"];
  const folders = toolkitFolders(inspection).flatMap((root) => [join(root, "lib64"), join(root, "lib")]);
  return [...files, ...folders.map((folder) => join(folder, "libnvrtc.so"))];
}

/** Names and paths under which the NVIDIA driver may be opened, most wanted first. */
export function driverCandidates({ platform }: Inspection): readonly string[] {
  if (platform === "win32") return ["nvcuda.dll"];
  // The second place is where WSL keeps it.
  return ["libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"];
}
