// NVRTC, CUDA's compiler as a library, by compiling a kernel to PTX.

import type { NativePointer } from "../../cdecl/types/native-pointer.js";
import { dlopen } from "../../ffi/dlopen.js";
import { nvrtcCandidates } from "./cuda-toolkit.js";
import { findLibrary } from "./find-library.js";
import { type Finding, type Inspection, tryCall } from "./report.js";

/** libnvrtc, from a CUDA toolkit or from where the loader looks. */
export async function inspectNvrtc(
  inspection: Inspection,
  names = nvrtcCandidates(inspection),
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
    using nvrtc = openNvrtc(search.name);
    version = versionOf(nvrtc);
    return await compile(nvrtc);
  });
  return { found: true, where: search.where, ...(version === undefined ? {} : { version }), call };
}

type Nvrtc = ReturnType<typeof openNvrtc>;

function openNvrtc(name: string) {
  return dlopen(name, {
    nvrtcVersion: "int(int* major, int* minor)",
    nvrtcCreateProgram:
      "int(void** program, const char* source, const char* name, int count, void* headers, void* includeNames)",
    nvrtcCompileProgram: "int(void* program, int count, void* options)",
    nvrtcGetPTXSize: "int(void* program, size_t* size)",
    nvrtcDestroyProgram: "int(void** program)",
  });
}

function versionOf(nvrtc: Nvrtc): string {
  const major = new Int32Array(1);
  const minor = new Int32Array(1);
  check("nvrtcVersion", nvrtc.nvrtcVersion(major, minor));
  return `${major[0]}.${minor[0]}`;
}

async function compile(nvrtc: Nvrtc): Promise<string> {
  const source = 'extern "C" __global__ void twice(float* x) { x[threadIdx.x] *= 2; }';
  const handle = new BigUint64Array(1);
  check("nvrtcCreateProgram", nvrtc.nvrtcCreateProgram(handle, source, "twice.cu", 0, null, null));
  const program = handle[0] as NativePointer<"void">;
  try {
    check("nvrtcCompileProgram", await nvrtc.nvrtcCompileProgram.async(program, 0, null));
    const size = new BigUint64Array(1);
    check("nvrtcGetPTXSize", nvrtc.nvrtcGetPTXSize(program, size));
    return `${size[0]} bytes of PTX`;
  } finally {
    nvrtc.nvrtcDestroyProgram(handle);
  }
}

function check(name: string, status: number): void {
  if (status !== 0) throw new Error(`${name} returned ${status}`);
}
