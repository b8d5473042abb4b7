// NVRTC, which compiles CUDA C++ to machine code inside the process. The library is located without being opened, because opening
// takes a tenth of a second and is unnecessary for code that is in the cache.

import type { NativePointer } from "../../../cdecl/types/native-pointer.js";
import { CompileError } from "../../../core/errors.js";
import { plural } from "../../../core/text.js";
import { numberAddressOf, stringAt } from "../../../ffi/memory.js";
import { existingStatus } from "../../../host/files.js";
import { check } from "../../../native/check.js";
import { findCudaLibrary, libraryFile } from "../../../native/find-library.js";
import { keepingSignals, keepingSignalsAsync } from "../../../native/kept-signals.js";
import { libraryFiles } from "../../../native/library-files.js";
import { openRawNvrtc, type RawNvrtc } from "../../../native/nvrtc.js";
import type { RawHandle } from "../../../native/raw-call.js";
import { CStrings } from "./c-strings.js";
import { hostMacros } from "./standard-headers.js";
import { chooseArchitecture } from "./target.js";

/** What is compiled. */
export interface NvrtcInput {
  readonly source: string;
  readonly fileName: string;
  /** The user's headers in memory, by name. */
  readonly headers: ReadonlyMap<string, string>;
  /** Headers that NVRTC lacks, by name. */
  readonly standardHeaders: ReadonlyMap<string, string>;
  readonly options: readonly string[];
  /** The architecture: as the user wrote it, else that of the GPU (90 for sm_90). */
  readonly architecture: string | number;
  readonly nameExpressions: readonly string[];
}

/** The result of a compilation. */
export interface NvrtcOutput {
  readonly code: Uint8Array<ArrayBuffer>;
  readonly kind: "cubin" | "ptx";
  /** Symbol by name expression. */
  readonly names: ReadonlyMap<string, string>;
  /** Warnings. */
  readonly log: string;
}

const COMPILATION_FAILED = 6;
const INVALID_OPTION = 5;
const NAME_NOT_VALID = 10;

export class NvrtcCompiler {
  /** Identifies the version for cache keys without opening the library: by file, size and time. */
  readonly version: string;
  readonly #names: readonly string[];
  #api: RawNvrtc | undefined;
  #supported: readonly number[] | undefined;
  readonly #words = new Uint32Array(128);
  readonly #address = numberAddressOf(this.#words);

  private constructor(version: string, names: readonly string[], api?: RawNvrtc) {
    this.version = version;
    this.#names = names;
    this.#api = api;
  }

  /** Finds the compiler of this machine. @throws LibraryNotFoundError `CUTS_LIBRARY_NOT_FOUND` with every place tried. */
  static find(): NvrtcCompiler {
    const names = findCudaLibrary(libraryFiles.nvrtc);
    const file = libraryFile(libraryFiles.nvrtc);
    if (file !== undefined) {
      const { size, mtimeMs } = existingStatus(file);
      return new NvrtcCompiler(`${file} ${size} ${mtimeMs}`, [file, ...names]);
    }
    const api = openRawNvrtc(names);
    const compiler = new NvrtcCompiler(api.path, names, api);
    return new NvrtcCompiler(`${api.path} ${compiler.releaseVersion()}`, names, api);
  }

  /** `13.0`. */
  releaseVersion(): string {
    check(this.#open().nvrtcVersion(this.#address, this.#address + 8), "nvrtcVersion");
    return `${this.#words[0]}.${this.#words[2]}`;
  }

  async compile(input: NvrtcInput): Promise<NvrtcOutput> {
    const program = this.#createProgram(input);
    const options = this.#options(input);
    try {
      const { nvrtcCompileProgram } = this.#open();
      const status = await keepingSignalsAsync(() =>
        nvrtcCompileProgram.async(program, options.count, options.address),
      );
      options.keep();
      return this.#output(program, status, input);
    } finally {
      this.#destroy(program);
    }
  }

  compileSync(input: NvrtcInput): NvrtcOutput {
    const program = this.#createProgram(input);
    const options = this.#options(input);
    try {
      const api = this.#open();
      const status = keepingSignals(() => api.nvrtcCompileProgram(program, options.count, options.address));
      options.keep();
      return this.#output(program, status, input);
    } finally {
      this.#destroy(program);
    }
  }

  #open(): RawNvrtc {
    return (this.#api ??= openRawNvrtc(this.#names));
  }

  #options({ options, architecture }: NvrtcInput): CStrings {
    const target =
      typeof architecture === "string"
        ? architecture
        : chooseArchitecture(architecture, this.#architectures());
    return new CStrings([`--gpu-architecture=${target}`, ...hostMacros(), ...options]);
  }

  #architectures(): readonly number[] {
    if (this.#supported !== undefined) return this.#supported;
    const api = this.#open();
    check(api.nvrtcGetNumSupportedArchs(this.#address), "nvrtcGetNumSupportedArchs");
    const list = new Int32Array(Math.max(64, this.#words[0] as number));
    const count = this.#words[0] as number;
    check(api.nvrtcGetSupportedArchs(numberAddressOf(list)), "nvrtcGetSupportedArchs");
    return (this.#supported = [...list.subarray(0, count)]);
  }

  #createProgram(input: NvrtcInput): RawHandle<"nvrtcProgram"> {
    const { source, fileName, nameExpressions } = input;
    const headers = new Map([...input.standardHeaders, ...input.headers]);
    const api = this.#open();
    const texts = new CStrings([...headers.values()]);
    const names = new CStrings([...headers.keys()]);
    check(
      api.nvrtcCreateProgram(this.#address, source, fileName, texts.count, texts.address, names.address),
      "nvrtcCreateProgram",
    );
    texts.keep();
    names.keep();
    const program = this.#number(0) as RawHandle<"nvrtcProgram">;
    for (const expression of nameExpressions) {
      check(api.nvrtcAddNameExpression(program, expression), `nvrtcAddNameExpression of ${expression}`);
    }
    return program;
  }

  #output(program: RawHandle<"nvrtcProgram">, status: number, input: NvrtcInput): NvrtcOutput {
    const log = this.#log(program);
    if (status === COMPILATION_FAILED || status === INVALID_OPTION || status === NAME_NOT_VALID) {
      throw compileError(input.fileName, log);
    }
    check(status, `nvrtcCompileProgram of ${input.fileName}`);
    const names = new Map(input.nameExpressions.map((name) => [name, this.#symbol(program, name)] as const));
    const cubin = this.#cubin(program);
    const code = cubin ?? this.#ptx(program);
    return { code, kind: cubin === undefined ? "ptx" : "cubin", names, log };
  }

  #symbol(program: RawHandle<"nvrtcProgram">, expression: string): string {
    check(
      this.#open().nvrtcGetLoweredName(program, expression, this.#address),
      `nvrtcGetLoweredName of ${expression}`,
    );
    return stringAt(BigInt(this.#number(0)) as NativePointer);
  }

  #cubin(program: RawHandle<"nvrtcProgram">): Uint8Array<ArrayBuffer> | undefined {
    const api = this.#open();
    check(api.nvrtcGetCUBINSize(program, this.#address), "nvrtcGetCUBINSize");
    const size = this.#number(0);
    if (size === 0) return undefined;
    const code = new Uint8Array(size);
    check(api.nvrtcGetCUBIN(program, numberAddressOf(code)), "nvrtcGetCUBIN");
    return code;
  }

  #ptx(program: RawHandle<"nvrtcProgram">): Uint8Array<ArrayBuffer> {
    const api = this.#open();
    check(api.nvrtcGetPTXSize(program, this.#address), "nvrtcGetPTXSize");
    const code = new Uint8Array(this.#number(0));
    check(api.nvrtcGetPTX(program, numberAddressOf(code)), "nvrtcGetPTX");
    return code;
  }

  #log(program: RawHandle<"nvrtcProgram">): string {
    const api = this.#open();
    check(api.nvrtcGetProgramLogSize(program, this.#address), "nvrtcGetProgramLogSize");
    const text = Buffer.alloc(this.#number(0) + 128);
    check(api.nvrtcGetProgramLog(program, numberAddressOf(text)), "nvrtcGetProgramLog");
    return text.toString("utf8", 0, Math.max(0, text.indexOf(0))).trim();
  }

  #destroy(program: RawHandle<"nvrtcProgram">): void {
    this.#words[0] = program >>> 0;
    this.#words[1] = Math.floor(program / 2 ** 32);
    this.#open().nvrtcDestroyProgram(this.#address);
  }

  #number(slot: number): number {
    return (this.#words[2 * slot] as number) + (this.#words[2 * slot + 1] as number) * 2 ** 32;
  }
}

/** The error for a source that did not compile: the first error in a sentence, then the compiler's own text. */
export function compileError(fileName: string, log: string): CompileError {
  const errors = [...log.matchAll(/(?:catastrophic |fatal )?error(?: #\S+)?: (.*)$/gm)].map(
    (match) => match[1] ?? "",
  );
  const first = errors[0] ?? log.split("\n")[0] ?? "the compiler did not say why";
  const count = errors.length > 1 ? ` (first of ${plural(errors.length, "error")})` : "";
  return new CompileError("CUTS_COMPILE", `Cannot compile ${fileName}: ${first}${count}\n${log}`, log);
}
