// Inspects nvcc, by compiling a kernel to PTX.

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { toolkitFolders } from "../native/cuda-folders.js";
import { findProgram, runProgram } from "./program.js";
import { type Finding, type Inspection, tryCall } from "./report.js";
import { withTemporaryFolder } from "./temporary-folder.js";

/** Finds nvcc on the PATH or in a CUDA toolkit. */
export async function inspectNvcc(inspection: Inspection): Promise<Finding> {
  const search = await findProgram(
    ["nvcc"],
    inspection,
    toolkitFolders(inspection).map((root) => join(root, "bin")),
  );
  if (search.path === undefined) {
    return {
      found: false,
      whyNot: "nvcc is neither on the PATH nor in a CUDA toolkit",
      tried: search.tried,
      hint: "set CUDA_HOME if it is installed elsewhere; only code built for a GPU ahead of time needs it",
    };
  }
  const { path } = search;
  return {
    found: true,
    where: path,
    ...(await versionOf(path, inspection)),
    call: await tryCall("compile a kernel to PTX", () => compileToPtx(path, inspection)),
  };
}

async function versionOf(path: string, inspection: Inspection): Promise<{ version?: string }> {
  try {
    const { stdout } = await runProgram(path, ["--version"], inspection);
    const version = /\bV(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
    return version === undefined ? {} : { version };
  } catch {
    return {};
  }
}

function compileToPtx(nvcc: string, inspection: Inspection): Promise<string> {
  return withTemporaryFolder(async (folder) => {
    const source = join(folder, "twice.cu");
    const output = join(folder, "twice.ptx");
    await writeFile(source, 'extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }\n');
    await runProgram(nvcc, ["-ptx", "-o", output, source], inspection, folder);
    const ptx = await readFile(output, "utf8");
    if (!ptx.includes(".entry twice")) throw new Error("the PTX must define the kernel twice");
    return `${/\.target (\w+)/.exec(ptx)?.[1] ?? "unknown target"}, ${ptx.length} characters`;
  });
}
