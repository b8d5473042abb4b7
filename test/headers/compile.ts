// Compiles CUDA device code against include/cuts/cuda with the embedded clang, straight to a WebAssembly module: no SIMT
// pass, no cache, no precompiled header. A kernel here is a plain function that runs as one thread.
import { fileURLToPath } from "node:url";
import { Clang } from "../../src/compiler/clang/clang.js";
import { DEVICE_LIBRARY_PATH, PACKAGE_PATH } from "../../src/compiler/clang/guest-layout.js";

const includeRoot = fileURLToPath(new URL("../../include/cuts/cuda/", import.meta.url));
const RUNTIME = `${PACKAGE_PATH}/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a`;

const COMPILE_ARGS = (
  "-cc1 -x cuda -fcuda-is-device -triple wasm32-unknown-unknown -aux-triple wasm32-unknown-unknown -std=c++17 " +
  "-fdeclspec -fgnuc-version=4.2.1 -ffp-contract=off -internal-isystem /headers -include cuts_device.h " +
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

/** The embedded clang over the device headers. One per test file; `dispose()` ends its process. */
export class HeaderCompiler {
  readonly #clang = new Clang();

  /** Compiles a source to what the flags ask for: `-emit-obj`, `-emit-llvm`, `-S`, `-fsyntax-only`. */
  async compile(source: string, flags: readonly string[]): Promise<Compiled> {
    const { steps, files } = await this.#clang.run({
      steps: [{ tool: "clang", args: [...COMPILE_ARGS, ...flags, "-o", "/out", "kernel.cu"] }],
      files: { "/kernel.cu": source },
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
  async build(source: string, flags: readonly string[] = ["-O1"]): Promise<WebAssembly.Module> {
    const { steps, files } = await this.#clang.run({
      steps: [
        { tool: "clang", args: [...COMPILE_ARGS, ...flags, "-emit-obj", "-o", "/kernel.o", "kernel.cu"] },
        {
          tool: "wasm-ld",
          args: [...LINK_ARGS, "/kernel.o", DEVICE_LIBRARY_PATH, RUNTIME, "-o", "/kernel.wasm"],
        },
      ],
      files: { "/kernel.cu": source },
      mounts: { "/headers": includeRoot },
      outputs: ["/kernel.wasm"],
    });
    const wasm = files["/kernel.wasm"];
    if (wasm === undefined) throw new Error(steps.map((step) => step.trap ?? step.stderr).join("\n"));
    return new WebAssembly.Module(new Uint8Array(wasm));
  }

  dispose(): void {
    this.#clang.stop();
  }
}
