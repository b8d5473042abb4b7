// Compiles CUDA device code against include/cuts/cuda with the embedded clang and links it to a WebAssembly module.
// A test tool: no cache, no SIMT pass; a kernel here is a plain function that runs as one thread.
import { type ChildProcess, fork } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

type Tree = { [name: string]: Tree | string | Uint8Array };
type Reply = { ok: boolean; log: string; files: Record<string, Uint8Array>; cpuMs: number };

const includeRoot = fileURLToPath(new URL("../../include/cuts/cuda", import.meta.url));

/** Flags of a device compilation; the ones the headers rely on are listed in include/cuts/cuda/README.md. */
export const deviceFlags: readonly string[] = [
  ...["-cc1", "-x", "cuda", "-fcuda-is-device"],
  ...["-triple", "wasm32-unknown-unknown", "-aux-triple", "wasm32-unknown-unknown"],
  ...["-std=c++17", "-nostdsysteminc", "-fno-rtti", "-fno-threadsafe-statics", "-fgnuc-version=4.2.1"],
  ...["-ffp-contract=off", "-fno-convergent-functions"],
  ...["-target-feature", "+simd128", "-target-feature", "+atomics", "-target-feature", "+bulk-memory"],
  ...["-internal-isystem", "cuda", "-include", "cuts_device.h"],
];

/** The compiler in a warm child process; `dispose()` ends it. */
export class Clang {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(new URL("./clang-child.mjs", import.meta.url), {
      execArgv: ["--liftoff-only"],
      serialization: "advanced",
    });
  }

  /** Runs one LLVM tool over a virtual file system and gives what it wrote. */
  run(args: readonly string[], files: Tree): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const failed = (): void => reject(new Error("internal: the clang child process ended"));
      this.#child.once("exit", failed);
      this.#child.once("message", (reply: Reply) => {
        this.#child.off("exit", failed);
        resolve(reply);
      });
      this.#child.send({ args, files });
    });
  }

  /** Compiles one source to an object file, LLVM IR or assembler text, by the flags given. */
  compile(source: string, flags: readonly string[] = ["-O1", "-emit-obj"]): Promise<Reply> {
    const args = ["clang", ...deviceFlags, ...flags, "kernel.cu", "-o", "out"];
    return this.run(args, { "kernel.cu": source, cuda: headerTree() });
  }

  /** Compiles and links to a WebAssembly module that exports every visible function; throws the log on an error. */
  async build(source: string, flags: readonly string[] = ["-O1"]): Promise<WebAssembly.Module> {
    const object = await this.compile(source, [...flags, "-emit-obj"]);
    if (!object.ok) throw new Error(object.log);
    const lib = "/lib/wasm32-wasip1/libc.a";
    const runtime = "/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a";
    const link = ["wasm-ld", "--no-entry", "--export-dynamic", "--allow-undefined", "--import-memory"];
    const linked = await this.run([...link, "-z", "stack-size=65536", "kernel.o", lib, runtime, "-o", "out"], {
      "kernel.o": object.files.out ?? new Uint8Array(),
    });
    const wasm = linked.files.out;
    if (!linked.ok || wasm === undefined) throw new Error(linked.log);
    return new WebAssembly.Module(new Uint8Array(wasm));
  }

  dispose(): void {
    this.#child.kill();
  }
}

let tree: Tree | undefined;

/** Every header under include/cuts/cuda, as the virtual file system wants it. */
export function headerTree(): Tree {
  tree ??= readTree(includeRoot);
  return tree;
}

function readTree(folder: string): Tree {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      return [entry.name, entry.isDirectory() ? readTree(path) : readFileSync(path, "utf8")];
    }),
  );
}
