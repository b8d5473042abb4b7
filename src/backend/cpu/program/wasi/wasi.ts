// WASI preview 1 for programs: the arguments, files and streams of a real process. Not a sandbox: a program reaches what
// the user reaches, as if it had been compiled by nvcc. No sockets; what is missing answers "not there".
import { isWide } from "../../machine/wide-memory.js";
import { Descriptors } from "./descriptors.js";
import { ERRNO } from "./error-numbers.js";
import { fileCalls } from "./file-calls.js";
import { GuestMemory } from "./guest-memory.js";
import { pathCalls } from "./path-calls.js";
import { processCalls } from "./process-calls.js";

/** What a program finds when it starts. */
export interface WasiSetup {
  readonly memory: WebAssembly.Memory;
  /** The first is its own name. */
  readonly args: readonly string[];
  /** `PWD` is where relative names start. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The functions of `wasi_snapshot_preview1` that a module asks for. */
export function wasiImports(module: WebAssembly.Module, setup: WasiSetup): WebAssembly.ModuleImports {
  const memory = new GuestMemory(setup.memory);
  const files = new Descriptors();
  const calls = {
    ...processCalls(memory, setup.args, setup.environment),
    ...fileCalls(memory, files),
    ...pathCalls(memory, files),
  };
  const missing = WebAssembly.Module.imports(module)
    .filter(({ module: from }) => from === "wasi_snapshot_preview1")
    .map(({ name }) => [name, () => ERRNO.nosys] as const);
  const all = { ...Object.fromEntries(missing), ...calls };
  return isWide(setup.memory) ? withNumbers(all) : all;
}

// Programs with a wide memory pass all as 64 bits (tools/build-libraries64). No address, size or place in a file has more than 53.
function withNumbers(calls: WebAssembly.ModuleImports): WebAssembly.ModuleImports {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      (...args: bigint[]): unknown => (call as (...args: number[]) => unknown)(...args.map(Number)),
    ]),
  );
}
