// Inspects NVRTC, CUDA's compiler as a library, by compiling a kernel to PTX.

import type { NativePointer } from "../cdecl/types/native-pointer.js";
import { check } from "../native/check.js";
import { findCudaLibrary } from "../native/find-library.js";
import { keepingSignalsAsync } from "../native/kept-signals.js";
import { libraryFiles } from "../native/library-files.js";
import { type Nvrtc, openNvrtc } from "../native/nvrtc.js";
import { findLibrary } from "./find-library.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** Finds libnvrtc in a CUDA toolkit or where the loader searches. */
export async function inspectNvrtc(
  inspection: Inspection,
  names = findCudaLibrary(libraryFiles.nvrtc, inspection),
): Promise<Finding> {
  if (inspection.platform === "darwin") {
    return { found: false, whyNot: "NVIDIA has no NVRTC for macOS" };
  }
  const search = findLibrary(names);
  if (search.name === undefined) {
    return {
      found: false,
      whyNot: "the system's loader opens no libnvrtc, and no CUDA toolkit has one",
      tried: search.tried,
      hint: "install NVIDIA's cuda-nvrtc package, or set CUDA_HOME or LD_LIBRARY_PATH; only kernels on a GPU need it",
    };
  }
  let version: string | undefined;
  const call = await tryCall("compile a kernel to PTX", async () => {
    const nvrtc = openNvrtc([search.name]);
    version = versionOf(nvrtc);
    return await compile(nvrtc);
  });
  return { found: true, where: search.where, ...(version === undefined ? {} : { version }), call };
}

function versionOf(nvrtc: Nvrtc): string {
  const major = new Int32Array(1);
  const minor = new Int32Array(1);
  check(nvrtc.nvrtcVersion(major, minor), "nvrtcVersion");
  return `${major[0]}.${minor[0]}`;
}

async function compile(nvrtc: Nvrtc): Promise<string> {
  const source = 'extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }';
  const handle = new BigUint64Array(1);
  check(nvrtc.nvrtcCreateProgram(handle, source, "twice.cu", 0, null, null), "nvrtcCreateProgram");
  const program = handle[0] as NativePointer<"struct _nvrtcProgram">;
  try {
    const status = await keepingSignalsAsync(() => nvrtc.nvrtcCompileProgram.async(program, 0, null));
    check(status, "nvrtcCompileProgram");
    const size = new BigUint64Array(1);
    check(nvrtc.nvrtcGetPTXSize(program, size), "nvrtcGetPTXSize");
    return `${size[0]} bytes of PTX`;
  } finally {
    nvrtc.nvrtcDestroyProgram(handle);
  }
}
