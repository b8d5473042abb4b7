// Compiles CUDA device code against include/cuts/cuda with the embedded clang, straight to a WebAssembly module: no SIMT
// pass and no cache. A kernel here is a plain function that runs as one thread.
import { fileURLToPath } from "node:url";
import { Clang } from "../../src/compiler/clang/clang.js";
import { DEVICE_LIBRARY_PATH, PACKAGE_PATH } from "../../src/compiler/clang/guest-layout.js";
import type { ResidentFile } from "../../src/compiler/clang/protocol.js";

const includeRoot = fileURLToPath(new URL("../../include/cuts/cuda/", import.meta.url));
const RUNTIME = `${PACKAGE_PATH}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`;
const PRECOMPILED = "/device.pch";

const LANGUAGE_ARGS = (
  "-cc1 -x cuda -fcuda-is-device -triple wasm32-unknown-unknown -aux-triple wasm32-unknown-unknown -O1 " +
  "-fdeclspec -fgnuc-version=4.2.1 -ffp-contract=off -internal-isystem /headers " +
  "-target-feature +simd128 -target-feature +atomics -target-feature +bulk-memory"
).split(" ");
const LINK_ARGS =
  "--no-entry --export-dynamic --allow-undefined --import-memory --export=__heap_base -z stack-size=65536".split(
    " ",
  );

/** What the compiler printed, and the file it wrote unless it failed. */
export interface Compiled {
  readonly log: string;
  readonly output: Uint8Array | undefined;
}

/** The embedded clang over the device headers, precompiled once. `dispose()` ends its process. */
export class HeaderCompiler {
  readonly #clang = new Clang();
  #precompiled: Promise<ResidentFile> | undefined;

  /** Compiles a source to what the flags ask for: `-emit-obj`, `-emit-llvm`, `-S`, `-fsyntax-only`. */
  async compile(source: string, flags: readonly string[]): Promise<Compiled> {
    const { steps, files } = await this.#clang.run({
      steps: [{ tool: "clang", args: [...this.#args(flags), "-o", "/out", "kernel.cu"] }],
      files: { "/kernel.cu": source, [PRECOMPILED]: await this.warmUp() },
      mounts: { "/headers": includeRoot },
      outputs: ["/out"],
    });
    const step = steps[0];
    return {
      log: step?.trap ?? step?.stderr ?? "",
      output: step?.exitCode === 0 ? (files["/out"] ?? new Uint8Array()) : undefined,
    };
  }

  /** Compiles and links to a module that exports every visible function; a wrong source is an error with clang's text. */
  async build(source: string, flags: readonly string[] = []): Promise<WebAssembly.Module> {
    const { steps, files } = await this.#clang.run({
      steps: [
        { tool: "clang", args: [...this.#args(flags), "-emit-obj", "-o", "/kernel.o", "kernel.cu"] },
        {
          tool: "wasm-ld",
          args: [...LINK_ARGS, "/kernel.o", DEVICE_LIBRARY_PATH, RUNTIME, "-o", "/kernel.wasm"],
        },
      ],
      files: { "/kernel.cu": source, [PRECOMPILED]: await this.warmUp() },
      mounts: { "/headers": includeRoot },
      outputs: ["/kernel.wasm"],
    });
    const wasm = files["/kernel.wasm"];
    if (wasm === undefined) throw new Error(steps.map((step) => step.trap ?? step.stderr).join("\n"));
    return new WebAssembly.Module(new Uint8Array(wasm));
  }

  /** Starts the process and precompiles the prelude. */
  warmUp(): Promise<ResidentFile> {
    this.#precompiled ??= this.#precompile();
    return this.#precompiled;
  }

  dispose(): void {
    this.#clang.stop();
  }

  // Another language standard reads the prelude as text: a precompiled header is for one.
  #args(flags: readonly string[]): string[] {
    const own = flags.some((flag) => flag.startsWith("-std="));
    const prelude = own ? ["-include", "cuts_device.h"] : ["-std=c++17", "-include-pch", PRECOMPILED];
    return [...LANGUAGE_ARGS, ...prelude, ...flags];
  }

  async #precompile(): Promise<ResidentFile> {
    const { steps, files } = await this.#clang.run({
      steps: [
        {
          tool: "clang",
          args: [...LANGUAGE_ARGS, "-std=c++17", "-emit-pch", "-o", PRECOMPILED, "/headers/cuts_device.h"],
        },
      ],
      mounts: { "/headers": includeRoot },
      outputs: [PRECOMPILED],
    });
    const bytes = files[PRECOMPILED];
    if (bytes === undefined) throw new Error(steps[0]?.trap ?? steps[0]?.stderr ?? "");
    return { key: "device headers", bytes: new Uint8Array(bytes) };
  }
}
