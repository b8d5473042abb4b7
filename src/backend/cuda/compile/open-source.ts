// Gets the machine code of a module: code or PTX as it was given, or CUDA C++ that is found in the cache or compiled. NVRTC is
// preferred; nvcc is used if there is no NVRTC.

import { lazy } from "../../../core/lazy.js";
import type { Compilation, CompileRequest, ObjectCode } from "../../../compiler/cache.js";
import { defaultCache } from "../../../compiler/cache.js";
import { isPtx } from "../../../compiler/is-ptx.js";
import { findPrebuilt } from "../../../compiler/prebuilt.js";
import { LibraryNotFoundError } from "../../../core/errors.js";
import { currentDirectory } from "../../../host/environment.js";
import { statusOf } from "../../../host/files.js";
import { join } from "../../../host/paths.js";
import { cudaIncludeFolders } from "../../../native/cuda-folders.js";
import type { SourceOptions } from "../../backend.js";
import { NvccCompiler } from "./nvcc-compiler.js";
import { NvrtcCompiler, type NvrtcInput, type NvrtcOutput } from "./nvrtc-compiler.js";
import { scanIncludes } from "./scan-includes.js";
import { standardHeadersVersion } from "./standard-headers.js";
import { readCompilerOptions } from "./target.js";

/** Code that the driver can load: a CUBIN, a fatbin, or PTX. */
export interface CudaObject {
  readonly code: Uint8Array;
  /** Symbol by name expression. */
  readonly names: ReadonlyMap<string, string>;
}

/** The source of a module's code, which may still have to be compiled. */
export interface CudaSource {
  /** The code, if it is available without a compiler. */
  readonly ready: CudaObject | undefined;
  compile(): Promise<CudaObject>;
  compileSync(): CudaObject;
}

/** Finds or compiles the code of a source for an architecture, 90 for sm_90. */
export function openCudaSource(
  source: string | Uint8Array,
  options: SourceOptions,
  architecture: number,
): CudaSource {
  const given = typeof source === "string" ? ptxBytes(source) : source;
  if (given !== undefined) return settledSource({ code: given, names: new Map() });
  const prebuilt = findInPackage(source as string, options, architecture);
  if (prebuilt !== undefined) return settledSource(prebuilt);
  const job = new CompileJob(source as string, options, architecture);
  return {
    ready: job.find(),
    compile: () => job.compile(),
    compileSync: () => job.compileSync(),
  };
}

/**
 * Code that the user's package has compiled ahead of time. Machine code runs on GPUs of the same family that are as new or newer.
 */
function findInPackage(source: string, options: SourceOptions, architecture: number): CudaObject | undefined {
  const family = Math.floor(architecture / 10) * 10;
  for (let arch = architecture; arch >= family; arch--) {
    const found = findPrebuilt({ ...options, source, target: `sm_${arch}` });
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A source whose code is available. */
export function settledSource(object: CudaObject): CudaSource {
  return { ready: object, compile: () => Promise.resolve(object), compileSync: () => object };
}

/** PTX as bytes with a trailing NUL, as the driver requires. */
function ptxBytes(source: string): Uint8Array | undefined {
  return isPtx(source) ? Buffer.from(`${source}\0`) : undefined;
}

/** A compiler: NVRTC, or nvcc. */
export interface CudaCompiler {
  readonly version: string;
  compile(input: NvrtcInput): Promise<NvrtcOutput>;
  compileSync(input: NvrtcInput): NvrtcOutput;
}

class CompileJob {
  readonly #source: string;
  readonly #options: SourceOptions;
  readonly #architecture: number;
  readonly #directory = currentDirectory();

  constructor(source: string, options: SourceOptions, architecture: number) {
    this.#source = source;
    this.#options = options;
    this.#architecture = architecture;
  }

  find(): CudaObject | undefined {
    try {
      return defaultCache().findSync(this.#request(findCompiler()));
    } catch (error) {
      // Without a compiler there is nothing to look for; compile() says so.
      if (error instanceof LibraryNotFoundError) return undefined;
      throw error;
    }
  }

  async compile(): Promise<ObjectCode | CudaObject> {
    const compiler = findCompiler();
    const { input, files, isComplete } = this.#prepare();
    if (!isComplete) return compiler.compile(input);
    return defaultCache().getOrCompile(this.#request(compiler), async () =>
      compilation(await compiler.compile(input), files),
    );
  }

  compileSync(): ObjectCode | CudaObject {
    const compiler = findCompiler();
    const { input, files, isComplete } = this.#prepare();
    if (!isComplete) return compiler.compileSync(input);
    return defaultCache().getOrCompileSync(this.#request(compiler), () =>
      compilation(compiler.compileSync(input), files),
    );
  }

  #prepare() {
    const { options = [], headers = {}, nameExpressions = [], fileName = "kernel.cu" } = this.#options;
    const read = readCompilerOptions(options, this.#directory);
    const toolkitFolders = cudaIncludeFolders();
    const own = new Map(Object.entries(headers));
    const includes = scanIncludes(this.#source, {
      directory: this.#directory,
      headers: own,
      folders: read.includeFolders,
      toolkitFolders,
    });
    const input: NvrtcInput = {
      source: this.#source,
      fileName,
      headers: own,
      standardHeaders: includes.standardHeaders,
      options: [...read.options, ...toolkitFolders.map((folder) => `-I${folder}`)],
      architecture: read.architecture ?? this.#architecture,
      nameExpressions,
    };
    return { input, files: includes.files, isComplete: includes.isComplete };
  }

  #request(compiler: CudaCompiler): CompileRequest {
    const { options = [], headers, nameExpressions = [], fileName } = this.#options;
    return {
      compiler: "cuda",
      compilerVersion: `${compiler.version} ${toolkitVersion()} ${standardHeadersVersion}`,
      target: `sm_${this.#architecture}`,
      options,
      source: this.#source,
      ...(fileName === undefined ? {} : { sourceName: fileName }),
      directory: this.#directory,
      ...(headers === undefined ? {} : { headers: new Map(Object.entries(headers)) }),
      nameExpressions,
    };
  }
}

function compilation(output: NvrtcOutput, files: Compilation["files"]): Compilation {
  return {
    code: output.code,
    names: output.names,
    info: { kind: output.kind, log: output.log },
    ...(files === undefined ? {} : { files }),
  };
}

/** NVRTC, else nvcc. @throws LibraryNotFoundError if neither is found. */
const findCompiler = lazy((): CudaCompiler => {
  try {
    return NvrtcCompiler.find();
  } catch (error) {
    if (!(error instanceof LibraryNotFoundError)) throw error;
    const nvcc = NvccCompiler.find();
    if (nvcc === undefined) throw noCompiler(error);
    return nvcc;
  }
});

function noCompiler(cause: LibraryNotFoundError): LibraryNotFoundError {
  return new LibraryNotFoundError(
    "CUTS_COMPILER_NOT_FOUND",
    `Cannot compile CUDA C++ for the GPU: NVRTC or nvcc must be installed\n${cause.message.split("\n").slice(1, -1).join("\n")}` +
      "\nTry: install NVIDIA's cuda-nvrtc package (pip install nvidia-cuda-nvrtc), or set CUDA_HOME; CUTS_DEVICE=cpu needs neither",
    { cause },
  );
}

/** Identifies the toolkit's headers by folder and time, instead of by the contents of a thousand files. */
function toolkitVersion(): string {
  const [folder] = cudaIncludeFolders();
  if (folder === undefined) return "no headers";
  const header = statusOf(join(folder, "cuda_fp16.h"));
  return `${folder} ${header?.size} ${header?.mtimeMs}`;
}
