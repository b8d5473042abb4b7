// Compiles LLVM IR to a WebAssembly image that can be placed at any address. It is optimised with both vectorisers and linked with the
// mathematical functions that it uses. Any other function must be defined or be an allowed import; otherwise the error names it.
import type { Clang } from "./clang.js";
import { clang as sharedClang } from "./clang.js";
import { type AddressBits, tripleOf, type WasmTarget } from "./device-target.js";
import { linkError } from "./diagnostics.js";
import { extractImage, LINK_ARGS } from "./extract-image.js";
import { DEVICE_LIBRARY_PATH, PACKAGE_PATH } from "./guest-layout.js";
import { lowerMemory64 } from "./memory64/lower-object.js";
import { compiledFile, requireNoCrash } from "./step-result.js";
import type { WasmImage } from "./wasm-image.js";
import { WIDE_DEVICE_LIBRARY, WIDE_LINK_ARGS, wideLibrary } from "./wide-libraries.js";

export interface CompileWasmOptions {
  /** What the IR is for. */
  readonly target: WasmTarget;
  /** Symbols of the functions to export. */
  readonly exports: readonly string[];
  /** Symbols of the variables whose place is wanted. */
  readonly variables?: readonly string[];
  /** Functions that the module may import from `env`. */
  readonly imports?: readonly string[];
  /** Object files to link with, such as those of {@link compileObject}. */
  readonly objects?: readonly Uint8Array[];
  /** What is compiled, for error messages. */
  readonly name?: string;
  /** Default "full". */
  readonly effort?: Effort;
  /** Of the memory that it is for; 32 by default. With 64 the IR must be for wasm64. */
  readonly addressBits?: AddressBits;
  /** Whether relaxed SIMD may be used. */
  readonly relaxedSimd?: boolean;
  readonly timeoutMs?: number;
  readonly clang?: Clang;
}

/**
 * How hard the compiler tries. "full": with both vectorisers. "low": without, in little more than half the time, for code
 * that has nothing to vectorise.
 */
export type Effort = "full" | "low";

/** All in Node 20. */
const FEATURES = ["simd128", "atomics", "bulk-memory", "mutable-globals", "sign-ext", "nontrapping-fptoint"];
const NARROW_LIBRARIES = [
  DEVICE_LIBRARY_PATH,
  `${PACKAGE_PATH}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`,
];
const EFFORT_ARGS: Readonly<Record<Effort, string>> = {
  full: "-O3 -vectorize-loops -vectorize-slp",
  low: "-O1 -mllvm -fast-isel",
};

function compileArgs(target: WasmTarget, effort: Effort, more: readonly string[] = []): string[] {
  return [
    ...`-cc1 -triple ${tripleOf(target)} -x ir -mrelocation-model static`.split(" "),
    ...[...FEATURES, ...more].flatMap((feature) => ["-target-feature", `+${feature}`]),
    ...EFFORT_ARGS[effort].split(" "),
    // It would take the vector loads of the SIMT pass (row-groups.ts) apart again.
    ..."-disable-free -mllvm -disable-vector-combine".split(" "),
    // Loop strength reduction takes a fifth of the time, and V8 does better with plain indices than with its pointers.
    ..."-mllvm -disable-lsr".split(" "),
    ..."-emit-obj -o /kernel.o /kernel.ll".split(" "),
  ];
}

/**
 * Compiles LLVM IR text to an image; several texts are compiled side by side and linked.
 *
 * @throws CompileError `CUTS_COMPILE` for IR that clang refuses, `CUTS_COMPILE_LINK` for functions defined nowhere.
 */
export async function compileWasm(
  given: string | readonly string[],
  options: CompileWasmOptions,
): Promise<WasmImage> {
  const parts = typeof given === "string" ? [given] : given;
  const [ir = ""] = parts;
  const clang = options.clang ?? sharedClang();
  const name = options.name ?? "the kernels";
  const exported = [...options.exports, ...(options.variables ?? [])].map((symbol) => `--export=${symbol}`);
  const isWide = options.addressBits === 64;
  const libraries = isWide ? [WIDE_DEVICE_LIBRARY.path] : NARROW_LIBRARIES;
  const width = isWide ? WIDE_LINK_ARGS : [];
  const link = [...LINK_ARGS, ...width, ...exported, "--allow-undefined-file=/imports", "--error-limit=0"];
  const features = options.relaxedSimd === true ? ["relaxed-simd"] : [];
  const effort = options.effort ?? "full";
  const timeout = options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs };
  const isApart = options.target === "wasm64" || parts.length > 1;
  const apart = {
    target: options.target,
    effort,
    clang,
    features,
    timeout,
    addressBits: options.addressBits ?? 32,
  };
  const compiled = isApart ? await Promise.all(parts.map((part) => compileObject(part, name, apart))) : [];
  const objects = [...compiled.slice(1), ...(options.objects ?? [])].map(
    (bytes, i) => [`/linked${i}.o`, bytes] as const,
  );
  const inputs = ["/kernel.o", ...objects.map(([path]) => path), ...libraries];
  const steps = [{ tool: "wasm-ld", args: [...link, "-o", "/kernel.wasm", ...inputs] }] as const;
  const files = {
    "/imports": (options.imports ?? []).join("\n"),
    ...Object.fromEntries(objects),
    ...(isWide && wideLibrary(WIDE_DEVICE_LIBRARY)),
  };
  const result = await clang.run(
    isApart
      ? {
          steps,
          files: { ...files, "/kernel.o": compiled[0] as Uint8Array },
          outputs: ["/kernel.wasm"],
        }
      : {
          steps: [{ tool: "clang", args: compileArgs("wasm32", effort, features) }, ...steps],
          files: { ...files, "/kernel.ll": ir },
          outputs: ["/kernel.o", "/kernel.wasm"],
          ...timeout,
        },
  );
  if (!isApart) compiledFile(name, result, "/kernel.o");
  const linked = requireNoCrash(name, result.steps.at(-1));
  const output = result.files["/kernel.wasm"];
  if (linked.exitCode !== 0 || output === undefined) throw linkError(name, linked.stderr);
  return extractImage(output, options.addressBits);
}

/** How an object file is made. */
export interface ObjectOptions {
  /** What the IR is for. */
  readonly target: WasmTarget;
  readonly effort?: Effort;
  readonly clang?: Clang;
  readonly features?: readonly string[];
  readonly timeout?: { readonly timeoutMs?: number };
  /** Of the memory that it is for; 32 by default. */
  readonly addressBits?: AddressBits;
}

/**
 * Compiles LLVM IR text to an object file, for linking with several modules.
 *
 * @throws CompileError `CUTS_COMPILE` for IR that clang refuses.
 */
export async function compileObject(
  ir: string,
  name: string,
  {
    target,
    effort = "full",
    clang = sharedClang(),
    features = [],
    timeout = {},
    addressBits = 32,
  }: ObjectOptions,
): Promise<Uint8Array> {
  const result = await clang.run({
    steps: [{ tool: "clang", args: compileArgs(target, effort, features) }],
    files: { "/kernel.ll": ir },
    outputs: ["/kernel.o"],
    ...timeout,
  });
  const object = compiledFile(name, result, "/kernel.o");
  return target === "wasm64" && addressBits === 32 ? lowerMemory64(object) : object;
}
