// Compiles with nvcc in a child process, for machines that have a toolkit but no NVRTC. nvcc does not report symbols, so kernels
// with C++ linkage are found by demangling the symbols of the CUBIN. A template instance must be named in the source, or nvcc does
// not generate it.

import { UnsupportedError } from "../../../core/errors.js";
import { type Nvcc, findNvcc } from "../../../compiler/nvcc.js";
import { readableSymbol } from "../../../core/readable-symbol.js";
import { allVariables } from "../../../host/environment.js";
import { makeFolder, makeTemporaryFolder, readBytes, remove, writeFile } from "../../../host/files.js";
import { dirname, join } from "../../../host/paths.js";
import type { ToolEnd } from "../../../host/shapes.js";
import { runTool, runToolSync, temporaryIn } from "../../../host/tools.js";
import { compileError, type NvrtcInput, type NvrtcOutput } from "./nvrtc-compiler.js";

export class NvccCompiler {
  readonly version: string;
  readonly #path: string;

  private constructor({ path, version }: Nvcc) {
    this.#path = path;
    this.version = version;
  }

  /** Finds nvcc on the PATH or in a toolkit; undefined if there is none. */
  static find(): NvccCompiler | undefined {
    const nvcc = findNvcc();
    return nvcc && new NvccCompiler(nvcc);
  }

  async compile(input: NvrtcInput): Promise<NvrtcOutput> {
    const job = this.#prepare(input);
    try {
      return job.output(await runTool(this.#path, job.args, { env: job.env }));
    } finally {
      job.remove();
    }
  }

  compileSync(input: NvrtcInput): NvrtcOutput {
    const job = this.#prepare(input);
    try {
      return job.output(runToolSync(this.#path, job.args, { env: job.env }));
    } finally {
      job.remove();
    }
  }

  #prepare(input: NvrtcInput) {
    const template = input.nameExpressions.find((name) => name.includes("<"));
    if (template !== undefined) {
      throw new UnsupportedError(
        "CUTS_NVCC_TEMPLATE",
        `Cannot compile ${template}: instances of templates are named to NVRTC, and this machine has nvcc only` +
          "\nTry: install NVIDIA's cuda-nvrtc package, or write a kernel that is no template",
      );
    }
    const folder = makeTemporaryFolder("cuts-nvcc-");
    const source = join(folder, "kernel.cu");
    const cubin = join(folder, "kernel.cubin");
    writeFile(source, `#line 1 ${JSON.stringify(input.fileName)}\n${input.source}`);
    const headers = join(folder, "include");
    for (const [name, text] of input.headers) {
      makeFolder(dirname(join(headers, name)));
      writeFile(join(headers, name), text);
    }
    const arch = typeof input.architecture === "number" ? `sm_${input.architecture}` : input.architecture;
    const args = ["-cubin", `-arch=${arch}`, "-o", cubin, `-I${headers}`, ...input.options, source];
    return {
      args,
      env: { ...allVariables(), ...temporaryIn(folder) },
      output: ({ status, stdout, stderr }: ToolEnd): NvrtcOutput => {
        const log = `${stdout}${stderr}`.trim();
        if (status !== 0) throw compileError(input.fileName, log);
        const code = readBytes(cubin);
        return { code, kind: "cubin", names: symbolsOf(code, input.nameExpressions), log };
      },
      remove: () => remove(folder),
    };
  }
}

/** The symbols of kernels that are not templates, by their C++ names. */
export function symbolsOf(cubin: Uint8Array, names: readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  // Every kernel has a section `.text.<symbol>`; the names of sections are plain text in the file.
  for (const [, symbol = ""] of Buffer.from(cubin)
    .toString("latin1")
    .matchAll(/\.text\.([A-Za-z_$][\w$]*)\0/g)) {
    const name = readableSymbol(symbol);
    if (names.includes(name)) found.set(name, symbol);
  }
  return found;
}
