// A CUDA source before compilation: its kernels and variables, and the names by which the compiled module knows them.

import { ownTable } from "../../core/own-table.js";
import type { KernelSignature, TypeTable } from "../../cdecl/ast.js";
import { findKernels, type KernelSearch, selectKernel } from "../../cdecl/kernel-signatures.js";
import { isPtx, isText, ptxOf } from "../../compiler/is-ptx.js";
import { ptxEntries } from "../../compiler/ptx-entries.js";
import { ArgumentTypeError, DeclarationError } from "../../core/errors.js";
import { formatValue } from "../../core/text.js";
import type { Watch } from "../../backend/backend.js";
import { findGlobals, type GlobalDeclaration } from "./global-declarations.js";
import { checkPtxTypes } from "../kernels/wrong-signature.js";

/** How a source is compiled. */
export interface SourceOptions {
  /** Flags as nvcc spells them: `-std=c++17`, `-DNAME=1`, `-I dir`. */
  readonly options?: readonly string[];
  /** Header texts by the name that `#include` uses. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The name of the source in messages of the compiler; `kernel.cu` by default. */
  readonly fileName?: string;
  /**
   * On the cpu device, checks every access, race and barrier of kernels as they run. Mistakes are printed, and the exit code is 1.
   * Default: whether CUTS_CHECK is 1.
   */
  readonly check?: boolean;
}

/** What a module is made from: CUDA C++, PTX, or machine code (a CUBIN or a fatbin). */
export type ModuleCode = string | Uint8Array;

/** A kernel of a source. */
export interface SourceKernel {
  readonly signature: KernelSignature;
  /** The structs that its source declares. */
  readonly structs: () => TypeTable;
  /** The name by which the compiled module finds it: a symbol or a name expression. */
  readonly symbol: string;
  /** The name expression that makes the compiler emit the kernel; undefined for `extern "C"`. */
  readonly expression: string | undefined;
}

export class ModuleSource {
  /** The source, or code that was compiled elsewhere. */
  readonly code: ModuleCode;
  /** Whether it was compiled elsewhere; `declarations` then lists its kernels. */
  readonly isCompiled: boolean;
  /** CUDA C++ with the kernels' signatures. */
  readonly text: string;
  readonly options: SourceOptions;
  /** Whether the code is compiled for checking or profiling. */
  readonly watch: Watch | undefined;
  readonly #search: KernelSearch;
  readonly #defines: Readonly<Record<string, string>>;
  /** The kernels of PTX. */
  readonly #entries: ReadonlyMap<string, readonly string[]> | undefined;
  #globals: ReadonlyMap<string, GlobalDeclaration> | undefined;

  constructor(code: ModuleCode, options: SourceOptions, declarations?: string, watch?: Watch) {
    if (typeof code !== "string" && !(code instanceof Uint8Array)) {
      throw new ArgumentTypeError(
        "CUTS_SOURCE",
        `Cannot make a module: the source must be CUDA C++ or PTX as a string, or machine code as a Uint8Array (got ${formatValue(code)})`,
      );
    }
    if (typeof code === "string" && isPath(code)) throw pathGiven(code);
    this.code = typeof code === "string" ? code : (ptxOf(code) ?? code);
    if (typeof this.code !== "string" && isText(this.code)) throw textGiven(this.code);
    this.isCompiled = typeof this.code !== "string" || isPtx(this.code);
    if (this.isCompiled !== (declarations !== undefined)) throw wrongDeclarations(this.isCompiled);
    const text = declarations ?? (code as string);
    this.text = text;
    this.options = options;
    this.watch = options.check === true ? "check" : watch;
    this.#defines = definesOf(options.options ?? []);
    this.#search = findKernels(text, { defines: this.#defines });
    this.#entries = this.isCompiled && typeof this.code === "string" ? ptxEntries(this.code) : undefined;
  }

  /** The same source, compiled for checking. */
  checked(): ModuleSource {
    const declarations = this.isCompiled ? this.text : undefined;
    return new ModuleSource(this.code, { ...this.options, check: true }, declarations);
  }

  /** The same source, compiled for profiling. */
  profiled(): ModuleSource {
    const options = { ...this.options, check: false };
    return new ModuleSource(this.code, options, this.isCompiled ? this.text : undefined, "profile");
  }

  /** The kernels that can be read, in the order of the text. */
  get kernels(): readonly KernelSignature[] {
    return this.#search.kernels;
  }

  /** The variables of the source. */
  get globals(): ReadonlyMap<string, GlobalDeclaration> {
    return (this.#globals ??= findGlobals(this.text, this.#defines, this.#search.types));
  }

  /** The name expressions of all kernels that are not templates. C++ names are mangled, so the compiler has to report their symbols. */
  get plainExpressions(): readonly string[] {
    const names = this.kernels.map((kernel) => kernel.qualifiedName);
    return (
      this.kernels
        .filter(({ externC, template }) => !externC && template === undefined)
        .map((kernel) => kernel.qualifiedName)
        // The name alone does not identify one of several overloads.
        .filter((name) => names.indexOf(name) === names.lastIndexOf(name))
    );
  }

  /** The kernel with a name or name expression. @throws SyntaxError `CUTS_KERNEL_UNKNOWN`, or why it cannot be read. */
  kernel(expression: string): SourceKernel {
    const signature = this.#select(expression);
    const { structs } = this.#searchFor(expression);
    if (this.#entries !== undefined) this.#checkPtx(signature, this.#entries);
    if (signature.externC) return { signature, structs, symbol: signature.name, expression: undefined };
    const open = expression.indexOf("<");
    const isTemplate = this.#searchFor(expression).kernels.some(
      ({ name, template }) => name === signature.name && template !== undefined,
    );
    const args = open === -1 ? (isTemplate ? "<>" : "") : expression.slice(open).trim();
    const symbol = `${signature.qualifiedName}${args}`;
    return { signature, structs, symbol, expression: symbol };
  }

  /** The only kernel of a source. @throws SyntaxError `CUTS_KERNEL_UNKNOWN` if there are none or several. */
  onlyKernel(): SourceKernel {
    const names = [...new Set(this.kernels.map((kernel) => kernel.qualifiedName))];
    const [first] = names;
    const [unreadable] = this.#search.unreadable;
    if (first !== undefined && names.length === 1) return this.kernel(first);
    if (first === undefined && unreadable !== undefined) throw unreadable.error;
    const rule =
      first === undefined
        ? "the source has no __global__ function"
        : `the source has more than one kernel (${names.join(", ")})`;
    const hint = first === undefined ? "" : `\nTry: the option name: "${first}", or module(source)`;
    throw new DeclarationError("CUTS_KERNEL_UNKNOWN", `Cannot choose a kernel: ${rule}${hint}`, 1, 1);
  }

  #checkPtx(signature: KernelSignature, entries: ReadonlyMap<string, readonly string[]>): void {
    const types = entries.get(signature.name);
    if (types !== undefined) {
      checkPtxTypes(signature, types);
      return;
    }
    const names = [...entries.keys()];
    const rule = `the PTX has ${names.length === 0 ? "no kernel" : `only ${names.join(", ")}`}`;
    throw new DeclarationError(
      "CUTS_KERNEL_UNKNOWN",
      `Cannot find the kernel "${signature.name}": ${rule}`,
      1,
      1,
    );
  }

  #select(expression: string): KernelSignature {
    const search = this.#searchFor(expression);
    const signature = selectKernel(search, expression);
    // A template without arguments needs defaults for all of them.
    return signature.template === undefined ? signature : selectKernel(search, `${expression}<>`);
  }

  /** The text that declares a kernel: the source, or one of the headers given with it. */
  #searchFor(expression: string): KernelSearch {
    const name = expression.replace(/<.*$/s, "").replace(/^.*::/s, "").trim();
    const has = ({ kernels, unreadable }: KernelSearch): boolean =>
      [...kernels, ...unreadable].some((kernel) => kernel.name === name);
    if (has(this.#search)) return this.#search;
    for (const text of Object.values(this.options.headers ?? {})) {
      const search = findKernels(text, { defines: this.#defines });
      if (has(search)) return search;
    }
    return this.#search;
  }
}

/** Whether a source is a path and not a text. */
function isPath(source: string): boolean {
  return /^[^\n;(){}]+\.(?:cuh?|c|cc|cpp|cxx|hp?p?|ptx|cubin|fatbin)$/.test(source);
}

function pathGiven(path: string): ArgumentTypeError {
  const isCompiled = /\.(?:ptx|cubin|fatbin)$/.test(path);
  const read = isCompiled
    ? `module(readFileSync("${path}"), { declarations })`
    : `kernel(readFileSync("${path}", "utf8"))`;
  return new ArgumentTypeError(
    "CUTS_SOURCE",
    `Cannot make a kernel: the source must be the text of CUDA C++ (got the path "${path}")\nTry: ${read}${isCompiled ? "" : ", or import the file (docs/modules.md)"}`,
  );
}

function textGiven(bytes: Uint8Array): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_SOURCE",
    `Cannot make a module: bytes must be PTX, a CUBIN or a fatbin (got ${bytes.length} bytes of other text)\nTry: CUDA C++ as a string, such as readFileSync(path, "utf8")`,
  );
}

function wrongDeclarations(isCompiled: boolean): ArgumentTypeError {
  return new ArgumentTypeError(
    "CUTS_SOURCE",
    isCompiled
      ? "Cannot make a module of compiled code: PTX and machine code do not tell the types of parameters\nTry: the option declarations: 'extern \"C\" __global__ void add(const float* a, float* b, int n);'"
      : "Cannot make a module: declarations are for compiled code; CUDA C++ declares its kernels itself (got both)",
  );
}

/** The macros that compiler flags define: `-DNAME`, `-D NAME=1`, `--define-macro=NAME=1`. */
function definesOf(options: readonly string[]): Readonly<Record<string, string>> {
  const defines = ownTable<string>({});
  for (const [index, option] of options.entries()) {
    const isApart = option === "-D" || option === "--define-macro";
    const text = isApart ? options[index + 1] : /^(?:-D|--define-macro=)(.+)$/s.exec(option)?.[1];
    const [, name, value = "1"] = /^\s*([A-Za-z_]\w*)(?:=(.*))?$/s.exec(text ?? "") ?? [];
    if (name !== undefined) defines[name] = value;
  }
  return defines;
}
